from django.apps import AppConfig


class GmailConfig(AppConfig):
    name = "gmail"
    default_auto_field = "django.db.models.BigAutoField"
