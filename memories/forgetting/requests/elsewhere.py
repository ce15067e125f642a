"""Where else the value of what goes is written: a number, an address of mail, a street with its
number. Only the value goes there: "the plumber has my number (…) and the key" keeps the key.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.text import Span, identifiers, stem_of
from memories.text.identifiers import Identifier, IdKind
from memories.text.words import STOP_WORDS

# Minimum letters and digits of a value that is the same thing wherever it stands.
_SHORTEST = 4
# "orla_fiddles", "@orla_fiddles".
_HANDLE = re.compile(r"(?<!\w)@?\w*[^\W_]_[^\W_]\w*")
# Of what one asks by such a word the number of the house and the street are the value.
_ADDRESS = re.compile(
    r"address|adress|anschrift|dirección|domicilio|indirizzo|endereço|morada|adres|live|wohn|viv|habit",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<!\w)\d{1,4}[a-z]?(?!\w)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
# Maximum characters between the number of a house and its street.
_NEAR = 12


def values_in(passages: Sequence[Passage]) -> list[Identifier]:
    """The identifiers of these that are the same thing wherever they stand."""
    return [
        each
        for passage in passages
        for each in identifiers(passage.words)
        if each.kind is not IdKind.DATE and len(each.canonical) >= _SHORTEST
    ]


def elsewhere(units: Sequence[Unit], passages: Sequence[Passage], topic: str) -> list[Passage]:
    """The same values in other sentences than these passages, without what stands around them."""
    ids = values_in(passages)
    handles = {found.lstrip("@").lower() for p in passages for found in _HANDLE.findall(p.words)}
    told = _ADDRESS.search(topic) and not ids
    houses = [] if not told else [house for p in passages for house in _houses(p.words, topic)]
    found = []
    for unit in units:
        if any(touch(unit.passage, passage) for passage in passages):
            continue
        spans = [each.span for each in identifiers(unit.text) if _is_one(each, ids)]
        spans += [
            Span(*match.span())
            for match in _HANDLE.finditer(unit.text)
            if match.group().lstrip("@").lower() in handles
        ]
        spans += [span for house in houses for span in _written(unit.text, *house)]
        found += [_part(unit, span) for span in spans]
    return list(dict.fromkeys(found))


def touch(one: Passage, other: Passage) -> bool:
    """Whether two passages share a character."""
    return one.source == other.source and one.start < other.stop and other.start < one.stop


def _is_one(each: Identifier, ids: Sequence[Identifier]) -> bool:
    return any(each.is_(wanted) or each.canonical == wanted.canonical for wanted in ids)


def _part(unit: Unit, span: Span) -> Passage:
    at = unit.passage.start
    words = span.of(unit.text)
    return replace(unit.passage, start=at + span.start, stop=at + span.stop, words=words)


def _houses(text: str, topic: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The numbers of houses in a text, each with the stems of the words near it."""
    asked = {stem_of(word.lower()) for word in _WORD.findall(topic)}
    for number in _NUMBER.finditer(text):
        near = {stem_of(word.group().lower()) for word in _beside(text, number)} - asked
        if near:
            yield number.group().lower(), frozenset(near)


def _beside(text: str, number: "re.Match[str]") -> Iterator["re.Match[str]"]:
    for word in _WORD.finditer(text):
        apart = max(word.start() - number.end(), number.start() - word.end())
        if apart <= _NEAR and word.group().lower() not in STOP_WORDS:
            yield word


def _written(text: str, number: str, words: frozenset[str]) -> Iterator[Span]:
    """From the number of a house to the last word of its street, or the other way round."""
    for match in _NUMBER.finditer(text):
        beside = [w for w in _beside(text, match) if stem_of(w.group().lower()) in words]
        if match.group().lower() == number and beside:
            starts, stops = [w.start() for w in beside], [w.end() for w in beside]
            yield Span(min(match.start(), *starts), max(match.end(), *stops))
