"""One fact told in two places is one thing recalled, with both places.

What is the same is for text.same_fact to say. Nothing is stored of it: with one of the places
forgotten or deleted, the next question finds the other by itself.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np

from memories.models import Source
from memories.recall.answerability import YOU_WORDS
from memories.recall.shapes import Item, SourceLocation
from memories.source_kinds import kind_of
from memories.text import (
    Span,
    Statement,
    content_words,
    first_person,
    same,
    sentences,
    statement,
    states,
)

# Maximum number of extra sources listed per fact.
PLACES = 4
# Number of top results that each later result is compared with.
COMPARED = 40
# A sentence of fewer words says too little to be told apart from another.
_LEAST = 2
# Two are compared if this share of the shorter one's words stands in the other.
_ALIKE = 0.7
# The five characters of a word by which that is told: its endings do not count.
_BEGINNING = re.compile(r"(\w{3,5})\w*")
# Maximum characters of a text that is compared by all of its words before its sentences are.
_SHORT = 250
_PERSON = "the person"


@dataclass(frozen=True)
class _Fact:
    """A sentence as it is compared: what it says, of whom, and where in its text it stands."""

    says: Statement
    of_whom: frozenset[str]
    span: Span


class _ComparedItem:
    """An item, parsed lazily: splitting it into words takes most of the time."""

    def __init__(self, item: Item, asked: frozenset[str]) -> None:
        self.item = item
        self.words = _words(item.text)
        # Minimum number of the question's words in a sentence. What was found by what it means
        # alone counts whole, and so does a memory.
        self._enough = max(1, (len(asked) + 1) // 2) if item.memory_id is None else 0
        self._asked = asked
        self._mine = _is_mine(item)
        if len(item.text) > _SHORT and 0 < self._enough <= len(asked & self.words):
            self.words = frozenset().union(*(words for _, words in self._sentences))

    @cached_property
    def _sentences(self) -> list[tuple[Span, frozenset[str]]]:
        """The sentences that hold half of the question's words; all, where none does."""
        every = [(span, _words(span.of(self.item.text))) for span in sentences(self.item.text)]
        return [each for each in every if len(self._asked & each[1]) >= self._enough] or every

    @cached_property
    def facts(self) -> list[_Fact]:
        """The facts it states. Questions state none."""
        said = [(span, span.of(self.item.text)) for span, _ in self._sentences]
        read = [
            _Fact(statement(words, mine=self._mine), _of_whom(words, self.item), span)
            for span, words in said
            if not words.endswith("?")
        ]
        return [fact for fact in read if len(fact.says.stems) >= _LEAST]

    @property
    def rank(self) -> int:
        """Which of two places represents a fact: the memory first, then the person's own words."""
        if self.item.memory_id is not None:
            return 2
        return 1 if self.item.own_words else 0

    def adds_nothing_to(self, other: "_ComparedItem") -> bool:
        """Whether all that this says stands there too."""
        facts = self.facts
        return bool(facts) and all(
            any(_adds_nothing(fact, known) for known in other.facts) for fact in facts
        )


def merge_duplicates(items: Sequence[Item], question: str) -> list[Item]:
    """The items in their order, each fact once: what says the same elsewhere is named as a place.

    The memory, or what the person said themself, stands for what others say too, in the better of
    both positions. What says more than that stays. Different sources are compared, and what a
    document says twice; answers of the assistant, which repeat, are left alone.
    """
    asked = _words(" ".join(word.spelling for word in content_words(question)))
    reads = [_ComparedItem(item, asked) for item in items]
    alike = _alike([read.words for read in reads])
    # What stands for a fact by now, and which of the items its words are.
    kept: list[tuple[_ComparedItem, int]] = []
    for number, new in enumerate(reads):
        for position, old in _closer(kept[:COMPARED], new, alike[number]):
            if one := _as_one(old, new):
                lead = number if one.id == new.item.id else kept[position][1]
                kept[position] = _ComparedItem(one, asked), lead
                break
        else:
            kept.append((new, number))
    return [read.item for read, _ in kept]


def _alike(texts: Sequence[frozenset[str]]) -> list[set[int]]:
    """For each text, by its words, the others that share most of them."""
    numbers = {word: number for number, word in enumerate(set().union(*texts))}
    sizes = np.array([len(words) for words in texts], np.intp)
    held = np.zeros((len(texts), len(numbers)), np.bool_)
    held[np.repeat(np.arange(len(texts)), sizes), [*map(numbers.__getitem__, chain(*texts))]] = True
    bits = np.packbits(held, axis=1)
    shared = np.bitwise_count(bits[:, None] & bits).sum(axis=2, dtype=np.int64)
    alike: list[set[int]] = [set() for _ in texts]
    enough = (shared > 0) & (shared >= _ALIKE * np.minimum.outer(sizes, sizes))
    for one, other in np.argwhere(enough).tolist():
        alike[one].add(other)
    return alike


def _closer(
    kept: Sequence[tuple[_ComparedItem, int]], new: _ComparedItem, alike: Collection[int]
) -> Iterator[tuple[int, _ComparedItem]]:
    """Which of those before, by position, are worth a closer look: the first first."""
    if len(alike) > 1:
        for position, (old, number) in enumerate(kept):
            if number in alike and _may_be_one(old.item, new.item):
                yield position, old


def _may_be_one(old: Item, new: Item) -> bool:
    """Whether two items may be one: answers repeat, and two memories are two to keep or forget.

    Of one source only a document says a thing again: a handbook has its clauses in every chapter.
    """
    return (
        (old.source_id != new.source_id or kind_of(old.source_kind).read)
        and Source.Author.ASSISTANT not in (old.author, new.author)
        and None in (old.memory_id, new.memory_id)
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(_BEGINNING.findall(text.lower()))


def _as_one(old: _ComparedItem, new: _ComparedItem) -> Item | None:
    """Both as one item in the place of the old one, if one of them adds nothing to the other."""
    for lead, rest in ((old, new), (new, old)):
        if rest.rank <= lead.rank and rest.adds_nothing_to(lead):
            places = [*lead.item.also, _where(rest), *rest.item.also]
            by_source = {place.source_id: place for place in reversed(places)}
            by_source.pop(lead.item.source_id, None)
            also = tuple(reversed(by_source.values()))[:PLACES]
            return replace(lead.item, also=also, score=old.item.score)
    return None


def _where(read: _ComparedItem) -> SourceLocation:
    """The sentences of an item that say it."""
    item = read.item
    if item.memory_id is not None:
        return item.place
    start, stop = read.facts[0].span.start, read.facts[-1].span.stop
    return replace(
        item.place,
        start=item.start + start,
        stop=item.start + stop,
        quote=item.text[start:stop],
    )


def _adds_nothing(fact: _Fact, other: _Fact) -> bool:
    if fact.of_whom != other.of_whom or fact.says.signs != other.says.signs:
        return False
    if same(fact.says, other.says) or states(other.says, fact.says):
        return True
    # A few words more, and no number or name among them.
    return states(fact.says, other.says) and fact.says.specifics <= set(other.says.stems)


def _is_mine(item: Item) -> bool:
    return item.memory_id is not None or item.own_words


def _of_whom(sentence: str, item: Item) -> frozenset[str]:
    """The people "I" and "you" mean in a sentence: the same words by two people are two facts."""
    mine = _is_mine(item)
    found = set()
    if first_person.IN_ENGLISH.search(sentence):
        found.add(_PERSON if mine else f"{item.author} {item.speaker}")
    if YOU_WORDS.search(sentence):
        found.add("you" if mine else _PERSON)
    return frozenset(found)
