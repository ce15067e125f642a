"""The search index's hot tables: their keys cover what a search reads."""

from django.db import migrations

# A segment's number is that of its first item. What is packed is dense already: kept as it is.
SEGMENTS = """
CREATE TABLE memories_segment (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    first integer NOT NULL,
    last integer NOT NULL,
    shift smallint NOT NULL,
    docs bytea STORAGE EXTERNAL NOT NULL,
    PRIMARY KEY (user_id, first)
)
"""

POSTINGS = """
CREATE TABLE memories_posting (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    segment integer NOT NULL,
    bucket integer NOT NULL,
    terms bytea STORAGE EXTERNAL NOT NULL,
    PRIMARY KEY (user_id, segment, bucket)
)
"""

# Rewritten with every item: room on each page keeps the updates in place (HOT).
CORPUS = """
CREATE TABLE memories_corpus (
    user_id uuid PRIMARY KEY REFERENCES accounts_user ON DELETE CASCADE,
    unpacked integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50)
"""

# `bits` are the signs of the vector's numbers: what is far by them is not looked at any closer.
# Vectors stay in the table's own pages instead of out of line.
WINDOWS = """
CREATE TABLE memories_window (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    space smallint NOT NULL,
    position smallint NOT NULL,
    part integer NOT NULL,
    item integer NOT NULL,
    start integer NOT NULL,
    stop integer NOT NULL,
    bits bit varying NOT NULL,
    embedding halfvec STORAGE MAIN NOT NULL
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02)
"""

COVERING = """
CREATE UNIQUE INDEX memories_window_covering
    ON memories_window (user_id, space, part, item, position) INCLUDE (bits)
"""

ITEMS = """
ALTER TABLE memories_searchitem
    DROP CONSTRAINT memories_searchitem_pkey, ADD PRIMARY KEY (user_id, id)
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial"), ("accounts", "0001_initial")]

    operations = [
        migrations.RunSQL(ITEMS, migrations.RunSQL.noop),
        migrations.RunSQL(SEGMENTS, "DROP TABLE memories_segment"),
        migrations.RunSQL(POSTINGS, "DROP TABLE memories_posting"),
        migrations.RunSQL(CORPUS, "DROP TABLE memories_corpus"),
        migrations.RunSQL([WINDOWS, COVERING], "DROP TABLE memories_window"),
    ]
