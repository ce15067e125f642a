"""The words and marks of a message, as what is learned of requests knows them."""

import re
from collections.abc import Collection
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[,;:.!?–—-]")
# Words alone, without numbers and marks.
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
MARKS = frozenset(",;:.!?–—-")


@dataclass(frozen=True)
class TaggedWord:
    """A word or a mark, in small letters, and where it stands; its `role` is "?" if unknown."""

    text: str
    role: str
    start: int
    stop: int

    @property
    def is_mark(self) -> bool:
        return self.text in MARKS


def words_of(text: str, known: Collection[str]) -> list[TaggedWord]:
    """The words and marks of a message, of which some are `known` to ask."""
    return [
        TaggedWord(spelled(m.group()), _role(m.group(), known), *m.span())
        for m in _WORD.finditer(text)
    ]


def plain_words(text: str) -> list[str]:
    """The words of a text in small letters: what lists of words are compared with."""
    return [spelled(word) for word in _PLAIN.findall(text)]


def spelled(word: str) -> str:
    return word.lower().replace("’", "'")


def _role(word: str, known: Collection[str]) -> str:
    plain = spelled(word)
    if plain in known or not word[0].isalnum():
        return plain
    return "?1" if any(letter.isdigit() for letter in word) else "?A" if word[0].isupper() else "?"
