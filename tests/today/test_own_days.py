"""Today shows the person's own days to come, not what others do or what happens to everybody."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.keeping import NewSource, keep
from memories.learning import learn
from memories.source_kinds import CHAT
from today.coming import ahead, coming
from today.own_days import are_own


@pytest.mark.parametrize(
    "text",
    [
        "Hand therapy on Tuesday (8 December 2026) at ten",
        "My lease runs out on 11 January",
        "Grandad is coming to us on Friday.",
        "The electrician comes on Thursday morning.",
        "Rowan's birthday is on the 9th of December.",
        "Canasta with the neighbours on Wednesday",
        "Am Dienstag habe ich Krankengymnastik.",
        "Donnerstag kommt der Elektriker zu uns.",
        "Kino mit Rike am Samstag",
        "El jueves tengo dentista.",
    ],
)
def test_what_the_person_does_or_is_visited_by(text: str) -> None:
    assert are_own([text]) == [True]


@pytest.mark.parametrize(
    "text",
    [
        "Rowan is flying to Malta on Friday (4 December 2026).",
        "My sister's boss is moving to Ghent in January.",
        "The tram drivers are on strike from Monday.",
        "The ice rink is closed until the 9th.",
        "They say it will freeze on Thursday.",
        "Only ten days until Easter",
        "Mein Cousin fängt am Montag in Gera an.",
        "Rike hat am Mittwoch Fahrprüfung.",
        "Am Donnerstag soll es frieren.",
        "Die Eisbahn hat bis zum 9. zu.",
    ],
)
def test_what_others_do_and_what_happens_to_everybody(text: str) -> None:
    assert are_own([text]) == [False]


@pytest.mark.django_db
def test_what_others_do_is_on_the_page_of_all_that_is_ahead_alone(alice: User) -> None:
    days = [f"{timezone.now() + timedelta(days=at):%-d %B %Y}" for at in range(2, 12)]
    texts = [f"Rowan is flying to Malta on {day}." for day in days]
    texts.append(f"I have a dance lesson on {days[5]}.")
    with acting_as(alice):
        for text in texts:
            learn(alice, keep(alice, NewSource(CHAT, text, thread="a chat")))
        found = coming(alice)
        assert [it.text for each in found.days for it in each.coming] == texts[-1:]
        assert found.more == len(texts) - 1
        assert sum(len(each.coming) for each in ahead(alice)) == len(texts)
