"""Several statements in one piece: sent at once, waited for once, a transaction of their own.

The driver's own pipeline sends each statement by itself, and the server wakes for each: a third of
what recall took went into that. This speaks to libpq, as the driver does, by its public parts.
"""

import re
import select
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer

Statement = tuple[str, Mapping[str, Any]]
Rows = list[tuple[Any, ...]]

_BINARY = pq.Format.BINARY
_PLACE = re.compile(r"%\((\w+)\)s")
_DONE = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)
# What each connection's server knows by name, as it plans a statement once; no name comes twice.
_prepared: WeakKeyDictionary[psycopg.Connection[Any], dict[tuple[Any, ...], bytes]]
_prepared = WeakKeyDictionary()
_numbers = count()


def round_trip(connection: psycopg.Connection[Any], statements: Sequence[Statement]) -> list[Rows]:
    """The rows of each statement, asked as one transaction on a connection that is in none.

    Placeholders are `%(name)s`; the statements only read. Raises psycopg's errors.
    """
    try:
        return _asked(connection, statements)
    except psycopg.errors.InvalidSqlStatementName:
        # The driver has the server drop all names after a rollback.
        return _asked(connection, statements)


def _asked(connection: psycopg.Connection[Any], statements: Sequence[Statement]) -> list[Rows]:
    pgconn = connection.pgconn
    try:
        pgconn.enter_pipeline_mode()
        for statement, values in statements:
            _send(connection, statement, values)
        pgconn.pipeline_sync()
        results = list(_results(pgconn))
        pgconn.exit_pipeline_mode()
    except BaseException:
        connection.close()  # nobody knows what it is about to say
        raise
    for result in results:
        if result.status not in _DONE:
            _prepared.pop(connection, None)
            raise psycopg.errors.error_from_result(result)
    rows = [result for result in results if result.status == pq.ExecStatus.TUPLES_OK]
    return [_rows(connection, result) for result in rows]


def _send(connection: psycopg.Connection[Any], statement: str, values: Mapping[str, Any]) -> None:
    text, names = _numbered(statement)
    transformer = Transformer(connection)
    dumped = transformer.dump_sequence(
        [values[name] for name in names], [PyFormat.AUTO] * len(names)
    )
    known = _prepared.setdefault(connection, {})
    key = (text, transformer.types)
    if key not in known:
        known[key] = b"trip_%d" % next(_numbers)
        connection.pgconn.send_prepare(known[key], text, transformer.types)
    connection.pgconn.send_query_prepared(known[key], dumped, transformer.formats, _BINARY)


@lru_cache(maxsize=128)
def _numbered(statement: str) -> tuple[bytes, tuple[str, ...]]:
    """A statement with its values numbered, as Postgres reads it, and their names in order."""
    names = tuple(dict.fromkeys(_PLACE.findall(statement)))
    return _PLACE.sub(lambda at: f"${names.index(at[1]) + 1}", statement).encode(), names


def _results(pgconn: pq.abc.PGconn) -> Iterator[pq.abc.PGresult]:
    """What comes back, up to the end of the piece."""
    answers = select.poll()
    answers.register(pgconn.socket, select.POLLIN)
    while True:
        while pgconn.is_busy():
            answers.poll()
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:  # between two statements
            continue
        if result.status == pq.ExecStatus.PIPELINE_SYNC:
            return
        yield result


def _rows(connection: psycopg.Connection[Any], result: pq.abc.PGresult) -> Rows:
    transformer = Transformer(connection)
    transformer.set_pgresult(result, format=_BINARY)
    return transformer.load_rows(0, result.ntuples, tuple)
