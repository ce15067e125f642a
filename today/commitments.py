"""Find what somebody said they would do: "I'll send the draft by Friday".

A sentence is a task where its writer binds themself (a promise, "I need to", "ich muss", "te
mando") to a deed that somebody waits for, or to any deed by a day that is named. What is asked,
wished, conditional, habitual or a state ("I'll be in Rome on Friday") is none: on Today a missed
task costs less than a wrong one. What no list of words knows, sentences that were read for it tell
(today.task_likelihood): "Expect chapter seven in your inbox on Monday".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from memories.learning import facts_of
from memories.text import (
    NamedTime,
    Span,
    asks,
    asks_to_be_reminded,
    is_blank,
    language_meant,
    sentences,
    times,
)
from today import commitment_words as words
from today.task_likelihood import promised

# What is named further ahead is a plan, not a task.
AHEAD = timedelta(days=60)
# Longer sentences were pasted, or tell a story; in characters.
LONGEST = 240
SHORTEST_WORDS = 3
# Minimum probability of a task without a word of the lists; and, in a chat, of one about somebody
# other than its author: "pauline gets it on Sunday".
LIKELY, OF_OTHERS = 0.8, 0.92
_TO_SOMEBODY = re.compile(words.TO_SOMEBODY, re.IGNORECASE)
# "I have to tell you": that is told by it.
_TELLS_YOU = re.compile(r"tell\s+(?:you|ya|u)\b", re.IGNORECASE)
_DUE = frozenset(("at", "until", "before"))


@dataclass(frozen=True)
class Commitment:
    """A task as it was said, and until when where that was said."""

    span: Span
    due: datetime | None


@dataclass(frozen=True)
class _Language:
    owed: re.Pattern[str]
    obliged: re.Pattern[str]
    future: re.Pattern[str]
    # At the beginning alone.
    bare: re.Pattern[str]
    bare_future: re.Pattern[str]
    by_day: re.Pattern[str]
    saying: re.Pattern[str]
    due_back: re.Pattern[str]
    gets: re.Pattern[str]
    errands: tuple[str, ...]
    states: frozenset[str]
    # Errands are given as stems.
    inflected: bool
    # The deed stands at the end of the clause, not right after what binds.
    deed_last: bool


def commitments(text: str, said_at: datetime, *, addressed: bool = False) -> Iterator[Commitment]:
    """The tasks in somebody's own words; `said_at` is aware, in the zone of who said it.

    `addressed` is whether it was written to somebody, who may wait for what is promised.
    """
    told = [
        span
        for span in sentences(text)
        if _may_tell(span.of(text)) or asks_to_be_reminded(span.of(text))
    ]
    bound = {span: _is_bound(span.of(text), said_at, addressed=addressed) for span in told}
    # In a chat nobody waits: "I'll forward you the invoice" is to be written to somebody.
    others = [
        span
        for span in told
        if not (bound[span] or _is_no_deed(span.of(text), said_at))
        and not _told().search(span.of(text))
        and (addressed or not _TO_SOMEBODY.search(span.of(text)))
    ]
    likely = promised([span.of(text) for span in others])
    bound |= {
        span: sure >= (LIKELY if addressed or _says_who(span.of(text)) else OF_OTHERS)
        for span, sure in zip(others, likely, strict=True)
    }
    for span in told:
        if bound[span]:
            for part in _bound_parts(text, span, said_at, addressed=addressed):
                yield Commitment(part, due_in(part.of(text), said_at))


def _says_who(sentence: str) -> bool:
    """Whether a sentence speaks of who says it; in Spanish its verbs do."""
    return _by_oneself().search(sentence) is not None or language_meant(sentence) == "es"


def _bound_parts(text: str, span: Span, said_at: datetime, *, addressed: bool) -> list[Span]:
    """The facts of a sentence that bind, where the others surely do not; else all of it."""
    facts = facts_of(text, span)
    if len(facts) == 1 or any(fact.subject for fact in facts):
        # "I need to call Sam and have to send the form": the second is no sentence by itself.
        return [span]
    parts = [fact.span for fact in facts]
    binding = [p for p in parts if _is_bound(p.of(text), said_at, addressed=addressed)]
    rest = [part.of(text) for part in parts if part not in binding]
    due = due_in(span.of(text), said_at)
    in_time = any(due_in(part.of(text), said_at) == due for part in binding)
    return binding if in_time and all(sure < LIKELY for sure in promised(rest)) else [span]


def _is_bound(sentence: str, said_at: datetime, *, addressed: bool) -> bool:
    """Whether its words bind whoever wrote a sentence."""
    if _is_no_deed(sentence, said_at):
        return False
    if asks_to_be_reminded(sentence):
        return True
    if _open().search(_told_so().sub(" ", sentence)):
        return False
    due = due_in(sentence, said_at)
    awaited = addressed and (
        _TO_SOMEBODY.search(sentence) is not None
        or any(
            _begun(each.bare_future, sentence) or each.gets.search(sentence)
            for each in _languages()
        )
    )
    bound = any(_binds(each, sentence, due is not None, awaited) for each in _languages())
    return bound or bool(due and not addressed and _self().match(sentence))


def is_given_up(sentence: str) -> bool:
    """Whether it says that something planned will not be done: "I changed my mind"."""
    return _given_up().search(sentence) is not None


def _is_no_deed(sentence: str, said_at: datetime) -> bool:
    """Whether a plan was given up, or what is to be kept in mind is how things are, on no day."""
    if is_given_up(sentence):
        return True
    return _state_told().search(sentence) is not None and due_in(sentence, said_at) is None


def _may_tell(sentence: str) -> bool:
    plain = sentence.rstrip("\"'”’) ")
    return (
        len(sentence) <= LONGEST
        and len(sentence.split()) >= SHORTEST_WORDS
        and not asks(plain)
        and not sentence.lstrip().startswith((">", "“", "„", '"', "«"))
        and not is_blank(sentence)
    )


def due_in(sentence: str, said_at: datetime) -> datetime | None:
    """Until when something is to be done, where the sentence says so."""
    named = [time for time in times(sentence, said_at, "future") if _is_due(time, said_at)]
    return named[-1].until - timedelta(seconds=1) if named else None


def _is_due(time: NamedTime, said_at: datetime) -> bool:
    return time.role in _DUE and said_at < time.until <= said_at + AHEAD


def _binds(language: _Language, sentence: str, has_day: bool, awaited: bool) -> bool:
    if language.owed.search(sentence):
        return True
    if has_day and (
        language.due_back.match(sentence) or (awaited and language.gets.search(sentence))
    ):
        return True
    if language.saying.search(sentence):
        return has_day or awaited
    set_for = language.by_day.match(sentence)
    obliged = language.obliged.search(sentence) or _begun(language.bare, sentence)
    future = language.future.search(sentence) or _begun(language.bare_future, sentence)
    bound = set_for or obliged or future
    if bound is None:
        return False
    rest = sentence[bound.end() :].strip(" ,")
    deed = _deed(rest, last=language.deed_last)
    if _ready().search(rest) and has_day:
        return True
    if awaited and has_day and any(_is_errand(language, deed) for deed in _further_deeds(rest)):
        return True
    if not deed.islower() or deed in language.states or _TELLS_YOU.match(rest):
        return False
    if language.deed_last and not deed.endswith("n"):
        # "Ich muss zum Zahnarzt" is an appointment.
        return False
    errand = _is_errand(language, deed)
    if set_for:
        return errand
    return has_day or ((awaited or obliged is not None) and errand)


def _begun(bare: re.Pattern[str], sentence: str) -> re.Match[str] | None:
    """What binds at the beginning of the sentence, or of a clause of it."""
    starts = (0, *(match.end() for match in re.finditer(r"[,;]\s+|\s[–-]\s", sentence)))
    return next(filter(None, (bare.match(sentence, at) for at in starts)), None)


def _deed(rest: str, *, last: bool) -> str:
    """The word that says what is done."""
    found: list[str] = re.findall(r"[^\W\d_][\w'’-]*", rest)
    skipped = [w for w in found if w.lower() not in _BETWEEN] if not last else found
    if not skipped:
        return ""
    return skipped[-1] if last else skipped[0]


def _further_deeds(rest: str) -> list[str]:
    """What is done besides: "put it up and send you a photo"."""
    return [found[1].lower() for found in _AND.finditer(rest)]


def _is_errand(language: _Language, deed: str) -> bool:
    if language.inflected:
        return any(stem in deed for stem in language.errands)
    return deed in language.errands


_AND = re.compile(r"\b(?:and|und|y)\s+(?:then\s+|dann\s+|luego\s+)?([^\W\d_]+)", re.IGNORECASE)
_BETWEEN = frozenset("to still also just then definitely really probably first quickly try".split())


@lru_cache(maxsize=1)
def _self() -> re.Pattern[str]:
    """What somebody tells themself to do by a day: "ruf morgen den Arzt an"."""
    return re.compile(rf"(?:{'|'.join(words.ERRANDS['de'].split())})e?\s", re.IGNORECASE)


@lru_cache(maxsize=1)
def _ready() -> re.Pattern[str]:
    """ "I'll have the sketch ready", "you'll have it by Friday": somebody gets it then."""
    return re.compile(
        r"^(?:have|get)\s+(?:(?:it|them|that)\b|(?:\S+\s+){1,6}?"
        r"(?:ready|done|finished|sent|over|back|to\s+\w+)\b)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _open() -> re.Pattern[str]:
    return re.compile(f"{words.OPEN}|{words.AGAIN}", re.IGNORECASE | re.VERBOSE)


@lru_cache(maxsize=1)
def _state_told() -> re.Pattern[str]:
    return re.compile(words.STATE_TOLD, re.IGNORECASE | re.VERBOSE)


@lru_cache(maxsize=1)
def _given_up() -> re.Pattern[str]:
    return re.compile(words.GIVEN_UP, re.IGNORECASE | re.VERBOSE)


@lru_cache(maxsize=1)
def _told() -> re.Pattern[str]:
    return re.compile(words.TOLD, re.IGNORECASE | re.VERBOSE)


@lru_cache(maxsize=1)
def _by_oneself() -> re.Pattern[str]:
    return re.compile(words.BY_ONESELF, re.IGNORECASE | re.VERBOSE)


@lru_cache(maxsize=1)
def _told_so() -> re.Pattern[str]:
    return re.compile(words.TOLD_SO, re.IGNORECASE | re.VERBOSE)


@lru_cache(maxsize=1)
def _languages() -> tuple[_Language, ...]:
    return tuple(map(_language, words.OWED))


def _language(name: str) -> _Language:
    errands = tuple(words.ERRANDS[name].split())
    return _Language(
        _pattern(words.OWED[name]),
        _pattern(words.OBLIGED[name]),
        _pattern(words.FUTURE[name]),
        _pattern(words.BARE[name]),
        _pattern(words.BARE_FUTURE[name]),
        _pattern(words.BY_DAY[name], ends=False),
        _pattern(words.SAYING[name].replace("ERRAND", "|".join(errands))),
        _pattern(words.DUE_BACK[name], ends=False),
        _pattern(words.GETS[name]),
        errands,
        frozenset(words.STATES[name].split()),
        name != "en",
        name == "de",
    )


def _pattern(table: str, *, ends: bool = True) -> re.Pattern[str]:
    """A table as one pattern: its lines follow each other, a space in it is any white space."""
    joined = re.sub(r"\s*\n\s*", "", table.strip()).strip()
    spaced = joined.replace(" ", r"\s+").replace("'", "['’]")
    end = r"(?!\w)" if ends else ""
    return re.compile(rf"(?<![\w'’])(?:{spaced}){end}", re.IGNORECASE)
