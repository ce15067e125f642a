"""Whom a request to forget names: however it is written, by another name, as a family."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from accounts.models import User
from memories.forgetting.requests.candidates import Unit
from memories.forgetting.requests.persons.follow_ups import (
    may_be_said_of,
    perhaps_of_another,
    with_what_follows,
)
from memories.forgetting.requests.persons.namesakes import namesakes
from memories.forgetting.requests.persons.roles import (
    NamedRole,
    PersonRole,
    bears,
    is_another,
    is_person,
    names_of,
    role_alone,
    roles_asked,
    roles_of,
    speaks_of,
    ties_in,
)
from memories.forgetting.requests.persons.short_forms import short_forms
from memories.models import Entity
from memories.text.languages import is_small
from memories.text.meaning.concepts import language_meant, meanings
from memories.text.meaning.english_words import is_english, is_listed
from memories.text.names.eponyms import as_a_place, of_another_place, only_surname_of_a_thing
from memories.text.names.spellings import (
    NAME_WORD,
    TITLES,
    Name,
    is_a_name,
    named_in_full,
    names_asked,
    naming,
    sound,
    titles_of,
    written_alike,
)
from memories.text.words import STOP_WORDS

# "Muhammad Aziz, aka Mo", "Elisabeth is called Lisi", "Luis, alias Lucho".
_CALLED = re.compile(
    r"[\s,(]*(?:(?:is|was|ist|es)\s+(?:also\s+|auch\s+)?)?"
    r"(?:\b(?:aka|alias|(?:also\s+)?(?:known\s+as|called)|nicknamed|genannt|apodad[oa]|llamad[oa])\b"
    r"|\ba\.k\.a\.)\s*[\"“„«']?(?P<name>[^\W\d_a-zß-öø-ÿ][\w'’-]*)"
)
# A family: "the Whitlocks", "die Brandtners", "los Pérez".
_FAMILY = re.compile(
    r"\b(?i:the|die|los)\s+(?P<name>[^\W\d_a-z][^\W\d_]{3,}s)\b(?!\s+[^\W\d_a-z]|['’]\s)"
    r"|\b(?P<one>[^\W\d_a-z][^\W\d_]{2,})\s+family\b"
    r"|\b(?i:familie|familia|famille)\s+(?P<after>[^\W\d_a-z][^\W\d_]{2,})\b"
)
# Names of an installation's things that are looked at, to know one written small.
_MOST_NAMES = 5_000
# From a name to a role, from there to another name, and once more to see who else is one.
_HOPS = 3
# A first name and a surname.
_WHOLE = 2


@dataclass(frozen=True)
class Whom:
    """Whom a topic asks for, by names and by roles; and sentences that may speak of them."""

    units: Sequence[Unit]
    topic: str
    names: Sequence[Name]
    roles: Sequence[PersonRole] = ()
    # Those of the same first name who are something else.
    others: Sequence[Name] = ()
    # Whether a family is asked for, and whether one is told by a first name alone who has a role.
    family: bool = False
    first_alone: bool = False


@dataclass(frozen=True)
class NamedUnits:
    """The units that name who is asked for: `surely`, and such as may name another."""

    surely: list[Unit]
    maybe: list[Unit]


def in_capitals(user: User, topic: str) -> str:
    """A topic that is written small, with capitals for the names that are known."""
    if topic != topic.lower():
        return topic
    language = language_meant(topic)
    words = {
        match.group()
        for match in NAME_WORD.finditer(topic)
        if not is_small(match.group(), language) and match.group() not in STOP_WORDS
    }
    if not words:
        return topic
    known = Entity.objects.filter(user=user, type__in=_NAMED_SO).values_list("name", "aliases")
    sounds = {
        sound(part)
        for name, aliases in known[:_MOST_NAMES]
        for each in (name, *aliases)
        for part in NAME_WORD.findall(each)
        if part[0].isupper()
    }
    named = {word for word in words if sound(word) in sounds or is_a_name(word, language)}
    named |= {b.group() for a, b in pairwise(NAME_WORD.finditer(topic)) if a.group() in TITLES}
    return NAME_WORD.sub(
        lambda m: m.group().capitalize() if m.group() in named else m.group(), topic
    )


def as_written(topic: str, units: Sequence[Unit]) -> str:
    """A topic with capitals for the full names that stand in these, where it gives none."""
    for one, other in pairwise(list(NAME_WORD.finditer(topic))):
        if one.group()[0].isupper() and other.group()[0].isupper():
            continue
        pair = rf"\b{re.escape(one.group())}\s+{re.escape(other.group())}\b"
        for unit in units:
            found = re.search(pair, unit.text, re.IGNORECASE)
            if found and all(word[0].isupper() for word in found.group().split()):
                topic = topic[: one.start()] + found.group() + topic[other.end() :]
                break
    return topic


_NAMED_SO = (Entity.Type.PERSON, Entity.Type.PET)


def family_asked(topic: str) -> list[Name]:
    """The name of a family that a topic gives in the plural."""
    return [
        name
        for match in _FAMILY.finditer(topic)
        # "The Whitcombes live two doors down", "Otis Whitcombe".
        for one in [match["one"] or match["after"] or match["name"].removesuffix("s")]
        for name in [*names_asked(one), *names_asked(f"{one}s")]
    ]


def other_names(units: Sequence[Unit], names: Sequence[Name]) -> list[str]:
    """Other names that the texts give to those who are named."""
    known = {part for name in names for part in name.parts}
    found: list[str] = []
    for unit in units:
        for match in _CALLED.finditer(unit.text):
            before = NAME_WORD.findall(unit.text[: match.start()])[-1:]
            one, other = {sound(word) for word in before}, sound(match["name"])
            if before and one <= known and other not in known:
                found.append(match["name"])
            elif before and before[0][0].isupper() and other in known and not one & known:
                found.append(before[0])
    return list(dict.fromkeys(found))


def whom_asked(
    topic: str, names: Sequence[Name], units: Sequence[Unit], look: Callable[[str], list[Unit]]
) -> Whom | None:
    """Whom a topic names, or tells by what they are to the person, by all that is known of them.

    `look` finds the sentences of a topic.
    """
    asked, named = roles_asked(topic), names
    if role_alone(topic):
        # A German noun looks like a name.
        names = []
    if not names and not asked:
        return None
    words, roles, first, others = topic, asked, units, list[str]()
    ties = list[NamedRole]()
    for _ in range(_HOPS):
        ties = [t for t in ties_in(units) if not of_another_place(t.name, topic, names)]
        its = names_of(asked, ties)
        others = [t.name for t in ties if asked and _is_another(t, asked, its)]
        # A pet may share its name with a neighbour, and "my uncle Bruno" with a dog.
        known = [] if any(role.animal for role in asked) else ties
        if asked:
            known = [t for t in known if len(t.name.split()) > 1 and t.name not in others]
        elif all(len(name.parts) > 1 for name in names):
            # A boat that is called Mwanaisha is not Mwanaisha Haji.
            known = [t for t in known if len(t.name.split()) > 1 or is_person(t.role)]
        roles = list(dict.fromkeys([*asked, *roles_of(names, known)]))
        theirs = [replace(name, person=True) for name in names_asked(" / ".join(its))]
        besides = [*other_names(units, names), *short_forms([topic, *its], units)]
        further = [*its, *besides]
        besides_them = names_asked(" / ".join(besides))
        names = list(dict.fromkeys([*names, *theirs, *besides_them]))
        more = " / ".join(dict.fromkeys([topic, *further, *(role.words for role in roles)]))
        if more == words:
            break
        words, units = more, look(more)
    if not names and not any(is_person(role) for role in asked):
        return Whom(first, topic, named) if named else None
    apart = [name for name in names_asked(" / ".join(others)) if name not in names]
    own = [t.name for t in ties if any(t.role.is_(r) for r in roles) and bears(t.name, names)]
    first_alone = bool(own) and all(len(name.split()) < _WHOLE for name in own)
    first_alone = first_alone and all(len(name.parts) < _WHOLE for name in names)
    return Whom(units, topic, names, roles, apart if named else [], first_alone=first_alone)


def _is_another(tie: NamedRole, asked: Sequence[PersonRole], theirs: Sequence[str]) -> bool:
    """Whether a full name is said to be something else than whoever is asked for."""
    whole = len(tie.name.split()) > 1 and tie.name not in theirs
    return whole and not any(tie.role.is_(role) for role in asked)


def called(whom: Whom, kept: Sequence[Name], keep: str = "") -> NamedUnits:
    """All that mentions them, but of nobody whom `keep` says; what may name another, by a surname
    alone, is kept apart.
    """
    units, names = whom.units, whom.names
    relations = set() if whom.roles else _relations(whom.topic)
    met = [unit for unit in units if naming(_without_addresses(unit.text, names), names, kept)]
    met = [unit for unit in met if naming(unit.text, names, whom.others)]
    met = [unit for unit in met if not _only_a_thing(unit.text, names)]
    surely = [unit for unit in met if named_in_full(unit.text, names)]
    if any(role.animal for role in whom.roles):
        surely = [unit for unit in surely if not _with_surname(unit.text, names)]
    surely = _of_the_family(surely, whom.topic, names)
    # "Calle Amparo" is no Amparo, nor is she the restaurant that was asked for.
    surely = [unit for unit in surely if not of_another_place(unit.text, whom.topic, names)]
    # Where one is written so and another nearly so, they may be two.
    surely = [unit for unit in surely if written_alike(unit.text, names)] or surely
    surely = [unit for unit in surely if not only_surname_of_a_thing(unit.text, names)]
    another = _may_be_another(surely, names, _relations(whom.topic))
    others = namesakes(surely, whom.topic, names, keep)
    # What a namesake is, is not who was asked for.
    roles = [r for r in whom.roles if not any(r.is_(tie.role) for tie in ties_in(others))]
    another += others
    another += [unit for unit in surely if roles and is_another(unit.text, roles, names)]
    in_full = bool(whom.names) and all(len(name.parts) >= _WHOLE for name in names)
    if roles_asked(whom.topic):
        another += [unit for unit in surely if as_a_place(unit.text, names)]
        another += [unit for unit in surely if _with_another_surname(unit.text, names)]
    if roles_asked(whom.topic) or in_full:
        another += [unit for unit in surely if _of_somewhere(unit.text, names)]
    if whom.first_alone:
        another += [unit for unit in surely if _with_surname(unit.text, names)]
    if whom.family:
        # "The Whitcombe Arms", "el queso Etcheverry".
        another += [unit for unit in surely if _of_a_thing(unit.text, names)]
        another += [unit for unit in surely if _with_surname(unit.text, names)]
    elif not roles_asked(whom.topic) and len(_surnames(surely, names)) > 1:
        # Of two who are called Levan it is asked which.
        another += surely
    if not whom.family and not family_asked(whom.topic):
        another += [unit for unit in surely if _of_all_who_are_called_so(unit.text, names)]
    surely = [unit for unit in surely if unit not in another]
    if relations:
        surely += [u for u in units if u not in met and _related_to(u, relations, names)]
    surely += [u for u in units if u not in met and speaks_of(u.text, roles, names)]
    goes = with_what_follows(units, surely)
    doubtful = perhaps_of_another(units, goes, surely, names)
    goes = [unit for unit in goes if unit not in doubtful]
    maybe = [unit for unit in met if unit not in goes]
    return NamedUnits(goes, maybe + [u for u in doubtful if may_be_said_of(u.text, names)])


def _without_addresses(text: str, names: Sequence[Name]) -> str:
    """A text without mail addresses that hold but a part of a name: "d.wilk@harbour.example"."""

    def kept(address: re.Match[str]) -> str:
        told = {sound(token) for token in re.findall(r"[^\W\d_]+", address.group())}
        return address.group() if any(set(name.parts) <= told for name in names) else " "

    return _ADDRESS.sub(kept, text)


# "The axle needs grease" is not about Axle.
_A_THING = re.compile(r"\b(?:the|an?)\s+([a-z]+)\b(?!['’]s\b)")


def _only_a_thing(text: str, names: Sequence[Name]) -> bool:
    """Whether an English text has a name as a common noun alone, small and with an article."""
    parts = {part for name in names for part in name.parts}
    things = [match for match in _A_THING.finditer(text) if sound(match[1]) in parts]
    named = [word for word in NAME_WORD.findall(text) if sound(word) in parts]
    return bool(things) and len(things) == len(named) and all(is_english(m[1]) for m in things)


_ADDRESS = re.compile(r"\S+@\S+")


def _may_be_another(
    units: Sequence[Unit], names: Sequence[Name], relations: Collection[str]
) -> list[Unit]:
    """Those that give a first name alone to whom they call something else: "my son Bruno"."""
    whole = [name for name in names if len(name.parts) > 1]
    known = set(relations)
    bare: list[tuple[Unit, set[str]]] = []
    for unit in units:
        told = {sound(token) for token in NAME_WORD.findall(unit.text)}
        if any(set(name.parts) <= told for name in whole):
            known |= _relations(unit.text)
        elif any(told & set(name.parts) for name in whole):
            bare.append((unit, _relations(_without_their_people(unit.text, names))))
    # Who has two names is no pet.
    return [unit for unit, so in bare if so and not so & known and (known or _of_a_pet(unit.text))]


_THEIRS = re.compile(
    r"(?P<whose>[^\W\d_]+)['’]s\s+[^\W\d_]+|[^\W\d_]+\s+(?:of|von|de)\s+(?P<of>[^\W\d_]+)"
)


def _without_their_people(text: str, names: Sequence[Name]) -> str:
    """A text without whom those who are named have: "Dragan's mother" is none of his names."""
    parts = {part for name in names for part in name.parts}

    def kept(match: re.Match[str]) -> str:
        whose = match["whose"] or match["of"]
        return f" {whose} " if sound(whose) in parts else match.group()

    return _THEIRS.sub(kept, text)


def _relations(text: str) -> set[str]:
    """What a text says somebody is. "Bishop and Daughters" is a firm."""
    kinds, german = ("person", "animal"), language_meant(text) == "de"
    return {
        m.concept.name
        for m in meanings(text)
        if m.concept.kind in kinds and (german or not m.start or text[m.start].islower())
    }


def _of_the_family(units: Sequence[Unit], topic: str, names: Sequence[Name]) -> list[Unit]:
    """Those that mean the one of a family who is asked for: Mrs Aldous is neither Mr nor Rupert."""
    asked = titles_of(topic, names) & {"m", "f"}
    told = [(unit, titles_of(unit.text, names)) for unit in units]
    several = len({title for _, titles in told for title in titles & {"m", "f"}}) > 1
    if asked:
        return [unit for unit, titles in told if not titles or titles & asked]
    return [u for u, titles in told if not (several and titles and "" not in titles)]


def _with_surname(text: str, names: Sequence[Name]) -> bool:
    """Whether a name stands before another: "Nils Lindqvist" is not the tortoise Nils."""
    return any(_after_a_name(text, {part for name in names for part in name.parts}))


def _with_another_surname(text: str, names: Sequence[Name]) -> bool:
    """Whether who is known in full has another surname there: two are called Korbinian."""
    whole = [name for name in names if len(name.parts) >= _WHOLE]
    first, surnames = {name.parts[0] for name in whole}, {n.parts[-1] for n in whole}
    after = {sound(each) for each in _after_a_name(text, first)}
    return bool(after) and not after & surnames and not naming(text, whole)


def _of_somewhere(text: str, names: Sequence[Name]) -> bool:
    """Whether a name is told apart by where it belongs: "Nurcan from the nursery"."""
    parts = {part for name in names for part in name.parts}
    return any(sound(match["name"]) in parts for match in _SOMEWHERE.finditer(text))


_SOMEWHERE = re.compile(
    r"(?P<name>[^\W\d_][\w’'-]+)\s+(?:from|aus|vom|von\s+der|del?\s+la|del)\s+(?!(?:my|mein\w*|mis?)\b)\w",
    re.IGNORECASE,
)


def _surnames(units: Sequence[Unit], names: Sequence[Name]) -> set[str]:
    """The surnames that stand after a first name asked for by itself."""
    first = {name.parts[0] for name in names if len(name.parts) < _WHOLE}
    return {sound(each) for unit in units for each in _after_a_name(unit.text, first)}


def _after_a_name(text: str, parts: Collection[str]) -> Iterator[str]:
    """The words that stand right after one of these names, as part of it."""
    german = language_meant(text) == "de"
    for one, other in pairwise(NAME_WORD.finditer(text)):
        word = other.group()
        if (
            sound(one.group()) in parts
            and word[0].isupper()
            and word != "I"
            and text[one.end() : other.start()] == " "
            and not one.group().endswith(("'s", "’s"))
            and not (german and is_listed(word, "de"))
        ):
            yield word


def _of_a_thing(text: str, names: Sequence[Name]) -> bool:
    """Whether a surname follows a thing: "el queso Etcheverry" is no member of the family."""
    parts, language = {part for name in names for part in name.parts}, language_meant(text)
    people = {m.stop for m in meanings(text) if m.concept.kind == "person"}
    tokens = list(NAME_WORD.finditer(text))
    return any(
        sound(name.group()) in parts
        and before.group().islower()
        and not is_small(before.group(), language)
        and before.end() not in people
        and before.group() not in _OF_A_FAMILY
        for before, name in pairwise(tokens)
    )


def _of_all_who_are_called_so(text: str, names: Sequence[Name]) -> bool:
    """Whether it names a family and not the one who was asked for: "Familie Zieglmaier"."""
    first = {name.parts[0] for name in names if len(name.parts) >= _WHOLE}
    named = {sound(token) for token in NAME_WORD.findall(text)}
    return bool(first) and not first & named and bool(family_asked(text))


_OF_A_FAMILY = frozenset("family familie familia señor señora doctor herr frau".split())


def _of_a_pet(text: str) -> bool:
    return any(m.concept.kind == "animal" for m in meanings(text))


def _related_to(unit: Unit, relations: Collection[str], names: Sequence[Name]) -> bool:
    """Whether "the uncle" stands there without another's name: it is the one who was named."""
    for meant in meanings(unit.text):
        if meant.concept.kind == "person" and meant.concept.name in relations:
            following = unit.text[meant.stop :].split()
            named = bool(following) and following[0][:1].isupper()
            return not named or naming(following[0], names)
    return False
