"""Packed signs only tell where to look: what is found stays what an exact search finds."""

from collections.abc import Iterator
from uuid import uuid4

import numpy as np
import pytest

from accounts.models import Project, User
from database.acting import acting_as
from database.statements import ask
from llm.embedding import embed_query
from memories.forgetting.forget import forget
from memories.keeping.editing import move
from memories.keeping.sources import Said, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change, SearchItem, Signs, Window, Work
from memories.search import bit_vectors, index
from memories.search.segments import pack_signs, pack_waiting
from memories.search.spaces import embedder_of, live_space
from memories.search.vector_search import MANY, Aim, nearest
from memories.source_kinds import CHAT
from memories.text.sentences import Span
from memories.work import PACK
from tests.memories.conftest import Say

PARTS = range(32)
THINGS = ("tea", "nails", "maps", "wool", "bees", "a kite", "salt", "my passport", "ink", "rope")


@pytest.fixture(autouse=True)
def few_windows_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memories.search.bit_vectors.MOST", 4)
    monkeypatch.setattr("memories.search.bit_vectors.LEAST", 2)


@pytest.fixture
def boxes(alice: User) -> User:
    """A person with ten chunks, each with its vector, packed in blocks of up to four."""
    store(alice, [f"Box {number} holds {thing}." for number, thing in enumerate(THINGS)])
    pack_signs(alice.pk, many=1)
    return alice


def store(user: User, texts: list[str]) -> None:
    with acting_as(user):
        for text in texts:
            keep(user, Said(CHAT, text, thread="boxes"))
    while embed_waiting(user.pk):
        pass


def aim(question: str) -> Aim:
    space = live_space()
    return Aim(space.pk, embed_query(question), embedder_of(space).model)


def assert_same_as_exactly(user: User, question: str = "Where is the tea?") -> None:
    with acting_as(user):
        exactly = nearest(user.pk, aim(question), PARTS, 50, windows=1)
        by_signs = nearest(user.pk, aim(question), PARTS, 50, windows=MANY + 1)
    assert set(by_signs) == set(exactly)


def held(user: User) -> Iterator[int]:
    with acting_as(user):
        for block in Signs.objects.all():
            yield from np.frombuffer(block.keys, bit_vectors.KEY)["item"].tolist()


def test_blocks_hold_each_window_once_and_are_asked(boxes: User) -> None:
    with acting_as(boxes):
        items = list(SearchItem.objects.order_by("pk").values_list("pk", flat=True))
        asked = aim("Where is the tea?")
        blocks = ask(bit_vectors.listed(boxes.pk))
        near = bit_vectors.near(boxes.pk, asked.space, asked.vector, PARTS, 3, blocks)
        rows = Window.objects.order_by("item").values_list("item", "embedding")
        far = {i: int(((np.array(v) > 0) != (asked.vector > 0)).sum()) for i, v in rows}
        assert Signs.objects.count() > 2
    packed = sorted(held(boxes))
    assert packed == items[: len(packed)]
    assert len(packed) >= len(items) - 1
    assert near.beyond == packed[-1] + 1
    best = sorted(far[item] for item in packed)[:3]
    assert sorted(far[item] for item in near.keys["item"].tolist()) == best
    assert_same_as_exactly(boxes)


def test_what_comes_after_is_found_at_once_and_packed_in_time(boxes: User) -> None:
    store(boxes, ["The teapot stands on box 3.", "Coffee is in the drawer."])
    assert_same_as_exactly(boxes)
    before = len(list(held(boxes)))
    pack_signs(boxes.pk, many=1)
    assert len(list(held(boxes))) > before
    assert_same_as_exactly(boxes)


def test_what_is_embedded_anew_or_late_is_found(boxes: User) -> None:
    asked = aim("Where is the tea?")
    with acting_as(boxes):
        item = SearchItem.objects.get(pk=sorted(held(boxes))[1])
        window = Window.objects.get(item=item.pk)
        span = Span(window.start, window.stop)
        there = index.Embedded(item, [span], asked.vector[None])
        index.hold(boxes.pk)
        index.write_windows(boxes.pk, live_space(), [there])
        assert nearest(boxes.pk, asked, PARTS, 1, windows=MANY + 1) == [item.pk]
        assert item.pk in [i for block in Signs.objects.all() for i in block.changed]
    assert_same_as_exactly(boxes)
    pack_signs(boxes.pk, many=1)
    with acting_as(boxes):
        assert not any(block.changed for block in Signs.objects.all())
    assert_same_as_exactly(boxes)


def test_what_moves_is_found_where_it_went(alice: User, garden: Project, say: Say) -> None:
    _, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    say(alice, "I like strong tea in the morning.")
    pack_signs(alice.pk, many=1)
    assert learned[0].memory
    with acting_as(alice):
        move(alice, learned[0].memory, garden, by=Change.By.PERSON)
        moved = SearchItem.objects.get(memory=learned[0].memory)
        asked = aim("Who keeps bees?")
        found = nearest(alice.pk, asked, {moved.part}, 5, windows=MANY + 1)
        assert found == [moved.pk]
    assert_same_as_exactly(alice, "Who keeps bees?")


def test_what_is_forgotten_is_gone_at_once_and_leaves_the_blocks(alice: User, say: Say) -> None:
    _, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    say(alice, "I like strong tea in the morning.")
    pack_signs(alice.pk, many=1)
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        item = SearchItem.objects.get(memory=memory).pk
    assert item in held(alice)
    assert_same_as_exactly(alice, "Who keeps bees?")  # this process keeps the blocks now
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
        assert item not in nearest(alice.pk, aim("Who keeps bees?"), PARTS, 9, windows=MANY + 1)
    assert Work.objects.filter(kind=PACK, state=Work.State.WAITING).exists()
    assert pack_waiting(alice.pk)
    assert item not in held(alice)
    assert_same_as_exactly(alice, "Who keeps bees?")


def test_blocks_stay_whole_when_all_of_one_is_removed(boxes: User) -> None:
    first = list(held(boxes))[:4]
    with acting_as(boxes):
        index.remove(boxes.pk, SearchItem.objects.filter(pk__in=first))
    assert_same_as_exactly(boxes)
    assert pack_waiting(boxes.pk)
    assert not set(first) & set(held(boxes))
    assert_same_as_exactly(boxes)


def test_a_block_that_is_written_while_it_is_read_is_no_loss(
    boxes: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memories.search.bit_vectors._kept", bit_vectors._Kept(0))
    listed = "SELECT space, gen_random_uuid(), last, changed"
    monkeypatch.setattr(
        "memories.search.bit_vectors._LISTED",
        bit_vectors._LISTED.replace("SELECT space, written, last, changed", listed),
    )
    assert_same_as_exactly(boxes)


def test_what_a_process_keeps_is_bounded() -> None:
    kept = bit_vectors._Kept(most=400)
    block = bit_vectors._Held(
        np.empty(10, bit_vectors.KEY), frozenset(), np.empty((1, 10), np.uint64)
    )
    numbers = [uuid4() for _ in range(4)]
    for number in numbers:
        kept.put(number, block)
    assert [kept.get(number) is not None for number in numbers] == [False, False, True, True]


def test_nobody_with_few_windows_has_any(alice: User, say: Say) -> None:
    say(alice, "I like strong tea in the morning.")
    pack_signs(alice.pk)
    with acting_as(alice):
        assert not Signs.objects.exists()
