"""The days a sentence tells of: which way they lie, of which month, and how long something lasts.

Said on Sunday, 29 November 2026.
"""

from datetime import UTC, date, datetime

import pytest

from memories.learning.changing.left_out import with_date
from memories.text import month_before
from memories.text.calendar.dated import dated, dated_near
from memories.text.calendar.told import told_times
from memories.text.calendar.whats_on.occurring import days_told, occurrence

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def days(text: str) -> list[str]:
    return [str(each.since.date()) for each in told_times(text, NOW)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the surgery rang, they had to shift my scan to the 14th", "2026-12-14"),
        ("they bumped the boiler man to Thursday", "2026-12-03"),
        ("the optician phoned and put me back to the 14th, same time", "2026-12-14"),
        ("my eye test got moved, to tuesday", "2026-12-01"),
        ("the vet rescheduled us for wednesday", "2026-12-02"),
        ("choir was swapped to the 7th", "2026-12-07"),
        ("I promised Ida I'd mend her clock before Christmas", "2026-12-25"),
        ("told him we would be there on Friday", "2026-12-04"),
        ("dentist had to move me to 14th, same time", "2026-12-14"),
        ("they gave me Tuesday", "2026-12-01"),
        ("Die Impfung wurde auf Mittwoch verlegt", "2026-12-02"),
        ("die Werkstatt hat mich auf den 14. geschoben", "2026-12-14"),
        ("der Elternabend ist auf dienstag vorgezogen worden", "2026-12-01"),
        ("Zahnarzt hat angerufen, auf den 14 verschoben", "2026-12-14"),
        ("la cita la cambiaron al jueves", "2026-12-03"),
    ],
)
def test_what_was_moved_to_a_day_lies_ahead(text: str, day: str) -> None:
    assert days(text) == [day]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I moved to Hull on the 14th", "2026-11-14"),
        ("We shifted the shed on Tuesday", "2026-11-24"),
        ("I sent the parcel to Inge on the 14th", "2026-11-14"),
        ("They brought it to us on Friday", "2026-11-27"),
        ("In der Nacht auf Sonntag ist er gestorben", "2026-11-22"),
        ("I can't believe she died on Friday", "2026-11-27"),
        ("The woman I met on Friday is nice", "2026-11-27"),
        ("I bought it on Friday, it is lovely", "2026-11-27"),
        ("Am Dienstag hat Timo sein Rad verkauft, er ist froh", "2026-11-24"),
        ("We went to Rome last autumn, at Easter", "2026-04-05"),
        ("Ich war an Weihnachten krank", "2025-12-25"),
    ],
)
def test_what_has_passed_lies_behind(text: str, day: str) -> None:
    assert days(text)[-1] == day


@pytest.mark.parametrize(
    "text",
    [
        "Great aunt Mo passed away yesterday, the service is on 9 December so nobody can stay for"
        " Christmas",
        "Opa ist gestern gestorben, die Beerdigung ist am 9. Dezember, darum kommt Timo an"
        " Weihnachten nicht",
        "sad day: Mo died yesterday. wake's on 9 december and we cannot travel at xmas",
        "Rob lost his dad yesterday, burial's on the 9th so he wants to be alone at xmas",
        "Gestern ist Mo gestorben, am 9.12. ist die Abdankung und an Weihnachten sind wir allein",
    ],
)
def test_what_follows_from_a_death_lies_ahead(text: str) -> None:
    assert days(text) == ["2026-11-28", "2026-12-09", "2026-12-25"]


def test_what_was_said_to_be_is_to_come() -> None:
    assert days("Rob told me the exam is on 9 December") == ["2026-12-09"]
    assert days("Rob told me he sat it on 9 October") == ["2026-10-09"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("In February we're off to Oban, we take the ferry on the 11th", "2027-02-11"),
        ("we're in Oban in feb, no: in february, and sail on the 11th", "2027-02-11"),
        ("Im Mai fahren wir nach Graz, der Zug geht am 11.", "2027-05-11"),
        ("nächsten Monat ist Messe, ich bin am 11. dran", "2026-12-11"),
        ("On 28 December we fly out, back on the 3rd", "2027-01-03"),
        ("In june we moved here and on the 11th the pipe burst", "2026-06-11"),
        ("en febrero vamos a Cádiz, salimos el 11", "2027-02-11"),
        ("im april sind wir am 3. in Bern und am 11. in Basel", "2027-04-11"),
        # Of something else.
        ("In February we go to Oban, but the dentist is on the 11th", "2026-12-11"),
        ("My birthday is in March and I see the doctor on the 11th", "2026-12-11"),
        ("In February we go to Oban. Dentist on the 11th", "2026-12-11"),
        ("I have been ill since March and see the doctor on the 11th", "2026-12-11"),
        ("MOT is on 22 January and the dentist on the 11th", "2026-12-11"),
    ],
)
def test_a_day_is_of_the_month_said_before_it(text: str, day: str) -> None:
    assert days(text)[-1] == day


