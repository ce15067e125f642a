"""Compare two statements said one after the other: does the later change the earlier?

"We finally signed for the flat in Bath" changes "still in the tiny studio in Leeds" without sharing
a word with it, so no rule over words can tell: a model that reads both together does
(llm/pair_reader.py), in English words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from llm import pair_reader
from llm.pair_reader import StatementRelation
from memories.text import in_english

# Longer statements were pasted: their beginning tells enough, in characters.
_READ = 400


@dataclass(frozen=True)
class StatementPair:
    """An earlier and a later statement."""

    old: str
    new: str


def changes(pairs: Sequence[StatementPair]) -> list[float]:
    """How likely it is that the later of each pair says that the earlier no longer holds, 0..1."""
    return [relation.changed for relation in relations(pairs)]


def relations(pairs: Sequence[StatementPair]) -> list[StatementRelation]:
    """How the later statement of each pair changes the earlier."""
    read = [(in_english(pair.old[:_READ]), in_english(pair.new[:_READ])) for pair in pairs]
    return pair_reader.relations(read)
