"""Asking what is asked all the time: statements that Postgres plans once for each connection."""

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper


def cursor() -> CursorWrapper:
    """A cursor for statements that are the same every time but for their values.

    Planning such a statement takes Postgres as long as carrying it out. The values travel apart
    from it: cast them (`%(ids)s::uuid[]`) where their type does not follow from a column.
    """
    connection.ensure_connection()
    # A driver's cursor is meant; the stubs say otherwise.
    return connection.make_cursor(psycopg.Cursor(connection.connection))  # type: ignore[arg-type]


def fetched(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of such a statement. They come in binary: as text, bytes are twice as many."""
    with cursor() as asking:
        asking.cursor.format = psycopg.pq.Format.BINARY
        asking.execute(statement, values)
        return list(asking.fetchall())
