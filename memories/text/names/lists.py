"""What names are made of: given names, their short forms, roles, and words that say what is named.

The given names are those of Faker's English, German, Spanish and other Latin-script locales (MIT
licence) and some more; the rare ones, without accents, those of nomquamgender (MIT licence) that
four of its sources have and that are no word, no town and no make. Nothing of it is about anybody.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memories.text.words import without_accents

_HERE = Path(__file__).parent / "data"

PERSON, PET, PLACE, ORGANISATION, PROJECT = "person", "pet", "place", "organisation", "project"
THING = "thing"
# Where in a life somebody is of whom only a word tells what they do: "our conductor".
OTHER = "other"
# Whoever is of the family is nobody's colleague of the same name.
CLOSE = frozenset({"family", "love"})
SERVICE = "service"
PEOPLE = frozenset({*CLOSE, "work", "friends", "home", SERVICE})


@dataclass(frozen=True)
class Role:
    """What somebody is to somebody: "sister", "boss", "dog".

    `field` is where in a life: family, love, work, friends, home, service, other; pet, thing and
    organisation are no people. `gender` is "f", "m" or "". Of `one` there is one at a time.
    """

    key: str
    field: str
    gender: str
    one: bool

    @property
    def type(self) -> str:
        """The type of whoever has it."""
        return self.field if self.field in (PET, ORGANISATION, THING) else PERSON


@cache
def given_names() -> dict[str, str]:
    """Given names in lower case, with "f", "m" or "both"."""
    return _by_gender("given_names.txt")


@cache
def rare_names() -> dict[str, str]:
    """Given names of the whole world in lower case and without accents, as `given_names`.

    With a capital they are names; without one all but a few are too often another word.
    """
    return _by_gender("rare_names.txt")


@cache
def rare_names_without_capital() -> frozenset[str]:
    """Those of `rare_names` that are hardly ever another word: "yusuf", "agnieszka"."""
    return frozenset(_parts("rare_names.txt")["without a capital"])


def initials_key(spelled: str) -> str:
    """What leads to whoever has these initials ("D.A.", "KT", "K&V"); "" of what are none."""
    letters = spelled.replace(".", "").replace("&", "")
    if not (letters.isupper() and letters.isalpha() and 1 < len(letters) <= _INITIALS):
        return ""
    return f"{letters.lower()}."


def gender_of(name: str) -> str:
    """Whom a given name fits: "f", "m" or "both", "" where it is known as none."""
    low = name.lower()
    return given_names().get(low) or rare_names().get(without_accents(low), "")


def _by_gender(file: str) -> dict[str, str]:
    parts = _parts(file)
    return {name: gender for gender in ("f", "m", "both") for name in parts[gender]}


@cache
def names_that_are_words() -> frozenset[str]:
    """Given names that are as often a word, a month, a people or a town: "grace", "dean"."""
    return frozenset(_parts("given_names.txt")["words"])


@cache
def _parts(file: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (_HERE / file).read_text().splitlines():
        if line.startswith("["):
            part = found.setdefault(line.strip("[]"), [])
        else:
            part += line.split()
    return found


@cache
def short_names() -> dict[str, frozenset[int]]:
    """Which groups of names, long and short, a name belongs to."""
    found: dict[str, frozenset[int]] = {}
    for number, line in enumerate((_HERE / "short_names.txt").read_text().splitlines()):
        if not line.startswith("#"):
            for name in line.split():
                found[name] = found.get(name, frozenset()) | {number}
    return found


@cache
def roles() -> dict[tuple[str, ...], Role]:
    """Roles by their words, in lower case."""
    return dict(_roles())


@cache
def role_beginnings() -> frozenset[str]:
    """The words that roles begin with."""
    return frozenset(words[0] for words in roles())


_LETTERS = re.compile(r"[^\W\d_]+")
# Maximum number of words of a name written as initials.
_INITIALS = 4


def speaks_of_somebody(text: str) -> bool:
    """Whether a text has a word for what somebody is to somebody: "a friend", "der Vater"."""
    words = ((word.lower(),) for word in _LETTERS.findall(text))
    return any(role.type == PERSON for word in words if (role := roles().get(word)))


@cache
def roles_in_english() -> dict[Role, tuple[str, ...]]:
    """The English words for a role that mean nothing else, before its bar: "mum", "better half"."""
    told = ((role, words.split("|")[0]) for role, words in _role_lines() if "|" in words)
    return {role: tuple(w.replace("_", " ") for w in words.split()) for role, words in told}


def _roles() -> Iterator[tuple[tuple[str, ...], Role]]:
    for role, words in _role_lines():
        for word in words.replace("|", " ").split():
            yield tuple(word.split("_")), role
            if "-" in word:
                yield tuple(word.split("-")), role


def _role_lines() -> Iterator[tuple[Role, str]]:
    for line in (_HERE / "roles.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        head, words = line.split(":")
        key, field, *marks = head.split()
        gender = next((mark for mark in marks if mark in ("f", "m")), "")
        yield Role(key, field, gender, "!" in marks), words


@dataclass(frozen=True)
class SharedRole:
    """What each of several is to somebody: a grandchild, in the person's words "my grandchild"."""

    role: Role
    words: str


