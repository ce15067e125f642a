"""Times that are counted, as days: said on Tuesday, 24 November 2026."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memories.text import times, understand
from memories.text.calendar.dated import dated

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "since", "until"),
    [
        ("three Mondays ago", "2026-11-09", "2026-11-10"),
        ("the Friday before last", "2026-11-13", "2026-11-14"),
        ("two weekends ago", "2026-11-14", "2026-11-16"),
        ("in the third quarter", "2026-07-01", "2026-10-01"),
        ("in the first quarter of 2025", "2025-01-01", "2025-04-01"),
        ("in March last year", "2025-03-01", "2025-04-01"),
        ("in May two years ago", "2024-05-01", "2024-06-01"),
        ("in the first week of October", "2026-10-01", "2026-10-08"),
        ("on the second Tuesday in October", "2026-10-13", "2026-10-14"),
        ("the last Sunday of September", "2026-09-27", "2026-09-28"),
        ("the last ten days of August", "2026-08-22", "2026-09-01"),
        ("on Friday the 13th", "2026-11-13", "2026-11-14"),
        ("in mid-September", "2026-09-11", "2026-09-21"),
        ("last weekend", "2026-11-21", "2026-11-23"),
        ("vor drei Montagen", "2026-11-09", "2026-11-10"),
        ("vorletztes Wochenende", "2026-11-14", "2026-11-16"),
        ("im März letzten Jahres", "2025-03-01", "2025-04-01"),
        ("im dritten Quartal", "2026-07-01", "2026-10-01"),
        ("in der ersten Oktoberwoche", "2026-10-01", "2026-10-08"),
        ("im Mai vor zwei Jahren", "2024-05-01", "2024-06-01"),
        ("en marzo del año pasado", "2025-03-01", "2025-04-01"),
        ("el fin de semana pasado", "2026-11-21", "2026-11-23"),
    ],
)
def test_a_counted_time_is_named_and_asked_for(words: str, since: str, until: str) -> None:
    (named,) = times(f"What happened {words}?", NOW, "past")
    assert (str(named.since.date()), str(named.until.date())) == (since, until)
    period = understand(f"What happened {words}?", NOW, ZoneInfo("UTC"), ()).period
    assert period is not None
    assert (str(period.since.date()), str(period.until.date())) == (since, until)


@pytest.mark.parametrize(
    "text",
    ["The party is on Tuesday 1 December", "Das Fest ist am Dienstag, den 1. Dezember"],
)
def test_a_weekday_with_its_date_is_that_date(text: str) -> None:
    (named,) = times(text, NOW, "future")
    assert str(named.since.date()) == "2026-12-01"
    assert dated(text, NOW) == text


@pytest.mark.parametrize(
    "text",
    [
        "The bins go out every other Monday.",
        "Alternate Mondays are mine.",
        "I run on Tuesdays and Thursday mornings.",
        "Monday to Wednesday I'm in the library.",
        "The first Saturday of the month is market day.",
        "It falls on the last Friday of each month.",
        "Jeden zweiten Montag ist Chor.",
        "Von Montag bis Mittwoch arbeite ich in Bonn.",
        "Am ersten Samstag im Monat ist Markt.",
        "Cada dos lunes tengo clase.",
        "rent is 780, due on the 1st",
        "Pay day is the 25th.",
        "Miete ist am 1. fällig",
        "Cobro el día 28.",
        "Der Chor ist ab sofort nicht mehr am Donnerstag, sondern am Mittwoch.",
        "From now on the choir meets on Wednesday.",
        "La clase ya no es el jueves.",
    ],
)
def test_what_comes_again_and_again_has_no_date(text: str) -> None:
    assert dated(text, NOW) == text


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Dinner moved from Monday to Wednesday.", "2 December 2026"),
        ("Next Monday to Wednesday I'm away.", "2 December 2026"),
        ("Got my ticket for Easter Saturday.", "27 March 2027"),
        ("The library book is due on the 14th.", "14 December 2026"),
    ],
)
def test_a_day_that_comes_once_has_its_date(text: str, day: str) -> None:
    assert f"({day})" in dated(text, NOW)
