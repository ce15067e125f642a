"""Memories are tied to the people they name, and the ties go with them."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.forgetting.bulk_forget import Selection, preview
from memories.forgetting.forget import forget, restore
from memories.keeping.editing import correct, edit
from memories.keeping.people import mentions
from memories.keeping.people.directory import everybody
from memories.keeping.people.mentions import link_earlier
from memories.keeping.remember import remember
from memories.models import Change, Entity, Memory, Mention
from memories.recall import Query, recall
from tests.memories.conftest import Say


@pytest.fixture
def dana(alice: User) -> Entity:
    with acting_as(alice):
        return known(alice, "Dana Whitfield")


def known(user: User, name: str) -> Entity:
    return Entity.objects.create(user=user, name=name, type=Entity.Type.PERSON)


def told(user: User, text: str) -> Memory:
    memory = remember(user, text, by=Change.By.PERSON).memory
    assert memory
    return memory


def named(memory: Memory) -> list[str]:
    return sorted(Mention.objects.filter(memory=memory).values_list("entity__name", flat=True))


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("Dana likes tulips", True),
        ("When Dana Whitfield moves, I help", True),
        ("tulips are dana whitfield's", True),
        ("I like Dana's tulips", True),
        ("Ask Ravi, Dana and Tove", True),
        ("Dana Miller likes tulips", False),
        ("I like Danae", False),
    ],
)
def test_a_name_is_a_known_persons_whole_or_first(
    alice: User, dana: Entity, text: str, *, speaks: bool
) -> None:
    with acting_as(alice):
        assert (dana.name in named(told(alice, text))) is speaks


def test_a_first_name_of_two_is_neithers(alice: User, dana: Entity) -> None:
    with acting_as(alice):
        other = known(alice, "Dana Okafor")
        assert named(told(alice, "Dana likes tulips")) == []
        assert named(told(alice, "Dana Okafor likes roses")) == [other.name]


def test_a_strangers_people_are_not_named(alice: User, charlie: User, dana: Entity) -> None:
    with acting_as(charlie):
        told(charlie, "Dana Whitfield likes tulips")
        assert Entity.objects.get().user == charlie
    with acting_as(alice):
        assert not dana.mentions.exists()


def test_what_is_learned_from_chat_is_tied_too(alice: User, dana: Entity, say: Say) -> None:
    say(alice, "My neighbour is Dana Whitfield.")
    with acting_as(alice):
        assert named(Memory.objects.get()) == [dana.name]


def test_the_ties_are_those_of_the_words_it_has_now(alice: User, dana: Entity) -> None:
    with acting_as(alice):
        memory = told(alice, "Dana likes tulips")
        edit(alice, memory, by=Change.By.PERSON, content="Ravi likes tulips")
        assert named(memory) == ["Ravi"]
        assert named(correct(alice, memory, "Dana likes roses", by=Change.By.PERSON)) == [dana.name]


def test_forgetting_takes_the_tie_and_restoring_brings_it_back(alice: User, dana: Entity) -> None:
    with acting_as(alice):
        memory = told(alice, "Dana likes tulips")
        assert preview(alice, Selection(entity=dana.pk)).memories == (memory,)
        forget(alice, [memory.pk], by=Change.By.PERSON)
        assert not Mention.objects.exists()
        restore(alice, memory.pk)
        assert named(memory) == [dana.name]


def test_who_becomes_known_later_is_tied_to_what_was_said_before(alice: User) -> None:
    with acting_as(alice):
        memory, _ = told(alice, "My dentist is very kind"), told(alice, "Tulips are red")
        Entity.objects.all().delete()
        link_earlier(Entity.objects.create(user=alice, name="Tulips", type="thing"))
        assert named(memory) == []
        assert Mention.objects.count() == 1


def test_a_fact_told_of_her_is_a_fact_of_hers(alice: User, say: Say) -> None:
    text = "My sister Clara lives in Lisbon. She is a vet."
    _, learned = say(alice, text)
    with acting_as(alice):
        vet = next(r.memory for r in learned if r.memory and "vet" in r.memory.content)
        assert vet.content == "Clara is a vet."
        assert vet.evidence.get().quote == "She is a vet."
        assert named(vet) == ["Clara"]
    found = recall(alice, Query("Is Clara a vet?")).items
    assert found[0].text == "Clara is a vet."


def test_a_name_that_another_has_stays_as_it_was(alice: User) -> None:
    with acting_as(alice):
        thing = Entity.objects.create(user=alice, name="Borealis", type=Entity.Type.THING)
        Entity.objects.create(user=alice, name="Borealis", type=Entity.Type.ORGANISATION)
        directory = everybody(alice.pk)
        # Only some are read for a text: the other of that name is not among them.
        directory.known = [one for one in directory.known if one.id == thing.pk]
        reader = mentions._Reader(alice, directory, finds=True)
        directory.known[0].type = Entity.Type.ORGANISATION
        reader.changes.changed.add(thing.pk)
        reader.save()
        thing.refresh_from_db()
    assert thing.type == Entity.Type.THING


@pytest.mark.parametrize("name", ["T-Rex", "Coca-Cola", "O’Brien"])
def test_a_name_of_several_parts_is_known_again(alice: User, say: Say, name: str) -> None:
    say(alice, f"Max was absolutely fascinated by the {name} exhibit.", thread="one")
    say(alice, f"Yeah, Max was totally captivated by the {name} exhibit.", thread="two")
    with acting_as(alice):
        assert Entity.objects.get(name=name).mention_count == 2


def test_who_is_named_far_down_a_long_text_is_the_one_there_is(
    alice: User, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words so far down are not looked up, and nobody is added twice."""
    monkeypatch.setattr("memories.keeping.people.directory._READ", 40)
    say(alice, "Dagny plays the cello.")
    say(alice, "The rehearsal room was cold and dark again, and then Dagny came by with tea.")
    with acting_as(alice):
        dagny = Entity.objects.get(user=alice, name="Dagny")
        assert dagny.mention_count == 2
        assert Mention.objects.filter(entity=dagny, chunk__isnull=False).count() == 2


