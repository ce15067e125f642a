"""Whom a request to forget names: however it is written, by another name, as a family."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from accounts.models import User
from memories.forgetting.candidates import Unit
from memories.models import Entity
from memories.text import gist
from memories.text.languages import is_small
from memories.text.meaning.concepts import language_meant, meanings
from memories.text.names.spellings import (
    Name,
    named_in_full,
    names_asked,
    naming,
    sound,
    written_alike,
)
from memories.text.words import STOP_WORDS

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PRONOUNS = frozenset({"he", "she", "they"})
# "Muhammad Aziz, aka Mo", "Elisabeth is called Lisi", "Luis, alias Lucho".
_CALLED = re.compile(
    r"[\s,(]*(?:(?:is|was|ist|es)\s+(?:also\s+|auch\s+)?)?"
    r"(?:\b(?:aka|alias|(?:also\s+)?(?:known\s+as|called)|nicknamed|genannt|apodad[oa]|llamad[oa])\b"
    r"|\ba\.k\.a\.)\s*[\"“„«']?(?P<name>[^\W\d_a-zß-öø-ÿ][\w'’-]*)"
)
# A family: "the Whitlocks", "die Brandtners", "los Pérez".
_FAMILY = re.compile(r"\b(?:the|die|los)\s+(?P<name>[^\W\d_a-z][^\W\d_]{3,}s)\b(?!\s+[^\W\d_a-z])")
# Names of an installation's things that are looked at, to know one written small.
_MOST_NAMES = 5_000


@dataclass(frozen=True)
class Called:
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
        for match in _TOKEN.finditer(topic)
        if not is_small(match.group(), language) and match.group() not in STOP_WORDS
    }
    if not words:
        return topic
    known = Entity.objects.filter(user=user, type__in=_NAMED_SO).values_list("name", "aliases")
    sounds = {
        sound(part)
        for name, aliases in known[:_MOST_NAMES]
        for each in (name, *aliases)
        for part in _TOKEN.findall(each)
        if part[0].isupper()
    }
    named = {word for word in words if sound(word) in sounds}
    return _TOKEN.sub(lambda m: m.group().capitalize() if m.group() in named else m.group(), topic)


_NAMED_SO = (Entity.Type.PERSON, Entity.Type.PET)


def family_asked(topic: str) -> list[Name]:
    """The name of a family that a topic gives in the plural."""
    return [
        name
        for match in _FAMILY.finditer(topic)
        for name in names_asked(match["name"].removesuffix("s"))
    ]


def other_names(units: Sequence[Unit], names: Sequence[Name]) -> list[str]:
    """What those who are named are called besides, as far as it is said of them."""
    known = {part for name in names for part in name.parts}
    found: list[str] = []
    for unit in units:
        for match in _CALLED.finditer(unit.text):
            before = _TOKEN.findall(unit.text[: match.start()])
            if before and sound(before[-1]) in known and sound(match["name"]) not in known:
                found.append(match["name"])
    return list(dict.fromkeys(found))


def called(
    units: Sequence[Unit], topic: str, names: Sequence[Name], kept: Sequence[Name]
) -> Called:
    """All that names them; what may name another, by a surname alone, is kept apart."""
    relations = _relations(topic)
    met = [unit for unit in units if naming(unit.text, names, kept)]
    surely = [unit for unit in met if named_in_full(unit.text, names)]
    # Where one is written so and another nearly so, they may be two.
    surely = [unit for unit in surely if written_alike(unit.text, names)] or surely
    another = _may_be_another(surely, names, relations)
    surely = [unit for unit in surely if unit not in another]
    if relations:
        surely += [u for u in units if u not in met and _related_to(u, relations, names)]
    goes = with_what_follows(units, surely)
    return Called(goes, [unit for unit in met if unit not in goes])


def _may_be_another(
    units: Sequence[Unit], names: Sequence[Name], relations: Collection[str]
) -> list[Unit]:
    """Those that give a first name alone to whom they call something else: "my son Bruno"."""
    whole = [name for name in names if len(name.parts) > 1]
    known = set(relations)
    bare: list[tuple[Unit, set[str]]] = []
    for unit in units:
        told = {sound(token) for token in _TOKEN.findall(unit.text)}
        if any(set(name.parts) <= told for name in whole):
            known |= _relations(unit.text)
        elif any(told & set(name.parts) for name in whole):
            bare.append((unit, _relations(unit.text)))
    return [unit for unit, so in bare if known and so and not so & known]


def _relations(text: str) -> set[str]:
    return {m.concept.name for m in meanings(text) if m.concept.kind == "person"}


def _related_to(unit: Unit, relations: Collection[str], names: Sequence[Name]) -> bool:
    """Whether "the uncle" stands there without another's name: it is the one who was named."""
    for meant in meanings(unit.text):
        if meant.concept.kind == "person" and meant.concept.name in relations:
            following = unit.text[meant.stop :].split()
            named = bool(following) and following[0][:1].isupper()
            return not named or naming(following[0], names)
    return False


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
