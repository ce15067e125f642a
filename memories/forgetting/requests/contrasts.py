"""What tells the one thing that is meant from another like it: denied or not, former or not.

"The insurance I don't have", "the passport I had before", "the four-digit code", "what I weigh".
"""

import re

from memories.text import Gist
from memories.text.meaning.numerals import numerals

# What a sentence loses, as logits, for each way in which it is another thing than is asked for.
OPPOSITE, ANOTHER_TIME, ANOTHER_LENGTH, NOBODYS = 3.0, 3.0, 4.0, 1.5
# What is over is not what is to come.
PAST_OR_COMING = 8.0
_PAST = re.compile(
    r"\b(?:last|(?<!half )(?<!quarter )past|letzt\w+|vorig\w+|vergangen\w+|pasad[oa]s?)\b",
    re.IGNORECASE,
)
_COMING = re.compile(
    r"\b(?:next(?!\s+(?:door|to)\b)|coming|upcoming|nächst\w+|kommend\w+|próxim[oa]s?|que\s+viene)\b",
    re.IGNORECASE,
)
# "The insurance I do have": the other is that one has none.
_INDEED = re.compile(
    r"\bdo(?:es)?\s+(?:have|know|like|eat|own|take|speak|drink|work|go|use|want)\b|\bsí\s+\w+"
    r"|\b(?:doch|wirklich)\s+(?:habe|esse|mag|bin|kann)\b",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"\b(?:former(?:ly)?|previous(?:ly)?|old(?!\s+enough)|before|used\s+to|ehemalig\w*|früher\w*"
    r"|vorige\w*|alte[rnms]?|antigu[oa]s?|anterior(?:es)?|de\s+antes|ex)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|current(?:ly)?|at\s+the\s+moment|these\s+days|jetzt|aktuell\w*|derzeit|ahora|actual)\b",
    re.IGNORECASE,
)
# How a code is told from another, without saying it.
_LENGTH = re.compile(
    r"\b(\w+)[\s-]digits?\s+|\b(\w+?)stellige\w*\s+|\s+de\s+(\w+)\s+(?:cifras|dígitos)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d(?:[\d .,/-]*\d)?")


def far_from(topic: str, told: Gist, text: str, said: Gist) -> float:
    """What a sentence loses for what the topic says of the thing and the sentence of another."""
    lost = 0.0
    if told.denies % 2 != said.denies % 2 and (told.denies % 2 or _INDEED.search(topic)):
        lost += OPPOSITE
    former, now = bool(_FORMER.search(topic)), bool(_NOW.search(topic))
    if (former or now) and bool(_FORMER.search(text)) is not (former and not now):
        lost += ANOTHER_TIME
    past, coming = bool(_PAST.search(topic)), bool(_COMING.search(topic))
    there = bool(_PAST.search(text)), bool(_COMING.search(text))
    if past is not coming and any(there) and there == (coming, past):
        lost += PAST_OR_COMING
    if (digits := _digits(topic)) and digits not in _lengths(text):
        lost += ANOTHER_LENGTH
    if "me" in told.whose and not said.whose:
        lost += NOBODYS
    return lost


def without_length(topic: str) -> str:
    """A topic without how many digits it has: no sentence says that."""
    return _LENGTH.sub(" ", topic).strip()


def _digits(topic: str) -> int:
    """How many digits it is said to have; 0 where nothing is said."""
    match = _LENGTH.search(topic)
    if match is None:
        return 0
    word = next(filter(None, match.groups())).lower()
    return int(word) if word.isdigit() else next((value for _, value in numerals(word)), 0)


def _lengths(text: str) -> set[int]:
    return {sum(map(str.isdigit, match.group())) for match in _NUMBER.finditer(text)}
