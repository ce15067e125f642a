"""Put every table with content under row-level security."""

from django.db import migrations

from database.row_security import secure, without_statistics


class Migration(migrations.Migration):
    dependencies = [("gmail", "0001_initial")]

    operations = [
        *secure(
            "gmail_account",
            "gmail_servicekey",
            "gmail_thread",
            "gmail_message",
            "gmail_correspondent",
        ),
        *without_statistics("gmail_thread", "subject", "snippet"),
        *without_statistics("gmail_message", "snippet", "attachments"),
    ]
