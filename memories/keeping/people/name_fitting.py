"""Whether a name that is said fits a name that somebody has, and what else is said of them."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from memories.keeping.people.known_entity import KnownEntity, RoleStatement, words_of
from memories.models import Entity
from memories.text import NamedEntity
from memories.text.names.lists import (
    CLOSE,
    OTHER,
    PEOPLE,
    THING,
    gender_of,
    initials_key,
    kinds,
    may_be_short_for,
    role_of,
    short_keys,
)
from memories.text.names.small_words import MY, TRADES
from memories.text.names.spellings import sound
from memories.text.words import without_accents

# Where somebody works: who is from there is somebody at work.
_AT_WORK = frozenset(
    "work office accounts accounting hr sales marketing finance legal support it engineering arbeit"
    " büro buchhaltung vertrieb personal trabajo oficina contabilidad ventas team".split()
)
# My friend Tommy is not my boss Tom.
_AT_DUTY, _AT_EASE = frozenset({"work", "service"}), frozenset({"friends", "home"})
# Minimum mentions of somebody who is meant without an addition ("from the choir").
KNOWN_WELL = 2
_SMALL = frozenset("the and of von der die das del de la van y und".split())
# How well a name fits: the same; a part of it; only a surname; a short form; nearly so spelled.
SAME, PART, SURNAME, SHORT, SPELLED = 5, 4, 3, 2, 1
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
# "The Copper Jug" is "the jug"; of a project "the heron" would be any.
_SHORTENED = frozenset({Entity.Type.THING, Entity.Type.ORGANISATION, Entity.Type.PLACE})
# Minimum similarity of a misspelled word to the right one, and minimum letters of such a word.
_ALIKE, _LONG = 0.8, 6


def fit_of(one: KnownEntity, named: NamedEntity) -> int:
    """How well somebody's names fit how they are named: SAME to SHORT, 0 where none does."""
    if named.definite and any(named.name.lower() == key for key in words_for(one)):
        return PART
    return max((_fit(one, names, named) for names in _names_to_compare(one, named)), default=0)


def words_for(one: KnownEntity) -> set[str]:
    """What only a word tells that they are, in lower case: "conductor"."""
    return {role.key for role in one.roles if role_of(role.key).field == OTHER}


def _names_to_compare(one: KnownEntity, named: NamedEntity) -> list[tuple[str, ...]]:
    """The names of somebody that a name is compared with: a whole one with whole ones."""
    names = list(one.names())
    whole = [name for name in names if len(name) > 1]
    person = one.type in (Entity.Type.PERSON, Entity.Type.PET)
    return whole if person and whole and len(words_of(named.name)) > 1 else names


def _initials(names: tuple[str, ...]) -> str:
    """What leads to a name of several words by its initials."""
    if "&" in names[1:-1]:
        # "C&B", of the Reederei Carstens & Behn.
        at = names.index("&")
        names = (names[at - 1], names[at + 1])
    letters = "".join(word[0] for word in names if word[0].isalpha() and word not in _SMALL)
    return initials_key(letters.upper())


def keys_of(names: tuple[str, ...], one: KnownEntity) -> set[str]:
    """What leads to a name: its words, its initials, "the" and what it is, and short forms."""
    found = {*filter(_tells, names), names[0], " ".join(names)}
    if short := _initials(names):
        found.add(short)
    # "Oezdemir" and "Ozdemir" are Özdemir.
    for word in [word for word in found if not word.isascii()]:
        found |= {without_accents(word), word.translate(_WRITTEN_OUT)}
    found |= {f"the {word}" for word in (names[0], names[-1]) if word in kinds()}
    if one.type in _SHORTENED and len(names) > 1:
        found.add(f"the {names[-1]}")
    if one.type in (Entity.Type.PERSON, Entity.Type.PET):
        found |= set(short_keys(names[0]))
    return found


def _tells(word: str) -> bool:
    """Whether a word of a name tells which it is: not "the", nor what kind of thing it is."""
    return len(word) > 2 and word not in kinds() and word not in _SMALL


