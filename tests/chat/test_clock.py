"""The time, the date, and the days until something: from the clock in the person's zone."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from memories.text import language_of, months
from tests.chat.conftest import Talk


def _today(user: User) -> date:
    return timezone.now().astimezone(user.zone).date()


def _spelled(day: date, question: str = "") -> str:
    """A day as it is told who asks in English, or in German."""
    german = language_of(question) == "de"
    month = months("de" if german else "en")[day.month - 1].capitalize()
    return f"{day.day}{'.' if german else ''} {month} {day.year}"


@pytest.mark.parametrize(
    "question",
    [
        "what date is it today?",
        "what day is it",
        "What's today's date?",
        "welcher Tag ist heute?",
        "den wievielten haben wir heute?",
        "¿qué día es hoy?",
    ],
)
def test_the_date_is_told(talk: Talk, alice: User, question: str) -> None:
    assert _spelled(_today(alice), question) in talk.say(question).text


@pytest.mark.parametrize(
    "question", ["what time is it?", "wie spät ist es", "Wie viel Uhr ist es?", "what's the time"]
)
def test_the_time_is_that_of_the_persons_zone(talk: Talk, alice: User, question: str) -> None:
    before = timezone.now().astimezone(alice.zone)
    told = talk.say(question).text
    after = timezone.now().astimezone(alice.zone)
    assert f"{before:%H:%M}" in told or f"{after:%H:%M}" in told


def test_another_day_is_told_by_its_date(talk: Talk, alice: User) -> None:
    tomorrow = _today(alice) + timedelta(days=1)
    assert _spelled(tomorrow) in talk.say("what day is tomorrow?").text
    assert "Thursday" in talk.say("What day of the week is 24 December 2026?").text
    assert "Donnerstag" in talk.say("welcher Wochentag ist der 24.12.2026?").text


@pytest.mark.parametrize(
    "question",
    ["how many days until mias play?", "wie viele tage sind es noch bis zu mias play?"],
)
def test_days_are_counted_to_what_is_remembered(talk: Talk, alice: User, question: str) -> None:
    day = _today(alice) + timedelta(days=13)
    talk.say(f"mias play is on {_spelled(day)} at 6")
    told = talk.anew().say(question)
    assert told.text.startswith(("13 days until", "13 Tage bis"))
    assert told.quotes


def test_days_are_counted_to_a_day_that_is_named(talk: Talk, alice: User) -> None:
    day = _today(alice) + timedelta(days=20)
    assert "20 days" in talk.say(f"how many days until {_spelled(day)}?").text
    assert "2 weeks and 6 days" in talk.say(f"how many weeks till {_spelled(day)}?").text


def test_what_is_not_known_has_no_days(talk: Talk) -> None:
    told = talk.say("how many days until the harvest fair?")
    assert "days until" not in told.text


@pytest.mark.parametrize("question", ["What day is choir?", "What time is the play?"])
def test_what_is_asked_of_something_is_not_answered_by_the_clock(talk: Talk, question: str) -> None:
    talk.say("Choir is on Wednesday evenings.")
    told = talk.anew().say(question).text
    assert "Today is" not in told
    assert "It’s" not in told