@cache
def several() -> dict[str, SharedRole]:
    """What each is, by the word for several of them in lower case: "grandchildren"."""
    found: dict[str, SharedRole] = {}
    for line in (_HERE / "several.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            key, _, rest = line.partition(": ")
            phrase, _, words = rest.partition(" = ")
            each = SharedRole(role_of(key), phrase.replace("_", " "))
            found |= dict.fromkeys(words.split(), each)
    return found


# "Schäferhund", "Dackelhündin", "Perserkatze"; "Dackeldame", "Labradormischling".
_KINDS_OF_PETS = re.compile(r"\w{3}(hund|hündin|katze|welpe)$")
_PETS_SPOKEN_OF = re.compile(r"^(\w{5,}?)(?:en)?(?:dame|rüde|mischling|mix|mädchen|baby)$")


def german_pet(word: str) -> Role | None:
    """The role of a pet that is called by its kind in one word: "dackelhündin", "katzendame"."""
    found = _KINDS_OF_PETS.search(word) or _PETS_SPOKEN_OF.search(word)
    role = found and roles().get((found[1],))
    return role if role and role.field == PET else None


@cache
def role_of(key: str) -> Role:
    """The role with this key; one that no list has is by its word alone: "conductor"."""
    return _roles_by_key().get(key) or Role(key, OTHER, "", one=True)


@cache
def _roles_by_key() -> dict[str, Role]:
    return {role.key: role for role in roles().values()}


@cache
def kinds() -> dict[str, str]:
    """Words that say what a name is the name of, with the type: "cottage", "trust", "café"."""
    found: dict[str, str] = {}
    for line in (_HERE / "kinds_of_names.txt").read_text().splitlines():
        if not line.startswith("#"):
            kind, words = line.split(":")
            found |= dict.fromkeys(words.split(), kind)
    return found


def kind_of(word: str) -> str:
    """The type of what a word says it is, a German compound too: "ruderclub"; "" of others."""
    low = kinds()
    if word in low:
        return low[word]
    ends = (word[-size:] for size in range(_KIND, len(word) - 2))
    return next((low[end] for end in ends if end in low), "")


# Minimum letters of a word for a kind of thing at the end of a compound.
_KIND = 4
# Minimum number of initial letters shared by a name and its short form.
_ROOT = 3
_SMALL_ENDINGS = re.compile(
    r"^(?:|i|y|ie|ey|chen|lein|l|erl|le|ito|ita|ico|ica|inho|inha|ino|ina|usia|unia|cia|sia"
    r"|ek|ka|ko|ik|chik|chka|ette|kin|kins|ster|sy|sie|boy|girl|bear)$"
)


def _are_of_two(one: str, other: str) -> bool:
    """Whether one is the other's with another gender: Paul and Paula, Stefan and Stefanie."""
    genders = {given_names().get(one), given_names().get(other)}
    short, long = sorted((one, other), key=len)
    return genders == {"f", "m"} and (len(short) > 5 or long[:-1] in (short, short[:-1]))


def may_be_short_for(short: str, name: str) -> bool:
    """Whether one may be called the other: Bill and William, Martusia and Marta, Steph, Stephanie.

    Both in lower case, a word each.
    """
    if short == name:
        return True
    if _are_of_two(short, name):
        return False
    groups = short_names()
    if groups.get(short, frozenset()) & groups.get(name, frozenset()):
        # Petra and Piotr are both of the Peters; Dani is Daniel and Daniela.
        of_two = {given_names().get(short), given_names().get(name)} == {"f", "m"}
        return not of_two or name.startswith(short) or short.startswith(name)
    if min(len(short), len(name)) < _ROOT:
        return False
    if short in groups and name in groups:
        return False
    if name.startswith(short):
        return len(name) > len(short) + 1
    root = next(
        (name[:n] for n in range(len(name), _ROOT - 1, -1) if short.startswith(name[:n])), ""
    )
    if len(root) < max(_ROOT, len(name) - 1):
        return False
    ending = short[len(root) :]
    doubled = ending[1:] if ending[:1] == root[-1] else ending
    return bool(_SMALL_ENDINGS.match(ending) or _SMALL_ENDINGS.match(doubled))


def short_keys(name: str) -> list[str]:
    """What a name and all that may be short for it have in common, one of these at least."""
    groups = short_names().get(name, frozenset())
    return [f"{name[:_ROOT]}…", *(f"group {number}" for number in groups)]


def also_short_for(name: str) -> frozenset[str]:
    """The other names that those may have who are called so: William, for Bill."""
    groups = short_names().get(name, frozenset())
    return frozenset(other for number in groups for other in _group(number))


@cache
def _group(number: int) -> frozenset[str]:
    return frozenset(name for name, groups in short_names().items() if number in groups)


def may_lie_within(one: str, other: str) -> bool:
    """Whether one of two places may lie within the other: a town in a country, not in a town."""
    levels = _levels()
    first, second = (levels.get(place.lower().strip(" ."), 0) for place in (one, other))
    return first != second


@cache
def _levels() -> dict[str, int]:
    """How wide a place is: 3 continents, 2 countries, 1 their parts; a town is not listed."""
    found: dict[str, int] = {}
    text = (_HERE / "regions.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for level, line in zip((3, 2, 1), lines, strict=True):
        for place in line.partition(":")[2].split(","):
            found.setdefault(place.strip(), level)
    return found
