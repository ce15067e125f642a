"""Whose turn it is: people are served one after the other, however much each of them has waiting.

What was just said goes before what comes in bulk, and bulk still moves while people talk.
"""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import connection

# Maximum time between two turns of bulk work, however much is being said.
BULK_EVERY = timedelta(seconds=10)


@dataclass(frozen=True)
class NextTurn:
    """Whose work is taken up next, and which of it."""

    user_id: UUID
    urgent: bool


# The people are walked along the index, one step each, not all of their rows. Who already has as
# many units being done as one person may have is passed over.
_NEXT = """
WITH RECURSIVE people (user_id) AS (
    (SELECT user_id FROM memories_work
     WHERE kind = %(kind)s AND state = 'waiting' ORDER BY user_id LIMIT 1)
    UNION ALL
    SELECT (SELECT w.user_id FROM memories_work w
            WHERE w.kind = %(kind)s AND w.state = 'waiting' AND w.user_id > people.user_id
            ORDER BY w.user_id LIMIT 1)
    FROM people WHERE people.user_id IS NOT NULL
), next AS (
    SELECT people.user_id, lane.urgent
    FROM people CROSS JOIN (VALUES (true), (false)) AS lane (urgent)
    LEFT JOIN memories_turn t
        ON t.kind = %(kind)s AND t.urgent = lane.urgent AND t.user_id = people.user_id
    WHERE people.user_id IS NOT NULL
        AND EXISTS (
            SELECT FROM memories_work w
            WHERE w.kind = %(kind)s AND w.state = 'waiting' AND w.user_id = people.user_id
                AND w.urgent = lane.urgent AND w.not_before <= statement_timestamp())
        AND (%(most)s::int IS NULL OR %(most)s::int > (
            SELECT count(*) FROM memories_work w
            WHERE w.kind = %(kind)s AND w.state = 'working' AND w.user_id = people.user_id))
    ORDER BY lane.urgent = EXISTS (
            SELECT FROM memories_turn t
            WHERE t.kind = %(kind)s AND NOT t.urgent
                AND t.served > statement_timestamp() - make_interval(secs => %(bulk_every)s)) DESC,
        t.served NULLS FIRST, people.user_id
    LIMIT 1
)
INSERT INTO memories_turn (kind, urgent, user_id, served)
SELECT %(kind)s, urgent, user_id, statement_timestamp() FROM next
ON CONFLICT (kind, urgent, user_id) DO UPDATE SET served = excluded.served
RETURNING user_id, urgent
"""


def next_turn(kind: str, most: int | None = None) -> NextTurn | None:
    """Whose turn it is among those with work of this kind that is due: who waited longest for one.

    Nobody has more than `most` units being done at once. None where nobody is left.
    """
    values = {"kind": kind, "most": most, "bulk_every": BULK_EVERY.total_seconds()}
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, values)
        found = cursor.fetchone()
    return NextTurn(*found) if found else None
