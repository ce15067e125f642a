from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0009_pack_work"),
    ]

    operations = [
        migrations.AddField(
            model_name="embeddingspace",
            name="reach",
            field=models.BinaryField(blank=True, null=True),
        ),
    ]
