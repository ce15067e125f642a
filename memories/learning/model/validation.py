"""Check what a model found: only what its passage holds, word for word, is kept.

A quote is looked for in the person's own sentences, blind to white space and punctuation, and what
is kept of it are the words that stand there. What has none, or says more than it, is dropped.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from memories.learning.model.excerpts import Excerpt, asks
from memories.learning.model.prompt import Fact
from memories.learning.statements import THRESHOLD, is_quoted
from memories.models import Memory
from memories.text import MASK, FactParts, Span, sentences, stems, stems_of_names
from memories.text.fact_parts import ME

# Maximum number of facts accepted from one passage: more were made up.
MOST = 40
# Minimum share of a statement's words found in its passage; the rest may replace pronouns.
HELD = 0.5
LONGEST_STATEMENT = 500
# Of what it is told, and the value; what of it.
LONGEST, LONGEST_ATTRIBUTE = 200, 40
_WORD = re.compile(r"\w+")
_BETWEEN = rf"[^\w{MASK}]{{1,12}}"
_FEWEST_WORDS, _MOST_WORDS = 2, 120


@dataclass(frozen=True)
class CheckedFact:
    """A fact whose quote stands in its source, at `span`."""

    statement: str
    span: Span
    kind: Memory.Kind
    confidence: float
    since: datetime | None
    was: str
    told: FactParts


def checked(
    excerpt: Excerpt, facts: Iterable[Fact], earlier: Sequence[str] = ()
) -> tuple[list[CheckedFact], Counter[str]]:
    """What of the facts is held by the excerpt, and how many were dropped for what.

    Whom a pronoun means may stand in what was said `earlier`.
    """
    known = {*stems(excerpt.text), *(stem for text in earlier for stem in stems(text))}
    kept: dict[str, CheckedFact] = {}
    dropped: Counter[str] = Counter()
    for number, fact in enumerate(facts):
        found = _candidate(excerpt, fact, known) if number < MOST else "too many"
        if isinstance(found, str):
            dropped[found] += 1
        else:
            kept.setdefault(" ".join(found.statement.lower().split()), found)
    return list(kept.values()), dropped


def _candidate(excerpt: Excerpt, fact: Fact, known: set[str]) -> CheckedFact | str:
    """The fact as it may be kept, or why not."""
    statement = " ".join(fact.statement.split())
    if not statement or len(statement) > LONGEST_STATEMENT:
        return "no statement"
    if fact.said != "plainly" or statement.endswith("?"):
        return "not said plainly"
    if not THRESHOLD <= fact.confidence <= 1:
        return "unsure"
    span = find_quote(excerpt, fact.quote)
    if span is None:
        return "no such quote"
    if _asked_or_quoted(excerpt, span):
        return "asked or quoted"
    if not _holds(span.of(excerpt.source.text), statement, known):
        return "not in the passage"
    return CheckedFact(
        statement=statement[:1].upper() + statement[1:],
        span=span,
        kind=Memory.Kind.PREFERENCE if fact.kind == "preference" else Memory.Kind.FACT,
        confidence=fact.confidence,
        since=_day(fact.since, excerpt.source.zone),
        was=" ".join(fact.was.split())[:LONGEST_STATEMENT],
        told=_told(fact, excerpt.source.zone, known),
    )


def _told(fact: Fact, zone: str, known: set[str]) -> FactParts:
    """Of whom it is and what, where the passage has these words; else rules say what they can."""
    about, value = " ".join(fact.about.split()), " ".join(fact.value.split()).strip(" .")
    attribute = " ".join(fact.attribute.lower().split())
    said_of = about.lower() == ME or set(stems(about)) <= known
    if not (about and attribute and value and said_of and set(stems(value)) <= known):
        return FactParts()
    if len(about) > LONGEST or len(attribute) > LONGEST_ATTRIBUTE or len(value) > LONGEST:
        return FactParts()
    about = ME if about.lower() == ME else about
    last = _day(fact.until, zone)
    until = last + timedelta(days=1) if last else None
    return FactParts(about, attribute, value, _day(fact.since, zone), until)


def find_quote(excerpt: Excerpt, quote: str) -> Span | None:
    """Where a quote stands in the source of an excerpt, in the excerpt's own pieces."""
    words = _WORD.findall(quote)
    # In scripts without spaces a sentence is a word.
    if not 1 <= len(words) <= _MOST_WORDS or (len(words) < _FEWEST_WORDS and words[0].isascii()):
        return None
    pattern = re.compile(_BETWEEN.join(map(re.escape, words)), re.IGNORECASE)
    for piece in excerpt.pieces:
        found = pattern.search(excerpt.source.text, piece.start, piece.stop)
        if found:
            return Span(*found.span())
    return None


def _asked_or_quoted(excerpt: Excerpt, span: Span) -> bool:
    """Whether any sentence that a quote stands in asks something, or repeats somebody."""
    for piece in excerpt.pieces:
        for sentence in sentences(piece.of(excerpt.source.text)):
            start, stop = piece.start + sentence.start, piece.start + sentence.stop
            if start < span.stop and span.start < stop:
                words = excerpt.source.text[start:stop]
                if asks(words) or is_quoted(words):
                    return True
    return False


def _holds(quote: str, statement: str, known: set[str]) -> bool:
    """Whether a quote supports a statement, judged by its words.

    It shares a word with its quote; most of its words were said, and all its names.
    """
    words = set(stems(statement))
    if not words & set(stems(quote)) or len(words & known) < HELD * len(words):
        return False
    return set(stems_of_names(statement)) <= known


def _day(written: str, zone: str) -> datetime | None:
    try:
        day = datetime.fromisoformat(written.strip()[:10])
    except ValueError:
        return None
    return day.replace(tzinfo=ZoneInfo(zone))
