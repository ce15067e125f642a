from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0008_sync_work"),
    ]

    operations = [
        migrations.AlterField(
            model_name="work",
            name="kind",
            field=models.CharField(
                choices=[
                    ("embed", "Embed"),
                    ("learn", "Learn"),
                    ("read", "Read"),
                    ("sync", "Sync"),
                    ("pack", "Pack"),
                ],
                max_length=12,
            ),
        ),
    ]
