"""Telling what is remembered: the person's own words, cited, and nothing else."""

import re
from datetime import UTC, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.source_kind import DOCUMENT
from gmail.source_kind import GMAIL
from memories.models import Source
from memories.pages.phrasing import UNKNOWN, tell
from memories.recall.pipeline import Item, RecallResult
from memories.recall.weights import ANSWERABLE
from memories.source_kinds import CHAT, IMPORT, NOTE
from memories.text.second_person import in_second_person
from memories.text.words import stems

THIS_YEAR = datetime.now(UTC).replace(month=3, day=12, hour=12)
OSLO = ZoneInfo("Europe/Oslo")


def item(
    text: str,
    *,
    score: float = 0.8,
    author: Source.Author = Source.Author.PERSON,
    kind: str = CHAT,
    speaker: str = "",
    title: str = "",
    own_words: bool | None = None,
    to: str = "",
) -> Item:
    return Item(
        id=f"memory:{uuid4()}",
        memory_id=uuid4() if author == Source.Author.PERSON and not title else None,
        chunk_id=uuid4(),
        source_id=uuid4(),
        start=0,
        stop=len(text),
        text=text,
        quote=text,
        title=title,
        kind="fact",
        source_kind=kind,
        author=author,
        speaker=speaker,
        happened_at=THIS_YEAR,
        project_id=None,
        similarity=0.5,
        score=score,
        why=("has the same words",),
        own_words=author == Source.Author.PERSON if own_words is None else own_words,
        to=to,
    )


def told(*items: Item, question: str = "What do you know?", known: float = 1.0) -> str:
    return tell(RecallResult(tuple(items), known), question, OSLO).text


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("I live in Oslo.", "You live in Oslo"),
        ("I'm a paramedic, mostly on nights", "You're a paramedic, mostly on nights"),
        ("My son and I bake with our aunt", "Your son and you bake with your aunt"),
        ("I was born in Kiel and I am tall.", "You were born in Kiel and you are tall"),
        (
            "I was born in Bergen and was raised here",
            "You were born in Bergen and were raised here",
        ),
        ("I wasn't there and am glad", "You weren't there and are glad"),
        ("I wake at 7 am, I always am up", "You wake at 7 am, you always are up"),
        ("I’ve got a cat; it’s mine.", "You’ve got a cat; it’s yours"),
        ("we moved to Penrith in 2017", "You moved to Penrith in 2017"),
        ("Ruaridh is my brother", "Ruaridh is your brother"),
        ("Remember that I drive a red van", "You drive a red van"),
        ("Note to self: my key is under the mat", "Your key is under the mat"),
        ("Fergal, a friend of mine, works with me", "Fergal, a friend of yours, works with you"),
        ("She gave it to me and I love it", "She gave it to you and you love it"),
        ("Rui owes me 20 euros", "Rui owes you 20 euros"),
        ("Miso needs her pills", "Miso needs her pills"),
        ("The wifi code is 4411.", "The wifi code is 4411"),
        ("Ich wohne in Oslo und habe einen Hund.", "Du wohnst in Oslo und hast einen Hund"),
        ("Vivo en Oslo y tengo un perro", "Vivo en Oslo y tengo un perro"),
        ("أنا أسكن في أوسلو", "أنا أسكن في أوسلو"),
        ("His is a Volvo, mine's a Fiat", "His is a Volvo, yours is a Fiat"),
        ("No me gusta el cilantro", "No me gusta el cilantro"),
        ("im from leeds and i dont drive", "You're from leeds and you don't drive"),
        ("Im Garten steht ein Baum", "Im Garten steht ein Baum"),
        ("so tired", "So tired"),
        ("well paid at last, my Nan", "Well paid at last, your Nan"),
        ("also allergic to my cat", "Also allergic to your cat"),
        ("ok so i moved to Kiel", "You moved to Kiel"),
        ("Well, tired of my job", "Tired of your job"),
    ],
)
def test_own_words_are_said_back(said: str, back: str) -> None:
    assert in_second_person(said) == back


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("Ich wohne in Ulm und arbeite bei Meier.", "Du wohnst in Ulm und arbeitest bei Meier"),
        ("seit Mai nehme ich Eisen", "Seit Mai nimmst du Eisen"),
        ("Wir haben einen Dackel, der heißt Waldi.", "Ihr habt einen Dackel, der heißt Waldi"),
        ("ab September zahlen wir 765 Euro Miete", "Ab September zahlt ihr 765 Euro Miete"),
        ("Unsere Tochter wohnt bei mir.", "Eure Tochter wohnt bei dir"),
        ("Sie wissen, dass ich nachts arbeite.", "Sie wissen, dass du nachts arbeitest"),
        ("Hanno und ich fahren nach Triest", "Hanno und du fahrt nach Triest"),
        ("bin noch im Chor und hab nie Zeit", "Bist noch im Chor und hast nie Zeit"),
        ("das vergess ich dauernd", "Das vergisst du dauernd"),
        ("Ich sammle alte Uhren und mag Tee", "Du sammelst alte Uhren und magst Tee"),
        ("Meine Schwester mag rote Äpfel.", "Deine Schwester mag rote Äpfel"),
    ],
)
def test_german_is_said_back(said: str, back: str) -> None:
    assert in_second_person(said) == back


