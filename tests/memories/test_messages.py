"""What of a message lasts, and which times it names."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memories.learning import told
from memories.text import times

NOW = datetime(2026, 3, 18, 9, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    "text",
    [
        "I live in Ghent.",
        "type 1 since i was 9, pump on the left side",
        "got the keys to the flat in Leith, third floor no lift",
        "meine schwägerin zieht im mai nach linz",
        "mi abuela vive en Lugo desde 1990",
    ],
)
def test_what_lasts_is_told_whatever_its_words(text: str) -> None:
    assert told(text)


@pytest.mark.parametrize(
    "text",
    [
        "morning! how are you",
        "Where does Tom live?",
        'She wrote: "I live in Bath and I have two dogs."',
        "```\nI live in Ghent.\n```",
        "haha ok thanks",
        "wie spät ist es?",
    ],
)
def test_what_does_not_last_is_not(text: str) -> None:
    assert not told(text)


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("mri booked for a week from tomorrow", "2026-03-26"),
        ("flying on the 3rd", "2026-04-03"),
        ("übermorgen kommen die handwerker", "2026-03-20"),
        ("en tres semanas empiezo", "2026-04-08"),
        ("end of next month", "2026-04-30"),
        ("dinner on Saturday week", "2026-03-28"),
    ],
)
def test_times_are_days_of_the_calendar(text: str, since: str) -> None:
    assert times(text, NOW, "future")[0].since.date().isoformat() == since


def test_what_happens_every_week_names_no_time() -> None:
    assert not times("choir every thursday", NOW, "future")
