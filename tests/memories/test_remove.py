"""What goes with a source that is removed for good, and what stays without it."""

from collections.abc import Callable

import pytest

from accounts.models import User
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from gmail.source_kind import GMAIL
from memories.forgetting.forget import erase, forget
from memories.forgetting.remove import remove_taught, taught_by
from memories.keeping.editing import confirm
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.learning.learn import learn
from memories.models import Change, Evidence, Forgotten, Memory, Source
from memories.recall.pipeline import Query, recall
from memories.source_kinds import NOTE

pytestmark = pytest.mark.django_db

BOAT, CATS = "My boat is called Ravn.", "I have two cats."


@pytest.fixture(params=[DOCUMENT, GMAIL])
def source(request: pytest.FixtureRequest, alice: User) -> Source:
    """A diary or a mail that taught two things."""
    with acting_as(alice):
        source = keep(alice, NewSource(request.param, f"{BOAT} {CATS}", title="Spring"))
        learn(alice, source)
        assert known() == [CATS, BOAT]
        return source


def known() -> list[str]:
    contents = Memory.objects.filter(state="current").values_list("content", flat=True)
    return sorted(contents)


def about(words: str) -> Memory:
    return Memory.objects.get(content=words)


def pin(user: User) -> None:
    Memory.objects.filter(user=user, content=BOAT).update(pinned=True)


def say_yes(user: User) -> None:
    confirm(user, about(BOAT), by=Change.By.PERSON)


def test_what_it_alone_taught_goes(alice: User, source: Source) -> None:
    with acting_as(alice):
        taught = taught_by(alice, [source.pk])
        assert sorted(memory.content for memory in taught.going) == [CATS, BOAT]
        remove_taught(alice, [source.pk])
        assert not Memory.objects.exists()
        assert not Source.objects.exists()
    assert not recall(alice, Query("boat")).items


@pytest.mark.parametrize("make_theirs", [pin, say_yes])
def test_what_the_person_confirmed_or_pinned_stays_with_its_quote(
    alice: User, source: Source, make_theirs: Callable[[User], None]
) -> None:
    with acting_as(alice):
        make_theirs(alice)
        taught = taught_by(alice, [source.pk])
        assert [memory.content for memory in taught.going] == [CATS]
        assert [memory.content for memory in taught.staying] == [BOAT]
        remove_taught(alice, [source.pk])
        assert known() == [BOAT]
        (evidence,) = Evidence.objects.select_related("chunk__source")
        assert evidence.quote == BOAT
        assert evidence.chunk
        note = evidence.chunk.source
        assert (note.kind, note.text, note.title) == (NOTE, BOAT, "Spring")
        assert not Source.objects.filter(text__contains="cats").exists()


def test_what_has_another_source_stays_without_this_ones_quote(alice: User, source: Source) -> None:
    with acting_as(alice):
        remember(alice, BOAT, by=Change.By.PERSON)
        remove_taught(alice, [source.pk])
        assert known() == [BOAT]
        (evidence,) = Evidence.objects.select_related("chunk__source")
        assert evidence.chunk
        assert evidence.chunk.source.kind == NOTE
        assert about(BOAT).source_kind == NOTE


def test_what_was_concluded_from_it_alone_goes_unless_it_is_the_persons(
    alice: User, source: Source
) -> None:
    with acting_as(alice):
        basis = about(BOAT)
        for content, pinned in (("They like the sea.", False), ("They sail.", True)):
            concluded = Memory.objects.create(
                user=alice, content=content, source_kind=source.kind, pinned=pinned
            )
            Evidence.objects.create(user=alice, memory=concluded, basis=basis)
        remove_taught(alice, [source.pk])
        assert known() == ["They sail."]


def test_of_what_was_forgotten_only_hashes_stay(alice: User, source: Source) -> None:
    with acting_as(alice):
        forget(alice, [about(BOAT).pk], by=Change.By.PERSON)
        assert Forgotten.objects.get().sealed
        remove_taught(alice, [source.pk])
        assert Forgotten.objects.get().sealed is None
        assert not Memory.objects.exists()
        # It does not come back by being said again.
        again = keep(alice, NewSource(DOCUMENT, f"{BOAT} {CATS}"))
        learn(alice, again)
        assert BOAT not in known()


def test_what_was_erased_stays_erased(alice: User, source: Source) -> None:
    with acting_as(alice):
        erase(alice, about(BOAT).pk)
        remove_taught(alice, [source.pk])
        assert not Memory.objects.exists()
