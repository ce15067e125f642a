"""What keeps lists of memories fast: three indexes, and three mirrors kept by triggers.

The mirrors' rows follow the memories in the same statement, whoever writes: counts for each cell
of (state, scope, kind, source, tag), and the memories of a tag and of a namespace in the order of
the list. A GIN index on the tags would not do: its operators are not leakproof, so row-level
security keeps them out of every index condition. The same holds for comparing arrays.
"""

from django.db import migrations, models

from database.row_security import secure, without_statistics

# One row is rewritten with every memory of its cell: room on each page keeps that in place.
TALLY = """
CREATE TABLE memories_tally (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    state varchar(12) NOT NULL,
    tag varchar(50) NOT NULL,
    scope uuid NOT NULL,
    kind varchar(12) NOT NULL,
    source_kind varchar(12) NOT NULL,
    memories integer NOT NULL,
    PRIMARY KEY (user_id, state, tag, scope, kind, source_kind)
) WITH (fillfactor = 70)
"""

TAGGING = """
CREATE TABLE memories_tagging (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    state varchar(12) NOT NULL,
    tag varchar(50) NOT NULL,
    updated timestamptz NOT NULL,
    memory_id uuid NOT NULL,
    PRIMARY KEY (user_id, state, tag, updated, memory_id)
)
"""

# `place` is a digest of the namespace or of its first parts (memories.models.list_counts.place_of).
PLACING = """
CREATE TABLE memories_placing (
    user_id uuid NOT NULL REFERENCES accounts_user ON DELETE CASCADE,
    state varchar(12) NOT NULL,
    place uuid NOT NULL,
    updated timestamptz NOT NULL,
    memory_id uuid NOT NULL,
    PRIMARY KEY (user_id, state, place, updated, memory_id)
)
"""

PLACE_OF = """
CREATE FUNCTION memories_place_of(parts varchar[]) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN md5(array_to_json(parts)::text)::uuid
"""

# Writers of one person's memories queue at their row in memories_corpus, as writers of the index
# do: so two of them never wait for each other's cells. Emptied cells go, and their tag with them.
FOLLOW = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {first}
    PERFORM FROM memories_corpus
        WHERE user_id IN (SELECT user_id FROM ({rows}) AS moved) ORDER BY user_id FOR UPDATE;

    INSERT INTO memories_tally AS cell
        SELECT user_id, state, label, coalesce(project_id, user_id), kind, source_kind, sum(step)
        FROM ({rows}) AS moved, LATERAL (SELECT '' UNION SELECT unnest(tags)) AS labels (label)
        GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, state, tag, scope, kind, source_kind)
        DO UPDATE SET memories = cell.memories + excluded.memories;
    {take_away}{add}
    RETURN NULL;
END $$
"""

TAKE_AWAY = """
    DELETE FROM memories_tally AS cell
        USING (SELECT DISTINCT user_id, state, label FROM stale,
               LATERAL (SELECT '' UNION SELECT unnest(tags)) AS labels (label)) AS gone
        WHERE cell.user_id = gone.user_id AND cell.state = gone.state
            AND cell.tag = gone.label AND cell.memories = 0;
    DELETE FROM memories_tagging AS bearing USING stale
        WHERE bearing.user_id = stale.user_id AND bearing.state = stale.state
            AND bearing.tag = ANY (stale.tags) AND bearing.updated = stale.updated
            AND bearing.memory_id = stale.id;
    DELETE FROM memories_placing AS placed USING (
            SELECT user_id, state, memories_place_of(namespace[1:depth]) AS place, updated, id
            FROM stale, generate_series(1, cardinality(namespace)) AS depth
            OFFSET 0 -- Else places may be compared last, each memory with each of the person's.
        ) AS gone
        WHERE placed.user_id = gone.user_id AND placed.state = gone.state
            AND placed.place = gone.place AND placed.updated = gone.updated
            AND placed.memory_id = gone.id;
"""

ADD = """
    INSERT INTO memories_tagging (user_id, state, tag, updated, memory_id)
        SELECT DISTINCT user_id, state, unnest(tags), updated, id FROM fresh
    ON CONFLICT DO NOTHING;
    INSERT INTO memories_placing (user_id, state, place, updated, memory_id)
        SELECT user_id, state, memories_place_of(namespace[1:depth]), updated, id
        FROM fresh, generate_series(1, cardinality(namespace)) AS depth
    ON CONFLICT DO NOTHING;