def _fit(one: KnownEntity, names: tuple[str, ...], named: NamedEntity) -> int:
    """How well a name that somebody has fits how they are named."""
    words = words_of(named.name)
    if not words:
        return 0
    if (short := initials_key(named.name)) and short == _initials(names):
        return PART
    if (
        words == names
        and len(words) == 1 < len(words_of(one.name))
        and one.type == Entity.Type.PERSON
    ):
        # "Sanne" is all Sannes, though one of two was called no more than that.
        return PART if words[0] in words_of(one.name) else SAME
    if words == names:
        return SAME if not named.title or len(names) > 1 or is_titled(one) else 0
    thing = one.type not in (Entity.Type.PERSON, Entity.Type.PET)
    if thing:
        return _fit_of_thing(names, words, named)
    if len(words) == 1:
        return _fit_of_one_word(names, words[0], named, one)
    if len(names) == 1:
        if is_titled(one):
            return SURNAME if names[0] == words[-1] else 0
        if names[0] == words[0]:
            return PART
        return (
            SHORT
            if may_be_short_for(words[0], names[0]) or may_be_short_for(names[0], words[0])
            else 0
        )
    if words[-1] == names[-1] and (
        may_be_short_for(words[0], names[0]) or may_be_short_for(names[0], words[0])
    ):
        return PART
    return 0


def _fit_of_one_word(
    names: tuple[str, ...], word: str, named: NamedEntity, one: KnownEntity
) -> int:
    if named.title:
        return PART if names[-1] == word and (len(names) > 1 or is_titled(one)) else 0
    if len(names) > 1 and names[0] == word:
        return PART
    if len(names) > 1 and names[-1] == word:
        return SURNAME
    if is_titled(one):
        return 0
    if may_be_short_for(word, names[0]) or may_be_short_for(names[0], word):
        return SHORT
    return 0


def _fit_of_thing(names: tuple[str, ...], words: tuple[str, ...], named: NamedEntity) -> int:
    if len(words) == 1 and named.definite and (words[0] in kinds() or named.name.islower()):
        return PART if words[0] in (names[0], names[-1]) else 0
    if len(words) == 1 and words[0] in kinds():
        return 0
    telling = {word for word in words if _tells(word)}
    if not telling:
        return 0
    shared = telling <= set(names) or {word for word in names if _tells(word)} <= set(words)
    return PART if shared and (named.name[0].isupper()) else 0


def is_spelled_like(one: KnownEntity, named: NamedEntity) -> bool:
    """Whether a name is somebody's with a slip in it: "Dr Mindin", "Agnieska", "Gutter Larcs".

    Two given names that differ at the end are two people's: Christina and Christine.
    """
    words = words_of(named.name)
    person = one.type in (Entity.Type.PERSON, Entity.Type.PET)
    for names in one.names():
        if person and len(words) == 1 and len(names) > 1:
            tried = [names[-1:]] if named.title else [names[:1], names[-1:]]
        else:
            tried = [names]
        for each in tried:
            if len(each) == len(words) and each != words and all(map(_is_slip, each, words)):
                return True
    return False


def _is_slip(known: str, said: str) -> bool:
    if {without_accents(known), known.translate(_WRITTEN_OUT)} & {
        without_accents(said),
        said.translate(_WRITTEN_OUT),
    }:
        return True
    known, said = without_accents(known), without_accents(said)
    if min(len(known), len(said)) < _LONG - 1 or max(len(known), len(said)) < _LONG:
        return False
    if sound(known) == sound(said):
        return True
    if known[:2] != said[:2]:
        return False
    if gender_of(known) and gender_of(said) and known[-2:] != said[-2:]:
        return False
    return SequenceMatcher(None, known, said).ratio() >= _ALIKE


def is_titled(one: KnownEntity) -> bool:
    """Whether only the surname is known: "Signor Sanna"."""
    return len(one.name.split()) > len(words_of(one.name)) and len(words_of(one.name)) == 1


def is_introduced(named: NamedEntity) -> bool:
    """Whether somebody new is named: "Max Oduya, the new intern", "the other Lena"."""
    role = named.role
    new = named.new and role is not None and not role.definite
    return named.introduced or named.apart == "other" or new


