"""A fact that stands in two sources is one result, and each source still stands by itself."""

import pytest
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from gmail.source_kind import GMAIL
from memories.forgetting.forget import forget, undo
from memories.forgetting.remove import remove_sources
from memories.keeping.remember import Outcome
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.learning.learn import learn
from memories.models import Change, Memory, Source
from memories.recall.pipeline import Query, recall
from memories.recall.shapes import Item
from memories.source_kinds import CHAT, NOTE
from tests.memories.calls import Program
from tests.memories.conftest import Say

BRIDGE = "The bridge on Mill Street opens on 12 May."


def read(user: User, kind: str, text: str, *, speaker: str = "Ines", thread: str = "") -> Source:
    """Keep what another wrote, or with no speaker the person themself."""
    author = Source.Author.OTHER if speaker else Source.Author.PERSON
    with acting_as(user):
        said = NewSource(
            kind, text, title="Mill Street", author=author, speaker=speaker, thread=thread
        )
        source = keep(user, said)
    while embed_waiting(user.pk):
        pass
    return source


def asked(user: User, question: str) -> list[Item]:
    return list(recall(user, Query(question)).items)


def whole(user: User, item: Item) -> bool:
    """Whether each place holds its quote, word for word."""
    places = (item.place, *item.also)
    with acting_as(user):
        texts = dict(
            Source.objects.filter(pk__in=[place.source_id for place in places]).values_list(
                "pk", "text"
            )
        )
    return all(texts[at.source_id][at.start : at.stop] == at.quote for at in places)


def test_a_memory_and_a_mail_that_say_the_same_are_one(alice: User, say: Say) -> None:
    _, learned = say(alice, "My rent is 950 euros from May on.")
    mail = read(alice, GMAIL, "Dear Alice,\n\nyour rent is 950 euros from May on.\n\nRegards, Ines")
    (item,) = asked(alice, "How much is my rent?")
    assert learned[0].memory
    assert item.memory_id == learned[0].memory.pk
    (place,) = item.also
    assert (place.source_id, place.quote) == (mail.pk, "your rent is 950 euros from May on.")
    assert (place.speaker, place.source_kind) == ("Ines", GMAIL)
    assert whole(alice, item)


@pytest.mark.parametrize("first", ["mail", "chat"])
def test_ones_own_words_stand_for_what_others_say_too(alice: User, first: str) -> None:
    for kind in ("mail", "chat") if first == "mail" else ("chat", "mail"):
        if kind == "mail":
            read(alice, GMAIL, BRIDGE)
        else:
            own = read(alice, CHAT, BRIDGE, speaker="", thread="talk")
    (item,) = asked(alice, "When does the bridge on Mill Street open?")
    assert item.source_id == own.pk
    assert [place.source_kind for place in item.also] == [GMAIL]
    assert whole(alice, item)


@pytest.mark.parametrize("own_first", [True, False])
def test_ones_own_words_come_first_where_others_say_otherwise(alice: User, own_first: bool) -> None:
    own, others = "The bridge on Mill Street opens on 13 May.", BRIDGE
    for mine in (own_first, not own_first):
        text, kind = (own, NOTE) if mine else (others, DOCUMENT)
        read(alice, kind, text, speaker="" if mine else "Ines")
    found = asked(alice, "When does the bridge on Mill Street open?")
    assert [item.text for item in found] == [own, others]


@pytest.mark.parametrize(("kind", "found"), [(DOCUMENT, 1), (CHAT, 3)])
def test_what_a_document_says_again_and_again_is_one_result(
    alice: User, kind: str, found: int
) -> None:
    weather = " ".join(f"It rained for {number} hours in the hills." for number in range(2, 60))
    read(alice, kind, f"{BRIDGE} {weather} {BRIDGE} {weather} {BRIDGE}", thread="one")
    items = asked(alice, "When does the bridge on Mill Street open?")
    assert sum(BRIDGE in item.quote for item in items) == found


def test_three_places_are_one_result_too(alice: User) -> None:
    for kind in (GMAIL, DOCUMENT, CHAT):
        read(alice, kind, BRIDGE, thread=kind)
    (item,) = asked(alice, "When does the bridge on Mill Street open?")
    assert {item.source_kind, *(place.source_kind for place in item.also)} == {
        GMAIL,
        DOCUMENT,
        CHAT,
    }


