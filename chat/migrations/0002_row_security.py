"""Put every table with content under row-level security."""

from django.db import migrations

from database.row_security import secure, without_statistics


class Migration(migrations.Migration):
    dependencies = [("chat", "0001_initial")]

    operations = [
        *secure(
            "chat_conversation",
            "chat_message",
            "chat_attachment",
            "chat_citation",
            "chat_redaction",
            "chat_proposal",
        ),
        *without_statistics("chat_conversation", "title"),
        *without_statistics("chat_message", "draft", "details"),
        *without_statistics("chat_redaction", "sealed"),
        *without_statistics("chat_proposal", "arguments"),
    ]
