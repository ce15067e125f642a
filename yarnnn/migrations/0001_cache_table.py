"""The table of Django's database cache, made here so that the application gets its grants."""

from django.db import migrations

TABLE = """
CREATE TABLE yarnnn_cache (
    cache_key varchar(255) PRIMARY KEY,
    value text NOT NULL,
    expires timestamptz NOT NULL
)
"""


class Migration(migrations.Migration):
    operations = [
        migrations.RunSQL(
            [TABLE, "CREATE INDEX yarnnn_cache_expires ON yarnnn_cache (expires)"],
            "DROP TABLE yarnnn_cache",
        )
    ]
