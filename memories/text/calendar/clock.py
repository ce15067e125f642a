"""Times of the day that a text names: "at 7", "half past six", "um 15 Uhr", "a las ocho"."""

import re

from memories.text.calendar.words import MONTHS, NUMBERS
from memories.text.patterns import lazily
from memories.text.sentences import Span

_SPELLED = "|".join(
    word
    for word, number in NUMBERS.items()
    if number <= 12 and word not in {"a", "an", "couple", "una", "un", "uno", "einen", "einem"}
)
_MONTHS = "|".join(MONTHS)
_HOUR = rf"(?:(?:2[0-4]|1\d|0?\d)(?!\d)|(?:{_SPELLED})\b)"
_MINUTES = r"(?:[:.h][0-5]\d\b(?!\.\d))"
_LEADS = (
    r"(?:half(?:\s+past)?|(?:a\s+)?quarter\s+(?:past|to)|(?:five|ten|twenty|\d\d?)\s+(?:past|to)"
    r"|halb|viertel\s+(?:vor|nach)|dreiviertel|(?:fünf|zehn|zwanzig|\d\d?)\s+(?:vor|nach))"
)
_MARK = r"(?:\s?(?:[ap]\.?m\b\.?|o['’]clock|uhr(?:\s+[0-5]\d\b)?)|\s?h\b)"
_PART = (
    r"(?:\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night"
    r"|(?:morgens|abends|nachmittags|vormittags|mittags|nachts|früh)))"
)
# What is no time: a date, a number of something, a house.
_NO_TIME = (
    r"(?!\s*(?:%|€|\$|£|(?:st|nd|rd|th)\b|(?:years?|months?|weeks?|days?|minutes?|percent|people|miles?|km|kg"
    r"|jahren?|tagen?|wochen?|monaten?|minuten|prozent|leute\w*|años|días)\b)|[.:/]?\d|\.\s?\d|\.\s?[a-zä]{3,}"
    rf"|\s+(?:of\s+|de\s+|(?:to|bis|a|-|–)\s*\d{{1,2}}(?:st|nd|rd|th|\.)?\s+)?(?:{_MONTHS})\b"
    r"|\s+(?-i:[A-Z]\w+\s+(?:St|Street|Road|Rd|Lane|Avenue|Drive|Close|Way)\b))"
)
_CLOCK = lazily(
    # With what marks it, alone or after a preposition.
    rf"\b(?P<a>(?:{_LEADS}\s+)?{_HOUR}{_MINUTES}?{_MARK}{_PART}?)"
    rf"|(?<![\d.,/])\b(?P<b>(?:[01]?\d|2[0-4]):[0-5]\d(?!\d){_PART}?)"
    rf"|\b(?P<c>{_LEADS}\s+{_HOUR})(?!\s*(?:of|an?)\b)"
    # Bare, where it is said to be one.
    rf"|\b(?:at|by|until|till|around|about|from|gegen|um|bis|ab|a\s+las?)\s+(?:about\s+|around\s+|etwa\s+)?"
    rf"(?P<d>(?:{_LEADS}\s+)?{_HOUR}{_MINUTES}?(?:{_MARK}|(?:ish\b)?{_NO_TIME}){_PART}?)"
    r"|\b(?P<e>noon|midday|midnight|mittags?|mitternacht|mediodía|medianoche)\b",
    re.IGNORECASE,
)
_BARE = lazily(
    rf"^(?:at|um|gegen|a\s+las?)?\s*(?:{_LEADS}\s+)?{_HOUR}{_MINUTES}?(?:ish)?{_MARK}?{_PART}?$",
    re.IGNORECASE,
)


def clock_times(text: str) -> list[Span]:
    """Where a text names times of the day, without the preposition before them, in order."""
    return [Span(*match.span(match.lastgroup or 0)) for match in _CLOCK.finditer(text)]


def may_be_clock_time(words: str) -> bool:
    """Whether a few words may be a time of the day and nothing else: "8", "half 8", "um acht"."""
    return _BARE.match(words.strip()) is not None or _CLOCK.fullmatch(words.strip()) is not None
