"""How the database answers the hot questions at 20,000 rows: by index, never by reading a table.

The plans are those of the application's role, under row-level security, for the very statements
that the product sends.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock
from uuid import UUID

import psycopg
import pytest
from django.db import connection, connections

from accounts.models import User
from accounts.projects import create_project
from bench.filling import QUESTION, fill
from database import statements
from database.acting import acting_as
from database.batch import Rows, Statement, _numbered, round_trip
from documents.source_kind import DOCUMENT
from memories.keeping.remember import find_same
from memories.models import Chunk, Entity, Memory, Mention, Source
from memories.pages import reading
from memories.recall import listing
from memories.recall.listing import EVERYWHERE, Filters
from memories.recall.pipeline import Query, recall
from memories.search.spaces import live_space
from memories.source_kinds import CHAT, NOTE
from tests.people import newcomer

pytestmark = [pytest.mark.plans, pytest.mark.django_db(transaction=True)]

ROWS = 20_000
OTHERS = 5
# Tables of a few rows, which are read whole while they fit on a page.
SMALL = {"accounts_project", "memories_segment", "memories_signs", "memories_embeddingspace"}


def vacuum() -> None:
    """What autovacuum does in time: statistics, and the map that index-only scans need."""
    parameters = connections["owner"].get_connection_params()
    known = {"host", "port", "user", "password", "dbname"}
    values = {k: v for k, v in parameters.items() if k in known}
    with psycopg.connect(**values, autocommit=True) as owner:
        owner.execute("VACUUM ANALYZE")


@dataclass
class Sent:
    """The statements that were sent while it listened."""

    statements: list[tuple[str, Any]] = field(default_factory=list)
    in_trips: list[str] = field(default_factory=list)

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        self.hear(sql, params)
        return execute(sql, params, many, context)

    def hear(self, sql: str, params: Any) -> bool:
        reads = "memories_" in sql and sql.lstrip().startswith(("SELECT", "WITH"))
        if reads:
            self.statements.append((sql, params))
        return reads


@contextmanager
def listening() -> Iterator[Sent]:
    sent = Sent()

    def trip(driver: psycopg.Connection[Any], statements: Sequence[Statement]) -> list[Rows]:
        sent.in_trips += [sql for sql, params in statements if sent.hear(sql, params)]
        return round_trip(driver, statements)

    with connection.execute_wrapper(sent), mock.patch.object(statements, "round_trip", trip):
        yield sent


def nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


def scans(user: User, sent: Sent) -> list[tuple[str, Mapping[str, Any]]]:
    """Every scan of a table in the plans of these statements, with its statement."""
    found = []
    for sql, plan in plans(user, sent):
        found += [(sql, node) for node in nodes(plan) if "Relation Name" in node]
    return found


def plans(user: User, sent: Sent) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """How each of these statements is carried out; those of a round trip are planned once."""
    with acting_as(user):
        for sql, params in sent.statements:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                yield sql, cursor.fetchone()[0][0]["Plan"]
        driver = connection.connection
        for sql in sent.in_trips:
            # Whatever the values are: it has none.
            statement = _numbered(sql)[0]
            asked = driver.pgconn.exec_(b"EXPLAIN (FORMAT JSON, GENERIC_PLAN) " + statement)
            value = asked.get_value(0, 0)
            assert value, asked.error_message
            yield sql, json.loads(value)[0]["Plan"]


def conditions(user: User, sent: Sent) -> dict[str, str]:
    """The index conditions by table. No table may be read whole, and no index either."""
    found: dict[str, str] = {}
    for sql, scan in scans(user, sent):
        table = scan["Relation Name"]
        if table in SMALL:
            continue
        assert "Seq Scan" not in scan["Node Type"], (table, scan, sql)
        indexes = [node for node in nodes(scan) if "Index Name" in node]
        assert indexes, (scan, sql)
        for index in indexes:
            assert "Index Cond" in index, (scan, sql)
            found[table] = found.get(table, "") + index["Index Cond"]
    return found


def know_many(user: User) -> None:
    """Give a person people and things, some of whom it was said who they are."""
    with acting_as(user):
        known = Entity.objects.bulk_create(
            Entity(user=user, name=f"Known {number}", type="person") for number in range(2_000)
        )
        chunk = Chunk.objects.filter(source__user=user).first()
        Mention.objects.bulk_create(
            Mention(user=user, entity=one, chunk=chunk, tells=place < 20)
            for place, one in enumerate(known)
        )


@pytest.fixture
def alice() -> User:
    space = live_space()
    people = [newcomer(f"person{number}@example.org") for number in range(OTHERS + 1)]
    for other in people[1:]:
        fill(other, space, ROWS // OTHERS)
    fill(people[0], space, ROWS)
    for person in people:
        know_many(person)
    vacuum()
    return people[0]


def test_hot_questions_are_answered_by_index(alice: User) -> None:
    with listening() as sent:
        recalled = recall(alice, Query(QUESTION, limit=20))
    assert len(recalled.items) == 20
    assert any("beyond" in sql for sql in sent.in_trips)
    used = conditions(alice, sent)
    assert {"memories_window", "memories_posting", "memories_source", "memories_chunk"} <= set(used)
    for table in ("memories_window", "memories_posting", "memories_source"):
        assert "user_id" in used[table], table
    assert "part" in used["memories_window"]
    assert "bucket" in used["memories_posting"]
    assert "thread" in used["memories_source"]

    # Fewer windows are compared one by one, in another statement.
    smaller = User.objects.get(email="person1@example.org")
    with listening() as sent:
        assert recall(smaller, Query(QUESTION)).items
    assert not any("beyond" in sql for sql in sent.in_trips)
    assert "part" in conditions(smaller, sent)["memories_window"]

    # Of several documents is asked what they are about.
    with acting_as(smaller):
        chats = Source.objects.filter(user=smaller, kind=CHAT)
        chats.update(kind=DOCUMENT)
    with listening() as sent:
        assert recall(smaller, Query(QUESTION)).items
    assert any("generate_series" in sql for sql in sent.in_trips)
    assert "position" in conditions(smaller, sent)["memories_chunk"]

    some: UUID
    for filters in (
        Filters(),
        Filters(kind=Memory.Kind.NOTE),
        Filters(source=NOTE),
        Filters(scope=EVERYWHERE),
        Filters(tag="tag4"),
        Filters(tag="tag4", kind=Memory.Kind.FACT),
        Filters(namespace=("app",)),
        Filters(namespace=("app", "part4"), kind=Memory.Kind.FACT),
    ):
        with listening() as sent, acting_as(alice):
            first = listing.page(alice, filters)
            page = listing.page(alice, filters, cursor=first.following)
        assert len(page.rows) == listing.LIMIT, filters
        table = "memories_tagging" if filters.tag else "memories_memory"
        table = "memories_placing" if filters.namespace else table
        used = conditions(alice, sent)
        assert "user_id" in used[table], filters
        assert "updated" in used[table], filters
        some = page.rows[0].memory.pk

    with listening() as sent, acting_as(alice):
        (row,) = listing.page(alice, Filters(namespace=("app",), key=str(some))).rows
    assert row.memory.pk == some
    assert "key" in conditions(alice, sent)["memories_memory"]

    with listening() as sent, acting_as(alice):
        facets = listing.facets(alice, Filters())
        listing.states(alice)
    assert facets.count == ROWS // 2
    assert "user_id" in conditions(alice, sent)["memories_tally"]

    with listening() as sent, acting_as(alice):
        project = create_project(alice, "Garden")
        memory = Memory.objects.get(user=alice, pk=some)
        assert find_same(alice, memory.content, project) is None
        source = Source.objects.defer("text").get(user=alice, pk=some)
        assert reading.learned_from(alice, source) == [memory]
        reading.piece_of(source, (0, 5))
    used = conditions(alice, sent)
    assert {"memories_memory", "memories_source", "memories_chunk", "memories_evidence"} <= set(
        used
    )
