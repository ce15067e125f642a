"""What recall finds, and in which order."""

from datetime import UTC, datetime

import pytest

from accounts.models import User
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from memories.answers.verdicts import Verdict, verdict_of_recalled
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Source
from memories.recall.entity_mentions import speakers_named
from memories.recall.pipeline import Query, look, recall
from memories.source_kinds import CHAT

TALK = [
    ("Caroline", "Hey Melanie! Good to see you, how have you been?"),
    ("Melanie", "Hey Caroline! I painted a lake at sunrise over the weekend."),
    ("Caroline", "Caroline would love that painting, as my mum says. I went hiking instead."),
    ("Melanie", "How did you get into hiking?"),
    ("Caroline", "Through my neighbour Tom, three years ago."),
]


def converse(user: User, lines: list[tuple[str, str]], thread: str, at: datetime) -> None:
    with acting_as(user):
        for speaker, text in lines:
            keep(
                user,
                NewSource(
                    CHAT,
                    text,
                    thread=thread,
                    author=Source.Author.OTHER,
                    speaker=speaker,
                    happened_at=at,
                ),
            )
    while embed_waiting(user.pk):
        pass


@pytest.fixture
def talked(alice: User) -> User:
    converse(alice, TALK, "one", datetime(2023, 5, 8, tzinfo=UTC))
    return alice


def first(user: User, question: str) -> str:
    return recall(user, Query(question)).items[0].text


def test_who_is_named_is_found_by_whole_or_first_name(talked: User) -> None:
    converse(talked, [("Dana Whitfield", "Hello")], "two", datetime(2023, 5, 9, tzinfo=UTC))
    with acting_as(talked):
        assert speakers_named(talked.pk, "What did caroline paint?") == {"Caroline"}
        assert speakers_named(talked.pk, "Dana’s and Melanie's plans") == {
            "Dana Whitfield",
            "Melanie",
        }
        assert speakers_named(talked.pk, "Who is Dan, or Carol?") == frozenset()
        assert speakers_named(talked.pk, "?!") == frozenset()


def test_nobody_is_found_among_what_others_heard(talked: User, charlie: User) -> None:
    with acting_as(charlie):
        assert speakers_named(charlie.pk, "What did Caroline paint?") == frozenset()


def test_what_the_named_person_said_comes_before_what_others_did(talked: User) -> None:
    assert first(talked, "What did Melanie paint?") == TALK[1][1]
    assert "said by Melanie" in recall(talked, Query("What did Melanie paint?")).items[0].why


def test_an_answer_is_found_through_the_question_before_it(talked: User) -> None:
    converse(
        talked,
        [("Melanie", f"Number {n}: we had soup and then bread.") for n in range(20)],
        "three",
        datetime(2023, 7, 1, tzinfo=UTC),
    )
    found = [item.text for item in recall(talked, Query("How did Caroline start hiking?")).items]
    assert TALK[4][1] in found[:3]


def test_a_time_named_brings_what_was_said_then(alice: User) -> None:
    for month in (3, 5, 7):
        line = f"We went to the coast, trip {month}, and swam."
        converse(alice, [("Ravi", line)], f"m{month}", datetime(2023, month, 9, tzinfo=UTC))
    asked_at = datetime(2023, 9, 1, tzinfo=UTC)
    items = recall(alice, Query("What did we do at the coast in May?", now=asked_at)).items
    assert items[0].text == "We went to the coast, trip 5, and swam."
    assert "from May" in items[0].why


def test_found_by_words_alone_when_nothing_is_embedded_yet(alice: User) -> None:
    with acting_as(alice):
        keep(alice, NewSource(CHAT, "The boiler's serial number is QX-4471.", thread="t"))
    items = recall(alice, Query("Which serial number has the boiler?")).items
    assert [item.similarity for item in items] == [0.0]
    assert "QX-4471" in items[0].text


def test_a_question_asked_before_is_neither_the_answer_nor_known(alice: User) -> None:
    said = ["I had soup for lunch.", "My brother Jonas moved to Trondheim.", "We plan a trip."]
    asked = ["Where is my brother living?", "What is my blood type?"]
    with acting_as(alice):
        for place, text in enumerate([*said, *asked, *asked]):
            keep(alice, NewSource(CHAT, text, thread=f"thread {place}"))
    while embed_waiting(alice.pk):
        pass
    assert first(alice, asked[0]) == said[1]
    assert verdict_of_recalled(recall(alice, Query(asked[0]))) is Verdict.SURE
    assert verdict_of_recalled(recall(alice, Query(asked[1]))) is not Verdict.SURE


def test_what_lies_in_the_middle_of_all_that_was_found_is_told(alice: User) -> None:
    gardens = [f"In {month} we planted beans in the garden." for month in ("May", "June", "July")]
    lines = [("Tom", text) for text in [*gardens, "The violin has a new string."]]
    converse(alice, lines, "one", datetime(2023, 5, 8, tzinfo=UTC))
    _, details = look(alice, Query("What grows in the garden?"))
    common = {detail.row.text: detail.candidate.common for detail in details}
    assert sum(common.values()) == pytest.approx(0, abs=1e-6)
    assert common["The violin has a new string."] < 0 < min(common[text] for text in gardens)


def test_what_the_documents_are_about_is_told(alice: User) -> None:
    bread = ["Knead the dough for ten minutes.", "Let the loaf rise.", "Bake it until brown."]
    boats = ["Check the hull.", "The engine takes diesel.", "Moor at the pier when it is hot."]
    with acting_as(alice):
        for title, lines in (("Bread", bread), ("Boats", boats)):
            text = "\n\n".join(line + " Afterwards everything continues." * 18 for line in lines)
            keep(alice, NewSource(DOCUMENT, text, title=title))
        keep(alice, NewSource(CHAT, "The oven is hot.", thread="t"))
    while embed_waiting(alice.pk):
        pass
    _, details = look(alice, Query("How hot must the oven be for a loaf?"))
    about = {detail.row.title: detail.candidate.about for detail in details}
    assert about["Boats"] < 0 < about["Bread"]
    assert about["Bread"] + about["Boats"] == pytest.approx(0, abs=1e-6)
    assert about[""] == 0

    # What is given back of a document is the whole part, however near one window of it is.
    parts = {detail.row.text for detail in details}
    found = recall(alice, Query("How hot must the oven be for a loaf?")).items
    given = [item for item in found if item.source_kind == DOCUMENT]
    assert {item.quote for item in given} <= parts
    assert max(len(item.quote) for item in given) > 1_300
