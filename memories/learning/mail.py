"""Lasting facts in the person's own mail: read like messages, but more strictly.

Most of a letter is talk of the moment with whoever gets it. So little is kept: plain sentences
that state something about the writer or theirs, that stand alone without the letter, and that the
classifier (memories.learning.reading.lasting) is quite sure of.
"""

import re

from memories.learning.mail_german import lasts_in_german
from memories.learning.reading import lasting
from memories.learning.reading.own_parts import OwnSentence, own_parts
from memories.learning.statements import (
    LONGEST_MESSAGE,
    LONGEST_SENTENCE,
    THRESHOLD,
    FirstPersonStatement,
    is_preference,
    speaks_of_the_letter,
    sureness,
    without_opening,
)
from memories.models import Memory
from memories.text import asks
from memories.text.patterns import lazily
from memories.text.secrets import is_secret, kept_back

# How likely it must be that a sentence of a letter lasts.
LASTS = 0.7
_TELLS = frozenset(("fact", "preference", "plan"))
# What points at something that only the letter, or the sentence before it, names: at whoever gets
# it, or one of a kind, anywhere; at all else where a sentence begins.
_YOU = lazily(r"\b(?:you|your|yours|u|ur|ones?\s+(?:which|that))\b", re.IGNORECASE)
_POINTS = lazily(
    r"^(?:\S+\s+){0,4}?(?:it|its|this|that|these|those|them|they|their|he|she|him|her|his|there|here"
    r"|such|same|ones?)\b",
    re.IGNORECASE,
)
# What is so as long as the letter is talked about.
_MOMENT = lazily(
    r"\b(?:today|tonight|right\s+now|at\s+the\s+moment|at\s+present|this\s+(?:week|morning|afternoon"
    r"|evening)|latest|ideas?|suggestions?|proposals?|patch(?:es)?|bugs?|errors?|attachments?"
    r"|questions?|thread|post(?:s|ing|ings)?)\b",
    re.IGNORECASE,
)
_OFTEN = (
    r"(?:\s+(?:also|always|usually|normally|generally|mostly|mainly|often|still|now|currently"
    r"|actually|really|never|only|already|personally|rarely|do|don['’]t|do\s+not|cannot|can['’]?t"
    r"|can))*"
)
# How somebody says what is so for long, not what they are doing or did: states, habits, and what
# changes a life. "We" of a letter is whoever, a company often.
_STATES = lazily(
    rf"(?:\w+,?\s+){{0,3}}?(?:I{_OFTEN}\s+(?:live|work|use|own|prefer|like|love|hate|enjoy|dislike|play|speak|teach|study"
    r"|drive|ride|collect|drink|eat|smoke|wear|belong|commute|volunteer|run|sing|weigh|suffer"
    r"|was\s+born|grew\s+up|graduated|studied|(?:got\s+)?married|moved\s+to\s+(?-i:[A-ZÄÖÜ]\w+))\b"
    rf"|I(?:['’]m|{_OFTEN}\s+am){_OFTEN}\s+(?!\w+ing\b|(?:just|very|so|too|not\s+sure|sure|afraid"
    r"|glad|happy|pleased|sorry|curious|certain|confused|aware|able|unable|about|in|on|at|out|off"
    r"|back|up|done|ready|being|pretty|quite|fairly|rather|extremely|sick|tired|surprised)\b)\w"
    rf"|I{_OFTEN}\s+have{_OFTEN}\s+(?:an?\s+|two\s+|three\s+|four\s+|five\s+|no\s+|\d+\w*\s+)?"
    r"(?!(?:always\s+)?\w+ed\b|(?:to|had|been|seen|done|got|gone|made|put|set|found|read|heard|written|taken|come"
    r"|thought|felt|meant|always|also|only|already|really|usually|often|still|now|just|not|never|some|many|several|lots?|few|little|idea|ideas|problems?|questions?|look|clue"
    r"|small|feeling|doubts?|reason|time|trouble|issues?|got|hope|bug|patch|fix|copy|file)\b)\w"
    r"|I(?:['’]ve|\s+have)\s+(?:been|lived|worked|had|used|owned|known)\b.*\b(?:since|for)\s"
    r"|my\s+(?:\w+\s+){0,2}(?:name|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|mother"
    r"|father|mum|mom|dad|parents|sister|brother|son|daughter|kids?|children|uncle|aunt|cousin|niece"
    r"|nephew|grand\w+|in-laws|dog|cat|boss|flatmate|roommate|doctor|address|phone|number|mobile"
    r"|birthday|job|employer|home|house|flat|apartment|car|bike|boat|language|degree|blood\s+type"
    r"|surname|nationality|hobby|hobbies|favou?rite\s+\w+)\b(?:\s+(?-i:[A-Z]\w+))?\s+"
    r"(?:is|are|was|lives?|works?|has|have|speaks?|teaches|studies|plays|died|runs?)\b)",
    re.IGNORECASE,
)
# A line that a margin broke in the middle of a sentence has no end.
_ENDS = lazily(r"[.!][)\"'”’]*\s*(?:[;:]-?[)D(P]\s*)?$")


def told_in_letter(text: str) -> list[FirstPersonStatement]:
    """Lasting facts in these words of a mail, in their order."""
    if len(text) > LONGEST_MESSAGE or kept_back(text):
        return []
    parts = [part for part in own_parts(text, letter=True) if _may_tell(text, part)]
    readings = lasting.read([" ".join(part.words.split()) for part in parts])
    return [
        _statement(text, part, reading.lasting, reading.kind)
        for part, reading in zip(parts, readings, strict=True)
        if reading.lasting >= LASTS and reading.kind in _TELLS
    ]


def _may_tell(text: str, part: OwnSentence) -> bool:
    words = part.words
    return (
        len(words) <= LONGEST_SENTENCE
        and words == part.span.of(text)
        and not part.reported
        and not asks(words)
        and not is_secret(words)
        and bool(_ENDS.search(words))
        and not words.isupper()
        and not speaks_of_the_letter(words)
        and (_lasts_in_english(words) or lasts_in_german(words))
    )


def _lasts_in_english(words: str) -> bool:
    talk = any(each.search(words) for each in (_YOU, _POINTS, _MOMENT))
    return not talk and sureness(words) >= THRESHOLD and bool(_STATES.match(words))


def _statement(text: str, part: OwnSentence, sure: float, kind: str) -> FirstPersonStatement:
    said = without_opening(text, part.span)
    words = said.of(text)
    preferred = kind == "preference" or is_preference(words)
    return FirstPersonStatement(
        said,
        words[:1].upper() + words[1:],
        Memory.Kind.PREFERENCE if preferred else Memory.Kind.FACT,
        sure,
    )
