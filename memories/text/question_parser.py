"""What a question asks for: whom it names, when it means, what kind of answer would do."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memories.text import first_person
from memories.text.calendar.days import times
from memories.text.calendar.names import month_numbers, weekdays
from memories.text.expected_answers import asks_for_name, asks_for_time
from memories.text.languages import language_of
from memories.text.meaning.number_words import number_words
from memories.text.patterns import lazily

_MONTH = rf"(?:{'|'.join(month_numbers('en'))})\b\.?"
_WEEKDAY = rf"(?:{'|'.join(weekdays('en'))})"
_NUMBER = rf"(?:\d{{1,3}}|an?|{'|'.join(number_words(1, 12, 'en'))})"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d"

# Which words mean a time, and how long that time is. The first that matches at a place wins.
_TIMES: tuple[tuple[str, str], ...] = (
    ("day", r"\d{4}-\d{2}-\d{2}"),
    ("day", rf"{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}"),
    ("day", rf"{_MONTH}\s+{_DAY},?\s+{_YEAR}"),
    ("month", rf"(?:(?:in|of|since|during|until)\s+)?{_MONTH},?\s+(?:of\s+)?{_YEAR}"),
    ("day", rf"{_DAY}\s+(?:of\s+)?{_MONTH}"),
    ("day", rf"{_MONTH}\s+{_DAY}\b(?!:)"),
    ("day", r"(?:the\s+)?day\s+before\s+yesterday|yesterday|today|tonight|last\s+night"),
    ("day", rf"{_NUMBER}\s+days?\s+ago"),
    ("week", rf"{_NUMBER}\s+weeks?\s+ago|(?:last|past|this)\s+week(?:end)?"),
    ("month", rf"{_NUMBER}\s+months?\s+ago|(?:last|past|this)\s+month"),
    ("year", rf"{_NUMBER}\s+years?\s+ago|(?:last|this)\s+year"),
    ("day", rf"(?:last|on|this)\s+{_WEEKDAY}"),
    ("season", rf"(?:spring|summer|autumn|fall|winter)\s+(?:of\s+)?{_YEAR}"),
    ("season", r"(?:last|this)\s+(?:spring|summer|autumn|fall|winter)"),
    ("month", rf"(?:in|during|since|last|this|for|of|by|until|early|late|mid)[\s-]+{_MONTH}"),
    ("year", rf"(?:in|during|since|of|by|until|for|from)\s+{_YEAR}"),
)
_TIME = lazily(
    "|".join(rf"(?P<t{i}>\b(?:{pattern})\b)" for i, (_, pattern) in enumerate(_TIMES)),
    re.IGNORECASE,
)
_LEADING = lazily(
    r"^(?:in|on|during|since|of|by|until|for|from|this|past|early|late|mid)[\s-]+", re.IGNORECASE
)
_SEASON_STARTS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

# What it said is asked for, and not "have you my number?" or "what would you eat?".
_ASSISTANT = lazily(
    r"\b(?:(?:did|have|had) you (?:\w+ ){0,2}?(?:say|said|tell|told|mention|recommend|suggest"
    r"|provide|give|given|list|write|written|describe|outline|advise|propose|answer|reply|explain"
    r"|claim|promise)(?:ed|d)?"
    r"|you (?:\w+ ){0,2}?(?:said|told|mentioned|recommended"
    r"|suggested|provided|gave|listed|wrote|described|outlined|advised|proposed|answered|replied"
    r"|explained|claimed|promised)"
    r"|(?:was|were) your (?:\w+ )?(?:answer|reply|recommendation|suggestion|advice|explanation)s?"
    r"|(?:our|the) (?:previous|last|earlier|past) (?:conversation|chat|discussion)"
    r"|we (?:discussed|talked about|outlined|went over|came up with))\b",
    re.IGNORECASE,
)
_NAME = lazily(r"[^\W\d_][\w'’-]*")


@dataclass(frozen=True)
class Period:
    """A time the question names, from `since` up to but not including `until`, aware."""

    since: datetime
    until: datetime
    words: str

    def days_from(self, moment: datetime) -> float:
        """How many days `moment` lies outside of it; 0 inside."""
        if moment < self.since:
            return (self.since - moment).total_seconds() / 86_400
        if moment >= self.until:
            return (moment - self.until).total_seconds() / 86_400
        return 0.0


@dataclass(frozen=True)
class ParsedQuestion:
    """A question understood.

    `names` are those of `known_names` that occur in it, as they are known. `meanings` is what to
    embed (one or two texts; search with the mean of their vectors): who speaks does not name
    himself, so "What did Dana paint?" is also asked as "What did I paint?". `wants_time` and
    `wants_name` (of a person or place) tell what kind of answer would do. `about_self` means that
    it speaks of the person asking, `about_assistant` that it asks what the assistant said.
    `language` is its code, "" where its words do not tell.
    """

    text: str
    meanings: tuple[str, ...]
    names: tuple[str, ...]
    period: Period | None
    wants_time: bool
    wants_name: bool
    about_self: bool
    about_assistant: bool
    language: str


def understand(
    text: str, now: datetime, zone: ZoneInfo, known_names: Iterable[str]
) -> ParsedQuestion:
    """Read a question asked at `now` (aware) by someone in `zone`.

    `known_names` are those of speakers: whoever says something in what the person keeps.
    """
    names = _named(text, known_names)
    return ParsedQuestion(
        text=text,
        meanings=_meanings(text, names),
        names=names,
        period=period_named(text, now.astimezone(zone)),
        wants_time=asks_for_time(text),
        wants_name=asks_for_name(text),
        about_self=bool(first_person.IN_ENGLISH.search(text)),
        about_assistant=asks_assistant(text),
        language=language_of(text),
    )


def _named(text: str, known_names: Iterable[str]) -> tuple[str, ...]:
    words = {re.sub(r"['’]s$", "", word).lower() for word in _NAME.findall(text)}
    named = []
    for name in known_names:
        parts = [part for part in name.lower().split() if len(part) > 1]
        # A first name stands for the whole: "Dana" is Dana Whitfield.
        if parts and parts[0] in words:
            named.append(name)
    return tuple(dict.fromkeys(named))


def _meanings(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The question as it stands, and in the first person of those whom it names."""
    if not names:
        return (text,)
    spellings = sorted({name for n in names for name in (n, n.split()[0])}, key=len, reverse=True)
    pattern = re.compile(
        rf"\b(?:{'|'.join(map(re.escape, spellings))})\b(?P<of>['’]s?(?!\w))?", re.IGNORECASE
    )
    return text, pattern.sub(lambda match: "my" if match["of"] else "I", text)


