from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from database.row_security import grant_to_application

        post_migrate.connect(grant_to_application, dispatch_uid="accounts.grant_to_application")
