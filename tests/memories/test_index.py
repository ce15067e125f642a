"""The index counts right: after adding, moving, removing, and with writers side by side."""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.db.models import Q
from django.utils import timezone

from accounts.models import Project, User
from database.acting import acting_as
from memories.forgetting.forget import forget
from memories.keeping.editing import move
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.models import (
    Change,
    EmbeddingSpace,
    Memory,
    Posting,
    SearchItem,
    Segment,
    Window,
    Work,
)
from memories.recall.pipeline import Query, _query_vector, recall
from memories.search import index
from memories.search.bm25 import K1, B, match
from memories.search.passages import passage_of, with_passages
from memories.search.postings import in_bucket
from memories.search.segments import pack, pack_waiting
from memories.search.spaces import live_space
from memories.search.terms import terms
from memories.search.vector_search import MANY, nearest_query
from memories.source_kinds import CHAT, NOTE, kind_of
from memories.text import question_parser
from memories.text.words import stems
from memories.work import PACK
from tests.memories.conftest import Say


def bm25(texts: dict[int, str], question: str) -> dict[int, float]:
    """By the book, from the texts themselves."""
    words = {item: stems(text) for item, text in texts.items()}
    average = sum(map(len, words.values())) / len(words)
    scores = dict.fromkeys(words, 0.0)
    for stem in set(stems(question)):
        holding = [item for item, said in words.items() if stem in said]
        idf = math.log(1 + (len(words) - len(holding) + 0.5) / (len(holding) + 0.5))
        for item in holding:
            often = words[item].count(stem)
            norm = K1 * (1 - B + B * len(words[item]) / average)
            scores[item] += idf * often * (K1 + 1) / (often + norm)
    return scores


def assert_words_match(user: User, question: str = "the bees in the garden roof") -> None:
    """What a search by words finds is what the texts say."""
    with acting_as(user):
        items = list(with_passages(SearchItem.objects.filter(user=user)))
        expected = bm25({item.pk: passage_of(item) for item in items}, question)
        matched = match(user.pk, stems(question))
        everywhere = {item.part for item in items}
        score = dict(zip(matched.items.tolist(), matched.scores.tolist(), strict=True))
        scores = [score[item] for item in expected]
        assert scores == pytest.approx(list(expected.values()))
        found = matched.best(everywhere, 1000)
        assert found == {i.pk: i.part for i in items if expected[i.pk] > 0}
        assert list(found) == sorted(found, key=lambda i: (-round(expected[i], 9), i))


def test_words_match_after_everything(alice: User, garden: Project, say: Say) -> None:
    _, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    say(alice, "The bees need sugar in October.", thread="b")
    memory = learned[0].memory
    assert memory
    assert_words_match(alice)
    pack(alice.pk, least=1)
    say(alice, "No bees on the roof.", thread="c")
    assert_words_match(alice)
    with acting_as(alice):
        move(alice, memory, garden, by=Change.By.PERSON)
    assert_words_match(alice)
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
    assert_words_match(alice)


@pytest.mark.django_db(transaction=True)
def test_writers_side_by_side_neither_deadlock_nor_miscount(alice: User) -> None:
    def write(number: int) -> None:
        try:
            with acting_as(alice):
                words = "apples pears plums bees roof garden lease drill".split()
                text = " ".join(words[number % 8 :] + words[: number % 8])
                keep(alice, NewSource(CHAT, text, external_id=str(number)))
            if number % 3 == 0:
                with acting_as(alice):
                    index.remove(
                        alice.pk,
                        SearchItem.objects.filter(chunk__source__external_id=str(number)),
                    )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(24)))
    assert_words_match(alice)
    with acting_as(alice):
        assert SearchItem.objects.count() == 16


def chat(user: User, texts: Sequence[str]) -> None:
    with acting_as(user):
        for text in texts:
            keep(user, NewSource(CHAT, text))


def test_enough_loose_words_are_packed_and_small_segments_joined(alice: User) -> None:
    chat(alice, [f"The bees number {n} live on the roof {'of it ' * n}." for n in range(6)])
    pack(alice.pk, least=7)
    with acting_as(alice):
        assert not Segment.objects.exists()
    pack(alice.pk, least=6)
    chat(alice, ["A garden.", "Another garden."])
    pack(alice.pk, least=1)
    with acting_as(alice):
        assert [s.last - s.first + 1 for s in Segment.objects.order_by("first")] == [6, 2]
    assert_words_match(alice)
    chat(alice, [f"The garden gate {n} is shut." for n in range(6)])
    pack(alice.pk, least=1)
    with acting_as(alice):
        assert [s.last - s.first + 1 for s in Segment.objects.order_by("first")] == [14]
    assert_words_match(alice)


def test_packing_is_asked_for_when_it_is_due(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "PACK_EVERY", 4)
    waiting = Work.objects.filter(kind=PACK, state=Work.State.WAITING)
    chat(alice, ["One bee.", "Two bees.", "Three bees."])
    assert not waiting.exists()
    chat(alice, ["Four bees."])
    assert waiting.exists()
    assert pack_waiting(alice.pk)
    assert not pack_waiting(alice.pk)