"""

# The row to queue at is there from a person's first memory on, however many come at once.
QUEUE = """
    INSERT INTO memories_corpus (user_id) SELECT DISTINCT user_id FROM fresh
    ON CONFLICT DO NOTHING;
"""

COLUMNS = "user_id, state, project_id, kind, source_kind, tags"
FRESH = f"SELECT {COLUMNS}, 1 AS step FROM fresh"  # noqa: S608
STALE = f"SELECT {COLUMNS}, -1 AS step FROM stale"  # noqa: S608
# Counting a use, say, changes nothing that is listed.
UNLESS_LISTED = f"""
    IF NOT EXISTS (
        SELECT {COLUMNS}, namespace, updated, id FROM fresh EXCEPT
        SELECT {COLUMNS}, namespace, updated, id FROM stale
    ) THEN RETURN NULL; END IF;
"""  # noqa: S608

TRIGGER = """
CREATE TRIGGER {name} AFTER {event} ON memories_memory
    REFERENCING {tables} FOR EACH STATEMENT EXECUTE FUNCTION {name}()
"""


def follow(
    event: str, tables: str, rows: str, *, first: str = "", take_away: str = "", add: str = ""
) -> migrations.RunSQL:
    name = f"memories_follow_{event.lower()}"
    function = FOLLOW.format(name=name, rows=rows, first=first, take_away=take_away, add=add)
    return migrations.RunSQL(
        [function, TRIGGER.format(name=name, event=event, tables=tables)],
        [f"DROP TRIGGER {name} ON memories_memory", f"DROP FUNCTION {name}()"],
    )


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_row_security")]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["user", "state", "kind", "-updated", "-id"], name="memory_kind"
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["user", "state", "source_kind", "-updated", "-id"], name="memory_source"
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("key__isnull", False)),
                fields=["user", "state", "key", "-updated", "-id"],
                name="memory_by_key",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("state", "current")),
                fields=["user", "event_time"],
                name="memory_event",
            ),
        ),
        migrations.CreateModel(
            name="Placing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "user",
                        "state",
                        "place",
                        "updated",
                        "memory",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("current", "Current"),
                            ("faded", "Faded"),
                            ("superseded", "Replaced"),
                            ("forgotten", "Forgotten"),
                        ],
                        max_length=12,
                    ),
                ),
                ("place", models.UUIDField()),
                ("updated", models.DateTimeField()),
            ],
            options={
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Tagging",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "user",
                        "state",
                        "tag",
                        "updated",
                        "memory",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("current", "Current"),
                            ("faded", "Faded"),
                            ("superseded", "Replaced"),
                            ("forgotten", "Forgotten"),
                        ],
                        max_length=12,
                    ),
                ),
                ("tag", models.CharField(max_length=50)),
                ("updated", models.DateTimeField()),
            ],
            options={
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "user",
                        "state",
                        "tag",
                        "scope",
                        "kind",
                        "source_kind",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("current", "Current"),
                            ("faded", "Faded"),
                            ("superseded", "Replaced"),
                            ("forgotten", "Forgotten"),
                        ],
                        max_length=12,
                    ),
                ),
                ("tag", models.CharField(max_length=50)),
                ("scope", models.UUIDField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fact", "Fact"),
                            ("preference", "Preference"),
                            ("note", "Note"),
                            ("reflection", "Reflection"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "source_kind",
                    models.CharField(max_length=12),
                ),
                ("memories", models.IntegerField()),
            ],
            options={
                "verbose_name_plural": "tallies",
                "managed": False,
            },
        ),
        migrations.RunSQL(TALLY, "DROP TABLE memories_tally"),
        migrations.RunSQL(TAGGING, "DROP TABLE memories_tagging"),
        migrations.RunSQL(PLACING, "DROP TABLE memories_placing"),
        migrations.RunSQL(PLACE_OF, "DROP FUNCTION memories_place_of"),
        *secure("memories_tally", "memories_tagging", "memories_placing"),
        *without_statistics("memories_tally", "tag"),
        *without_statistics("memories_tagging", "tag"),
        follow("INSERT", "NEW TABLE AS fresh", FRESH, first=QUEUE, add=ADD),
        follow(
            "UPDATE",
            "OLD TABLE AS stale NEW TABLE AS fresh",
            f"{FRESH} UNION ALL {STALE}",
            first=UNLESS_LISTED,
            take_away=TAKE_AWAY,
            add=ADD,
        ),
        follow("DELETE", "OLD TABLE AS stale", STALE, take_away=TAKE_AWAY),
    ]
