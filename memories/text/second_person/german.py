"""German said back: "Ich wohne in Ulm" becomes "Du wohnst in Ulm", "wir haben", "ihr habt".

A verb stands after its "ich", before it ("seit Mai wohne ich"), or at the end of its clause ("weil
ich hier wohne"), and once more after "und". Where none is found there, there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memories.text import first_person
from memories.text.second_person.german_verbs import is_known, second

_MINE = (
    word
    for table in (first_person.SUBJECTS, first_person.OWNERS, first_person.OTHERS)
    for word in first_person.words(table, "de")
)
IS_MINE = re.compile(rf"\b(?:{'|'.join(_MINE)}|hab|habe|bin)\b", re.IGNORECASE)
LEADS = re.compile(
    r"^(?:(?:(?:ach|also|hallo|hey|hi|ja|nee|nein|oh|ok|okay|so|übrigens)(?: ja)?,"
    r"|(?:und|aber|denn)(?= (?:ich|wir|mein|unser)))\s*)+",
    re.IGNORECASE,
)
# Said to somebody else, or by somebody else.
_NOT_MINE = re.compile(
    r"\b(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)\b"
    r"|(?<=\w )(?-i:Sie|Ihnen|Ihre?[mnrs]?)\b|[\"“”„«»?█]"
    # "Frag mich nicht"; "ich frag mich" is told.
    r"|(?<!\bich )(?<!\bwir )\b(?:erinner|frag|gib|hilf|lass|merk|mach"
    r"|nenn|ruf|sag|schick|schreibt?|weck|zeig)(?:e|en Sie)? (?:bitte )?(?:mir|mich|uns|es|das)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[^\w\s]|\d[\d.,:]*")
_PRONOUNS = {
    "ich": "du",
    "ich's": "du's",
    "ich’s": "du’s",
    "mich": "dich",
    "mir": "dir",
    "wir": "ihr",
    "uns": "euch",
}
_SUBJECTS = ("ich", "ich's", "ich’s", "wir")
_OWNED = re.compile(r"^(?:m(?P<my>ein(?:e[mnrs]?|s)?)|unse?r(?P<our>e?[mnrs]?|e))$", re.IGNORECASE)

_SUBORDINATE = frozenset(
    "als bevor bis da dadurch damit dass daß falls indem nachdem ob obwohl seit seitdem"
    " sobald solange sodass sofern soweit trotzdem während warum was weil welche welchem"
    " welchen welcher welches wem wen wenn weshalb weswegen wie wo wobei wodurch wofür wogegen"
    " woher wohin womit woran worauf woraus worüber worum wovon wozu die der das den dem deren"
    " dessen".split()
)
_JOINING = ("und", "oder", "aber", "sondern")
_ENDING = (",", ";", ":", "–", "—", "-", "(", ")")


@dataclass
class _Word:
    text: str
    start: int
    stop: int

    @property
    def small(self) -> str:
        return self.text.lower()


def turned(said: str) -> str | None:
    """What somebody says of themselves, said to them; None where that may go wrong."""
    if _NOT_MINE.search(said):
        return None
    words = [_Word(match.group(), *match.span()) for match in _WORD.finditer(said)]
    put: dict[int, str] = {}
    for place, word in enumerate(words):
        if word.small in _SUBJECTS:
            verbs = list(_verbs(words, place))
            if not verbs:
                return None
            put |= dict(verbs)
    put |= dict(_without_subject(words, put))
    return _written(said, words, put)


def _written(said: str, words: Sequence[_Word], put: dict[int, str]) -> str:
    """The text with these words put in, with capitals where those they replace have them."""
    parts, at = [], 0
    for place, word in enumerate(words):
        if new := put.get(place) or _pronoun(word.small):
            new = new.capitalize() if word.text[0].isupper() else new
            parts += [said[at : word.start], new]
            at = word.stop
    return "".join(parts) + said[at:]


def _pronoun(word: str) -> str | None:
    owned = _OWNED.match(word)
    if owned is None:
        return _PRONOUNS.get(word)
    if owned["my"]:
        return f"d{owned['my']}"
    ending = owned["our"].removeprefix("e")
    return f"eure{ending}" if owned["our"] else "euer"


def _verbs(words: Sequence[_Word], place: int) -> Iterator[tuple[int, str]]:
    """Where the verbs stand that go with "ich" or "wir" at a place, and what they become."""
    beside = place > 1 and words[place - 1].small == "und" and _beside_another(words, place)
    if beside:
        yield beside
        return
    many = words[place].small == "wir"
    first = _first_verb(words, place, many=many)
    if first is None:
        return
    yield first
    for n in range(max(place, first[0]) + 1, len(words) - 1):
        if words[n].small in (*_SUBJECTS, *_SUBORDINATE):
            return
        # "Ich wohne in Ulm und arbeite bei Meier."
        if words[n].small in _JOINING and is_known(words[n + 1].text, many=many):
            yield n + 1, second(words[n + 1].text, many=many) or words[n + 1].text


def _beside_another(words: Sequence[_Word], place: int) -> tuple[int, str] | None:
    """The verb of "Heinz und ich fahren" or "fahren Heinz und ich"."""
    for n in (place + 1, place - 3):
        if (
            0 <= n < len(words)
            and words[n].text.endswith("n")
            and (of := second(words[n].text, many=True))
        ):
            return n, of
    return None


def _without_subject(words: Sequence[_Word], put: dict[int, str]) -> Iterator[tuple[int, str]]:
    """The verbs that begin a clause and can be of "ich" alone: "hab mich kaum getraut"."""
    for place, word in enumerate(words):
        first = not place or words[place - 1].text in _ENDING or words[place - 1].small == "und"
        certain = word.small in ("bin", "hab", "habe")
        known = word.text.endswith("e") and is_known(word.text, many=False)
        if first and place not in put and (certain or known):
            yield place, second(word.small, many=False) or word.text


def _first_verb(words: Sequence[_Word], place: int, *, many: bool) -> tuple[int, str] | None:
    before = words[place - 1] if place else None
    leads = before is None or before.small in (*_JOINING, *_ENDING)
    if before and before.small in _SUBORDINATE and not _is_finite(words, place + 1, many=many):
        return _at_the_end(words, place, many=many)
    if before and not leads and before.small not in _SUBORDINATE:
        known = second(before.small if place == 1 else before.text, many=many)
        if known:
            return place - 1, known
    if place + 1 < len(words) and (known := second(words[place + 1].text, many=many)):
        return place + 1, known
    return None


def _is_finite(words: Sequence[_Word], place: int, *, many: bool) -> bool:
    """Whether what stands right after "ich" is all of its clause: "die ich mag"."""
    if place >= len(words):
        return False
    rest = words[place + 1].text if place + 1 < len(words) else ","
    return rest in _ENDING and second(words[place].text, many=many) is not None


def _at_the_end(words: Sequence[_Word], place: int, *, many: bool) -> tuple[int, str] | None:
    """The verb of a clause like "weil ich in Ulm wohne"."""
    for n in range(place + 1, len(words)):
        last = n + 1 == len(words) or words[n + 1].text in _ENDING or words[n + 1].small in _JOINING
        if last and (known := second(words[n].text, many=many)):
            return n, known
        if n + 1 < len(words) and words[n + 1].text in _ENDING:
            return None
    return None
