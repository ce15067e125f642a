"""Put every table with content under row-level security."""

from django.db import migrations

from accounts.row_security import secure


class Migration(migrations.Migration):
    dependencies = [("chat", "0001_initial")]

    operations = secure(
        "chat_conversation",
        "chat_message",
        "chat_citation",
        "chat_redaction",
    )