def test_a_month_said_in_an_earlier_part_of_the_sentence_is_kept() -> None:
    month = month_before("in february we're off to Oban,", NOW)
    assert month == date(2027, 2, 1)
    assert (
        dated("We sail on the 11th", NOW, month=month) == "We sail on the 11th (11 February 2027)"
    )
    assert month_before("in february we're off to Oban, but", NOW) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I sing christmas hymns in a choir", []),
        ("Can't bear Christmas songs", []),
        ("we don't do Halloween", []),
        ("Ich mag Weihnachten nicht", []),
        ("Christmas is at Mo's", ["2026-12-25"]),
        ("xmas morning we swim", ["2026-12-25"]),
        ("at Easter Mo comes", ["2027-03-28"]),
        ("Ostern sind wir in Graz", ["2027-03-28"]),
    ],
)
def test_a_feast_that_is_only_named_is_no_day(text: str, told: list[str]) -> None:
    assert days(text) == told


def test_of_what_is_done_at_every_feast_no_one_day_is_told() -> None:
    for text in ("At Easter we always go to Whitby", "An Weihnachten gibt es immer Fondue"):
        assert dated(text, NOW) == text
        assert days_told(text, NOW) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("am Stephanstag arbeite ich", "2026-12-26"),
        ("am zweiten Weihnachtstag kommt Mo", "2026-12-26"),
        ("am 2. Weihnachtsfeiertag kommt Mo", "2026-12-26"),
        ("Am ersten Weihnachtstag sind wir bei Oma", "2026-12-25"),
        ("am Heiligen Abend singe ich", "2026-12-24"),
        ("am 3. Advent ist das Konzert", "2026-12-13"),
        ("Konzert am ersten Advent", "2026-11-29"),
        ("Am Berchtoldstag ist Neujahrsapéro", "2027-01-02"),
        ("am Dreikönigstag kommt Mo", "2027-01-06"),
        ("an Auffahrt wandern wir", "2027-05-06"),
        ("Christi Himmelfahrt sind wir weg", "2027-05-06"),
        ("am Pfingstmontag ist Turnier", "2027-05-17"),
        ("an Fronleichnam ist Prozession", "2027-05-27"),
        ("am Gründonnerstag ist Probe", "2027-03-25"),
        ("am Rosenmontag hab ich frei", "2027-02-08"),
        ("an Allerheiligen gehen wir auf den Friedhof", "2027-11-01"),
        ("am Muttertag essen wir auswärts", "2027-05-09"),
        ("am Buß- und Bettag ist zu", "2027-11-17"),
        ("party at ours on Hogmanay", "2026-12-31"),
        ("pancakes on Shrove Tuesday", "2027-02-09"),
    ],
)
def test_a_feast_has_its_day(text: str, day: str) -> None:
    assert days(text) == [day]


def test_a_driveway_is_no_feast() -> None:
    assert days("Das Auto steht in der Auffahrt") == []
    assert days("Wir wohnen im 2. Stock und sind auf den 3. Platz gekommen") == []


@pytest.mark.parametrize(
    ("text", "with_end"),
    [
        (
            "Am 23. Dezember kommen sie für zehn Tage zu uns",
            "Am 23. Dezember kommen sie für zehn Tage (bis 1. Januar 2027) zu uns",
        ),
        (
            "next friday Mo comes to stay for three nights",
            "next friday (4 December 2026) Mo comes to stay for three nights"
            " (until 7 December 2026)",
        ),
        (
            "Am 5. Januar beginnt die Reha und dauert drei Wochen",
            "Am 5. Januar beginnt die Reha und dauert drei Wochen (bis 26. Januar 2027)",
        ),
        (
            "for a fortnight from 3 January I'm in Leeds",
            "for a fortnight (until 17 January 2027) from 3 January I'm in Leeds",
        ),
        (
            "Wir bleiben ab Freitag vier Nächte in Chur",
            "Wir bleiben ab Freitag (4. Dezember 2026) vier Nächte (bis 8. Dezember 2026) in Chur",
        ),
        ("I've been off for 2 weeks, MOT is on 22 January",) * 2,
        ("In February we go to Oban for 5 nights",) * 2,
        ("The fair is on 9 January. We saved for two weeks",) * 2,
    ],
)
def test_what_lasts_some_days_has_its_end(text: str, with_end: str) -> None:
    assert dated(text, NOW) == with_end
    # Read again, it has no other days.
    assert dated(with_end, NOW) == with_end
    assert days_told(with_end, NOW) == days_told(text, NOW)


def test_what_lasts_falls_on_each_of_its_days() -> None:
    text = "On 14 December they come for three weeks"
    christmas = date(2026, 12, 24), date(2026, 12, 27)
    assert occurrence(text, NOW, *christmas)
    assert occurrence("In December they build the bridge", NOW, *christmas) is None


@pytest.mark.parametrize(
    ("text", "was_on", "now_on"),
    [
        ("They've pushed the filling to the 22nd", date(2027, 4, 14), "22 April 2027"),
        ("Moved to the 3rd", date(2026, 12, 28), "3 January 2027"),
        ("Verschoben auf den 16., Uhrzeit bleibt", date(2026, 12, 9), "16. Dezember 2026"),
        ("moved us to the friday that week", date(2026, 12, 9), "11 December 2026"),
        ("moved to Friday", date(2027, 4, 14), "4 December 2026"),
    ],
)
def test_a_day_without_its_month_is_near_the_day_it_was_on(
    text: str, was_on: date, now_on: str
) -> None:
    said_at = datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert f"({now_on})" in dated_near(text, said_at, was_on)


def test_a_date_that_was_written_in_brackets_stays() -> None:
    news = "moved to the new day (12 May 2027)"
    assert with_date(news, date(2027, 4, 14), NOW) == news
