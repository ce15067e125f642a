"""Whose a thing is that a request names: "Sabines Beruf", "clares dog", "Clare's dog".

German has no apostrophe there, and who types in a hurry has none in English: the name is found by
itself only once its "s" is off.
"""

import re
from collections.abc import Sequence

from memories.forgetting.requests.candidates import Unit
from memories.text import language_meant, names_in, stem_of
from memories.text.meaning.english_words import is_listed
from memories.text.names.lists import given_names
from memories.text.names.named_entity import RoleMention
from memories.text.names.spellings import is_a_name, names_asked, naming, sound

# "Sabines beruf", "clares dog bit the postman".
_OWNED = re.compile(r"\b(?P<name>[^\W\d_]{2,})s\s+(?P<thing>[^\W\d_][\w-]*)")
_PAIR = re.compile(r"\b(?P<name>[^\W\d_]{2,}?)(?:['’]s?|s)\s+(?P<thing>[^\W\d_][\w-]*)")
_OF = re.compile(
    r"\b(?P<thing>[^\W\d_][\w-]*)\s+(?:of|von|de)\s+(?P<name>[^\W\d_]{2,})\b", re.IGNORECASE
)


def with_owner_apart(topic: str, units: Sequence[Unit]) -> str:
    """A topic with the name of whose a thing is as it is told by itself: "Beruf von Sabine"."""

    def told(match: re.Match[str]) -> str:
        name, thing = match["name"], match["thing"]
        if not _is_somebody(match["name"], units):
            return match.group()
        named = name[0].upper() + name[1:]
        german = is_listed(thing, "de") or language_meant(match.group()) == "de"
        return f"{thing.lower()} von {named}" if german else f"{named}'s {thing}"

    return _OWNED.sub(told, topic)


def _is_somebody(name: str, units: Sequence[Unit]) -> bool:
    """Whether a word without its "s" is a name, and with it none: "Hannes" is no Hanne's."""
    low = name.lower()
    if f"{low}s" in given_names():
        return False
    if is_a_name(low, "de"):
        return True
    known = names_asked(name) if name[0].isupper() else []
    return bool(known) and any(naming(unit.text, known) for unit in units)


def without_anothers(topic: str, units: Sequence[Unit]) -> list[Unit]:
    """Without what tells only of another's: "my sister" is nobody whom "his sister" means, and
    "Max's sister" none of mine.
    """
    asked = [one.role for one in names_in(topic) if one.role]
    if len(asked) != 1 or not _WHOSE.match(topic) or asked[0].owner == "?":
        return list(units)
    return [unit for unit in units if not _is_of_another(asked[0], unit.text)]


# Whose it is stands right before, and nothing else is named.
_WHOSE = re.compile(
    r"\s*(?:my|mein\w*|mis?|[^\W\d_]+['’]s?)\s+[^\W\d_]+(?:[- ]in[- ]law)?\s*$", re.IGNORECASE
)


def _is_of_another(asked: RoleMention, text: str) -> bool:
    """Whether a text speaks of such a one, and each is somebody else's."""
    held = [one.role for one in names_in(text) if one.role and one.role.role.key == asked.role.key]
    # Of "his sister" it may not be known whose she is: but not the person's own.
    same = {asked.owner, "?"} if asked.owner else {""}
    return bool(held) and all(role.owner not in same for role in held)


def is_of_the_same(topic: str, text: str) -> bool:
    """Whether both begin with the same thing of the same person, whatever its name is.

    "Clare's dog Otis bit the postman" is what "Clare's dog bit the postman" means.
    """
    return bool(_owned_in(topic) & _owned_in(text))


def _owned_in(text: str) -> set[tuple[str, str]]:
    pairs = [*_PAIR.finditer(text), *_OF.finditer(text)]
    return {(sound(each["name"]), stem_of(each["thing"].lower())) for each in pairs}