def test_what_is_gone_leaves_the_packed_words(alice: User, say: Say) -> None:
    source, _ = say(alice, "The zebra is on the roof.")
    say(alice, "The bees are in the garden.")
    pack(alice.pk, least=1)
    with acting_as(alice):
        zebras = Q(chunk__source=source) | Q(memory__evidence__chunk__source=source)
        index.remove(alice.pk, SearchItem.objects.filter(zebras))
        assert not match(alice.pk, ["zebra"]).best({index.part_of(None, kind_of(CHAT).number)}, 9)
    assert_words_match(alice)
    assert pack_waiting(alice.pk)
    (zebra,) = terms(alice.pk, ["zebra"]).tolist()
    with acting_as(alice):
        assert Posting.objects.exists()
        for posting in Posting.objects.all():
            assert not len(in_bucket(bytes(posting.terms), zebra).docs)
    assert_words_match(alice)
    with acting_as(alice):
        index.remove(alice.pk, SearchItem.objects.all())
    assert pack_waiting(alice.pk)
    with acting_as(alice):
        assert not Segment.objects.exists()
        assert not Posting.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_missed_or_seen_twice_while_it_is_packed(alice: User) -> None:
    chat(alice, [f"The bees number {n}." for n in range(40)])
    part = index.part_of(None, kind_of(CHAT).number)

    def look() -> set[int]:
        try:
            with acting_as(alice):
                return {len(match(alice.pk, ["bee"]).best({part}, 100)) for _ in range(30)}
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        nearest_query = [pool.submit(look) for _ in range(4)]
        pack(alice.pk, least=1)
        assert [found.result() for found in nearest_query] == [{40}] * 4


def test_windows_move_and_go_with_their_item(alice: User, garden: Project, say: Say) -> None:
    _, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        item = SearchItem.objects.get(memory=memory)
        assert Window.objects.filter(item=item.pk, part=item.part).count() == 1
        move(alice, memory, garden, by=Change.By.PERSON)
        item.refresh_from_db()
        assert Window.objects.filter(item=item.pk).values_list("part", flat=True)[0] == item.part
        forget(alice, [memory.pk], by=Change.By.PERSON)
        assert not Window.objects.filter(item=item.pk).exists()


def test_what_belongs_to_a_project_is_found_only_there(
    alice: User, garden: Project, say: Say
) -> None:
    say(alice, "My shed key hangs behind the mirror.", project=garden)
    assert recall(alice, Query("where is the shed key?")).items == ()
    there = recall(alice, Query("where is the shed key?", project=garden.pk)).items
    assert [item.text for item in there] == ["My shed key hangs behind the mirror."]


def test_findable_by_words_before_anything_is_embedded(alice: User) -> None:
    with acting_as(alice):
        remember(alice, "The boiler was serviced by Okafor.", by=Change.By.PERSON)
        assert not Window.objects.exists()
    found = recall(alice, Query("who serviced the boiler?")).items
    assert [item.text for item in found] == ["The boiler was serviced by Okafor."]


def test_vectors_of_another_model_are_never_compared(alice: User, say: Say) -> None:
    say(alice, "My sister Tove keeps bees in Bergen.")
    EmbeddingSpace.objects.update(name="another-model")
    found = recall(alice, Query("which insects does my sibling look after?")).items
    assert found == ()
    assert recall(alice, Query("bees")).items[0].similarity == 0.0


def test_both_ways_to_the_nearest_find_the_same(
    alice: User, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        say(
            alice,
            f"Box {number} holds {['tea', 'nails', 'maps', 'wool'][number % 4]}. It is heavy.",
        )
    asked = question_parser.understand("Where is the tea?", timezone.now(), alice.zone, ())
    vector = _query_vector(asked, live_space())
    assert vector
    parts = [index.part_of(None, kind_of(CHAT).number), index.part_of(None, kind_of(NOTE).number)]
    monkeypatch.setattr("memories.search.vector_search.ROUGHLY", 12)
    with acting_as(alice):
        few = nearest_query(alice.pk, vector, parts, 5, windows=1).found()
        many = nearest_query(alice.pk, vector, parts, 5, windows=MANY + 1).found()
        matched = match(alice.pk, stems("tea"))
        texts = {
            item.pk: passage_of(item)
            for item in with_passages(SearchItem.objects.filter(user=alice, pk__in=few))
        }
    assert few == many
    assert len(few) == 5
    assert "tea" in texts[few[0]]
    assert matched.windows >= 12


def test_a_memory_and_its_passage_are_one_item(alice: User, say: Say) -> None:
    source, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    memory = learned[0].memory
    assert memory
    (item,) = recall(alice, Query("Tove's bees")).items
    assert item.id == f"memory:{memory.pk}"
    assert (item.source_id, item.quote) == (source.pk, source.text)
    assert source.text[item.start : item.stop] == item.quote


def test_what_was_replaced_is_not_recalled(alice: User, say: Say) -> None:
    from memories.keeping.editing import correct

    _, learned = say(alice, "My sister Tove lives in Bergen.")
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        correct(alice, memory, "My sister Tove lives in Bodø.", by=Change.By.PERSON)
        assert Memory.objects.get(pk=memory.pk).state == Memory.State.SUPERSEDED
    texts = [item.text for item in recall(alice, Query("where does Tove live?")).items]
    assert texts == ["My sister Tove lives in Bodø."]
