from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0004_lists")]

    operations = [
        migrations.AddIndex(
            model_name="source",
            index=models.Index(
                fields=["user", "speaker"],
                condition=~models.Q(speaker=""),
                name="source_speaker",
            ),
        ),
    ]
