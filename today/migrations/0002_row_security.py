"""Put every table with content under row-level security."""

from django.db import migrations

from database.row_security import secure


class Migration(migrations.Migration):
    dependencies = [("today", "0001_initial")]

    operations = [*secure("today_task", "today_visit")]
