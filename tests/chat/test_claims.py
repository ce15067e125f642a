"""A sentence whose citation does not hold its claim is marked; what it holds is not."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from accounts.models import User
from chat import display
from chat.answering.citations import told_apart
from chat.answering.model.claims import unheld
from database.acting import acting_as
from llm.fake import FakeModel
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Source
from memories.recall import Item
from memories.source_kinds import CHAT
from tests.chat.conftest import Talk

AT = datetime(2026, 5, 3, 9, 30, tzinfo=UTC)
SOURCE = Item(
    id="memory:x", memory_id=uuid4(), chunk_id=uuid4(), source_id=uuid4(), start=0, stop=1,
    text="", quote="", title="", kind="fact", source_kind=CHAT,
    author=Source.Author.PERSON, speaker="", happened_at=AT, project_id=None, similarity=0.0,
    score=0.0, why=(), own_words=True,
)  # fmt: skip


def cited(*texts: str) -> list[Item]:
    return [replace(SOURCE, text=text, quote=text) for text in texts]


def doubted(answer: str, *texts: str, known: str = "") -> list[tuple[int, ...]]:
    return [claim.markers for claim in unheld(answer, cited(*texts), known, [])]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("You live in Sacramento [1].", "I live in Sacramento."),
        ("You have lived in Sacramento since 3 May 2026 [1].", "I live in Sacramento."),
        ("Sacramento. [1]", "I live in Sacramento."),
        ("Yes [1].", "I live in Sacramento."),
        ("Your rent is 1200 euros [1].", "My rent is €1,200."),
        ("The train leaves at 7.45 [1].", "my train goes at 07:45"),
        ("Your home is in Sacramento [1], as you said.", "I live in Sacramento."),
        ("Du wohnst in Köln [1].", "Ich wohne in Köln."),
        ("Deine Schwester verträgt keine Nüsse [1].", "My sister is allergic to nuts."),
        ("You earn your living as a nurse [1].", "I work as a nurse."),
        ("`You live in Atlantis [1]`", "I live in Sacramento."),
    ],
)
def test_what_the_source_holds_is_not_doubted(answer: str, text: str) -> None:
    assert doubted(answer, text) == []


@pytest.mark.parametrize(
    ("answer", "text", "known"),
    [
        ("You live in Atlantis [1].", "I live in Sacramento.", ""),
        ("You live in Atlantis [1].", "I live in Sacramento.", "Do I live in Atlantis?"),
        ("You live in Atlantis. [1]", "I live in Sacramento.", ""),
        ("Your rent is 900 euros [1].", "My rent is 1,200 euros.", ""),
        ("Your rent is 900 euros [1].", "My rent is 1,200 euros.", "Is my rent 900 euros?"),
        ("Penguins swim fast [1].", "I live in Sacramento.", ""),
        ("Deine Miete beträgt 900 Euro [1].", "Meine Miete beträgt 1200 Euro.", ""),
        ("Deine Miete beträgt 900 Euro [1].", "My rent is 1,200 euros.", ""),
    ],
)
def test_what_stands_nowhere_in_the_source_is_doubted(answer: str, text: str, known: str) -> None:
    assert doubted(answer, text, known=known) == [(1,)]


def test_each_claim_is_held_against_its_own_markers_together() -> None:
    home, sister = "I live in Sacramento.", "My sister Lena is allergic to nuts."
    assert doubted("You live in Sacramento [1], Lena with nuts [2].", home, sister) == []
    assert doubted("Lena lives in Sacramento [1][2].", home, sister) == []
    assert doubted("You live in Sacramento [2]. Lena is allergic [1].", home, sister) == [
        (2,),
        (1,),
    ]


def test_a_marker_that_holds_elsewhere_gets_another_number_where_it_does_not() -> None:
    text = "You live in Bath [1]. You live in Rome [1]."
    assert told_apart(text, [(38, 42)]) == ("You live in Bath [1]. You live in Rome [2].", {2: 1})
    assert told_apart("In Rome [1].", [(7, 11)]) == ("In Rome [1].", {1: 1})


def test_it_is_marked_on_the_page_and_by_the_api(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    with acting_as(alice):
        remember(alice, "I live in Sacramento.", by=Change.By.PERSON)
    while embed_waiting(alice.pk):
        pass
    fake_model.say("You live in Sacramento [1]. You live in Atlantis [1].")
    told = talk.say("Where do I live?")
    assert told.text == "You live in Sacramento [1]. You live in Atlantis [2]."
    with acting_as(alice):
        shown = display.one(alice, told.message.pk)
    assert [(each.number, each.holds) for each in shown.citations] == [(1, True), (2, False)]
    assert shown.html.count("not in the source") == 1
