"""A fragment in the place of its like in a statement: a day for a day, an hour for an hour.

"No, make that 8" changes the hour and never the day; "on Friday" the day and never the hour.
"""

import re
from datetime import datetime

from memories.text import (
    NamedTime,
    Span,
    clock_times,
    may_be_clock_time,
    month_numbers,
    months,
    times,
    told_times,
)
from memories.text import weekdays as names_of_weekdays

# What only leads to the value: "make that 8", "lieber um acht", "I mean Friday".
_LEADS = re.compile(
    r"^(?:(?:(?:let['’]?s\s+)?(?:make|call|say)(?:\s+(?:that|it|this))?|rather|better|i\s+mean[t]?|now|instead"
    r"|actually|it\s+should\s+(?:be|say)|change\s+(?:that|it)\s+to|sagen\s+wir|mach(?:en\s+wir)?(?:\s+(?:das|es|daraus))?"
    r"|lieber|besser|doch|ich\s+mein(?:t)?e|eher|mal|jetzt|es\s+ist|mejor|digamos|quiero\s+decir|quise\s+decir"
    r"|pon(?:gamos)?)[,:]?\s+)+(?=\S)",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"[,\s]+(?:instead|actually|please|rather|then|now|stattdessen|bitte|lieber|doch|mejor)$",
    re.IGNORECASE,
)
_BEFORE_DAY = re.compile(r"\b(?:on|am|el)\s+$", re.IGNORECASE)
_ON = re.compile(r"^(?:(?:on|am|el|the|den|dem)\s+)+", re.IGNORECASE)
_DAY_ALONE = re.compile(
    r"^(?:on\s+)?(?:the\s+|am\s+|den\s+|dem\s+|el\s+(?:día\s+)?)?(?P<d>\d{1,2})(?P<end>st|nd|rd|th|\.)$",
    re.IGNORECASE,
)
_CUT_DATE = re.compile(r"^(?:am|zum|den|dem|der)\s+\d{1,2}(?:\.\d{1,2})?$", re.IGNORECASE)
_DATE_AFTER = re.compile(r"\s*\([^()]*\d{4}\)")
_DIGITS = re.compile(r"\d{1,2}(?:st|nd|rd|th)?(?=\D|$)")
_MARK = re.compile(r"\s?(?:uhr|[ap]\.?m\.?)$", re.IGNORECASE)
_MONTH_BESIDE = re.compile(
    rf"\b(?:{'|'.join(month_numbers('en', 'de', 'es'))})\b|[./]\d", re.IGNORECASE
)
_NUMBER = re.compile(r"\d[\d.,:]*\d|\d")
_UNIT = r"(?:\s?(?:euros?|dollars?|pounds?|years?|kilos?|kg|km|%|€|\$|£))?"
_SLOTS = (
    re.compile(rf"\b\d[\d.,:]*{_UNIT}(?!\w)", re.IGNORECASE),
    re.compile(rf"\b(?:{'|'.join(names_of_weekdays('en', 'de', plural=True))})\b", re.IGNORECASE),
    re.compile(rf"\b(?:{'|'.join(months('en', 'de'))})\b", re.IGNORECASE),
)
# What a fragment replaces when nothing of its kind stands there: what follows the verb.
_PREDICATE = re.compile(
    r"^(?P<head>.*?\b(?:is|are|was|were|am|['’]m|called|named|in|at|on|to|for|with|from|use|prefer|"
    r"like|love|drive|play|speak)\s+)(?P<tail>[^,.]+?)(?P<end>[.,].*)?$",
    re.IGNORECASE,
)


def value_of(words: str) -> str:
    """The value that a fragment gives, without what leads to it."""
    value = _ENDS.sub("", _LEADS.sub("", words.strip().rstrip("!?"))).strip(" ,")
    value = value.rstrip(".")
    # "Am 23." is a day, "am 8.12." a date.
    return f"{value}." if _CUT_DATE.match(value) else value


def filled(content: str, value: str, now: datetime) -> str | None:
    """A statement with a new value where the old one of the same kind stands.

    `now` is aware, in the zone of whoever says it: "Friday" is counted from it.
    """
    days, hours = told_times(value, now), clock_times(value)
    if may_be_clock_time(value) and not days:
        if hour := _with_hour(content, value):
            return hour
    elif day := _with_day(content, value, days, hours, now):
        return day
    return _with_number(content, value, now) or _with_name(content, value)


