"""Let nothing of what was erased stay in the database's files: rewrite the tables that held it.

A deleted row is only marked so, and plain VACUUM leaves its bytes in the freed space; VACUUM FULL
writes the table anew. It locks the table meanwhile, so large ones wait for the night.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories import work
from memories.models import Work

# Bytes of a table with its indexes that VACUUM FULL rewrites in a second or two.
LARGE = 256_000_000
# The hours (UTC) in which large tables are locked for as long as it takes.
NIGHT = range(2, 5)
# Others wait behind a rewrite that waits for its lock.
_LOCK_WITHIN = "3s"
# How long a transaction that may still see the rows is waited for.
_AGAIN = timedelta(seconds=20)
# MAINTAIN, the right to vacuum another role's tables.
_OLDEST_POSTGRES = 170_000

TOO_OLD = "The database is older than PostgreSQL 17: its tables are not rewritten after erasing."
NOT_ALLOWED = "The application's role may not vacuum: run `manage.py migrate` as the owner."

_TABLES = """
SELECT relname, pg_total_relation_size(oid), has_table_privilege(oid, 'MAINTAIN')
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND (relforcerowsecurity OR has_table_privilege(oid, 'MAINTAIN'))
ORDER BY pg_total_relation_size(oid)
"""
_OLDER = """
SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend' AND xact_start < %s
)
"""


@dataclass(frozen=True)
class _Table:
    name: str
    size: int
    allowed: bool


def vacuum_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Rewrite every table, once for all that this person erased. Outside of a block.

    True when more may be waiting.
    """
    claimed = work.claim(user_id, work.VACUUM, 1000, urgent=urgent)
    if not claimed:
        return False
    try:
        _vacuum(claimed)
    except DatabaseError:
        work.fail(claimed, "A table could not be rewritten just now.", retry=True)
    finally:
        connection.close()
    return False


def rewrite_soon() -> None:
    """Have all tables rewritten now that an account is gone, whose own work went with it.

    Another's worker does it. Where nobody is left, it is done at once. Where the database does not
    let the application, nobody else is told of it.
    """
    if not can_rewrite():
        return
    other = User.objects.order_by("pk").first()
    if other is not None:
        with acting_as(other):
            work.enqueue(other.pk, work.VACUUM, [other.pk])
        return
    with suppress(DatabaseError):
        _rewrite_all()


def can_rewrite() -> bool:
    """Whether the database lets the application rewrite the tables, which it does not own."""
    return _is_new_enough() and all(table.allowed for table in _tables())


def _is_new_enough() -> bool:
    """Whether the database knows the right to rewrite another role's tables."""
    connection.ensure_connection()
    version: int = connection.connection.info.server_version
    return version >= _OLDEST_POSTGRES


def _tables() -> list[_Table]:
    return [_Table(*row) for row in _rows(_TABLES)]


def _vacuum(claimed: Sequence[Work]) -> None:
    if not _is_new_enough():
        work.fail(claimed, TOO_OLD, retry=False)
        return
    # While an older transaction runs, what it may see is kept.
    if _rows(_OLDER, max(row.updated for row in claimed)) == [(True,)]:
        work.later(claimed, timezone.now() + _AGAIN)
        return
    tables = _tables()
    if not all(table.allowed for table in tables):
        work.fail(claimed, NOT_ALLOWED, retry=False)
        return
    now = timezone.now()
    is_night = now.hour in NIGHT
    for table in tables:
        work.renew(claimed)
        _rewrite(table, full=is_night or table.size < LARGE)
    if settings.EMBEDDED_POSTGRES:
        _let_log_go()
    if is_night or all(table.size < LARGE for table in tables):
        work.finish(claimed)
    else:
        work.later(claimed, next_night(now))


def _rewrite_all() -> None:
    for table in _tables():
        _rewrite(table, full=True)
    if settings.EMBEDDED_POSTGRES:
        _let_log_go()


def next_night(now: datetime) -> datetime:
    """When large tables may be locked next."""
    tonight = now.replace(hour=NIGHT.start, minute=0, second=0, microsecond=0)
    return tonight if tonight > now else tonight + timedelta(days=1)


def _rewrite(table: _Table, *, full: bool) -> None:
    how = "(FULL)" if full else ""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{_LOCK_WITHIN}'")
        try:
            cursor.execute(f"VACUUM {how} {connection.ops.quote_name(table.name)}")
        finally:
            cursor.execute("RESET lock_timeout")


def _let_log_go() -> None:
    """Have the database's own log deleted up to here: it held every change, erased or not.

    A part of it that is over goes with the checkpoint after the one that it was part of.
    """
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute("SELECT pg_switch_wal()")
            cursor.execute("CHECKPOINT")


def _rows(query: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
