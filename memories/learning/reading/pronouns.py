"""Names for pronouns: "She is a vet" is a fact of Clara's, who alone was named before.

A sentence that begins with a pronoun stands alone where it is plain whom it means: where one person
or pet was named in the message so far, and no other. Else it stays as it is.
"""

import re

from memories.learning.reading.facts import Fact
from memories.text import Named, names_in

_POSSESSIVE = r"his|her|(?:sein|ihr)e?(?=\s+(?-i:[A-ZÄÖÜ]))"
# "Sie" and "ihr" may be those spoken to: their verbs end otherwise.
_GERMAN = (
    r"(?:er|sie)(?=\s+(?:ist|hat|war|wird|mag|kann|will|muss|darf|soll|hatte|möchte|wurde"
    r"|(?-i:[a-zäöü])\w+t)\b)"
)
_PRONOUN = re.compile(
    rf"(?:(?:and|but|so|also|und|aber|y|pero)\s+)?(?:(?P<whose>{_POSSESSIVE})"
    rf"|(?P<who>he|she|él|ella|{_GERMAN}))(?=\s+\w|['’]s\s)",
    re.IGNORECASE,
)
_FEMALE = frozenset(("she", "her", "sie", "ihr", "ihre", "ella"))
# Of whom a type or a role says that they are somebody.
_SOMEBODY = frozenset(("person", "pet"))
_HISSING = ("s", "ß", "x", "z")


def by_name(text: str, fact: Fact) -> Fact:
    """A fact with the name of whom its pronoun means, where that is plain."""
    said = fact.of(text)
    pronoun = _PRONOUN.match(said)
    if pronoun is None or fact.subject:
        return fact
    female = pronoun.group().split()[-1].lower() in _FEMALE
    one = _meant(text[: fact.span.start], female=female)
    if one is None:
        return fact
    name = _words(one)
    who = f"{one.role.words} {name}" if one.name and one.role and not one.role.owner else name
    if pronoun["whose"]:
        english = pronoun["whose"].lower() in ("his", "her")
        name, who = _genitive(name, english=english), _genitive(who, english=english)
    elif not one.name and said[pronoun.end()] in "'’":
        # "My sister's a vet" may be somebody's vet.
        return fact
    return Fact(fact.span, name[:1].upper() + name[1:], pronoun.end(), who[:1].upper() + who[1:])


def _meant(before: str, *, female: bool) -> Named | None:
    """Whom a pronoun means: the one person or pet that was named; None where that is not plain."""
    named = [one for one in names_in(before) if one.name or (one.role and one.role.definite)]
    somebody = [one for one in named if one.type in _SOMEBODY]
    unsure = [one for one in named if not one.type]
    meant = {_words(one).lower(): one for one in somebody or unsure}
    if len(meant) != 1 or (somebody and unsure):
        return None
    (one,) = meant.values()
    whose_else = not one.name and one.role is not None and one.role.owner
    fits = one.gender in ("", "f" if female else "m")
    return one if fits and not whose_else else None


def _words(one: Named) -> str:
    return one.name or (one.role.words if one.role else "")


def _genitive(name: str, *, english: bool) -> str:
    if english:
        return f"{name}'s"
    return f"{name}’" if name.endswith(_HISSING) else f"{name}s"
