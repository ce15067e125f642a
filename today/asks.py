"""Find what others ask of the reader of a letter: "Could you send me the rent?" Pure text.

A sentence asks where it wants a deed, or, where nothing else in the letter does, the last one that
wants an answer. Closing formulas, offers and small talk ask nothing: on Today a missed one costs
less than a wrong one.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache

from memories.text import MACHINES, Span, is_blank, sentences, stem_of
from today import ask_words as words
from today.commitments import LONGEST, Commitment, due_in
from today.pointing_back import before, points_back
from today.task_gist import named
from today.task_likelihood import asked

# Asked in one letter; who asks for more writes a list.
MOST = 3
_WORDS = 3
# Minimum probability of a sentence that asks: without a word of the lists, and with one.
LIKELY, HARDLY = 0.75, 0.03
# What points at what was just spoken of.
_BACK = re.compile(
    r"\b(?:it|them|this|that|these|those|ihn|sie|es|die|das|den|diese[nrs]?|dies|l[oae]s?|gli|quest[oa])\b",
    re.IGNORECASE,
)


def asks(text: str, said_at: datetime, *, subject: str = "") -> list[Commitment]:
    """What a letter of somebody else's asks; `said_at` is aware, in the zone of the reader.

    Nothing of what can be unsubscribed from, or a machine answers for who is away. Of what shops
    and offices send to everybody, told by the `subject`, only what is to be done by a day: "Please
    pay by 5 May".
    """
    if _pattern("FOR_MANY").search(text) or _pattern("ABSENT").search(subject):
        return []
    found = _asking(text)
    wanted = [span for span, deed in found if deed] or [span for span, _ in found][-1:]
    if _pattern("ROUTINE").search(subject):
        wanted = [span for span in wanted if _is_owed(span.of(text), said_at)]
    return [
        Commitment(span, due_in(last.of(text), said_at) or due_in(span.of(text), said_at))
        for span, last in _things_asked(text, wanted, said_at)[:MOST]
    ]


def _things_asked(text: str, wanted: Iterable[Span], said_at: datetime) -> list[tuple[Span, Span]]:
    """What is asked, with what it points back at or until when; and the last sentence of each."""
    earlier = dict(before(text))
    joined: list[tuple[Span, Span]] = []
    for span in wanted:
        last = earlier.get(span.start)
        follows = last is not None and bool(joined) and joined[-1][0].stop == last.stop
        if follows and _is_of_it(span.of(text), said_at):
            # "The January statement is missing. Please send it to us": one thing is asked.
            joined[-1] = Span(joined[-1][0].start, span.stop), span
        elif last is not None and _points_back(span.of(text)):
            joined.append((Span(last.start, span.stop), span))
        else:
            joined.append((span, span))
    return joined


def _is_of_it(sentence: str, said_at: datetime) -> bool:
    """Whether it says of what was just asked only which it was, until when, or by which way."""
    return (
        _points_back(sentence)
        or _only_dates(sentence, said_at)
        or _pattern("HOW_TO_ANSWER").search(sentence) is not None
    )


def _only_dates(sentence: str, said_at: datetime) -> bool:
    """Whether it says nothing but until when an answer is waited for."""
    things = named(_NUMBER.sub(" ", sentence)).things
    return due_in(sentence, said_at) is not None and things <= _answers()


@lru_cache(maxsize=1)
def _answers() -> frozenset[str]:
    return frozenset(map(stem_of, words.ANSWERS.split()))


# Who cannot be answered asks nothing of anybody.
_MACHINE = re.compile(MACHINES, re.IGNORECASE)


def is_machine(sender: str) -> bool:
    """Whether an address, or a name, is that of something that reads no answers."""
    return _MACHINE.search(sender) is not None


_NUMBER = re.compile(r"\b\d+\b")
# What the writer might do, or does, is no wish.
_OFFERS = re.compile(
    r"\W*(?:i|we|ich|wir)(?:['’](?:ll|d)|\s+(?:can|could|will|shall|kann|könnte\w*|können|werde\w*))\b",
    re.IGNORECASE,
)


def _is_owed(sentence: str, said_at: datetime) -> bool:
    to_do = _pattern("OWED").search(sentence) and not _pattern("PAID").search(sentence)
    return bool(to_do and due_in(sentence, said_at))


def _points_back(sentence: str) -> bool:
    """Whether a sentence says only by what was spoken of before what it wants: "Send it soon"."""
    return _BACK.search(sentence) is not None and points_back(_NUMBER.sub(" ", sentence))


def _asking(text: str) -> list[tuple[Span, bool]]:
    """The sentences that ask, and whether they want a deed rather than an answer.

    By their words; by what was read for it, where no list knows them, and not where it says that
    they hardly do ("Bring your toga and get in for half price").
    """
    spans = [span for span in sentences(text) if _may_ask(" ".join(span.of(text).split()))]
    plain = [" ".join(span.of(text).split()) for span in spans]
    found: list[tuple[Span, bool]] = []
    for span, sentence, sure in zip(spans, plain, asked(plain), strict=True):
        wants = _wants(sentence)
        by_words = wants is not None and (sure >= HARDLY or _pattern("OWED").search(sentence))
        if by_words or (sure >= LIKELY and not _OFFERS.match(sentence)):
            found.append((span, wants is not False))
    return found


def _may_ask(sentence: str) -> bool:
    return (
        len(sentence) <= LONGEST
        and not is_blank(sentence)
        and len(sentence.split()) >= _WORDS
        and not sentence.startswith((">", "“", "„", '"', "«"))
        and not _pattern("FORMULAS").search(sentence)
        and not _pattern("PHISHING").search(sentence)
    )


def _wants(sentence: str) -> bool | None:
    """Whether a sentence wants a deed (True) or an answer (False), by its words; None: neither."""
    if _requests().search(sentence) or _orders().search(sentence):
        return True
    if _pattern("QUESTIONS").search(sentence) and not _pattern("TALK").search(sentence):
        return False
    return None


@lru_cache(maxsize=1)
def _requests() -> re.Pattern[str]:
    return _any(words.REQUESTS.values(), r"(?<![\w'’])(?:{})")


@lru_cache(maxsize=1)
def _orders() -> re.Pattern[str]:
    return _any(words.ORDERS.values(), r"^(?:\W|(?:and|und|y|also|so|ps|dude|hey)\W+)*(?:{})")


def _any(tables: Iterable[str], frame: str) -> re.Pattern[str]:
    joined = "|".join(map(_joined, tables))
    return re.compile(frame.format(joined), re.IGNORECASE)


@lru_cache(maxsize=8)
def _pattern(table: str) -> re.Pattern[str]:
    return re.compile(_joined(getattr(words, table)), re.IGNORECASE)


def _joined(table: str) -> str:
    """A table as one pattern: its lines follow each other. Apostrophes are of either kind."""
    joined = re.sub(r"\s*\n\s*", "", table.strip())
    return re.sub(r"(?<!\()(?<!\|)'(?!\|)", "['’]", joined)
