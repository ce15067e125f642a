"""Tell a person what is remembered: their own words said back to them, each with its citation.

Nothing is generated. What was recalled is repeated, in the second person where that is safe and
as a quotation where it is not, so that no sentence says more than its source.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memories.models import Source
from memories.second_person import second_person
from memories.sentences import sentences
from memories.words import stems

if TYPE_CHECKING:
    from memories.recall import Item, Recalled

# So many things are told in one answer; the rest stands in the list below it.
MOST = 4
# What scores less than this share of the best has another subject.
NEAR_THE_BEST = 0.6
# Longer passages are told by their most fitting sentence, in characters.
LONG = 280
UNKNOWN = "I don’t know anything about that yet."


@dataclass(frozen=True)
class Cited:
    """What a marker [n] stands for."""

    marker: int
    item: "Item"


@dataclass(frozen=True)
class Told:
    """An answer with [n] markers. Without citations it says that nothing is known."""

    text: str
    citations: tuple[Cited, ...]


def tell(recalled: "Recalled", question: str) -> Told:
    """Answer a question with what was recalled for it, and nothing else."""
    items = _worth_telling(recalled)
    if not items:
        return Told(UNKNOWN, ())
    cited = tuple(Cited(marker, item) for marker, item in enumerate(items, start=1))
    return Told(" ".join(_sentence(citation, question) for citation in cited), cited)


def _worth_telling(recalled: "Recalled") -> list["Item"]:
    if not recalled.answers:
        return []
    best = recalled.items[0].score
    chosen: list[Item] = []
    said: set[frozenset[str]] = set()
    for item in recalled.items:
        words = frozenset(stems(item.text))
        if item.score >= NEAR_THE_BEST * best and words not in said:
            said.add(words)
            chosen.append(item)
    return chosen[:MOST]


def _sentence(citation: Cited, question: str) -> str:
    item = citation.item
    text = _fitting(item.text, question)
    own = item.author == Source.Author.PERSON and item.source_kind != Source.Kind.DOCUMENT
    turned = second_person(text) if own else None
    said = turned or f"{_said_by(item)}: “{_without_quotes(text)}”"
    ending = re.search(r"[.!?…]+$", said)
    body = said[: ending.start()] if ending else said
    return f"{body} [{citation.marker}]{ending[0] if ending else '.'}"


def _said_by(item: "Item") -> str:
    if item.source_kind == Source.Kind.DOCUMENT:
        return f"In “{item.title}” it says" if item.title else "In a document it says"
    if item.author == Source.Author.ASSISTANT:
        return "I told you"
    if item.author == Source.Author.OTHER:
        return f"{item.speaker or 'Someone'} wrote"
    return "You wrote" if item.source_kind in (Source.Kind.GMAIL, Source.Kind.NOTE) else "You said"


def _without_quotes(text: str) -> str:
    return text.strip().strip('"“”').replace("“", "‘").replace("”", "’")


def _fitting(text: str, question: str) -> str:
    """The text, or of a long one the sentence that shares most words with the question."""
    # What looks like a marker in a person's words is none.
    one_line = re.sub(r"\[(\d+)\]", r"(\1)", " ".join(text.split()))
    if len(one_line) <= LONG:
        return one_line
    asked = set(stems(question))
    spans = [span.of(one_line) for span in sentences(one_line)] or [one_line]
    best = max(spans, key=lambda sentence: len(asked & set(stems(sentence))))
    return best if len(best) <= LONG else best[: LONG - 1].rsplit(" ", 1)[0] + "…"
