"""Forgetting: gone at once from everywhere, back with Undo, gone for good when erased."""

import pytest

from accounts.models import User
from database.acting import acting_as
from gmail.source_kind import GMAIL
from memories.errors import Refused
from memories.forgetting.forget import erase, forget, restore, undo
from memories.forgetting.remove import remove_sources
from memories.keeping.remember import Outcome, remember
from memories.keeping.sources import NewSource, keep
from memories.models import Change, Evidence, Forgotten, Memory, SearchItem, Source
from memories.recall.pipeline import Query, recall
from tests.memories.conftest import Say

SECRET = "My locker code at the pool is 4711."


def found(user: User, question: str) -> str:
    return " / ".join(item.text for item in recall(user, Query(question)).items)


def test_what_is_forgotten_is_gone_from_memory_and_passage(alice: User, say: Say) -> None:
    source, learned = say(alice, f"I moved to Bergen. {SECRET} I like it there.")
    memory = next(r.memory for r in learned if r.memory and "4711" in r.memory.content)
    assert "4711" in found(alice, "what is the code of my locker?")

    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)

    assert "4711" not in found(alice, "what is the code of my locker?")
    assert "Bergen" in found(alice, "where did I move?")
    with acting_as(alice):
        source.refresh_from_db()
        assert "4711" not in source.text
        assert source.text.startswith("I moved to Bergen. █")
        assert source.text.endswith("█ I like it there.")
        assert not Memory.objects.filter(content__contains="4711").exists()
        assert not Evidence.objects.filter(quote__contains="4711").exists()
        assert all("4711" not in str([c.before, c.after]) for c in Change.objects.all())


def test_undo_brings_everything_back(alice: User, say: Say) -> None:
    source, learned = say(alice, f"I moved to Bergen. {SECRET}")
    memory = learned[-1].memory
    assert memory
    with acting_as(alice):
        counted = SearchItem.objects.count()
        act = forget(alice, [memory.pk], by=Change.By.PERSON)
        assert undo(alice, act.batch) == (memory.pk,)
        source.refresh_from_db()
        memory.refresh_from_db()
        assert source.text == f"I moved to Bergen. {SECRET}"
        assert memory.content == SECRET
        assert memory.state == Memory.State.CURRENT
        assert SearchItem.objects.count() == counted
        assert not Forgotten.objects.exists()
        for evidence in Evidence.objects.select_related("chunk__source"):
            assert evidence.chunk
            text = evidence.chunk.source.text
            assert text[evidence.start : evidence.stop] == evidence.quote
    assert "4711" in found(alice, "what is the code of my locker?")


def test_what_is_restored_after_its_source_went_rests_on_its_own_words(
    alice: User, say: Say
) -> None:
    source, learned = say(alice, SECRET)
    memory = learned[-1].memory
    assert memory
    with acting_as(alice):
        act = forget(alice, [memory.pk], by=Change.By.PERSON)
        remove_sources(alice, Source.objects.filter(pk=source.pk))
        assert not Source.objects.exists()
        undo(alice, act.batch)
        (evidence,) = Evidence.objects.filter(memory=memory).select_related("chunk__source")
        assert evidence.chunk
        assert evidence.quote == evidence.chunk.source.text == SECRET


def test_other_passages_that_say_the_same_are_masked_too(alice: User, say: Say) -> None:
    _, learned = say(alice, SECRET)
    again, _ = say(alice, "Remember that my locker code at the pool is 4711!", thread="other")
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
        again.refresh_from_db()
        assert "4711" not in again.text
    assert "4711" not in found(alice, "locker code pool 4711")


def test_a_similar_but_different_fact_stays(alice: User, say: Say) -> None:
    _, learned = say(alice, SECRET)
    say(alice, "My locker code at the office is 9920.", thread="other")
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
    assert "9920" in found(alice, "locker code at the office")


def test_it_does_not_come_back_by_being_heard_again(alice: User, say: Say) -> None:
    _, learned = say(alice, SECRET)
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
    _, learned = say(alice, SECRET, thread="new")
    assert learned == []
    assert "4711" not in found(alice, "what is the code of my locker?")
    with acting_as(alice):
        refused = remember(alice, SECRET, by=Change.By.API)
        assert refused.outcome is Outcome.REFUSED
        wanted = remember(alice, SECRET, by=Change.By.PERSON, again=True)
        assert wanted.outcome is Outcome.NEW
    assert "4711" in found(alice, "what is the code of my locker?")


