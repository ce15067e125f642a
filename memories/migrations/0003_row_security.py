"""Put every table with content under row-level security."""

from django.db import migrations

from accounts.row_security import secure


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_search_tables")]

    operations = secure(
        "memories_source",
        "memories_chunk",
        "memories_memory",
        "memories_evidence",
        "memories_entity",
        "memories_mention",
        "memories_forgotten",
        "memories_change",
        "memories_searchitem",
        "memories_segment",
        "memories_posting",
        "memories_corpus",
        "memories_window",
        "memories_signs",
    )
