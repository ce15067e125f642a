"""A correction keeps what it corrects, and can be taken back to exactly the state before."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.errors import Refused
from memories.forgetting.forget import forget
from memories.keeping.editing import correct, uncorrect
from memories.keeping.remember import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Memory, SearchItem, Source, Work
from memories.recall.pipeline import Query, recall

BY = Change.By.PERSON
FIELDS = ("content", "state", "valid_until", "updated", "tags", "namespace", "key", "pinned")


def found(user: User, question: str) -> list[str]:
    while embed_waiting(user.pk):
        pass
    return [item.text for item in recall(user, Query(question)).items]


def test_taking_back_a_correction_leaves_what_was_there_before(alice: User) -> None:
    with acting_as(alice):
        place = {"namespace": ["home", "address"], "key": "city"}
        old = remember(alice, "I live in Ghent", by=BY, **place).memory  # type: ignore[arg-type]
        assert old
        before = Memory.objects.values(*FIELDS).get()
        sources = set(Source.objects.values_list("pk", flat=True))
        new = correct(alice, old, "I live in Bruges", by=BY)
    assert found(alice, "Where do I live?")[:1] == ["I live in Bruges"]
    with acting_as(alice):
        assert uncorrect(alice, new, by=BY) == old
        assert Memory.objects.values(*FIELDS).get() == before
        assert set(Source.objects.values_list("pk", flat=True)) == sources
        assert SearchItem.objects.filter(memory__isnull=False).count() == 1
        assert not Work.objects.filter(subject=new.pk).exists()
    assert found(alice, "Where do I live?") == ["I live in Ghent"]
    # It can be corrected again, and that be taken back again.
    with acting_as(alice):
        again = correct(alice, Memory.objects.get(), "I live in Bruges", by=BY)
        assert uncorrect(alice, again, by=BY) == old


def test_of_two_corrections_the_last_is_taken_back_first(alice: User) -> None:
    with acting_as(alice):
        first = remember(alice, "I live in Ghent", by=BY).memory
        assert first
        second = correct(alice, first, "I live in Bruges", by=BY)
        third = correct(alice, second, "I live in Leuven", by=BY)
        with pytest.raises(Refused):
            uncorrect(alice, second, by=BY)
        uncorrect(alice, third, by=BY)
        second.refresh_from_db()
        assert second.state == Memory.State.CURRENT
        uncorrect(alice, second, by=BY)
        assert Memory.objects.get().content == "I live in Ghent"


def test_there_is_nothing_to_take_back_where_nothing_was_corrected(alice: User) -> None:
    with acting_as(alice):
        memory = remember(alice, "I live in Ghent", by=BY).memory
        assert memory
        with pytest.raises(Refused, match="no correction"):
            uncorrect(alice, memory, by=BY)
        new = correct(alice, memory, "I live in Bruges", by=BY)
        forget(alice, [new.pk], by=BY)
        with pytest.raises(Refused):
            uncorrect(alice, new, by=BY)
