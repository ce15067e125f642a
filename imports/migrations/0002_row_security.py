"""Put every table with content under row-level security."""

from django.db import migrations

from database.row_security import secure, without_statistics


class Migration(migrations.Migration):
    dependencies = [("imports", "0001_initial")]

    operations = [
        *secure("imports_import", "imports_imported"),
        *without_statistics("imports_import", "filename", "senders", "addresses"),
    ]
