"""Put every table with content under row-level security."""

from django.db import migrations

from database.row_security import secure, without_statistics


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = [
        *secure(
            "documents_document",
        ),
        *without_statistics("documents_document", "title", "filename", "notes"),
    ]
