"""Times that are counted, as days: said on Tuesday, 24 November 2026."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memories.text import clock_times, times, told_times, understand
from memories.text.calendar.dated import dated
from memories.text.calendar.recurring import recurring

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


# Said on a Sunday.
SUNDAY = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Dienstag in einer Woche fahre ich nach Bremen", "8. Dezember 2026"),
        ("am Freitag in zwei Wochen ist Premiere", "18. Dezember 2026"),
        ("In einer Woche am Dienstag kommt die Klempnerin", "8. Dezember 2026"),
        ("Heute in zwei Wochen ist das Konzert", "13. Dezember 2026"),
        ("heute in acht Tagen fliege ich", "6. Dezember 2026"),
        ("übernächste Woche Mittwoch kommt Ute", "9. Dezember 2026"),
        ("today in a week the boiler gets serviced", "6 December 2026"),
        ("in two weeks on Thursday we fly", "10 December 2026"),
        ("Monday week I see the optician", "7 December 2026"),
        ("a week ago today I broke my toe", "22 November 2026"),
        ("Tuesday the week after next is the audit", "8 December 2026"),
        ("el martes dentro de una semana voy al médico", "8 de diciembre de 2026"),
    ],
)
def test_a_day_counted_from_another_is_one_day(text: str, day: str) -> None:
    told = dated(text, SUNDAY)
    assert f"({day})" in told
    assert told.count("(") == 1


@pytest.mark.parametrize(
    ("text", "with_date"),
    [
        ("We fly to Malta in the Easter holidays", "We fly to Malta in the Easter holidays"),
        ("Christmas dinner is at ours", "Christmas dinner is at ours"),
        (
            "The Christmas market opens on Friday",
            "The Christmas market opens on Friday (4 December 2026)",
        ),
        # Who means today says so.
        ("Brunch is on Sunday", "Brunch is on Sunday (6 December 2026)"),
        ("I fell on Sunday", "I fell on Sunday (22 November 2026)"),
        ("Konzert am 29.", "Konzert am 29. (29. Dezember 2026)"),
        ("At Easter Mum comes", "At Easter (28 March 2027) Mum comes"),
        ("Inge hat am 23.6. Geburtstag, nicht am 22.",) * 2,
        (
            "The party is on Friday, not on Thursday",
            "The party is on Friday (4 December 2026), not on Thursday",
        ),
        ("We're not there on Friday", "We're not there on Friday (4 December 2026)"),
        ("I'm not back until Friday", "I'm not back until Friday (4 December 2026)"),
        ("den Chor am Dienstag gibt es noch",) * 2,
        ("Last week I fell", "Last week (16 – 22 November 2026) I fell"),
    ],
)
def test_a_date_stands_behind_what_it_is_the_date_of(text: str, with_date: str) -> None:
    assert dated(text, SUNDAY) == with_date


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("The fair is from 3 to 6 July", "2027-07-03", "2027-07-07"),
        ("vom 3. bis 6. Dezember sind wir in Rom", "2026-12-03", "2026-12-07"),
        ("Lehrgang 3.-6.12.", "2026-12-03", "2026-12-07"),
        ("tomorrow (30 November 2026) we fly", "2026-11-30", "2026-12-01"),
    ],
)
def test_days_up_to_another_are_one_time(text: str, since: str, until: str) -> None:
    (told,) = told_times(text, SUNDAY)
    assert (str(told.since.date()), str(told.until.date())) == (since, until)


@pytest.mark.parametrize(
    ("text", "weekdays"),
    [
        ("Training is on Tuesdays and Fridays", {1, 4}),
        ("Yoga jeden Mittwochabend", {2}),
        ("dienstags Chor", {1}),
        ("I work Monday to Thursday", {0, 1, 2, 3}),
        ("den Chor am Dienstag gibt es noch", {1}),
        ("The choir no longer meets on Tuesdays", set()),
        ("Dentist on Tuesday", set()),
    ],
)
def test_what_comes_every_week_has_its_days(text: str, weekdays: set[int]) -> None:
    assert recurring(text, SUNDAY).weekdays == weekdays


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Tom comes at 7", ["7"]),
        ("um halb acht", ["halb acht"]),
        ("am 10.12. um 14:30", ["14:30"]),
        ("dentist 10 Dec at 9am", ["9am"]),
        ("by 3 December", []),
        ("um 7. Dezember", []),
        ("at 12 Mill Road", []),
        ("by 10 people", []),
        ("a las ocho", ["ocho"]),
    ],
)
def test_a_time_of_the_day_is_no_date(text: str, hours: list[str]) -> None:
    assert [span.of(text) for span in clock_times(text)] == hours


@pytest.mark.parametrize(
    ("said", "as_dated"),
    [
        (
            "The concert is on the last Friday before Christmas Day.",
            "The concert is on the last Friday before Christmas Day (18 December 2026).",
        ),
        ("They've shoved me to the 10th.", "They've shoved me to the 10th (10 December 2026)."),
        ("Squeezed me in on the 20th.", "Squeezed me in on the 20th (20 December 2026)."),
        ("The coming weekend I paint.", "The coming weekend (28 – 29 November 2026) I paint."),
        # These come again and again, or have their date beside them.
        ("I swim on Tuesday and Saturday mornings.", "I swim on Tuesday and Saturday mornings."),
        ("Gus pays us on the 26th.", "Gus pays us on the 26th."),
        ("Elternabend Mittwoch 9.12. um 17 Uhr.", "Elternabend Mittwoch 9.12. um 17 Uhr."),
    ],
)
def test_a_time_is_told_with_its_date(said: str, as_dated: str) -> None:
    assert dated(said, NOW) == as_dated


def test_what_is_booked_for_a_day_is_to_come() -> None:
    said = "Booked the ferry to Santander for the second Saturday in January."
    assert [each.since.date().isoformat() for each in told_times(said, NOW)] == ["2027-01-09"]
