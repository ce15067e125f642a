"""What is on: all that is dated in the days that are asked about, in order, each cited."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from memories.text import months
from tests.chat.conftest import Talk


def _in_days(user: User, many: int) -> date:
    return timezone.now().astimezone(user.zone).date() + timedelta(days=many)


def _spelled(day: date, language: str = "en") -> str:
    dot = "." if language == "de" else ""
    return f"{day.day}{dot} {months(language)[day.month - 1].capitalize()} {day.year}"


@pytest.fixture
def busy(talk: Talk, alice: User) -> Talk:
    """Somebody who told of three days from now, of five and of many, and what has no date."""
    third, fifth, later = (_in_days(alice, days) for days in (3, 5, 70))
    for told in (
        f"My parents are coming over on {_spelled(fifth)} at 6pm",
        f"I have a dentist appointment on {_spelled(third)} at 9am",
        f"We fly to Malta on {_spelled(later)}",
        "I live in Leith",
    ):
        talk.anew().say(told)
    return talk


@pytest.mark.parametrize(
    "question",
    ["What's on in the next six days?", "was steht in den nächsten sechs tagen an?"],
)
def test_all_that_is_dated_then_is_told_in_order(busy: Talk, question: str) -> None:
    told = busy.anew().say(question)
    assert [quote.split()[0] for quote in told.quotes] == ["I", "My"]
    assert "Malta" not in told.text
    assert "Leith" not in told.text


def test_a_single_day_is_asked_about(busy: Talk, alice: User) -> None:
    day = _spelled(_in_days(alice, 5))
    assert "parents" in busy.anew().say(f"do i have visitors on {day}?").text
    assert "dentist" not in busy.anew().say(f"What am I doing on {day}?").text
    nothing = _in_days(alice, 4)
    told = busy.anew().say(f"Am I free on {_spelled(nothing)}?")
    assert "don’t know of anything" in told.text
    assert not told.quotes


def test_what_was_moved_is_told_of_the_day_it_moved_to(talk: Talk, alice: User) -> None:
    was, now = _spelled(_in_days(alice, 3)), _spelled(_in_days(alice, 12))
    talk.say(f"The dentist is on {was} at 9am")
    talk.anew().say(f"The dentist moved to {now} at 3pm")
    assert "dentist" not in talk.anew().say(f"What's on on {was}?").text
    assert "3pm" in talk.anew().say(f"What's on on {now}?").text


def test_what_was_called_off_is_told_of_no_day(talk: Talk, alice: User) -> None:
    day = _spelled(_in_days(alice, 3))
    talk.say(f"gym induction on {day}")
    talk.anew().say("i've cancelled the gym induction")
    assert "don’t know of anything" in talk.anew().say(f"What's on on {day}?").text
    assert "cancelled" in talk.anew().say("When is the gym induction?").text


@pytest.mark.parametrize(
    ("told", "moved", "hour"),
    [
        (
            "I've a scan of my knee on {was} at ten to nine",
            "had to shift my scan to {now}, same time",
            "ten to nine",
        ),
        (
            "Zahnarzttermin am {was} um 15 Uhr",
            "der zahnarzt ist auf den {now} verschoben, gleiche Zeit",
            "15 Uhr",
        ),
    ],
)
def test_what_is_moved_at_the_same_time_keeps_its_hour(
    talk: Talk, alice: User, told: str, moved: str, hour: str
) -> None:
    language = "de" if "Zahn" in told else "en"
    was, now = (_spelled(_in_days(alice, days), language) for days in (3, 12))
    talk.say(told.format(was=was))
    talk.anew().say(moved.format(now=now))
    assert f"({hour})" in talk.anew().say(f"what's on on {now}?").text
    assert "don’t know of anything" in talk.anew().say(f"what's on on {was}?").text


def test_who_comes_for_some_days_is_there_on_each_of_them(talk: Talk, alice: User) -> None:
    first, within, last = (_spelled(_in_days(alice, days), "de") for days in (3, 7, 12))
    talk.say(f"am {first} kommen Vreni und Ueli für zehn Tage zu uns")
    assert "Vreni" in talk.anew().say(f"wer kommt am {within} zu uns?").text
    assert f"bis {last}" in talk.anew().say("bis wann bleiben Vreni und Ueli?").text


def test_an_hour_that_nobody_changed_is_told_beside_the_new_day(talk: Talk, alice: User) -> None:
    was, now = (_spelled(_in_days(alice, days), "de") for days in (3, 12))
    talk.say(f"Zahnarzttermin am {was} um 15 Uhr")
    talk.anew().say(f"der zahnarzt ist auf den {now} verschoben worden")
    told = talk.anew().say(f"was hab ich am {now} vor?")
    assert told.text.index("verschoben") < told.text.index("15 Uhr")
    assert "Davor" in told.text


def test_what_was_only_said_is_told_too(talk: Talk, alice: User) -> None:
    talk.say("today in a week the boiler gets serviced")
    week = _spelled(_in_days(alice, 7))
    assert "boiler" in talk.anew().say(f"anything on {week}?").text


def test_birthdays_are_told_from_the_next_on(talk: Talk, alice: User) -> None:
    soon, later = _in_days(alice, 40), _in_days(alice, 300)
    for told in (
        f"Inge hat am {later.day}.{later.month}. Geburtstag",
        f"Tom's birthday is on {soon.day} {months('en')[soon.month - 1].capitalize()}",
        "I was at a birthday party",
    ):
        talk.anew().say(told)
    all_of_them = talk.anew().say("welche geburtstage muss ich mir merken?")
    assert [quote.split()[0].strip("'s") for quote in all_of_them.quotes] == ["Tom", "Inge"]
    month = months("de")[later.month - 1].capitalize()
    whose = talk.anew().say(f"wer hat im {month} Geburtstag?")
    assert "Inge" in whose.text
    assert "Tom" not in whose.text or later.month == soon.month
