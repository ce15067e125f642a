"""Names for pronouns: "She is a vet" is a fact of Clara's, who alone was named before.

A sentence that begins with a pronoun stands alone where it is plain whom it means: where of the
people and pets named in the message so far one alone may be meant; where none was named in it, of
those named last in the conversation. Else it stays as it is.
"""

import re
from collections.abc import Sequence

from memories.learning.reading.facts import THAT_ONE, FactSpan
from memories.text import ENGLISH, NamedEntity, language_of, names_in, sentences
from memories.text.names.lists import speaks_of_somebody

_KIN = (
    r"(?:ehe)?(?:mann|frau)|freund(?:in)?|partner(?:in)?|bruder|schwester|sohn|tochter|kind(?:er)?"
    r"|söhne|töchter|mutter|vater|eltern|mama|papa|oma|opa|hund|katze|kater|chef(?:in)?|geburtstag"
    r"|beruf|name|haus|wohnung|auto|arbeit|adresse|nummer"
)
_POSSESSIVE = rf"his|her|(?:sein|ihr)e?(?=\s+(?:(?-i:[A-ZÄÖÜ])|(?:{_KIN})\b))|su(?=\s+\w)"
# "Sie" and "ihr" may be those spoken to: their verbs end otherwise.
_VERB = r"(?:ist|hat|war|wird|mag|kann|will|muss|darf|soll|hatte|möchte|wurde|(?-i:[a-zäöü])\w+t)"
_GERMAN = rf"(?:er|sie)(?=\s+{_VERB}\b)"
# A Spanish verb needs no pronoun. Of things, too, much is said with "es" and "tiene".
_SPANISH = r"(?=(?:vive|trabaja|estudia|nació|cumple|toca|habla)\s)"
_PRONOUN = re.compile(
    rf"(?:(?:and|but|so|also|und|aber|y|pero)\s+)?(?:(?P<whose>{_POSSESSIVE})(?=\s+\w)"
    rf"|(?P<who>he|she|él|ella|{_GERMAN}|{THAT_ONE})(?:(?P<short>['’]?s)(?=\s)|(?=\s+\w))|(?P<none>{_SPANISH}))",
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
_HAS = re.compile(
    r"\s+(?:just\s+|now\s+|already\s+|finally\s+)?(?:got|been|had|gone|become|\w{2,}ed)\b",
    re.IGNORECASE,
)
_FEMALE = frozenset(("she", "her", "sie", "ihr", "ihre", "ella", "die"))
# These mean whoever was named right before.
_THAT_ONE = frozenset(("der", "die"))
_EITHER = frozenset(("su", ""))
_OF_SPANISH = frozenset(("él", "ella", "su"))
# Spanish words for whose the article is not told by their end.
_LA = re.compile(r"\w+(?:a|ción|dad)\b|(?:mujer|madre)\b", re.IGNORECASE)
# Of whom a type or a role says that they are somebody.
_SOMEBODY = frozenset(("person", "pet"))
_HISSING = ("s", "ß", "x", "z")


# Words that may mean somebody named before, wherever they stand.
_MAY_POINT = re.compile(
    rf"\b(?:s?hes?|his|her|él|ella|er|sie|{_POSSESSIVE})\b|{_SPANISH}", re.IGNORECASE
)


def may_point_back(text: str) -> bool:
    """Whether a text may say something of somebody by a pronoun: else nobody need be looked for."""
    return bool(_MAY_POINT.search(text))


# Who is called something now was spoken of right before, and is nobody who had a name.
_IS_CALLED = re.compile(
    r"(?:(?:and|und|y)\s+)?(?:(?:he|she|it)(?:['’]?s|\s+is)\s+(?:called|named)\b|(?:er|sie|es)\s+hei(?:ß|ss)t\b"
    r"|se\s+llama\b)",
    re.IGNORECASE,
)


def by_name(text: str, fact: FactSpan, before: Sequence[str] = ()) -> FactSpan:
    """A fact with the name of whom its pronoun means, where that is plain.

    `before` is what the person said in the conversation before this text, the latest first.
    """
    said = fact.of(text)
    pronoun = _PRONOUN.match(said) or _INNER.match(said)
    if pronoun is None or fact.subject or _IS_CALLED.match(said):
        return fact
    found = {key: value for key, value in pronoun.groupdict().items() if value is not None}
    plain = (found.get("whose") or found.get("who") or found.get("wer") or "").lower()
    if plain in _OF_SPANISH and language_of(text) == ENGLISH:
        # Of English, Ella is a name.
        return fact
    one = _meant([text[: fact.span.start], *before], plain)
    if one is None or ("time" in found and names_in(pronoun.group())):
        return fact
    name = called(one)
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


def _meant(said: Sequence[str], pronoun: str) -> NamedEntity | None:
    """Whom a pronoun means: the one it may mean of those named in the latest text that names any.

    None where that is not plain.
    """
    begun = _begun(said[0], pronoun)
    for place, text in enumerate(said):
        named = [one for one in names_in(text) if one.name or (one.role and one.role.definite)]
        if begun is not None and (place or all(one.start < begun for one in named)):
            return None
        if pronoun in _THAT_ONE:
            last = named[-1] if named and not place else None
            beside = last is not None and not text[last.stop :].strip(" ,")
            return _only([last], [], pronoun) if last and beside and last.name else None
        somebody = [one for one in named if one.type in _SOMEBODY]
        unsure = [one for one in named if not one.type]
        if somebody or unsure:
            return _only(somebody, unsure, pronoun) if not place or somebody else None
        if not place and _may_name_somebody(text):
            return None
    return None


# What somebody is called before they are named by a pronoun.
_SAME = {
    "f": re.compile(r"\b(?:she|her|sie|ihre?[mnrs]?|ella)\b", re.IGNORECASE),
    "m": re.compile(r"\b(?:he|him|his|er|ihm|ihn|seine?[mnrs]?|él)\b", re.IGNORECASE),
}


def _begun(before: str, pronoun: str) -> int | None:
    """Where a sentence began that may name, before a pronoun in it, whom that means; else None.

    "The sweep rang, he comes on Monday" is of no one named before, unless the sentence has him in
    it by such a word already.
    """
    said = list(sentences(before))
    own = said[-1].of(before) if said else ""
    if not own.strip(" ,;–—-") or own.rstrip().endswith((".", "!", "?")):
        return None
    same = _SAME["f" if pronoun in _FEMALE else "m"].search(own)
    return None if pronoun in _EITHER or same else said[-1].start


def _may_name_somebody(before: str) -> bool:
    """Whether the sentence a pronoun stands in may tell before it whom it means, by no known name.

    "A friend of mine rang, she …", "vom Vater der Kinder bin ich getrennt, er …": not who was named
    in an earlier message.
    """
    said = list(sentences(before))
    own = said[-1].of(before) if said else ""
    if own.rstrip().endswith((".", "!", "?")):
        return False
    return speaks_of_somebody(own)


def _only(
    somebody: Sequence[NamedEntity], unsure: Sequence[NamedEntity], pronoun: str
) -> NamedEntity | None:
    """The one of these that a pronoun may mean; None where there are several, or none."""
    gender = "" if pronoun in _EITHER else "f" if pronoun in _FEMALE else "m"
    fitting = [one for one in somebody or unsure if not gender or one.gender in ("", gender)]
    meant = {called(one).lower(): one for one in fitting}
    if len(meant) != 1 or (somebody and unsure):
        return None
    (one,) = meant.values()
    whose_else = not one.name and one.role is not None and one.role.owner
    return None if whose_else else one


def called(one: NamedEntity) -> str:
    """What somebody is called where they are named: by a name, else by what they are."""
    return one.name or (one.role.words if one.role else "")


def _genitive(name: str, *, english: bool) -> str:
    if english:
        return f"{name}'s"
    return f"{name}’" if name.endswith(_HISSING) else f"{name}s"
