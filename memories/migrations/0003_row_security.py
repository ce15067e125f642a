"""Put every table with content under row-level security."""

from django.db import migrations

from database.row_security import secure, without_statistics


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_search_tables")]

    operations = [
        *secure(
            "memories_source",
            "memories_chunk",
            "memories_memory",
            "memories_evidence",
            "memories_entity",
            "memories_mention",
            "memories_forgotten",
            "memories_change",
            "memories_lesson",
            "memories_night",
            "memories_answeredcall",
            "memories_searchitem",
            "memories_segment",
            "memories_posting",
            "memories_corpus",
            "memories_window",
        ),
        *without_statistics("memories_source", "text", "title", "metadata"),
        *without_statistics("memories_chunk", "passage", "heading", "metadata"),
        *without_statistics("memories_memory", "content", "tags", "metadata", "namespace", "key"),
        *without_statistics("memories_evidence", "quote"),
        *without_statistics("memories_entity", "name", "aliases", "summary"),
        *without_statistics("memories_mention", "said"),
        *without_statistics("memories_change", "before", "after"),
        *without_statistics("memories_forgotten", "sealed"),
    ]