def may_be(one: KnownEntity, named: NamedEntity, owner: str | None = "") -> bool:
    """Whether what was said of somebody goes with what is said here."""
    fields = one.fields()
    pet = one.type == Entity.Type.PET or "pet" in fields
    thing = one.type not in (Entity.Type.PERSON, Entity.Type.PET, Entity.Type.THING)
    said = named.type
    role = named.role.role.field if named.role else ""
    if one.type == Entity.Type.PLACE and said in (Entity.Type.PERSON, Entity.Type.PET):
        return False
    if said == Entity.Type.PLACE and (pet or one.type == Entity.Type.PERSON):
        return False
    if THING in fields and (named.title or len(words_of(named.name)) > 1 or role in PEOPLE):
        return False
    if role == THING and (fields - {THING} or named.title):
        return False
    if pet and (named.title or len(words_of(named.name)) > 1 or _is_of(named, PEOPLE)):
        return False
    if (
        named.role is not None
        and named.role.role.field == "pet"
        and (fields & PEOPLE or named.title)
    ):
        return False
    if thing and (named.title or _is_of(named, PEOPLE | {"pet"})):
        return False
    if (
        not thing
        and said in (Entity.Type.ORGANISATION, Entity.Type.PROJECT)
        and one.type != Entity.Type.THING
    ):
        return False
    if named.apart and one.apart and not is_from(one, named.apart):
        return False
    # Of somebody known well it is not said where they are from: this is another.
    known_well = pet or bool(fields & CLOSE) or one.count >= KNOWN_WELL
    # What they do, least of all of a friend or the boss.
    known_well |= named.apart in TRADES and bool(fields & PEOPLE)
    if named.apart and not one.apart and known_well and not is_from(one, named.apart):
        return False
    if named.role is None or named.role.role.field not in PEOPLE or named.role.owner == "?":
        return True
    key, field_ = named.role.role.key, named.role.role.field
    if owner is None or owner:
        # Tom's sister is not mine.
        return not fields & CLOSE or any(r.owner == owner for r in one.roles)
    # A conductor may be anybody's brother.
    fields = fields - {OTHER}
    mine = {role.key for role in one.roles if not role.owner} - words_for(one)
    family = {k for k in mine if role_of(k).field == "family"}
    if key not in mine and {field_, *fields} & _AT_DUTY and {field_, *fields} & _AT_EASE:
        return False
    if called_so(named) and any(r.key == key for r in one.roles):
        # "Mama Ngozi", who is another's mother.
        return True
    if field_ == "family":
        return not mine or any(same_kin(key, other) for other in mine)
    return not family and (field_ != "love" or not fields - CLOSE - {"friends", "home", "work"})


def called_so(named: NamedEntity) -> bool:
    """Whether a role is said as a title: "mama Ngozi", and not "my mama"."""
    role = named.role
    return role is not None and not role.owner and role.words.split()[0].lower() not in MY


# What both may be called: "my grandchildren Ada and Finn", and later "our granddaughter Ada".
_EITHER = {
    "child": {"daughter", "son"},
    "grandchild": {"granddaughter", "grandson"},
    "parent": {"mother", "father"},
    "sibling": {"sister", "brother"},
}


def is_wider(key: str, other: str) -> bool:
    """Whether one role tells less than another: "grandchild" than "granddaughter"."""
    return other in _EITHER.get(key, ())


def same_kin(key: str, other: str) -> bool:
    """Whether whoever is the one may be the other."""
    return key == other or is_wider(key, other) or is_wider(other, key)


def _is_of(named: NamedEntity, fields: Iterable[str]) -> bool:
    return named.role is not None and named.role.role.field in fields


def has_role(one: KnownEntity, named: NamedEntity) -> bool:
    return any(is_role(held, named) for held in one.roles)


def is_role(held: RoleStatement, named: NamedEntity) -> bool:
    role = named.role
    return role is not None and held.key == role.role.key and bool(held.owner) == bool(role.owner)


def is_from(one: KnownEntity, place: str) -> bool:
    low = place.lower()
    does = low in TRADES and any(low in role.words.lower() for role in one.roles)
    return does or low in one.apart or (low in _AT_WORK and "work" in one.fields())