def asks_assistant(text: str) -> bool:
    """Whether a question asks what the assistant said."""
    return bool(_ASSISTANT.search(text))


def period_named(text: str, now: datetime) -> Period | None:
    """The time a question names; `now` is aware, in the zone of whoever asks."""
    match = _TIME.search(text)
    words = match.group() if match else ""
    plain = words if words.lower().startswith("this ") else _LEADING.sub("", words)
    named = max(times(text, now, "past"), key=lambda each: len(each.words), default=None)
    told = Period(named.since, named.until, named.words) if named and named.role == "at" else None
    if told and len(told.words) > len(plain):
        # Counted, a part of a month, of another year, or told in German or Spanish.
        return told
    if match is None or match.lastgroup is None:
        return None
    length = _TIMES[int(match.lastgroup[1:])][0]
    if length == "season":
        return _season(plain, now)
    moment = _moment(plain, now)
    return told if moment is None else _around(moment, length, plain)


def _moment(words: str, now: datetime) -> datetime | None:
    # Slow to import, and most questions name no time.
    import dateparser

    parsed = dateparser.parse(
        words,
        languages=["en"],
        settings={"RELATIVE_BASE": now.replace(tzinfo=None), "PREFER_DATES_FROM": "past"},
    )
    return None if parsed is None else parsed.replace(tzinfo=now.tzinfo)


def _around(moment: datetime, length: str, words: str) -> Period:
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if length == "day":
        return Period(day, day + timedelta(days=1), words)
    if length == "week":
        since = day - timedelta(days=day.weekday())
        return Period(since, since + timedelta(days=7), words)
    if length == "month":
        since = day.replace(day=1)
        return Period(since, _months_on(since, 1), words)
    since = day.replace(month=1, day=1)
    return Period(since, since.replace(year=since.year + 1), words)


def _season(words: str, now: datetime) -> Period:
    month = next(start for name, start in _SEASON_STARTS.items() if name in words.lower())
    year = re.search(_YEAR, words)
    since = now.replace(month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
    if year:
        since = since.replace(year=int(year.group()))
    elif since > now:
        since = since.replace(year=since.year - 1)
    return Period(since, _months_on(since, 3), words)


def _months_on(first: datetime, months: int) -> datetime:
    number = first.month - 1 + months
    return first.replace(year=first.year + number // 12, month=number % 12 + 1)