def _with_hour(content: str, value: str) -> str | None:
    """The statement at another hour; None where it names none."""
    was = next(iter(clock_times(content)), None)
    if was is None:
        return None
    said = next(iter(clock_times(value)), None)
    hour = said.of(value) if said else value
    if _NUMBER.fullmatch(hour) and (mark := _MARK.search(was.of(content))):
        # "Um 8 Uhr", "lieber um 9".
        hour += mark.group()
    return _put(content, was, hour)


def _with_day(
    content: str, value: str, days: list[NamedTime], hours: list[Span], now: datetime
) -> str | None:
    """The statement on another day, and at the hour that is given with it."""
    if not days:
        return None
    was = next(iter(times(content, now, "future")), None)
    if was is None:
        return None
    if hours and (with_hour := _with_hour(content, hours[0].of(value))):
        content, value = with_hour, (value[: hours[0].start] + value[hours[0].stop :])
        value = re.sub(r"\s+(?:at|um|a\s+las?)?\s*$", "", value, flags=re.IGNORECASE)
        was = next(iter(times(content, now, "future")), was)
    stop = was.stop
    if dated := _DATE_AFTER.match(content, stop):
        stop = dated.end()
    if within := _day_of_its_month(was, value):
        return _put(content, *within)
    if _BEFORE_DAY.search(content[: was.start]):
        value = _ON.sub("", value)
        if value.lower() in _NO_PREPOSITION:
            start = was.start - len(_BEFORE_DAY.search(content[: was.start])[0])  # type: ignore[index]
            return _put(content, Span(start, stop), value)
    return _put(content, Span(was.start, stop), value)


def _day_of_its_month(was: NamedTime, value: str) -> tuple[Span, str] | None:
    """Where the day of a date stands that "the 23rd" changes, and the other: its month stays."""
    said, day = _DAY_ALONE.match(value), _DIGITS.search(was.words)
    if said is None or day is None:
        return None
    around = was.words[: day.start()] + was.words[day.end() :]
    if not _MONTH_BESIDE.search(around):
        return None
    start = was.start + day.start()
    number = said["d"] + said["end"].replace(".", "")
    return Span(start, start + len(day.group())), number


_NO_PREPOSITION = frozenset("today tomorrow tonight heute morgen übermorgen hoy mañana".split())


def _with_number(content: str, value: str, now: datetime) -> str | None:
    """The statement with another number, weekday or month; those of a date are no numbers."""
    named = times(content, now, "future")
    for slot in _SLOTS:
        said = slot.search(value)
        for old in slot.finditer(content) if said else ():
            in_date = any(each.start < old.end() and old.start() < each.stop for each in named)
            if in_date and slot is _SLOTS[0]:
                continue
            was, now_said = _NUMBER.match(old.group()), _NUMBER.match(value)
            if (
                was
                and now_said
                and _goes_on_alike(content[old.start() + was.end() :], value[now_said.end() :])
            ):
                # "6 people" for "4 people", "800" for "780 euros".
                return _put(content, Span(old.start(), old.start() + was.end()), now_said.group())
            return _put(content, Span(*old.span()), value)
    return None


def _goes_on_alike(rest: str, said: str) -> bool:
    """Whether what follows a number is what follows the other, or nothing follows that."""
    return rest.strip().lower().startswith(said.strip().lower())


def _with_name(content: str, value: str) -> str | None:
    """The statement with another name; else with the value where what follows its verb stands."""
    if value[:1].isupper():
        names = [
            match
            for match in re.finditer(r"[A-ZÀ-ÖØ-Þ][\w'’-]*(?:\s+[A-ZÀ-ÖØ-Þ][\w'’-]*)*", content)
            if match.start() > 0
            and match.group().lower() not in ("i", "i'm", "i’m")
            and not any(slot.fullmatch(match.group()) for slot in _SLOTS)
        ]
        if names:
            return _put(content, Span(*names[-1].span()), value)
    predicate = _PREDICATE.match(content)
    if predicate:
        return f"{predicate['head']}{value}{predicate['end'] or ''}"
    return None


def _put(content: str, span: Span, value: str) -> str:
    """The statement with the value there; what follows it is not said twice: "B negative"."""
    before, after = content[: span.start], content[span.stop :]
    if before.endswith(("£", "€", "$")):
        value = value.removeprefix(before[-1])
    words = value.split()
    for n in range(1, len(words)):
        if after.lower().lstrip().startswith(" ".join(words[n:]).lower()):
            return before + " ".join(words[:n]) + after
    return before + value + after