def test_earlier_versions_go_along(alice: User, say: Say) -> None:
    from memories.keeping.editing import correct

    _, learned = say(alice, SECRET)
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        new = correct(alice, memory, "My locker code at the pool is 5812.", by=Change.By.PERSON)
        act = forget(alice, [new.pk], by=Change.By.PERSON)
        assert set(act.memories) == {memory.pk, new.pk}
        assert not Source.objects.filter(text__contains="4711").exists()
        assert not Source.objects.filter(text__contains="5812").exists()
        assert set(restore(alice, new.pk)) == {memory.pk, new.pk}
        memory.refresh_from_db()
        assert memory.state == Memory.State.SUPERSEDED


def test_erasing_leaves_no_word(alice: User, say: Say) -> None:
    _, learned = say(alice, SECRET)
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
        erase(alice, memory.pk)
        assert not Memory.objects.filter(pk=memory.pk).exists()
        stone = Forgotten.objects.get()
        assert stone.sealed is None
        assert stone.erased
        with pytest.raises(Refused):
            undo(alice, stone.batch)
    _, learned = say(alice, SECRET, thread="new")
    assert learned == []


def test_forgetting_what_is_anothers_is_refused(alice: User, charlie: User, say: Say) -> None:
    _, learned = say(alice, SECRET)
    memory = learned[0].memory
    assert memory
    with acting_as(charlie), pytest.raises(Refused):
        forget(charlie, [memory.pk], by=Change.By.PERSON)


@pytest.mark.parametrize(
    ("mine", "others"),
    [
        (
            "I have diabetes.",
            ["Anna has diabetes.", "My sister has diabetes.", "She has diabetes."],
        ),
        ("I live in Ghent.", ["Tom lives in Ghent.", "I don't live in Ghent any more."]),
        (
            "I am allergic to peanuts.",
            ["I am not allergic to peanuts.", "He is allergic to peanuts."],
        ),
        ("Ich wohne in Gent.", ["Tom wohnt in Gent.", "Ich wohne nicht in Gent."]),
        ("Soy alérgico a los cacahuetes.", ["No soy alérgico a los cacahuetes."]),
    ],
)
def test_forgetting_leaves_what_is_of_another_or_the_opposite(
    alice: User, say: Say, mine: str, others: list[str]
) -> None:
    """Both what stood there before, and what is said afterwards."""
    before = [say(alice, other, thread="before")[0] for other in others]
    with acting_as(alice):
        memory = remember(alice, mine, by=Change.By.PERSON).memory
        assert memory
        forget(alice, [memory.pk], by=Change.By.PERSON)
        for source in before:
            source.refresh_from_db()
        assert [source.text for source in before] == others
    for other in others:
        later, _ = say(alice, other, thread="later")
        with acting_as(alice):
            assert not later.chunks.filter(hidden__isnull=False).exists()
            assert remember(alice, other, by=Change.By.API).outcome is not Outcome.REFUSED
            assert remember(alice, mine, by=Change.By.API).outcome is Outcome.REFUSED
        assert other in found(alice, other)


def test_of_a_sentence_of_two_only_the_persons_own_half_goes(alice: User, say: Say) -> None:
    both, _ = say(alice, "Anna has diabetes and I have diabetes.")
    with acting_as(alice):
        memory = remember(alice, "I have diabetes", by=Change.By.PERSON).memory
        assert memory
        forget(alice, [memory.pk], by=Change.By.PERSON)
        both.refresh_from_db()
    assert both.text == f"Anna has diabetes and {'█' * len('I have diabetes.')}"


def test_what_is_said_beside_what_was_forgotten_is_found(alice: User, say: Say) -> None:
    with acting_as(alice):
        memory = remember(alice, "I have diabetes", by=Change.By.PERSON).memory
        assert memory
        forget(alice, [memory.pk], by=Change.By.PERSON)
    said, _ = say(alice, "Anna has diabetes and I have diabetes. The gate code is 5521.")
    assert "Anna has diabetes" in found(alice, "Who has diabetes?")
    assert "I have diabetes" not in found(alice, "Who has diabetes?")
    assert "5521" in found(alice, "What is the gate code?")
    with acting_as(alice):
        (hidden,) = said.chunks.filter(hidden__isnull=False)
        assert said.text[hidden.start : hidden.stop] == "I have diabetes."


def test_in_a_mail_of_another_you_are_meant_by_you(alice: User) -> None:
    with acting_as(alice):
        mail = keep(
            alice,
            NewSource(
                GMAIL,
                "I have diabetes. You have diabetes.",
                author=Source.Author.OTHER,
                speaker="Anna",
            ),
        )
        memory = remember(alice, "I have diabetes", by=Change.By.PERSON).memory
        assert memory
        forget(alice, [memory.pk], by=Change.By.PERSON)
        mail.refresh_from_db()
    assert mail.text == f"I have diabetes. {'█' * len('You have diabetes.')}"
