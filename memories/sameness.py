"""Whether two sentences say the same fact, by their words.

No single number decides this: the stems must overlap, what tells facts apart (numbers, names,
"not", "before", "after" …) must agree, and where a comparison is made the order counts.
"""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from memories.words import content_words

# Stop words that turn a fact into another.
_SIGNS = "not no never without before after over under less more against few most off on up down"
_SIGN = re.compile(
    r"\b(?:" + "|".join(_SIGNS.split()) + r"|nothing|none|neither|nor)\b|n['’]t\b", re.I
)
_DIGIT = re.compile(r"\d")
_COMPARED = re.compile(r"\b(?:over|than|instead of|rather than|before|after|from|to)\b", re.I)
_LEADS = re.compile(
    r"^\W*(?:(?:please|hey|hi|ok(?:ay)?|and|so|well)[\s,]+)*"
    r"(?:(?:can|could|will|would) you )?(?:please )?"
    r"(?:(?:do not |don't |always )?(?:remember|note|forget|keep in mind)(?: this| that)?"
    r"|actually|no|btw|by the way|fyi|just so you know)\b[\s:,]*(?:that\b\s*)?",
    re.IGNORECASE,
)

SAME = 0.8
# A sentence may wrap a fact in this many words of its own and still state it.
WRAPPING = 3


@dataclass(frozen=True)
class Statement:
    """A sentence as it is compared: its stems in order, and what tells it apart from others."""

    stems: tuple[str, ...]
    specifics: frozenset[str]
    signs: frozenset[str]
    compares: bool


def statement(text: str) -> Statement:
    """Read a sentence for comparison. "Remember that …", "actually, …" are not part of it."""
    text = _LEADS.sub("", text, count=1)
    words = list(content_words(text))
    first = words[0].start if words else 0
    return Statement(
        stems=tuple(word.stem for word in words),
        specifics=frozenset(
            word.stem
            for word in words
            if _DIGIT.search(word.spelling) or (word.spelling[0].isupper() and word.start > first)
        ),
        signs=frozenset(_sign(match.group()) for match in _SIGN.finditer(text)),
        compares=bool(_COMPARED.search(text)),
    )


def _sign(word: str) -> str:
    word = word.lower().replace("’", "'")
    return "not" if word in ("n't", "no", "never", "not") else word


def same(a: Statement, b: Statement) -> bool:
    """Whether both say the same thing."""
    if not a.stems or not b.stems or a.signs != b.signs:
        return False
    if not _agree(a, b):
        return False
    first, second = set(a.stems), set(b.stems)
    if len(first & second) / len(first | second) < SAME:
        return False
    return not (a.compares or b.compares) or _in_order(a.stems, b.stems)


def states(sentence: Statement, fact: Statement) -> bool:
    """Whether a sentence states a fact, perhaps with a few words around it."""
    if not fact.stems or not sentence.stems:
        return False
    if same(sentence, fact):
        return True
    return (
        set(fact.stems) <= set(sentence.stems)
        and fact.signs <= sentence.signs
        and len(sentence.stems) <= len(fact.stems) + WRAPPING
        and (not fact.compares or _in_order(fact.stems, sentence.stems))
    )


def _agree(a: Statement, b: Statement) -> bool:
    """Each one's numbers and names stand in the other."""
    return a.specifics <= set(b.stems) and b.specifics <= set(a.stems)


def _in_order(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= 0.75
