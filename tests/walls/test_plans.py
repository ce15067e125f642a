"""How the database answers the hot questions at 20,000 rows: by index, never by reading a table.

The plans are those of the application's role, under row-level security: for the statements of
memories/sql by their names, and for lists as the product sends them.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection, connections

from accounts.models import User
from accounts.projects import create_project
from bench.filling import QUESTION, fill
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from memories.keeping.remember import find_same
from memories.models import Change, Chunk, Entity, Forgotten, Memory, Mention, Source
from memories.pages import source_text
from memories.recall import listing
from memories.recall.listing import EVERYWHERE, MemoryFilters
from memories.recall.pipeline import Query, recall
from memories.search.spaces import live_space
from memories.source_kinds import CHAT, NOTE
from memories.sql import sql
from tests.people import newcomer
from tests.walls.hot import HOT

pytestmark = [pytest.mark.plans, pytest.mark.django_db(transaction=True)]

ROWS = 20_000
OTHERS = 5
# Tables of a few rows, which are read whole while they fit on a page.
SMALL = {"accounts_project", "memories_segment", "memories_embeddingspace"}


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

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if "memories_" in sql and sql.lstrip().startswith(("SELECT", "WITH")):
            self.statements.append((sql, params))
        return execute(sql, params, many, context)


@contextmanager
def listening() -> Iterator[Sent]:
    sent = Sent()
    with connection.execute_wrapper(sent):
        yield sent


def nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


def plan_with(values: Any, statement: str) -> Mapping[str, Any]:
    """How a statement is carried out with these values."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}", values)
        plan: Mapping[str, Any] = cursor.fetchone()[0][0]["Plan"]
        return plan


def plan_of(statement: str) -> Mapping[str, Any]:
    """How a statement is carried out by the plan that is made once, whatever the values are."""
    places = dict.fromkeys(re.findall(r"%\((\w+)\)s", statement))
    numbered = statement % {name: f"${number}" for number, name in enumerate(places, start=1)}
    explained = f"EXPLAIN (FORMAT JSON, GENERIC_PLAN) {numbered}"
    connection.ensure_connection()
    told = connection.connection.pgconn.exec_(explained.encode())
    value = told.get_value(0, 0)
    assert value, (told.error_message, statement)
    plan: Mapping[str, Any] = json.loads(value)[0]["Plan"]
    return plan


