"""All that is kept of a person, as one number: equal where every byte of it is."""

import hashlib
import json

from django.db import connection

from accounts.models import User
from database.acting import acting_as

# What is known and where it comes from. The journal and the nights only ever grow.
TABLES = (
    "memories_memory",
    "memories_evidence",
    "memories_entity",
    "memories_mention",
    "memories_source",
    "memories_chunk",
    "memories_forgotten",
    "memories_searchitem",
)


def digest(user: User, *, times: bool = True) -> str:
    """A canonical digest of every row of the person's, in every column, whatever their order.

    Without `times` it leaves out when a row was last changed: two nights are not at the same hour.
    """
    left_out = [] if times else ["updated"]
    rows = {}
    with acting_as(user), connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(
                f"SELECT (to_jsonb(t) - %s::text[])::text FROM {table} t"  # noqa: S608
                " WHERE user_id = %s ORDER BY 1",
                [left_out, user.pk],
            )
            rows[table] = [row for (row,) in cursor.fetchall()]
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()