@pytest.mark.parametrize(
    "other",
    [
        "The bridge on Mill Street opens on 13 May.",
        "The bridge on Mill Street never opens on 12 May.",
        "The bridge on Mill Street opens on 12 May. Mill Street’s bridge costs two euros.",
        "Does the bridge on Mill Street open on 12 May?",
    ],
)
def test_what_says_something_else_or_more_stays(alice: User, other: str) -> None:
    read(alice, CHAT, BRIDGE, speaker="", thread="talk")
    read(alice, GMAIL, other)
    found = asked(alice, "When does the bridge on Mill Street open?")
    assert sorted(item.text for item in found) == sorted([BRIDGE, other])
    assert not any(item.also for item in found)


def test_two_people_who_say_the_same_of_themselves_stay_two(alice: User) -> None:
    for speaker in ("Dana", "Ravi", ""):
        read(alice, CHAT, "I moved to Oslo in March.", speaker=speaker, thread="talk")
    found = asked(alice, "Who moved to Oslo in March?")
    assert sorted(item.speaker for item in found) == ["", "Dana", "Ravi"]


def test_with_one_deleted_the_other_is_found_by_itself(alice: User) -> None:
    own = read(alice, CHAT, BRIDGE, speaker="", thread="talk")
    mail = read(alice, GMAIL, BRIDGE)
    question = "When does the bridge on Mill Street open?"
    with acting_as(alice):
        remove_sources(alice, Source.objects.filter(pk=own.pk))
    (item,) = asked(alice, question)
    assert (item.source_id, item.also) == (mail.pk, ())
    again = read(alice, CHAT, BRIDGE, speaker="", thread="again")
    with acting_as(alice):
        remove_sources(alice, Source.objects.filter(pk=mail.pk))
    (item,) = asked(alice, question)
    assert (item.source_id, item.also) == (again.pk, ())


def test_what_is_forgotten_goes_from_both_and_comes_back_to_both(alice: User, say: Say) -> None:
    _, (learned,) = say(alice, "My rent is 950 euros from May on.")
    mail = read(alice, GMAIL, "Your rent is 950 euros from May on. The lift is out of order.")
    with acting_as(alice):
        assert learned.memory
        done = forget(alice, [learned.memory.pk], by=Change.By.PERSON)
    found = asked(alice, "How much is my rent?")
    assert not any("950" in place.quote for item in found for place in (item.place, *item.also))
    assert asked(alice, "What is out of order?")[0].source_id == mail.pk
    with acting_as(alice):
        undo(alice, done.batch)
    while embed_waiting(alice.pk):
        pass
    first = asked(alice, "How much is my rent?")[0]
    assert (first.memory_id, [place.source_id for place in first.also]) == (
        learned.memory.pk,
        [mail.pk],
    )
    assert whole(alice, first)


def test_a_memory_names_all_it_rests_on(alice: User, say: Say) -> None:
    say(alice, "I am allergic to walnuts.", thread="one")
    _, (again,) = say(alice, "I am allergic to walnuts.", thread="two")
    assert again.outcome == Outcome.SUPPORTED
    (item,) = asked(alice, "What am I allergic to?")
    assert len({item.source_id, *(place.source_id for place in item.also)}) == 2
    assert whole(alice, item)


def test_what_stays_here_is_not_named_elsewhere(alice: User, say: Say) -> None:
    with acting_as(alice):
        said = NewSource(CHAT, "I am allergic to walnuts.", thread="one", local_only=True)
        keep(alice, said)
        learn(alice, Source.objects.get(thread="one"))
    say(alice, "I am allergic to walnuts.", thread="two")
    with acting_as(alice):
        Memory.objects.update(local_only=False)
    query = Query("What am I allergic to?", leave_out_local_only=True)
    (item,) = recall(alice, query).items
    assert item.also == ()


def test_the_api_and_the_page_name_both(alice: User) -> None:
    read(alice, CHAT, BRIDGE, speaker="", thread="talk")
    mail = read(alice, GMAIL, BRIDGE)
    question = "When does the bridge on Mill Street open?"
    (item,) = Program(alice).get("recall", q=question).data["items"]
    (also,) = item["also"]
    assert also["quote"] == BRIDGE
    assert (also["source"]["id"], also["source"]["kind"]) == (str(mail.pk), "gmail")
    web = Client()
    web.force_login(alice)
    page = web.get("/memory", {"q": question}).content.decode()
    assert page.count("also From Ines’s mail “Mill Street”") == 1
