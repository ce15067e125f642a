"""Put every table with content under row-level security."""

from django.db import migrations

from accounts.row_security import secure


class Migration(migrations.Migration):
    dependencies = [("gmail", "0001_initial")]

    operations = secure(
        "gmail_account",
        "gmail_servicekey",
        "gmail_thread",
        "gmail_message",
        "gmail_correspondent",
    )