def test_a_name_begins_no_word_that_begins_with_a_number(alice: User, say: Say) -> None:
    say(alice, "The TB drive is full.")
    say(alice, "I'll go with the 2TB drive.")
    with acting_as(alice):
        assert not Entity.objects.filter(user=alice, name="TB", mention_count=2).exists()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Stevie, my best mate, has bought a boat.", "Stevie the plumber never showed again."),
        ("My boss Gerry is retiring.", "Gerry the postman left a parcel in the bin."),
        ("Our son Finn is 9 now.", "Watched the Finn McCool film with the kids on Sunday."),
    ],
)
def test_a_namesake_told_by_a_trade_or_a_film_is_another(
    alice: User, say: Say, first: str, then: str
) -> None:
    say(alice, first)
    say(alice, then)
    name = "Finn" if "Finn" in first else first.split(",")[0].removeprefix("My boss ").split()[0]
    with acting_as(alice):
        known_one = Entity.objects.get(user=alice, name=name)
        assert Mention.objects.filter(entity=known_one, chunk__isnull=False).count() == 1


def test_who_that_is_and_what_the_children_say_is_another_name(alice: User, say: Say) -> None:
    say(alice, "Patricia, that's Mrs Laverty, says I'm to use her first name.")
    say(
        alice,
        "The bedroom must be done before Babcia gets here (that's what the kids call Danuta).",
    )
    with acting_as(alice):
        names = {one.name: one.aliases for one in Entity.objects.filter(user=alice, type="person")}
    assert "Laverty" in str(names.get("Patricia", names))
    assert "Babcia" in names["Danuta"]


def test_who_went_with_what_was_forgotten_is_the_same_again(alice: User) -> None:
    with acting_as(alice):
        memory = told(alice, "Anna's library card has the number 157948.")
        before = set(Mention.objects.filter(memory=memory).values_list("entity", "entity__name"))
        forget(alice, [memory.pk], by=Change.By.PERSON)
        assert not Entity.objects.filter(user=alice).exists()
        restore(alice, memory.pk)
        after = Mention.objects.filter(memory=memory).values_list("entity", "entity__name")
        assert before == set(after) != set()
