"""Of several who are called the same, whom a request means: "Kayla the babysitter", "not the dog".

A sentence that says who is called so ("a mate called Max", "my boss is named Max", "Max = sitter")
is of whom the request tells by the same role or word. One that says something else, while another
says that, is of a namesake; so is one that says what is to stay.
"""

import re
from collections.abc import Sequence

from memories.forgetting.requests.candidates import Unit
from memories.text import first_person, stems
from memories.text.meaning.concepts import language_meant, meanings
from memories.text.names.spellings import NAME_WORD, Name, sound
from memories.text.names.titles import FEMALE, MALE
from memories.text.patterns import lazily

# What says who is called so, right before the name; what may, with a role.
_CALLED_SO = lazily(
    r"\b(?:called|named|namens|genannt|hei(?:ß|ss)(?:t|en)|hie(?:ß|ss)|llama[dn]?[oa]?|appelle|nommée?|chiama"
    r"|heet|heten|nazywa)\W+(?:(?:also|auch|también|aussi|ook)\s+)?$",
    re.IGNORECASE,
)
_IS = r"(?:=|\b(?:is|was|ist|war|es|era|est|était|è)\b)\W*(?:(?:also|auch|también|aussi|ook)\s+)?"
_ROLE_IS, _IS_ROLE = (
    lazily(rf"{_IS}$", re.IGNORECASE),
    lazily(rf"^\W{{0,3}}(?:{_IS}|,\s)", re.IGNORECASE),
)
# "Frau Mazur" is nobody's wife, where none says whose.
_TITLES = MALE | FEMALE
_MINE = "|".join(first_person.words(first_person.OWNERS, "en", "de", "es", "fr"))
_WHOSE = re.compile(rf"{_MINE}|(?:[ds]ein|ihr)\w*|his|her|su|sa", re.IGNORECASE)
# A role may stand as many words away from the name.
_NEAR = 6
# Minimum letters of the last part of a compound, which says what it is.
_LONG = 5


def namesakes(
    units: Sequence[Unit], topic: str, names: Sequence[Name], keep: str = ""
) -> list[Unit]:
    """Those of the sentences that name somebody who tell of another of that name."""
    asked, stays = _told(topic, names), _told(keep, names)
    meant = [_meet(_told(unit.text, names), asked) for unit in units]
    return [
        unit
        for unit, is_meant in zip(units, meant, strict=True)
        if not is_meant
        and (told := _told_of(unit.text, names))
        and (any(meant) or _meet(told, stays))
    ]


def _meet(said: set[str], asked: set[str]) -> bool:
    """Whether both tell of the same: a babysitter is a sitter."""
    return bool(said & asked) or any(
        one.endswith(other) for one in said for other in asked if len(other) >= _LONG
    )


def _told_of(text: str, names: Sequence[Name]) -> set[str]:
    """What a sentence says of who is called so, where it says who that is; else nothing."""
    found: set[str] = set()
    for match in NAME_WORD.finditer(text):
        if not _is_named(match.group(), names):
            continue
        before, after = text[: match.start()], text[match.end() :]
        near = " ".join(before.split()[-_NEAR:])
        role = _ROLE_IS.search(before) and _has_somebody(near)
        if role or _CALLED_SO.search(before) or _ends_in_somebody(before):
            found |= _told(near, names)
        then = " ".join(after.split()[: _NEAR + 1])
        if _IS_ROLE.match(after) and _has_somebody(then):
            found |= _told(then, names)
    return found


def _is_named(word: str, names: Sequence[Name]) -> bool:
    return any(sound(word) == part for name in names for part in name.parts)


def _has_somebody(text: str) -> bool:
    return any(_is_somebody(each.concept.kind) for each in meanings(text))


def _ends_in_somebody(before: str) -> bool:
    """Whether it ends in what somebody is: "my cousin …", "best mate …"."""
    *earlier, last = before.split() or [""]
    if last.lower() in _TITLES and not (earlier and _WHOSE.fullmatch(earlier[-1])):
        return False
    ends = len(before.rstrip())
    return any(_is_somebody(each.concept.kind) and each.stop == ends for each in meanings(before))


def _is_somebody(kind: str) -> bool:
    return kind in ("person", "animal")


def _told(text: str, names: Sequence[Name]) -> set[str]:
    """Who a text tells of: roles and animals by what they mean, and its words by their stems."""
    language = language_meant(text)
    known = {
        f"={each.concept.name}"
        for each in meanings(text, language)
        if _is_somebody(each.concept.kind)
    }
    others = [m.group() for m in NAME_WORD.finditer(text) if not _is_named(m.group(), names)]
    return (
        known
        | set(stems(" ".join(others)))
        | {word.lower() for word in others if len(word) >= _LONG}
    )
