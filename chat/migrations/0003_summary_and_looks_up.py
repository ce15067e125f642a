from django.db import migrations, models

from database.row_security import without_statistics


class Migration(migrations.Migration):
    dependencies = [("chat", "0002_row_security")]

    operations = [
        migrations.AddField("conversation", "summary", models.TextField(blank=True, default="")),
        migrations.AddField(
            "conversation", "summed_up", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField("conversation", "looks_up", models.BooleanField(default=False)),
        *without_statistics("chat_conversation", "summary"),
    ]
