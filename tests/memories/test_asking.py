"""What a question asks for."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from memories.text import asks
from memories.text.question_parser import ParsedQuestion, understand

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2023, 6, 10, 12, tzinfo=BERLIN)  # a Saturday


def asked(text: str, *names: str, now: datetime = NOW) -> ParsedQuestion:
    return understand(text, now, BERLIN, names)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("What did I do on 1 May, 2022?", "2022-05-01", "2022-05-02"),
        ("Who came on February 14th?", "2023-02-14", "2023-02-15"),
        ("What was due on 2022-03-09?", "2022-03-09", "2022-03-10"),
        ("What happened yesterday?", "2023-06-09", "2023-06-10"),
        ("What did we say last week?", "2023-05-29", "2023-06-05"),
        ("Where did I go in May 2022?", "2022-05-01", "2022-06-01"),
        ("Was the first half of September 2022 good?", "2022-09-01", "2022-10-01"),
        ("What did I plant in December?", "2022-12-01", "2023-01-01"),
        ("What state did she visit in summer 2021?", "2021-06-01", "2021-09-01"),
        ("What did I read last winter?", "2022-12-01", "2023-03-01"),
        ("What changed during 2022?", "2022-01-01", "2023-01-01"),
        ("What did I buy two weeks ago?", "2023-05-22", "2023-05-29"),
    ],
)
def test_a_time_named_is_a_period_in_the_persons_zone(text: str, since: str, until: str) -> None:
    period = asked(text).period
    assert period is not None
    assert period.since == datetime.fromisoformat(since).replace(tzinfo=BERLIN)
    assert period.until == datetime.fromisoformat(until).replace(tzinfo=BERLIN)


@pytest.mark.parametrize(
    "text",
    [
        "What may we do about the march of time?",
        "How many days ago did I go rafting?",
        "When did Nate dye his hair?",
        "on 31 February 2022",
        "9999 years ago",
        "",
    ],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert asked(text).period is None


def test_today_is_the_persons_own_day() -> None:
    just_before_midnight_in_london = datetime(2023, 6, 9, 22, 30, tzinfo=UTC)
    period = asked("What is on today?", now=just_before_midnight_in_london).period
    assert period is not None
    assert period.since == datetime(2023, 6, 10, tzinfo=BERLIN)


def test_days_from_counts_on_both_sides_and_is_none_inside() -> None:
    period = asked("What happened on 1 May 2022?").period
    assert period is not None
    assert period.days_from(datetime(2022, 4, 29, tzinfo=BERLIN)) == 2
    assert period.days_from(datetime(2022, 5, 1, 23, tzinfo=BERLIN)) == 0
    assert period.days_from(datetime(2022, 5, 4, tzinfo=BERLIN)) == 2


def test_who_is_named_is_also_asked_in_the_first_person() -> None:
    question = asked("What did Dana's sister paint for Dana?", "Dana Whitfield", "Ravi")
    assert question.names == ("Dana Whitfield",)
    assert question.meanings == (
        "What did Dana's sister paint for Dana?",
        "What did my sister paint for I?",
    )


def test_without_a_name_the_question_is_asked_as_it_stands() -> None:
    question = asked("What did Ravindra paint?", "Ravi")
    assert question.names == ()
    assert question.meanings == ("What did Ravindra paint?",)


@pytest.mark.parametrize(
    ("text", "time", "name"),
    [
        ("When did we move?", True, False),
        ("How long is my commute?", True, False),
        ("How many weeks of leave do I have?", True, False),
        ("Which evening is my singing?", True, False),
        ("At what hour does the wedding begin?", True, False),
        ("Who fixed the roof?", False, True),
        ("Which city did I live in?", False, True),
        ("Which dentist do I go to?", False, True),
        ("And the vet, where's she?", False, True),
        # A time is what must be told, whoever is named with it.
        ("Who cuts it for me when it gets too long?", True, False),
        ("How many bikes do I own?", False, False),
        ("How often do we catch up?", False, False),
        ("Why did I stop?", False, False),
        ("What is my favourite film?", False, False),
        ("Which of my old coats do I wear most?", False, False),
    ],
)
def test_what_kind_of_answer_is_wanted(text: str, time: bool, name: bool) -> None:
    assert (asked(text).wants_time, asked(text).wants_name) == (time, name)


def test_whom_it_is_about() -> None:
    assert asked("What do I like?").about_self
    assert not asked("What does Dana like?").about_self
    assert asked("Which dish did you recommend?").about_assistant
    assert asked("In our previous conversation, what was the address?").about_assistant
    assert asked("What did you tell me about Vienna?").about_assistant
    assert asked("What was your advice on the lease?").about_assistant
    assert not asked("Where do I work?").about_assistant
    assert not asked("Have you got my passport number?").about_assistant
    assert not asked("What would you cook for Dana?").about_assistant


@pytest.mark.parametrize(
    ("text", "asking"),
    [
        ("I've left the Tesco job, did I say?", False),
        ("Mein Chef ist weg, hab ich dir schon gesagt?", False),
        ("Me cambié de piso, ¿te lo he dicho?", False),
        ("Where is my passport, did I tell you?", True),
        ("Did I tell you?", True),
        ("I live in Bath, right?", True),
    ],
)
def test_what_tells_in_passing_asks_nothing(text: str, asking: bool) -> None:
    assert asks(text) is asking


@pytest.mark.parametrize(
    "text",
    [
        "gibts bei mir im haus nen lift",
        "hat gudrun ein blaues auto",
        "Ist Anton inzwischen verlobt",
        "Um wie viel Uhr fängt die Probe an",
        "Mir fällt nicht mehr ein, wo der Schlüssel liegt.",
        "for how long may I speak at the jubilee",
        "if the pump breaks down am i still insured",
        "remind me on which day the second one is taken out",
        "ich koch für malte und svenja, was lass ich weg",
        "cooking for jess and amy together, what do i leave out",
        "donde esta mi pasaporte",
        "is mein samsung noch fit",
        "darf ich noch Milch trinken",
        "hab ich noch urlaub",
        "und bei wem",
        "und mein bruder",
        "and since when",
    ],
)
def test_who_asks_in_a_hurry_asks(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "hab meine schwester besucht",
        "mach ich morgen",
        "kann ich morgen nicht",
        "war mein geburtstag gestern, schön wars",
        "und mein bruder kommt auch",
        "Can't say I blame her.",
        "Could do with a break",
        "Can recommend the fish place",
        "Hat Tom besucht",
        "He told me where he lives, which is nice",
        "I have an uncle, who can help",
    ],
)
def test_who_leaves_out_whom_it_is_about_tells(text: str) -> None:
    assert not asks(text)
