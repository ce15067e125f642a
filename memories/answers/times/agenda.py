"""Agenda: everything dated within the days a question asks about, in order.

No likeness of words finds it: "what's on this week?" shares none with "Dentist on the 3rd". It is
read from what is remembered, and from passages that carry a date; what was replaced is left out.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from memories.answers import lookup
from memories.answers.passages import AnswerPassage, distinct, passages_of
from memories.answers.shapes import Answer, Question
from memories.answers.verdicts import SURE, Verdict
from memories.learning.changing.cancelled import cancels
from memories.learning.changing.plain_changes import is_moved
from memories.models import Change, Chunk, Evidence, Memory, Source
from memories.recall import Item, Query, of_memory, passage
from memories.search import passages_holding
from memories.source_kinds import registered
from memories.text import asks, clock_times, dated, first_person, in_english, sentences, stems
from memories.text.calendar.names import month_numbers, weekdays
from memories.text.calendar.recurring import is_birthday
from memories.text.calendar.whats_on.asked import AskedDays, asked_days
from memories.text.calendar.whats_on.occurring import Occurrence, occurrence
from memories.text.calendar.words import DAYS, HOLIDAYS

# Maximum number of things told, of passages of documents and mail among them.
TOLD, READ = 40, 5
# Number of items told when the question asks for something else about those days.
CLOSEST = 3
SOME_DAYS, WEEK, YEAR = 10, 7, 366
# Maximum number of memories, messages and passages read that name a time, latest first.
MEMORIES, SAID, PASSAGES = 3_000, 1_000, 150
# Number of latest messages read that may cancel something.
NEWS = 200
_WHY = gettext_noop("dated within the time asked about")
_MONTHS = month_numbers("en", "de", "es")
# What names a time, as Postgres reads it: most of what is remembered names none.
_NAMES_A_TIME = (
    r"\d\s?[./]\s?\d|\d(st|nd|rd|th)\y|\d{4}-\d\d|\y(am|zum|día|el|bis|the)\s\d"
    r"|\d\.?\s?(–|-|to|bis)\s?\d|\y("
    + "|".join([*_MONTHS, *DAYS, *HOLIDAYS, "week", "weekend", "woche", "wochenende", "semana"])
    + r")|\y("
    + "|".join(weekdays("en", "de", "es"))
    + ")"
)
_A_BIRTHDAY = (
    r"birthday|\ybday|\yborn\y|geburtstag|\ygeb(oren|\.)|cumple|naci"
    r"|\yturn(s|ing)?\y|\ywird\y|will\sbe"
)
# What may say that something is off, or on another day.
_OFF_OR_MOVED = (
    r"cancel|called|off\y|happening|going\sahead|scrap|dropped|backed\sout|pulled\sout|abgesagt"
    r"|absagen|storniert|gecancelt|gestrichen|abgeblasen|fällt|fiel|statt|anul|suspend|moved"
    r"|reschedul|postpone|pushed|put\s(off|back)|brought\sforward|changed|versch|verleg|geschoben"
    r"|aplaz|cambi"
)


# "hab ich am Samstag Training" asks without a mark.
_VERB_FIRST = re.compile(
    r"(?:hab|habe|haben|muss|müssen|bin|sind|soll|sollen|kann|darf|do|have|am|tengo)\s",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]+")
_WITHOUT_MONTH = re.compile(
    rf"\d\s?[./-]\s?\d|\b(?:may|mar|march|set|ago)\b|\b(?:{'|'.join(weekdays('en', 'de', 'es'))})"
    r"|\b(?:every|each|monthly|jede\w*|monatlich|cada)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Dated:
    passage: AnswerPassage
    when: Occurrence
    said_at: datetime


@dataclass(frozen=True)
class _News:
    text: str
    at: datetime


def days_asked(user: User, question: Question) -> AskedDays | None:
    """The days that a question for what is on asks about; None where it asks something else.

    "And in January?" asks of that month what the question before it asked.
    """
    now = timezone.now().astimezone(user.zone)
    asked = asked_days(question.text, now)
    if asked is None or not asked.bare or not question.carried:
        return asked
    spans = sentences(question.carried)
    before = next((words for span in spans if asks(words := span.of(question.carried))), "")
    if not before:
        return asked
    was = asked_days(before, now)
    if was is None or not was.all_of_it:
        return None
    return replace(asked, birthdays=was.birthdays, visits=was.visits)


def whats_on(user: User, question: Question, asked: AskedDays) -> Answer | None:
    """All that is on in the days asked about, or that nothing is; None where more is asked.

    Of days that are over it may have been told without a date: where nothing is dated in them that
    is None as well.
    """
    if not asked.all_of_it:
        return None
    told = _on_days(user, question.query(question.text), asked)
    if not told:
        return None if asked.past else Answer(Verdict.UNKNOWN, days=asked)
    return _answer(Verdict.SURE, told, asked)


def whats_on_besides(user: User, question: Question, asked: AskedDays) -> Answer | None:
    """The agenda of the days asked about, as the closest answer to another question."""
    mine = first_person.IN_ENGLISH.search(in_english(question.text))
    asking = asks(question.text) or _VERB_FIRST.match(question.text)
    if asked.past or asked.all_of_it or not mine or not asking:
        return None
    told = _on_days(user, question.query(question.text), asked)
    return _answer(Verdict.CLOSEST, told[:CLOSEST], asked) if told else None


def _answer(verdict: Verdict, told: Sequence[AnswerPassage], asked: AskedDays) -> Answer:
    items = tuple(each.item for each in told)
    each = {item.id: SURE for item in items}
    days = asked if verdict is Verdict.SURE else None
    return Answer(verdict, tuple(told), SURE, each, items, joined=True, days=days)


def _on_days(user: User, query: Query, asked: AskedDays) -> list[AnswerPassage]:
    """All that is dated within the days that are asked about, in order.

    What comes every week stands last where more than some days are asked about. Call it outside of
    `acting_as`.
    """
    with acting_as(user):
        found = [*_remembered(user, query, asked), *_passages(user, query, asked)]
        found = _still_on(found, _news(user, query))
    if asked.visits and (visits := [d for d in found if asked.is_visit(d.passage.text)]):
        found = visits
    far = (asked.last - asked.first).days > SOME_DAYS
    found.sort(key=lambda each: (far and each.when.again, each.when.on))
    return distinct([each.passage for each in found])[:TOLD]


def _still_on(found: Sequence[_Dated], news: Sequence[_News]) -> list[_Dated]:
    """Without what was called off or moved since it was said, though nothing took its place."""
    return [
        each
        for each in found
        if not any(
            one.at > each.said_at
            and (cancels(each.passage.text, one.text) or is_moved(each.passage.text, one.text))
            for one in news
        )
    ]


def _news(user: User, query: Query) -> list[_News]:
    """Messages that cancel or move something, latest first."""
    said = Source.objects.filter(
        query.in_scope("project"),
        user=user,
        kind__in=[kind.name for kind in registered() if kind.direct],
        author=Source.Author.PERSON,
        text__iregex=_OFF_OR_MOVED,
    ).exclude(pk__in=query.exclude_sources)
    told = said.order_by("-happened_at").values_list("text", "happened_at")[:NEWS]
    return [
        _News(words, at)
        for text, at in told
        for span in sentences(text)
        if not asks(words := span.of(text))
    ]


def _remembered(user: User, query: Query, asked: AskedDays) -> list[_Dated]:
    memories = (
        Memory.objects.select_related("supersedes")
        .filter(
            query.in_scope("project"),
            user=user,
            state=Memory.State.CURRENT,
            content__iregex=_A_BIRTHDAY if asked.birthdays else _NAMES_A_TIME,
        )
        .order_by("-updated")
    )
    if query.leave_out_local_only:
        memories = memories.filter(local_only=False)
    by_id = {memory.pk: memory for memory in memories[:MEMORIES]}
    evidence = Evidence.objects.filter(memory__in=by_id, chunk__isnull=False)
    said = evidence.select_related("chunk__source").defer("chunk__source__text").order_by("created")
    found: dict[UUID, _Dated] = {}
    for each in said:
        memory = by_id[each.memory_id]
        source = each.chunk.source if each.chunk else None
        if memory.pk in found or source is None or source.pk in query.exclude_sources:
            continue
        at = _when_said(source, user.zone)
        if _is_of_other_months(memory.content, asked):
            continue
        if when := _falls(memory.content, at, asked):
            item = of_memory(memory, each, why=_WHY)
            if old := _at_an_hour(memory):
                item = replace(item, before=(old,))
            told = AnswerPassage(item, item.text, 0, len(item.text))
            found[memory.pk] = _Dated(told, when, at)
    return list(found.values())


def _at_an_hour(memory: Memory) -> Item | None:
    """The memory this one replaced, if only that one names the hour: it may still hold."""
    old = memory.supersedes
    if old is None or clock_times(memory.content) or not clock_times(old.content):
        return None
    if old.state != Memory.State.SUPERSEDED:
        return None
    evidence = Evidence.objects.filter(memory=old, chunk__isnull=False).order_by("created")
    first = evidence.select_related("chunk__source").first()
    return of_memory(old, first, why=_WHY) if first else None


def _falls(text: str, said_at: datetime, asked: AskedDays) -> Occurrence | None:
    if asked.birthdays and not is_birthday(text):
        return None
    found = occurrence(text, said_at, asked.first, asked.last)
    # What was every week is no news of a week that is over.
    return None if found and found.again and asked.past else found


def _is_of_other_months(text: str, asked: AskedDays) -> bool:
    """Whether the one month that a text names is none of those asked about: a look at its words.

    It may name other times without their month, or one that is a word as well: then it is read.
    """
    if _WITHOUT_MONTH.search(text):
        return False
    named = {_MONTHS[word] for word in _WORDS.findall(text.lower()) if word in _MONTHS}
    return len(named) == 1 and not named & _months_of(asked)


def _months_of(asked: AskedDays) -> set[int]:
    days = min((asked.last - asked.first).days, YEAR)
    return {(asked.first + timedelta(days=n)).month for n in range(days + 1)}


def _when_said(source: Source, zone: ZoneInfo) -> datetime:
    return source.happened_at.astimezone(ZoneInfo(source.zone) if source.zone else zone)


def _passages(user: User, query: Query, asked: AskedDays) -> list[_Dated]:
    """Dated passages that are no memory."""
    chunks = [*_said(user, query, asked), *_read(user, query, asked)]
    taught = _taught(chunk.pk for chunk in chunks)
    items = [passage(chunk, chunk.start, chunk.stop, why=_WHY) for chunk in chunks]
    items = lookup.without_replaced(user, items, None)
    at = {chunk.source_id: _when_said(chunk.source, user.zone) for chunk in chunks}
    found: list[_Dated] = []
    for told in passages_of(items, ""):
        said_at = at[told.item.source_id]
        if _overlaps(told, taught.get(told.item.chunk_id or told.item.source_id, ())):
            continue
        if when := _falls(told.text, said_at, asked):
            # "Tomorrow" is another day when it is told.
            spoken = told if told.was_read else replace(told, text=dated(told.text, said_at))
            found.append(_Dated(spoken, when, said_at))
    read = [each for each in found if each.passage.was_read]
    return [each for each in found if not each.passage.was_read] + read[:READ]


def _said(user: User, query: Query, asked: AskedDays) -> list[Chunk]:
    """Messages of the person that name a time, latest first."""
    direct = [kind.name for kind in registered() if kind.direct]
    chunks = Chunk.objects.filter(
        query.in_scope("source__project"),
        user=user,
        hidden=None,
        own_words=True,
        source__kind__in=direct,
        source__author=Source.Author.PERSON,
        source__text__iregex=_A_BIRTHDAY if asked.birthdays else _NAMES_A_TIME,
    ).exclude(source__in=query.exclude_sources)
    # "No, on Friday" is told by what it corrected.
    corrections = Change.objects.filter(user=user, what=Change.What.CORRECTED, cause__isnull=False)
    chunks = chunks.exclude(source__in=corrections.values("cause"))
    if query.leave_out_local_only:
        chunks = chunks.filter(source__local_only=False)
    return list(chunks.select_related("source").order_by("-source__happened_at")[:SAID])


def _read(user: User, query: Query, asked: AskedDays) -> list[Chunk]:
    """Passages of documents, mail and the like that hold the names of the days asked about."""
    read = [kind.name for kind in registered() if not kind.direct]
    wanted = stems(
        "birthday geburtstag cumpleaños born geboren" if asked.birthdays else _names_of(asked)
    )
    chunks = Chunk.objects.filter(
        query.in_scope("source__project"),
        pk__in=passages_holding(user.pk, wanted, PASSAGES),
        user=user,
        hidden=None,
        source__kind__in=read,
    ).exclude(source__in=query.exclude_sources)
    if query.leave_out_local_only:
        chunks = chunks.filter(source__local_only=False)
    return list(chunks.select_related("source"))


def _names_of(asked: AskedDays) -> str:
    """The words that dates within these days are written with."""
    months = _months_of(asked)
    each = [asked.first + timedelta(days=n) for n in range((asked.last - asked.first).days + 1)]
    words = [name for name, number in _MONTHS.items() if number in months]
    if len(each) <= WEEK:
        words += [f"{day.day} {day.day:02} {day.day}th" for day in each]
        words += [str(month) for month in months]
    return " ".join(words)


def _taught(chunks: Iterable[UUID]) -> dict[UUID, list[tuple[int, int]]]:
    """Where in these chunks stands what is remembered, or was."""
    found: dict[UUID, list[tuple[int, int]]] = {}
    evidence = Evidence.objects.filter(chunk__in=list(chunks))
    for chunk, start, stop in evidence.values_list("chunk", "start", "stop"):
        if chunk is not None and start is not None and stop is not None:
            found.setdefault(chunk, []).append((start, stop))
    return found


def _overlaps(told: AnswerPassage, spans: Sequence[tuple[int, int]]) -> bool:
    start, stop = told.item.start + told.start, told.item.start + told.stop
    return any(a < stop and start < b for a, b in spans)
