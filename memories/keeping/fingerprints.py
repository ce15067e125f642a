"""Fingerprints: what a tombstone keeps of a fact to recognise it by, without its words."""

from typing import Any
from uuid import UUID

from memories.search import hash_of
from memories.text import Span, Statement, gist, sentences, statement
from memories.text.sameness.subjects import clauses

# A fact of more clauses, or a sentence of more, is compared as a whole alone.
MOST_CLAUSES = 6
# Minimum content words of a clause that states something by itself.
_TELLING = 2


def fingerprint(user_id: UUID, text: str) -> dict[str, Any]:
    """A statement with this person's keyed hashes in the place of its words, as JSON."""
    gists = [gist(part).keyed(lambda word: hash_of(user_id, word)) for part in parts_of(text)]
    return {**print_of(user_id, statement(text)), "gists": [each.as_json() for each in gists]}


def parts_of(fact: str) -> list[str]:
    """What a fact is recognised by: all of it, and each clause that tells something by itself."""
    found = [fact]
    spans = [span for part in sentences(fact) for span in clauses_of(fact, part)]
    if 1 < len(spans) <= MOST_CLAUSES:
        found += [span.of(fact) for span in spans if _tells(span.of(fact))]
    return found


def _tells(clause: str) -> bool:
    read = gist(clause)
    strong = [word for word in read.words if not word.weak]
    return len(strong) + len(read.values) >= _TELLING


def clauses_of(text: str, sentence: Span) -> list[Span]:
    words = sentence.of(text)
    return [Span(sentence.start + start, sentence.start + stop) for start, stop in clauses(words)]


def print_of(user_id: UUID, said: Statement) -> dict[str, Any]:
    return {
        "stems": [hash_of(user_id, stem) for stem in said.stems],
        "specifics": sorted(hash_of(user_id, stem) for stem in said.specifics),
        "signs": sorted(said.signs),
        "compares": said.compares,
        "marks": list(said.marks),
        "whom": sorted(said.whom),
        "turned": sorted(hash_of(user_id, stem) for stem in said.turned),
        "reached": sorted(hash_of(user_id, stem) for stem in said.reached),
    }