@pytest.mark.parametrize(
    "said",
    [
        "Das weißt du doch, ich bin Lehrer.",
        "Mein Chef meinte: „Ich kündige“.",
        "Mach mir bitte eine Liste.",
        "Natürlich ich.",
    ],
)
def test_german_that_could_go_wrong_is_not_said_back(said: str) -> None:
    assert in_second_person(said) is None


@pytest.mark.parametrize(
    "said",
    [
        "We wonen in Utrecht.",
        "I want you to call me Bob.",
        'I told him "I quit" on Monday.',
        "Elizabeth I was a queen of mine",
        "I moved to the US",
        "I work in the mine",
        "I left. I came back.",
        "",
    ],
)
def test_where_that_could_go_wrong_there_is_no_answer(said: str) -> None:
    assert in_second_person(said) is None


def test_each_sentence_carries_its_citation() -> None:
    answer = tell(
        RecallResult((item("I live in Oslo."), item("My sister is called Marit!", score=0.7)), 1.0),
        "What do you know about me?",
        OSLO,
    )
    assert answer.text == "You live in Oslo [1]. Your sister is called Marit [2]."
    assert [cited.marker for cited in answer.citations] == [1, 2]
    assert answer.citations[1].item.quote == "My sister is called Marit!"


def test_what_others_wrote_is_quoted_with_their_name() -> None:
    other, document = Source.Author.OTHER, DOCUMENT
    assert told(item("I will pay on Friday", author=other, speaker="Dana")) == (
        "Dana wrote on 12 March: “I will pay on Friday” [1]."
    )
    assert told(item("I, the tenant, pay monthly.", kind=document, title="Lease")) == (
        "In “Lease”: “I, the tenant, pay monthly” [1]."
    )
    assert told(item("We wonen in Utrecht.")) == "You said on 12 March: “We wonen in Utrecht” [1]."
    answer = item("Try the night train.", author=Source.Author.ASSISTANT)
    assert told(answer) == "I answered on 12 March: “Try the night train” [1]."


def test_a_quote_in_what_the_person_wrote_is_told_as_a_quote() -> None:
    mail = item("I owe Max 900 euros.", kind=GMAIL, title="x", own_words=False, to="Dana")
    assert told(mail) == "A quote in your mail to Dana on 12 March says: “I owe Max 900 euros” [1]."
    note = item("I owe Max 900 euros.", kind=NOTE, title="x", own_words=False)
    assert told(note) == "A quote in what you wrote on 12 March says: “I owe Max 900 euros” [1]."
    own = item("I owe Max 900 euros.", kind=GMAIL, title="x")
    assert told(own) == "You wrote on 12 March: “I owe Max 900 euros” [1]."
    elsewhere = item("Try it.", author=Source.Author.ASSISTANT, kind=IMPORT)
    assert told(elsewhere) == "An assistant answered on 12 March: “Try it” [1]."


def test_nothing_known_is_said_plainly() -> None:
    assert told() == UNKNOWN
    assert told(item("I live in Oslo."), known=ANSWERABLE.known - 0.01) == UNKNOWN
    assert tell(RecallResult((), 0.0), "x", OSLO).citations == ()


def test_to_have_been_asked_the_same_before_is_no_answer() -> None:
    assert told(item("Where does my sister live?"), question="where does my sister live") == UNKNOWN


def test_what_is_far_behind_the_best_or_the_same_again_is_left_out() -> None:
    text = told(item("I live in Oslo."), item("I live in Oslo"), item("I own a van", score=0.2))
    assert text == "You live in Oslo [1]."


def test_a_marker_in_the_words_themselves_is_none() -> None:
    assert told(item("I work on ticket [2] and [17].")) == ("You work on ticket (2] and (17] [1].")


def test_of_a_long_passage_the_fitting_sentence_is_told() -> None:
    filler = "I walked along the river for a long while and thought about nothing much. " * 5
    text = f"{filler}I keep the spare key under the blue pot. {filler}"
    assert told(item(text), question="where is my spare key?") == (
        "You keep the spare key under the blue pot [1]."
    )
    endless = "word " * 400
    assert len(told(item(f"I have {endless}"))) < 340


_FACTS = st.text(
    alphabet=st.characters(codec="utf-8", exclude_characters="\0"),
    min_size=1,
    max_size=400,
)


@pytest.mark.long
@given(_FACTS)
def test_no_word_is_added_to_what_was_said(said: str) -> None:
    text = told(item(said), question="what?") if said.strip() else UNKNOWN
    if text == UNKNOWN:
        return
    without = re.sub(r"\[\d+\]", " ", re.sub("^You said on [^:]+:", " ", text))
    assert set(stems(without)) <= set(stems(said)) | set(stems(" ".join(said.split())[:279]))
