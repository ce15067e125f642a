"""Asking what is asked all the time: statements that Postgres plans once for each connection."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Self, TypeVar, overload
from uuid import UUID

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper

T = TypeVar("T")
T1 = TypeVar("T1")
T2 = TypeVar("T2")
T3 = TypeVar("T3")
T4 = TypeVar("T4")
Named = TypeVar("Named", bound=NamedTuple)

ACT = "SELECT set_config('app.user_id', %(who)s::text, true)"
# Postgres guesses from values it does not know yet that planning anew each time is worth it, where
# that takes as long as carrying the statement out.
_ASK = ACT + ", set_config('plan_cache_mode', 'force_generic_plan', true)"
_asker: ContextVar[UUID | None] = ContextVar("asker", default=None)


class Rows(list[tuple[Any, ...]]):
    """The rows that came back, with the names of their columns."""

    def __init__(self, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
        super().__init__(rows)
        self.columns = tuple(columns)


class PreparedQuery(NamedTuple, Generic[T]):
    """A statement that is the same every time but for its values, and what its rows tell.

    The values travel apart from it: cast them (`%(ids)s::uuid[]`) where their type does not follow
    from a column.
    """

    statement: str
    values: Mapping[str, Any]
    read: Callable[[Rows], T]


class _Prepared(psycopg.Cursor[Any]):
    """Prepares each statement when it is first sent, not the fifth time as the driver would.

    Whether the fifth of a pipeline that failed was prepared the driver does not check: from then on
    it would ask for a statement that the server does not have. The first it does check.
    """

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        return super().execute(query, params, prepare=True, **options)


def cursor() -> CursorWrapper:
    """A cursor for statements that are the same every time but for their values.

    Planning such a statement takes Postgres as long as carrying it out.
    """
    connection.ensure_connection()
    # A driver's cursor is meant; the stubs say otherwise.
    return connection.make_cursor(_Prepared(connection.connection))  # type: ignore[arg-type]


def array_of(values: Iterable[int] | Iterable[UUID] | Iterable[str]) -> str:
    """Numbers or ids as Postgres reads an array: hundreds go faster so than one by one."""
    return "{" + ",".join(map(str, values)) + "}"


def array_of_texts(values: Iterable[str]) -> str:
    """Any texts as Postgres reads an array."""
    quoted = (text.replace("\\", "\\\\").replace('"', '\\"') for text in values)
    return "{" + ",".join(f'"{text}"' for text in quoted) + "}"


def by_name(kind: type[Named]) -> Callable[[Rows], list[Named]]:
    """Read rows as these named tuples: each field is the column of its name, wherever it stands."""

    def read(rows: Rows) -> list[Named]:
        if rows.columns == kind._fields:
            return list(map(kind._make, rows))
        pick = itemgetter(*map(rows.columns.index, kind._fields))
        return [kind._make(pick(row)) for row in rows]

    return read


def fetched(statement: str, values: Mapping[str, Any]) -> Rows:
    """All rows of such a statement. They come in binary: as text, bytes are twice as many."""
    return ask(PreparedQuery(statement, values, _as_they_are))


def ask(question: PreparedQuery[T]) -> T:
    """What the rows of one question tell."""
    told: T
    (told,) = _told([question])
    return told


@overload
def ask_together(first: PreparedQuery[T1], second: PreparedQuery[T2], /) -> tuple[T1, T2]: ...
@overload
def ask_together(
    first: PreparedQuery[T1], second: PreparedQuery[T2], third: PreparedQuery[T3], /
) -> tuple[T1, T2, T3]: ...
@overload
def ask_together(
    first: PreparedQuery[T1],
    second: PreparedQuery[T2],
    third: PreparedQuery[T3],
    fourth: PreparedQuery[T4],
    /,
) -> tuple[T1, T2, T3, T4]: ...
def ask_together(*questions: PreparedQuery[Any]) -> tuple[Any, ...]:
    """What the rows of several questions tell; they are waited for once."""
    return tuple(_told(questions))


@contextmanager
def asked_by(user_id: UUID) -> Iterator[None]:
    """The inside of `database.acting.reading_as`, which is what to use."""
    token = _asker.set(user_id)
    try:
        yield
    finally:
        _asker.reset(token)


@contextmanager
def pipelined() -> Iterator[None]:
    """Send the statements of this block one after the other, and wait once for all of them.

    Where nothing depends on an answer: rows that are fetched inside of the block are waited for,
    and how many a statement changed is not known yet (`save` of a row that is there asks for that).
    What goes wrong is raised at the end of the block, as Django's database errors.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _told(questions: Sequence[PreparedQuery[Any]]) -> list[Any]:
    who = None if connection.in_atomic_block else _asker.get()
    if who is None and len(questions) == 1:
        asked = [_sent(questions[0].statement, questions[0].values)]
    else:
        # Outside of a block what is sent at once is a transaction of its own, by the protocol:
        # there is no begin and no commit to wait for.
        with pipelined():
            if who is not None:
                _sent(_ASK, {"who": str(who)})
            asked = [_sent(question.statement, question.values) for question in questions]
    return [question.read(_rows(each)) for question, each in zip(questions, asked, strict=True)]


def _sent(statement: str, values: Mapping[str, Any]) -> CursorWrapper:
    asking = cursor()
    asking.cursor.format = psycopg.pq.Format.BINARY
    asking.execute(statement, values)
    return asking


def _rows(asked: CursorWrapper) -> Rows:
    rows = asked.fetchall()  # first: before that, inside of `pipelined`, there is no result yet
    result = asked.cursor.pgresult
    return Rows((result.fname(place).decode() for place in range(result.nfields)), rows)


def _as_they_are(rows: Rows) -> Rows:
    return rows
