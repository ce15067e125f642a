"""Put every table with content under row-level security."""

from django.db import migrations

from database.row_security import secure


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = secure(
        "accounts_workspace",
        "accounts_project",
        "accounts_keyuse",
    )
