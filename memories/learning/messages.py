"""What a message of the person's tells that lasts, whatever its words: "type 1 since i was 12".

A classifier decides (memories.learning.classifier); what is pasted, quoted, asked or fenced off is
left out before. Nothing of it needs a model, and no list of verbs.
"""

import re
from datetime import datetime

from memories.learning import classifier
from memories.learning.classifier import Reading
from memories.learning.statements import (
    LONGEST_MESSAGE,
    LONGEST_SENTENCE,
    SHORT_MESSAGE,
    THRESHOLD,
    Statement,
    fenced,
    is_preference,
    is_quoted,
    sureness,
    without_opening,
)
from memories.models import Memory
from memories.text import Span, sentences, times

# From this on a message as a whole tells something, and from this on one of its sentences does.
TELLS, PART = 0.55, 0.8
# What is surer than the threshold by so much is as sure as a rule would be.
_SURE = 0.85
# Of more sentences it is not read as a whole: it was pasted, or a letter.
_WHOLE = 8
# A sentence of fewer words does not stand alone: "not 50, 25. read the box wrong".
_ALONE = 4
_SAYING = re.compile(
    r"\b(?:wrote|writes|says|said|sent|texted|posted|quote|schrieb|schreibt|sagt|meinte|geschickt"
    r"|dice|dijo|escribió|ha escrito)\b[^.!?\n]{0,40}[:\"“„«'‘]|^\s*(?:re|fwd?|aw|wg|from|von)\s*:",
    re.IGNORECASE | re.MULTILINE,
)
_PASSED = re.compile(
    r"\b(?:\w{3,}ed|was|were|had|got|came|went|did|born|bought|sold|left|took|gave|met|won|lost"
    r"|ge\w{3,}t|ge\w{3,}en|war|hatte|wurde|kam|fue|era|nació|ayer|compré|vino)\b",
    re.IGNORECASE,
)


def told(text: str) -> list[Statement]:
    """The lasting statements of a person's own message, in the order they were told."""
    if len(text) > LONGEST_MESSAGE or _SAYING.search(text):
        return []
    spans = [span for span in sentences(text) if _may_tell(text, span)]
    if not spans:
        return []
    whole = Span(spans[0].start, spans[-1].stop)
    message, *each = classifier.read([text, *(span.of(text) for span in spans)])
    short = len(text) <= SHORT_MESSAGE and "\n" not in text.strip()
    plain = [
        (span, reading)
        for span, reading in zip(spans, each, strict=True)
        if sureness(span.of(text), short=short) >= THRESHOLD
    ]
    if plain or len(spans) > _WHOLE:
        telling = plain
    elif message.lasting < TELLS:
        telling = []
    else:
        read = zip(spans, each, strict=True)
        telling = [(s, r) for s, r in read if r.lasting >= PART and _stands_alone(s.of(text))]
        if len(telling) < len(spans):
            telling = [(whole, message)]
    return [_statement(text, span, reading) for span, reading in telling]


def when(statement: str, said_at: datetime) -> datetime | None:
    """The time that a statement names; `said_at` is aware, in the zone of whoever said it."""
    reading = classifier.read([statement])[0]
    is_past = reading.category != "plan" and _PASSED.search(statement)
    named = times(statement, said_at, "past" if is_past else "future")
    return named[0].since if named else None


def _may_tell(text: str, span: Span) -> bool:
    sentence = span.of(text)
    if len(sentence) > LONGEST_SENTENCE or sentence.rstrip("\"'”’) ").endswith(("?", "？", "؟")):
        return False
    return not is_quoted(sentence) and not fenced(text, span) and any(c.isalpha() for c in sentence)


def _stands_alone(sentence: str) -> bool:
    return len(sentence.split()) >= _ALONE


def _statement(text: str, span: Span, reading: Reading) -> Statement:
    said = without_opening(text, span)
    words = said.of(text)
    kind = Memory.Kind.FACT
    if reading.category in ("preference", "wish") or is_preference(words):
        kind = Memory.Kind.PREFERENCE
    return Statement(said, words[:1].upper() + words[1:], kind, max(reading.lasting, _SURE))
