"""Who acts: every block of database work names its person, and the database holds it to that."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Model

from database import statements
from database.statements import pipelined


class _Acting(threading.local):
    """Who acts in this thread's transaction, as its connection is its own."""

    who: str = ""


_acting = _Acting()


@contextmanager
def acting_as(user: Model | UUID) -> Iterator[None]:
    """Open one transaction in which row-level security shows this person's rows and no others.

    Keep the block short: no model, Google or stream is waited for inside. The outermost block
    gives its connection back to the pool. Nested blocks restore whoever acted before.
    """
    who = str(user if isinstance(user, UUID) else user.pk)
    nested = connection.in_atomic_block
    before = _acting.who if nested else ""
    try:
        with transaction.atomic():
            if who != before:
                # The transaction's begin travels along.
                with pipelined():
                    _act(who)
            yield
            # A savepoint's release keeps the setting (only a rollback takes it back).
            if nested and who != before:
                _act(before)
    finally:
        _acting.who = before
        if not nested:
            connection.close()


@contextmanager
def reading_as(user: Model | UUID) -> Iterator[None]:
    """Read as this person, by the questions of `database.statements` alone: all else finds no row.

    Questions that are asked together are one transaction, which travels there and back in one
    piece with the name of who asks. The block gives its connection back to the pool; inside of
    `acting_as` it is one more block of that.
    """
    if connection.in_atomic_block:
        with acting_as(user):
            yield
        return
    try:
        with statements.asked_by(user if isinstance(user, UUID) else user.pk):
            yield
    finally:
        connection.close()


def _act(who: str) -> None:
    with statements.cursor() as cursor:
        cursor.execute(statements.ACT, {"who": who})
    _acting.who = who
