"""What goes on about somebody right after they were named: by a pronoun, which may be another's."""

import re
from collections.abc import Sequence
from itertools import pairwise

from memories.forgetting.requests.candidates import Unit
from memories.text import gist
from memories.text.meaning.concepts import language_meant
from memories.text.names.lists import given_names
from memories.text.names.spellings import NAME_WORD, Name, is_a_name, sound

_PRONOUNS = frozenset({"he", "she", "they"})


def with_what_follows(units: Sequence[Unit], met: Sequence[Unit]) -> list[Unit]:
    """These, and what goes on about them right after: "He missed the handover because of it"."""
    found = list(met)
    for before, unit in pairwise(units):
        if before not in found or unit in found:
            continue
        follows = (unit.passage.source == before.passage.source) or (
            bool(unit.thread) and unit.thread == before.thread
        )
        whose = gist(unit.text).whose
        if follows and (whose & _PRONOUNS or _of_pronoun(unit.text)):
            found.append(unit)
    return found


_BEGINS = re.compile(r"^\W*(?:his|her|their|sein\w*|ihr\w*|he|she|they|er|sie)\b", re.IGNORECASE)


def _of_pronoun(text: str) -> bool:
    return bool(_BEGINS.match(text))


def perhaps_of_another(
    units: Sequence[Unit], goes: Sequence[Unit], surely: Sequence[Unit], names: Sequence[Name]
) -> list[Unit]:
    """What only a pronoun says to be theirs, right after a sentence that tells of another too."""
    return [
        unit
        for before, unit in pairwise(units)
        if unit in goes and unit not in surely and _names_another(before.text, names)
    ]


def _names_another(text: str, names: Sequence[Name]) -> bool:
    language = language_meant(text)
    theirs = {part for name in names for part in name.parts}
    people = {word for word in NAME_WORD.findall(text) if is_a_name(word.lower(), language)}
    return any(sound(word) not in theirs for word in people)


def may_be_said_of(text: str, names: Sequence[Name]) -> bool:
    """Whether the pronoun that a text begins with may be theirs: "she" is no Leo."""
    return fits_gender(text, names) is not False


def fits_gender(text: str, names: Sequence[Name]) -> bool | None:
    """Whether the pronoun that a text begins with is of their gender; None where nothing tells."""
    said = _PRONOUN.match(text)
    gender = "f" if said and said["f"] else "m" if said and said["m"] else ""
    known = {given_names().get(part, "both") for name in names for part in name.parts[:1]}
    if not gender or not known or "both" in known:
        return None
    return gender in known


_PRONOUN = re.compile(
    r"\W*(?:(?P<f>she|shes|her|ella|elle|lei)|(?P<m>he|hes|his|er|seine?|él|il|lui))\b",
    re.IGNORECASE,
)
