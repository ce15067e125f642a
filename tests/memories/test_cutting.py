"""A message cut into facts, each standing alone."""

import pytest

from memories.learning.changing.plain_changes import is_moved, plainly_changes
from memories.learning.changing.what_stays import what_stays
from memories.learning.messages import told
from memories.learning.reading.facts import facts_of, stands_alone
from memories.text import Span, sentences


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "our boiler gets its service every March and the gutters are cleaned in November",
            ["Our boiler gets its service every March", "The gutters are cleaned in November"],
        ),
        (
            "Das Fahrrad hat das Schloss 7735 und der Schuppen geht mit 0412 auf",
            ["Das Fahrrad hat das Schloss 7735", "Der Schuppen geht mit 0412 auf"],
        ),
        (
            "I've an eye test on Tuesday in Perth, and the choir concert is on 12 December",
            ["I've an eye test on Tuesday in Perth", "The choir concert is on 12 December"],
        ),
        (
            "grandad's tent is in the loft, and the camping stove is behind the freezer",
            ["Grandad's tent is in the loft", "The camping stove is behind the freezer"],
        ),
        (
            "Servus, ich bin die Resi, 52, und wohn in Steyr",
            ["Ich bin die Resi, 52", "Ich wohn in Steyr"],
        ),
    ],
)
def test_what_is_of_two_things_is_two_facts(said: str, facts: list[str]) -> None:
    assert [each.content for each in told(said)] == facts


@pytest.mark.parametrize(
    "said",
    [
        "I collect fountain pens, I've got 18 now",
        "Ich sammle Fingerhüte und habe schon 240",
        "I keep canaries, I've got three at the moment. The best one is a Border called Sol",
    ],
)
def test_what_says_nothing_without_what_is_before_it_stays_with_it(said: str) -> None:
    (fact,) = told(said)
    assert fact.content.rstrip(".") == said[0].upper() + said[1:]


def test_no_english_fact_gets_a_german_subject() -> None:
    said = "I bought an old kayak in May and will paint the hull with my brother"
    assert not any(each.of(said).startswith("Ich") for each in facts_of(said, Span(0, len(said))))


@pytest.mark.parametrize(
    "said", ["I keep bees, , and my aunt has a dog", "I keep bees; , and the dog barks"]
)
def test_stray_commas_harm_nothing(said: str) -> None:
    assert told(said)


def test_a_day_in_brackets_by_itself_is_no_part_that_stands_alone() -> None:
    assert not stands_alone("")
    old = "The vet is on Friday, (4 December 2026), and the dog is ill"
    still = what_stays(old, "the vet moved us to Monday")
    assert still is None or "vet" not in still.words


@pytest.mark.parametrize(
    "text",
    [
        "Wir feiern im Rest. Krone in Chur",
        "Ich lege 300 Fr. im Monat zurück",
        "Die Praxis von Fr. Amrein ist in Zug",
        "We are at 12 Mill Rd. Cowley since May",
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    assert len(sentences(text)) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ich wohne in Olten", "Wir sind letzte Woche nach Thun gezogen, an die Seestrasse 7"),
        ("Ich wohne in Olten", "seit gestern bin ich nach Biel umgezogen"),
        ("Wir zahlen 1480 Franken Miete im Monat", "die Miete ist in Thun 1720"),
        ("My rent is £640", "the rent's 695 now"),
    ],
)
def test_another_home_or_rent_takes_the_place_of_the_one_before(old: str, new: str) -> None:
    assert plainly_changes(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Nächsten Dienstag muss ich zum Röntgen ins Spital",
            "Der Nachbar muss endlich zahlen, und nächsten Freitag gehen wir kegeln",
        ),
        ("Next Monday I'm at the vet", "I'm finally off next Thursday, we're going to Skye"),
    ],
)
def test_two_appointments_are_not_one_because_each_is_next_week(old: str, new: str) -> None:
    assert not is_moved(old, new)


def test_of_several_each_is_told_with_what_it_is() -> None:
    text = "Callum's birthday is 22 November, ailsa's is 5 June and mum's is 30 January"
    assert [fact.of(text) for fact in facts_of(text, Span(0, len(text)))] == [
        "Callum's birthday is 22 November",
        "Ailsa's birthday is 5 June",
        "Mum's birthday is 30 January",
    ]