def scanning(plan: Mapping[str, Any], statement: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The tables that are read, each with how an index is. None may be read whole, of either."""
    for scan in nodes(plan):
        table = scan.get("Relation Name")
        if table is None or table in SMALL or scan["Node Type"] == "ModifyTable":
            continue
        assert "Seq Scan" not in scan["Node Type"], (table, scan, statement)
        indexes = [node for node in nodes(scan) if "Index Name" in node]
        assert indexes, (scan, statement)
        for index in indexes:
            assert "Index Cond" in index, (scan, statement)
            yield table, index


def indexes_of(plan: Mapping[str, Any], statement: str) -> set[str]:
    return {index["Index Name"] for _, index in scanning(plan, statement)}


def conditions(user: User, sent: Sent) -> dict[str, str]:
    """The index conditions by table of all that was sent."""
    found: dict[str, str] = {}
    with acting_as(user):
        for statement, values in sent.statements:
            for table, index in scanning(plan_with(values, statement), statement):
                found[table] = found.get(table, "") + index["Index Cond"]
    return found


def know_many(user: User) -> None:
    """Give a person people and things, of some of whom was said who they are, and a past."""
    with acting_as(user):
        Forgotten.objects.bulk_create(
            Forgotten(user=user, fingerprint={"stems": [str(number)]}) for number in range(2_000)
        )
        Change.objects.bulk_create(
            Change(user=user, memory_id=pk, what=Change.What.EDITED, by=Change.By.PERSON)
            for pk in Memory.objects.filter(user=user).values_list("pk", flat=True)[:2_000]
        )
        known = Entity.objects.bulk_create(
            Entity(user=user, name=f"Known {number}", type="person") for number in range(2_000)
        )
        chunk = Chunk.objects.filter(source__user=user).first()
        Mention.objects.bulk_create(
            Mention(user=user, entity=one, chunk=chunk, tells=place < 20)
            for place, one in enumerate(known)
        )


@pytest.fixture
def heavy_user() -> User:
    space = live_space()
    people = [newcomer(f"person{number}@example.org") for number in range(OTHERS + 1)]
    for other in people[1:]:
        fill(other, space, ROWS // OTHERS)
    fill(people[0], space, ROWS)
    for person in people:
        know_many(person)
    vacuum()
    return people[0]


def test_hot_questions_are_answered_by_index(heavy_user: User) -> None:
    assert_each_goes_by_its_indexes(heavy_user)
    smaller = User.objects.get(email="person1@example.org")
    with acting_as(smaller):
        Source.objects.filter(user=smaller, kind=CHAT).update(kind=DOCUMENT)
    assert_recall_asks_what_was_explained(heavy_user, smaller)
    assert_lists_go_by_index(heavy_user)


def assert_each_goes_by_its_indexes(user: User) -> None:
    with acting_as(user):
        found = [indexes_of(plan_of(hot.statement), hot.statement) for hot in HOT]
    assert [(hot.name, hot.parts, indexes) for hot, indexes in zip(HOT, found, strict=True)] == [
        (hot.name, hot.parts, hot.indexes) for hot in HOT
    ]


def assert_recall_asks_what_was_explained(user: User, smaller: User) -> None:
    explained = {hot.statement for hot in HOT}
    asked = []
    for person in (user, smaller):
        with listening() as sent:
            assert len(recall(person, Query(QUESTION, limit=20)).items) == 20
        asked.append({statement for statement, _ in sent.statements})
        assert asked[-1] <= explained
    # Fewer windows are compared one by one; of several documents is asked what they are about.
    nearby, about = sql("search/nearest_by_bits"), sql("recall/about")
    assert [any(nearby in statement for statement in some) for some in asked] == [True, False]
    assert [about in some for some in asked] == [False, True]


def assert_lists_go_by_index(heavy_user: User) -> None:
    some: UUID
    for filters in (
        MemoryFilters(),
        MemoryFilters(kind=Memory.Kind.NOTE),
        MemoryFilters(source=NOTE),
        MemoryFilters(scope=EVERYWHERE),
        MemoryFilters(tag="tag4"),
        MemoryFilters(tag="tag4", kind=Memory.Kind.FACT),
        MemoryFilters(namespace=("app",)),
        MemoryFilters(namespace=("app", "part4"), kind=Memory.Kind.FACT),
    ):
        with listening() as sent, acting_as(heavy_user):
            first = listing.page(heavy_user, filters)
            page = listing.page(heavy_user, filters, cursor=first.following)
        assert len(page.rows) == listing.LIMIT, filters
        table = "memories_tagging" if filters.tag else "memories_memory"
        table = "memories_placing" if filters.namespace else table
        used = conditions(heavy_user, sent)
        assert "user_id" in used[table], filters
        assert "updated" in used[table], filters
        some = page.rows[0].memory.pk

    with listening() as sent, acting_as(heavy_user):
        (row,) = listing.page(heavy_user, MemoryFilters(namespace=("app",), key=str(some))).rows
    assert row.memory.pk == some
    assert "key" in conditions(heavy_user, sent)["memories_memory"]

    with listening() as sent, acting_as(heavy_user):
        facets = listing.facets(heavy_user, MemoryFilters())
        listing.states(heavy_user)
    assert facets.count == ROWS // 2
    assert "user_id" in conditions(heavy_user, sent)["memories_tally"]

    with listening() as sent, acting_as(heavy_user):
        project = create_project(heavy_user, "Garden")
        memory = Memory.objects.get(user=heavy_user, pk=some)
        assert find_same(heavy_user, memory.content, project) is None
        source = Source.objects.defer("text").get(user=heavy_user, pk=some)
        assert source_text.learned_from(heavy_user, source) == [memory]
        source_text.piece_of(source, (0, 5))
    used = conditions(heavy_user, sent)
    assert {"memories_memory", "memories_source", "memories_chunk", "memories_evidence"} <= set(
        used
    )
