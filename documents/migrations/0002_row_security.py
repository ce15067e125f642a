"""Put every table with content under row-level security."""

from django.db import migrations

from accounts.row_security import secure


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = secure(
        "documents_document",
    )
