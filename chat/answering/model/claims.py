"""Whether what a model cites holds what it says: a name, a number or a word of it stands there.

Only plain disagreement is found: a number that stands nowhere in the passage, a name that nobody
mentioned, a sentence that shares nothing with what it cites. It is then marked as not in the
source; whoever reads it can still open that.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from chat.answering.citations import CODE, MARKER
from memories.answers import synonyms
from memories.recall import Item
from memories.text import indexed, language_of, sentences, stems, stems_of_names

# Shared words that make up for a name that stands elsewhere.
ENOUGH = 2
_MARKERS = re.compile(rf"(?:\s*{MARKER.pattern})+")
_NUMBER = re.compile(r"\d+(?:[.,:’']\d+)*")
# Claims nothing by itself.
_ANSWERS = frozenset("yes no ja nein sí si oui non tak nie sim não nee true correct".split())


@dataclass(frozen=True)
class CitedText:
    """The features of a cited text that claims are compared with."""

    words: frozenset[str]
    numbers: frozenset[str]
    language: str
    points: Collection[object]


@dataclass(frozen=True)
class Claim:
    """A claim and the citation markers that follow it."""

    words: str
    start: int
    stop: int
    markers: tuple[int, ...]


def unheld(text: str, cited: Sequence[Item], known: str, times: Iterable[datetime]) -> list[Claim]:
    """The claims of an answer that none of what they cite holds; their markers count from 1.

    `known` is what else was said or found, where a name may come from; `times` are when things
    were so, as the model was told.
    """
    dates = frozenset(number for at in times for number in _numbers_of(at))
    passages = [_passage(item, dates) for item in cited]
    mentioned = frozenset(indexed(known))
    return [
        claim
        for claim in claims(text)
        if not _holds(claim.words, [passages[n - 1] for n in claim.markers], mentioned)
    ]


def claims(text: str) -> list[Claim]:
    """The claims of an answer: for each group of markers, the text before it."""
    code = [match.span() for match in CODE.finditer(text)]
    found: list[Claim] = []
    before = ""
    for span in sentences(text):
        start = span.start
        for group in _MARKERS.finditer(text, span.start, span.stop):
            if any(first <= group.start() < last for first, last in code):
                continue
            words = text[start : group.start()]
            if not _says_something(words):
                # It stands behind its sentence, or at the beginning of one.
                words = before if start == span.start and before else span.of(text)
            markers = tuple(int(m[1]) for m in MARKER.finditer(group.group()) if m[1].isdigit())
            found.append(Claim(words, group.start(), group.end(), markers))
            start = group.end()
        before = span.of(text)
    return found


def _says_something(words: str) -> bool:
    return any(character.isalnum() for character in MARKER.sub("", words))


def _passage(item: Item, dates: frozenset[str]) -> CitedText:
    said = " ".join(
        (item.text, item.quote, item.title, item.speaker, item.to, *(at.title for at in item.also))
    )
    numbers = _numbers(said) | dates | frozenset(_numbers_of(item.happened_at))
    points = synonyms.points_in(said)
    return CitedText(frozenset(indexed(said)), numbers, language_of(item.text), points)


def _holds(claim: str, passages: Sequence[CitedText], mentioned: frozenset[str]) -> bool:
    claim = MARKER.sub("", claim)
    words = frozenset(indexed(claim)) - _ANSWERS
    names = frozenset(stems_of_names(claim))
    words_held = frozenset().union(*(passage.words for passage in passages))
    numbers_held = frozenset().union(*(passage.numbers for passage in passages))
    if _numbers(claim) - numbers_held:
        return False
    strange = names - words_held
    if strange - mentioned:
        return False
    shared = {stem for stem in stems(claim) if stem in words_held}
    if strange and not names & words_held and len(shared) < ENOUGH:
        return False
    if not words or words & words_held:
        return True
    language = language_of(claim)
    if any(language and p.language and language != p.language for p in passages):
        return True  # said in another language than it was written in
    points = synonyms.points_in(claim)
    return any(points & set(passage.points) for passage in passages)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_plain(number) for number in _NUMBER.findall(text))


def _numbers_of(at: datetime) -> Iterable[str]:
    """A time's day, month, year and hour, as somebody may write them."""
    return (_plain(str(part)) for part in (at.day, at.month, at.year, f"{at:%H:%M}", at.hour))


def _plain(number: str) -> str:
    return re.sub(r"[.,:’']", "", number).lstrip("0") or "0"
