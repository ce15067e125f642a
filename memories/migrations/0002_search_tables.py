"""The search index's hot tables: their primary keys cover what a search reads."""

from django.db import migrations

POSTINGS = """
CREATE TABLE memories_posting (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    term integer NOT NULL,
    part integer NOT NULL,
    item integer NOT NULL,
    frequency smallint NOT NULL,
    length smallint NOT NULL,
    PRIMARY KEY (user_id, term, part, item) INCLUDE (frequency, length)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02)
"""

# Rewritten with every item: room on each page keeps the updates in place (HOT).
FREQUENCIES = """
CREATE TABLE memories_termfrequency (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    term integer NOT NULL,
    items integer NOT NULL,
    PRIMARY KEY (user_id, term)
) WITH (fillfactor = 70)
"""

CORPUS = """
CREATE TABLE memories_corpus (
    user_id uuid PRIMARY KEY REFERENCES accounts_user ON DELETE CASCADE,
    items integer NOT NULL,
    words bigint NOT NULL
) WITH (fillfactor = 50)
"""

WINDOWS = """
CREATE TABLE memories_window (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    space smallint NOT NULL,
    dimension smallint NOT NULL,
    part integer NOT NULL,
    item integer NOT NULL,
    position smallint NOT NULL,
    start integer NOT NULL,
    stop integer NOT NULL,
    embedding halfvec NOT NULL
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02)
"""

# An index row holds at most 2,704 bytes. Longer vectors get an index without them, and stay
# in the table's own pages instead of out of line.
COVERED = """
CREATE UNIQUE INDEX memories_window_covered
    ON memories_window (user_id, space, part, item, position) INCLUDE (start, stop, embedding)
    WHERE dimension <= 1280
"""
LONG = """
CREATE UNIQUE INDEX memories_window_long
    ON memories_window (user_id, space, part, item, position)
    WHERE dimension > 1280
"""
INLINE = "ALTER TABLE memories_window ALTER COLUMN embedding SET STORAGE MAIN"


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial"), ("accounts", "0001_initial")]

    operations = [
        migrations.RunSQL(POSTINGS, "DROP TABLE memories_posting"),
        migrations.RunSQL(FREQUENCIES, "DROP TABLE memories_termfrequency"),
        migrations.RunSQL(CORPUS, "DROP TABLE memories_corpus"),
        migrations.RunSQL(
            [WINDOWS, COVERED, LONG, INLINE],
            "DROP TABLE memories_window",
        ),
    ]
