"""Which days a question for what is on asks about, and what falls into them."""

from datetime import UTC, date, datetime

import pytest

from memories.text.calendar.whats_on.asked import asked_days
from memories.text.calendar.whats_on.occurring import occurrence

# A Sunday.
NOW = datetime(2026, 11, 29, 14, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What's on in December?", "2026-12-01", "2026-12-31"),
        ("what's december looking like", "2026-12-01", "2026-12-31"),
        ("welche Termine hab ich im Dezember?", "2026-12-01", "2026-12-31"),
        ("what do I have on this week?", "2026-11-29", "2026-12-06"),
        ("hows my week looking?", "2026-11-29", "2026-12-06"),
        ("Was steht nächste Woche an?", "2026-11-30", "2026-12-06"),
        ("was hab ich am 3.12. vor?", "2026-12-03", "2026-12-03"),
        ("wie sieht mein Donnerstag aus?", "2026-12-03", "2026-12-03"),
        ("Am I free on Friday?", "2026-12-04", "2026-12-04"),
        ("anything on between 3 and 10 December?", "2026-12-03", "2026-12-10"),
        ("zwischen dem 3. und 10. Dezember was los?", "2026-12-03", "2026-12-10"),
        ("whats happening between the 18th and the 24th", "2026-12-18", "2026-12-24"),
        ("was ist zwischen dem 18. und 24. los?", "2026-12-18", "2026-12-24"),
        ("ist der 19. noch frei?", "2026-12-19", "2026-12-19"),
        ("weißt du ob ich am 11. was habe?", "2026-12-11", "2026-12-11"),
        ("what have I got from Monday to Wednesday?", "2026-11-30", "2026-12-02"),
        ("Was liegt in den nächsten zwei Wochen an?", "2026-11-29", "2026-12-13"),
        ("what's planned over Christmas?", "2026-12-24", "2026-12-27"),
        ("Was ist am Wochenende los?", "2026-12-05", "2026-12-06"),
        ("what am I doing this weekend?", "2026-11-29", "2026-11-29"),
        ("What's coming up?", "2026-11-29", "2027-11-30"),
        ("hab ich am Samstag Besuch?", "2026-12-05", "2026-12-05"),
        ("¿qué tengo esta semana?", "2026-11-29", "2026-12-06"),
        ("What's up in the first week of December?", "2026-12-01", "2026-12-07"),
        ("was mach ich am 6.12.?", "2026-12-06", "2026-12-06"),
        ("sag mal, was ist so im Januar?", "2027-01-01", "2027-01-31"),
        ("What did I do last weekend?", "2026-11-21", "2026-11-22"),
    ],
)
def test_a_question_for_what_is_on_asks_about_days(question: str, first: str, last: str) -> None:
    asked = asked_days(question, NOW)
    assert asked is not None
    assert asked.all_of_it
    assert (str(asked.first), str(asked.last)) == (first, last)


@pytest.mark.parametrize(
    "question",
    [
        "When is the dentist?",
        "Who is my dentist?",
        "Where do I live?",
        "What's on my shopping list?",
        "What did I tell you in March?",
        "When is Inge's birthday?",
        "When is my birthday?",
        "What's going on at work?",
        "Wann hat Inge Geburtstag?",
        "Wo war ich im März?",
        "How much did the bike cost in May?",
        "Which day is choir?",
    ],
)
def test_what_asks_for_one_thing_asks_about_no_days(question: str) -> None:
    assert asked_days(question, NOW) is None


def test_what_is_asked_of_the_days_besides_is_left() -> None:
    asked = asked_days("Was muss ich diese Woche noch bezahlen?", NOW)
    assert asked is not None
    assert asked.rest == ("bezahlen",)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("Whose birthday is in May?", "2027-05-01", "2027-05-31"),
        ("wer hat im Mai Geburtstag?", "2027-05-01", "2027-05-31"),
        ("When are the birthdays?", "2026-11-29", "2027-11-29"),
        ("welche Geburtstage muss ich mir merken?", "2026-11-29", "2027-11-29"),
        ("Does anyone have a birthday next month?", "2026-12-01", "2026-12-31"),
    ],
)
def test_birthdays_are_asked_for_alone(question: str, first: str, last: str) -> None:
    asked = asked_days(question, NOW)
    assert asked is not None
    assert asked.birthdays
    assert (str(asked.first), str(asked.last)) == (first, last)


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Dentist on 9 December at 3pm", "2026-12-09"),
        ("Zahnarzt am 9.12. um 15 Uhr", "2026-12-09"),
        ("The optician moved to dec 16", "2026-12-16"),
        ("Inge was born on 4 December 1958", "2026-12-04"),
        ("Onkel Bert hat am 24.12. Geburtstag", "2026-12-24"),
        ("Choir every Tuesday", "2026-12-01"),
        ("dienstags Training", "2026-12-01"),
        ("The book club is on the first Monday of the month", "2026-12-07"),
        ("am letzten Freitag im Monat ist Stammtisch", "2026-12-25"),
        ("Rent is due on the 5th", "2026-12-05"),
        ("We are in Rome from 28 November to 2 December", "2026-12-01"),
        ("vom 3. bis 6. Dezember sind wir in Rom", "2026-12-03"),
        ("In December we are in Spain", "2026-12-01"),
        ("Dentist on 9 January", None),
        ("I moved here on 9 December 2019", None),
        ("I have worked there since December", None),
        ("The party is on 9 January, not on 9 December", None),
        ("I like cheese", None),
    ],
)
def test_what_is_dated_falls_into_the_days_asked_about(text: str, on: str | None) -> None:
    found = occurrence(text, NOW, date(2026, 12, 1), date(2026, 12, 31))
    assert (str(found.on) if found else None) == on
