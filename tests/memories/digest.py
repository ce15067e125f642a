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


def digest(user: User) -> str:
    """A canonical digest of every row of the person's, in every column, whatever their order."""
    rows = {}
    with acting_as(user), connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(
                f"SELECT to_jsonb(t)::text FROM {table} t WHERE user_id = %s ORDER BY 1",  # noqa: S608
                [user.pk],
            )
            rows[table] = [row for (row,) in cursor.fetchall()]
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()
