"""Lists of memories: pages by cursor, filters, and counts that follow every change."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from accounts.models import Project, User
from database.acting import acting_as
from gmail.source_kind import GMAIL
from memories.errors import Refused
from memories.forgetting.forget import erase, forget, restore, undo
from memories.keeping.editing import edit, move
from memories.keeping.remember import remember
from memories.models import Change, Memory, Placing, Tagging, Tally
from memories.recall import listing
from memories.recall.listing import EVERYWHERE, Facet, MemoryFilters
from memories.source_kinds import NOTE


def known(user: User, content: str, **fields: object) -> Memory:
    remembered = remember(user, content, by=Change.By.PERSON, **fields)  # type: ignore[arg-type]
    assert remembered.memory
    return remembered.memory


def many(user: User, number: int, **fields: object) -> list[Memory]:
    """Memories as rows, the first one latest: enough for lists."""
    now = timezone.now()
    return Memory.objects.bulk_create(
        Memory(
            user=user,
            content=f"Thing {each}",
            updated=now - timedelta(seconds=each // 3),
            source_kind=NOTE,
            **fields,
        )
        for each in range(number)
    )


def counted(facets: tuple[Facet, ...]) -> dict[str, int]:
    return {facet.value: facet.count for facet in facets}


def test_pages_go_on_where_the_last_one_ended(alice: User) -> None:
    with acting_as(alice):
        ids = {memory.pk for memory in many(alice, 25)}
        seen: list[Memory] = []
        cursor = None
        while True:
            page = listing.page(alice, MemoryFilters(), cursor=cursor, limit=10)
            seen += [row.memory for row in page.rows]
            cursor = page.following
            if cursor is None:
                break
    assert len(seen) == 25
    assert {memory.pk for memory in seen} == ids
    places = [(memory.updated, memory.pk) for memory in seen]
    assert places == sorted(places, reverse=True)


def test_pages_of_a_tag_go_on_too(alice: User) -> None:
    with acting_as(alice):
        many(alice, 12, tags=["food"])
        many(alice, 3, tags=["work"])
        first = listing.page(alice, MemoryFilters(tag="food"), limit=7)
        rest = listing.page(alice, MemoryFilters(tag="food"), cursor=first.following, limit=7)
    assert (len(first.rows), len(rest.rows), rest.following) == (7, 5, None)
    assert not {row.memory.pk for row in first.rows} & {row.memory.pk for row in rest.rows}


@pytest.mark.parametrize(
    "cursor", ["x", "%", "AAAA", "MjAyNi0xMS0yMQ", "MjAyNi0xMS0yMSBub25l", "ä", "9" * 500]
)
def test_a_cursor_that_is_none_of_ours_is_refused(alice: User, cursor: str) -> None:
    with acting_as(alice), pytest.raises(Refused, match="cursor"):
        listing.page(alice, MemoryFilters(), cursor=cursor)


def test_filters_leave_what_they_name(alice: User, garden: Project) -> None:
    with acting_as(alice):
        tea = known(alice, "I drink green tea", tags=["food"], kind=Memory.Kind.PREFERENCE)
        roses = known(alice, "The roses get water on Mondays", tags=["plants"], project=garden)
        ferns = known(alice, "The ferns stand in the shade", tags=["plants"], project=garden)
        known(alice, "Call the dentist", tags=["health"])

        def left(filters: MemoryFilters) -> set[str]:
            return {row.memory.content for row in listing.page(alice, filters).rows}

        assert left(MemoryFilters(kind=Memory.Kind.PREFERENCE)) == {tea.content}
        assert left(MemoryFilters(scope=garden.pk)) == {roses.content, ferns.content}
        assert left(MemoryFilters(scope=EVERYWHERE, tag="food")) == {tea.content}
        assert left(MemoryFilters(scope=EVERYWHERE, tag="plants")) == set()
        assert left(MemoryFilters(source=GMAIL)) == set()
        assert left(MemoryFilters(state=Memory.State.FORGOTTEN)) == set()
        assert len(left(MemoryFilters(source=NOTE))) == 4


def test_a_namespace_takes_in_those_below_it(alice: User) -> None:
    with acting_as(alice):
        dark = known(alice, "Dark theme", namespace=["app", "look"], key="theme")
        wide = known(alice, "Wide margins", namespace=["app", "look", "print"], key="margins")
        known(alice, "Short answers", namespace=["app", "tone"], key="length")

        def left(filters: MemoryFilters) -> list[str]:
            return [row.memory.content for row in listing.page(alice, filters).rows]

        assert left(MemoryFilters(namespace=("app", "look"))) == [wide.content, dark.content]
        assert left(MemoryFilters(namespace=("app", "look"), key="theme")) == [dark.content]
        assert len(left(MemoryFilters(namespace=("app",)))) == 3
        assert left(MemoryFilters(namespace=("look",))) == []
        assert left(MemoryFilters(namespace=("app/look",))) == []
        assert left(MemoryFilters(namespace=("app",), kind=Memory.Kind.NOTE)) == []

        edit(alice, wide, content="Wide margins on A4", by=Change.By.PERSON)
        forget(alice, [dark.pk], by=Change.By.PERSON)
        assert left(MemoryFilters(namespace=("app", "look"))) == ["Wide margins on A4"]
        restore(alice, dark.pk)
        assert set(left(MemoryFilters(namespace=("app", "look")))) == {
            "Wide margins on A4",
            dark.content,
        }
        erase(alice, dark.pk)
        erase(alice, wide.pk)
        assert left(MemoryFilters(namespace=("app", "look"))) == []
        assert not Placing.objects.exclude(memory__in=Memory.objects.all()).exists()


def test_pages_of_a_namespace_go_on_too(alice: User) -> None:
    with acting_as(alice):
        for place in ("look", "tone"):
            for each in range(8):
                known(alice, f"{place} {each}", namespace=["app", place], key=f"{each}")
        first = listing.page(alice, MemoryFilters(namespace=("app", "tone")), limit=5)
        rest = listing.page(
            alice, MemoryFilters(namespace=("app", "tone")), cursor=first.following, limit=5
        )
    assert [row.memory.content for row in (*first.rows, *rest.rows)] == [
        f"tone {each}" for each in reversed(range(8))
    ]
    assert rest.following is None


def test_a_row_brings_its_first_quote_and_says_on_how_many_it_rests(alice: User) -> None:
    with acting_as(alice):
        memory = known(alice, "I keep bees on the roof")
        edit(alice, memory, by=Change.By.PERSON, content="I keep bees on my roof")
        (row,) = listing.page(alice, MemoryFilters()).rows
        assert row.evidence
        assert row.evidence.quote == "I keep bees on the roof"
        assert row.sources == 2
        assert "text" in row.evidence.chunk.source.get_deferred_fields()  # type: ignore[union-attr]


def test_facets_count_under_the_other_choices(alice: User, garden: Project) -> None:
    with acting_as(alice):
        many(alice, 5, kind=Memory.Kind.FACT, tags=["a", "b"])
        many(alice, 3, kind=Memory.Kind.NOTE, tags=["a"], project=garden)
        many(alice, 2, kind=Memory.Kind.NOTE)
        facets = listing.facets(alice, MemoryFilters(kind=Memory.Kind.NOTE))
    assert facets.count == 5
    assert counted(facets.kinds) == {"fact": 5, "note": 5}
    assert counted(facets.scopes) == {str(garden.pk): 3, EVERYWHERE: 2}
    assert counted(facets.tags) == {"a": 3}
    assert [facet.value for facet in facets.kinds if facet.chosen] == ["note"]
    assert {facet.label for facet in facets.scopes} == {"Garden", "No project"}


@pytest.mark.long
def test_counts_are_those_of_the_rows_whatever_is_done(alice: User, garden: Project) -> None:
    with acting_as(alice):
        known(alice, "I play the cello", tags=["music"])
        tea = known(alice, "I drink green tea", tags=["food", "food"])
        bees = known(alice, "I keep bees on the roof", tags=["animals", "home"])
        code = known(alice, "My locker code is 4711", tags=["pool"])
        assert_counted(alice, garden)
        edit(alice, tea, by=Change.By.PERSON, tags=["drinks", "home"], kind=Memory.Kind.NOTE)
        assert_counted(alice, garden)
        move(alice, bees, garden, by=Change.By.PERSON)
        assert_counted(alice, garden)
        act = forget(alice, [bees.pk], by=Change.By.PERSON)
        assert_counted(alice, garden)
        undo(alice, act.batch)
        assert_counted(alice, garden)
        erase(alice, code.pk)
        assert_counted(alice, garden)


def assert_counted(user: User, project: Project) -> None:
    """Compare every count and every list with what the rows themselves say."""
    scopes = (None, EVERYWHERE, project.pk)
    kinds = (None, *Memory.Kind)
    for state, scope, kind in product(Memory.State, scopes, kinds):
        filters = MemoryFilters(state=state, scope=scope, kind=kind)
        rows = [row.memory for row in listing.page(user, filters).rows]
        facets = listing.facets(user, filters)
        assert facets.count == len(rows)
        tags = [tag for memory in rows for tag in memory.tags]
        assert counted(facets.tags) == {tag: tags.count(tag) for tag in tags}
        for tag in set(tags):
            page = listing.page(user, replace(filters, tag=tag))
            assert {row.memory.pk for row in page.rows} == {
                memory.pk for memory in rows if tag in memory.tags
            }
    assert sum(listing.states(user).values()) == Memory.objects.count()


def test_no_tag_outlives_what_was_erased(alice: User) -> None:
    with acting_as(alice):
        memory = known(alice, "My locker code is 4711", tags=["locker"])
        forget(alice, [memory.pk], by=Change.By.PERSON)
        assert not Tally.objects.filter(tag="locker").exists()
        assert not Tagging.objects.exists()
        erase(alice, memory.pk)
        assert not Tally.objects.exists()
