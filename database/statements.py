"""Asking what is asked all the time: statements that Postgres plans once for each connection."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, NamedTuple, TypeVar, overload
from uuid import UUID

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper

from database.batch import Rows, round_trip

T = TypeVar("T")
T1 = TypeVar("T1")
T2 = TypeVar("T2")
T3 = TypeVar("T3")
T4 = TypeVar("T4")
T5 = TypeVar("T5")

ACT = "SELECT set_config('app.user_id', %(who)s::text, true)"
# Postgres guesses from values it does not know yet that planning anew each time is worth it, where
# that takes as long as carrying the statement out.
_ASK = ACT + ", set_config('plan_cache_mode', 'force_generic_plan', true)"
_asker: ContextVar[UUID | None] = ContextVar("asker", default=None)


class Question(NamedTuple, Generic[T]):
    """A statement that is the same every time but for its values, and what its rows tell.

    The values travel apart from it: cast them (`%(ids)s::uuid[]`) where their type does not follow
    from a column.
    """

    statement: str
    values: Mapping[str, Any]
    read: Callable[[Rows], T]


def cursor() -> CursorWrapper:
    """A cursor for statements that are the same every time but for their values.

    Planning such a statement takes Postgres as long as carrying it out.
    """
    connection.ensure_connection()
    # A driver's cursor is meant; the stubs say otherwise.
    return connection.make_cursor(psycopg.Cursor(connection.connection))  # type: ignore[arg-type]


def array_of(values: Iterable[int] | Iterable[UUID] | Iterable[str]) -> str:
    """Numbers or ids as Postgres reads an array: hundreds go faster so than one by one."""
    return "{" + ",".join(map(str, values)) + "}"


def array_of_texts(values: Iterable[str]) -> str:
    """Any texts as Postgres reads an array."""
    quoted = (text.replace("\\", "\\\\").replace('"', '\\"') for text in values)
    return "{" + ",".join(f'"{text}"' for text in quoted) + "}"


def fetched(statement: str, values: Mapping[str, Any]) -> Rows:
    """All rows of such a statement. They come in binary: as text, bytes are twice as many."""
    return ask(Question(statement, values, _as_they_are))


def ask(question: Question[T]) -> T:
    """What the rows of one question tell."""
    told: T
    (told,) = _told([question])
    return told


@overload
def ask_together(first: Question[T1], second: Question[T2], /) -> tuple[T1, T2]: ...
@overload
def ask_together(
    first: Question[T1], second: Question[T2], third: Question[T3], /
) -> tuple[T1, T2, T3]: ...
@overload
def ask_together(
    first: Question[T1],
    second: Question[T2],
    third: Question[T3],
    fourth: Question[T4],
    /,
) -> tuple[T1, T2, T3, T4]: ...
@overload
def ask_together(
    first: Question[T1],
    second: Question[T2],
    third: Question[T3],
    fourth: Question[T4],
    fifth: Question[T5],
    /,
) -> tuple[T1, T2, T3, T4, T5]: ...
def ask_together(*questions: Question[Any]) -> tuple[Any, ...]:
    """What the rows of several questions tell; in `asking_as` they are waited for once."""
    return tuple(_told(questions))


@contextmanager
def asked_by(user_id: UUID) -> Iterator[None]:
    """The inside of `database.acting.asking_as`, which is what to use."""
    token = _asker.set(user_id)
    try:
        yield
    finally:
        _asker.reset(token)


def _told(questions: Sequence[Question[Any]]) -> list[Any]:
    found = [] if connection.in_atomic_block else _asked_at_once(questions)
    found = found or [_fetched(question) for question in questions]
    return [question.read(rows) for question, rows in zip(questions, found, strict=True)]


def _asked_at_once(questions: Sequence[Question[Any]]) -> list[Rows]:
    who = _asker.get()
    if who is None:
        return []
    connection.ensure_connection()
    act = (_ASK, {"who": str(who)})
    with connection.wrap_database_errors:
        _, *found = round_trip(connection.connection, [act, *(q[:2] for q in questions)])
    return found


def _fetched(question: Question[Any]) -> Rows:
    with cursor() as asking:
        asking.cursor.format = psycopg.pq.Format.BINARY
        asking.execute(question.statement, question.values)
        return list(asking.fetchall())


def _as_they_are(rows: Rows) -> Rows:
    return rows
