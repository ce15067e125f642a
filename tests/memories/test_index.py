"""The index counts right: after adding, moving, removing, and with writers side by side."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from accounts.acting import acting_as
from accounts.models import Project, User
from memories import index
from memories.edit import move
from memories.forget import forget
from memories.keep import Said, keep
from memories.models import (
    Change,
    Corpus,
    EmbeddingSpace,
    Memory,
    Posting,
    SearchItem,
    Source,
    TermFrequency,
    Window,
)
from memories.recall import Query, recall
from memories.remember import remember
from tests.memories.conftest import Say


def assert_counts_match(user: User) -> None:
    """What was counted is what is there."""
    with acting_as(user):
        items = list(SearchItem.objects.all())
        corpus = Corpus.objects.get()
        assert corpus.items == len(items)
        assert corpus.words == sum(item.length for item in items)
        counted = Counter(term for item in items for term in item.terms)
        assert dict(TermFrequency.objects.values_list("term", "items")) == dict(counted)
        posted = Counter(Posting.objects.values_list("term", "part", "item"))
        assert posted == Counter((t, item.part, item.pk) for item in items for t in item.terms)


def test_counts_match_after_everything(alice: User, garden: Project, say: Say) -> None:
    _, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    say(alice, "The bees need sugar in October.", thread="b")
    memory = learned[0].memory
    assert memory
    assert_counts_match(alice)
    with acting_as(alice):
        move(alice, memory, garden, by=Change.By.PERSON)
    assert_counts_match(alice)
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
    assert_counts_match(alice)


@pytest.mark.django_db(transaction=True)
def test_writers_side_by_side_neither_deadlock_nor_miscount(alice: User) -> None:
    def write(number: int) -> None:
        try:
            with acting_as(alice):
                words = "apples pears plums bees roof garden lease drill".split()
                text = " ".join(words[number % 8 :] + words[: number % 8])
                keep(alice, Said(Source.Kind.CHAT, text, external_id=str(number)))
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
    assert_counts_match(alice)
    with acting_as(alice):
        assert SearchItem.objects.count() == 16


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


def test_a_memory_and_its_passage_are_one_item(alice: User, say: Say) -> None:
    source, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    memory = learned[0].memory
    assert memory
    (item,) = recall(alice, Query("Tove's bees")).items
    assert item.id == f"memory:{memory.pk}"
    assert (item.source_id, item.quote) == (source.pk, source.text)
    assert source.text[item.start : item.stop] == item.quote


def test_what_was_replaced_is_not_recalled(alice: User, say: Say) -> None:
    from memories.edit import correct

    _, learned = say(alice, "My sister Tove lives in Bergen.")
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        correct(alice, memory, "My sister Tove lives in Bodø.", by=Change.By.PERSON)
        assert Memory.objects.get(pk=memory.pk).state == Memory.State.SUPERSEDED
    texts = [item.text for item in recall(alice, Query("where does Tove live?")).items]
    assert texts == ["My sister Tove lives in Bodø."]
