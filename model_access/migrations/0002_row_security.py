"""Put the ledger under row-level security. What is connected is the installation's."""

from django.db import migrations

from database.row_security import secure


class Migration(migrations.Migration):
    dependencies = [("model_access", "0001_initial")]

    operations = secure("model_access_ledgerentry")
