from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Grant the application its rights after migrations; say what is read before sign-in."""
        from database.row_security import grant_to_application, read_before_login

        post_migrate.connect(grant_to_application, dispatch_uid="accounts.grant_to_application")
        read_before_login(
            "account_emailaddress",
            "mfa_authenticator",
            "accounts_apitoken",
            "allauth_idp_oidc_token",
        )
