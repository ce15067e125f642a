"""Names for pronouns: "She is a vet" is a fact of Clara's, who alone was named before.

A sentence that begins with a pronoun stands alone where it is plain whom it means: where one person
or pet was named in the message so far, and no other. Else it stays as it is.
"""

import re

from memories.learning.reading.facts import FactSpan
from memories.text import ENGLISH, NamedEntity, language_of, names_in

_POSSESSIVE = r"his|her|(?:sein|ihr)e?(?=\s+(?-i:[A-ZÄÖÜ]))|su(?=\s+\w)"
# "Sie" and "ihr" may be those spoken to: their verbs end otherwise.
_VERB = r"(?:ist|hat|war|wird|mag|kann|will|muss|darf|soll|hatte|möchte|wurde|(?-i:[a-zäöü])\w+t)"
_GERMAN = rf"(?:er|sie)(?=\s+{_VERB}\b)"
# A Spanish verb needs no pronoun. Of things, too, much is said with "es" and "tiene".
_SPANISH = r"(?=(?:vive|trabaja|estudia|nació|cumple|toca|habla)\s)"
_PRONOUN = re.compile(
    rf"(?:(?:and|but|so|also|und|aber|y|pero)\s+)?(?:(?P<whose>{_POSSESSIVE})(?=\s+\w)"
    rf"|(?P<who>he|she|él|ella|{_GERMAN})(?:(?P<short>['’]s)(?=\s)|(?=\s+\w))|(?P<none>{_SPANISH}))",
    re.IGNORECASE,
)
# Behind a time: "since May she lives in Truro", "seit Mai wohnt sie in Ulm", "desde mayo vive …".
_INNER = re.compile(
    rf"(?P<time>(?:since|for|now|today|meanwhile|these|by|last|next|in|on|from)\b[^,.;]{{0,30}}?,?\s+)"
    rf"(?P<who>he|she)(?:(?P<short>['’]s)(?=\s)|(?=\s+\w))"
    rf"|(?P<zeit>(?:seit|jetzt|nun|heute|inzwischen|mittlerweile|ab|im|am|vor|nach|bald|seitdem)\b"
    rf"[^,.;]{{0,30}}?\s{_VERB}\s+)(?P<wer>er|sie)(?=\s+\w)"
    rf"|(?P<vez>(?:desde|ahora|hoy|ya|actualmente|en)\b[^,.;]{{0,30}}?,?\s+)(?P<none>{_SPANISH})",
    re.IGNORECASE,
)
_HAS = re.compile(r"\s+(?:got|been|had|gone|become|\w{2,}ed)\b", re.IGNORECASE)
_FEMALE = frozenset(("she", "her", "sie", "ihr", "ihre", "ella"))
_EITHER = frozenset(("su", ""))
_OF_SPANISH = frozenset(("él", "ella", "su"))
# Spanish words for whose the article is not told by their end.
_LA = re.compile(r"\w+(?:a|ción|dad)\b|(?:mujer|madre)\b", re.IGNORECASE)
# Of whom a type or a role says that they are somebody.
_SOMEBODY = frozenset(("person", "pet"))
_HISSING = ("s", "ß", "x", "z")


def by_name(text: str, fact: FactSpan) -> FactSpan:
    """A fact with the name of whom its pronoun means, where that is plain."""
    said = fact.of(text)
    pronoun = _PRONOUN.match(said) or _INNER.match(said)
    if pronoun is None or fact.subject:
        return fact
    found = {key: value for key, value in pronoun.groupdict().items() if value is not None}
    plain = (found.get("whose") or found.get("who") or found.get("wer") or "").lower()
    if plain in _OF_SPANISH and language_of(text) == ENGLISH:
        # Of English, Ella is a name.
        return fact
    one = _meant(text[: fact.span.start], plain)
    if one is None or ("time" in found and names_in(pronoun.group())):
        return fact
    name = _words(one)
    who = f"{one.role.words} {name}" if one.name and one.role and not one.role.owner else name
    at, lead = pronoun.start(), pronoun.end()
    if key := next((key for key in ("time", "zeit", "vez") if key in found), ""):
        at = pronoun.end(key)
    if plain == "su":
        noun = said[lead:].split()[0]
        article = "La" if _LA.match(noun) else "El"
        lead += 1 + len(noun)
        return FactSpan(
            fact.span, f"{article} {noun} de {name}", lead, f"{article} {noun} de {who}"
        )
    if plain in ("his", "her", "sein", "seine", "ihr", "ihre"):
        english = plain in ("his", "her")
        name, who = _genitive(name, english=english), _genitive(who, english=english)
    elif "short" in found:
        # "My sister's a vet" may be somebody's vet.
        verb = " has" if _HAS.match(said, lead) else " is"
        name, who = name + verb, who + verb
    elif "none" in found:
        name, who = f"{name} ", f"{who} "
    if not at:
        name, who = name[:1].upper() + name[1:], who[:1].upper() + who[1:]
    return FactSpan(fact.span, name, lead, who, at)


def points_back(words: str) -> bool:
    """Whether whom a sentence is about was named before it, though it begins with a time."""
    inner = _INNER.match(words)
    return bool(inner) and not names_in(words)


def _meant(before: str, pronoun: str) -> NamedEntity | None:
    """Whom a pronoun means: the one person or pet that was named; None where that is not plain."""
    named = [one for one in names_in(before) if one.name or (one.role and one.role.definite)]
    somebody = [one for one in named if one.type in _SOMEBODY]
    unsure = [one for one in named if not one.type]
    meant = {_words(one).lower(): one for one in somebody or unsure}
    if len(meant) != 1 or (somebody and unsure):
        return None
    (one,) = meant.values()
    whose_else = not one.name and one.role is not None and one.role.owner
    fits = pronoun in _EITHER or one.gender in ("", "f" if pronoun in _FEMALE else "m")
    return one if fits and not whose_else else None


def _words(one: NamedEntity) -> str:
    return one.name or (one.role.words if one.role else "")


def _genitive(name: str, *, english: bool) -> str:
    if english:
        return f"{name}'s"
    return f"{name}’" if name.endswith(_HISSING) else f"{name}s"
