"""Who is meant: the people and things a person speaks of, by the names and roles they go by.

"Lena" is the one Lena there is; of two, the one who was called just that, or who is spoken of most.
"My boss" is who was said to be it last. A short form (Steph) means the only one it can be short
for. Two surnames, a role that does not go with another, "a Marta Vieira" make another person.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from uuid import UUID

from database.statements import PreparedQuery, Rows, array_of_texts, ask
from memories.keeping.people.known_entity import (
    EntityRole,
    KnownEntity,
    take_in,
    words_of,
)
from memories.keeping.people.name_fitting import (
    PART,
    SAME,
    SHORT,
    SPELLED,
    fit_of,
    has_role,
    is_from,
    is_introduced,
    is_role,
    is_spelled_like,
    is_titled,
    keys_of,
    may_be,
    words_for,
)
from memories.keeping.people.role_holders import who_has
from memories.models import Entity
from memories.sql import sql
from memories.text import NamedEntity
from memories.text.meaning.english_words import is_listed
from memories.text.names.lists import (
    CLOSE,
    SERVICE,
    also_short_for,
    given_names,
    initials_key,
    kinds,
    may_be_short_for,
    role_of,
    short_keys,
)
from memories.text.words import without_accents

_EVERYBODY = "keeping/everybody"
_WORD = re.compile(r"[^\W_](?:[^\W_]|['’])*")
_SHORT = re.compile(r"\b(?:[^\W\d_a-z]\.){2,}|\b[A-Z](?:&[A-Z])+\b|\b[^\W\d_a-z]{2,4}\b")
_UMLAUT = re.compile(r"([aou])e")
_READ = 100_000  # characters
# Minimum ratio of mentions to the runner-up's for a name to mean somebody without asking.
_MUCH_MORE = 2


def _keys(one: KnownEntity) -> set[str]:
    told = {f"the {word}" for word in words_for(one)}
    return told if one.unnamed else told | {k for n in one.names() for k in keys_of(n, one)}


def _is_of_the_family(one: KnownEntity) -> bool:
    """Whether somebody is the person's own wife, husband or kin: whom a bare name means first."""
    return any(not role.owner and role_of(role.key).field in CLOSE for role in one.roles)


@dataclass
class Directory:
    """Everybody and everything a person speaks of, as it is known so far."""

    known: list[KnownEntity]

    # What tells a reader which words are names.

    @cached_property
    def _index(self) -> dict[str, list[KnownEntity]]:
        """Who may be meant by a word: by words of their names, and by what short forms go by."""
        found: dict[str, list[KnownEntity]] = {}
        for one in self.known:
            for key in _keys(one):
                found.setdefault(key, []).append(one)
        return found

    def knows(self, word: str) -> bool:
        """Whether a word, in lower case, is a name that somebody or something here has.

        "the cottage" is, where one thing is known that is a cottage by its name.
        """
        if word.startswith("the "):
            return len(self._index.get(word, ())) == 1
        if word in kinds() and word not in given_names():
            return False
        if word in self._index:
            return True
        if word not in given_names() and is_listed(word, "de"):
            # "Das nächste Mal" means no Malin.
            return False
        return any(
            may_be_short_for(word, names[0])
            for one in self._short_for(word)
            for names in one.names()
        )

    def _short_for(self, word: str) -> list[KnownEntity]:
        keys = short_keys(word) if len(word) > 2 else ()
        return [one for key in keys for one in self._index.get(key, ())]

    def _of_the_words(self, named: NamedEntity) -> list[KnownEntity]:
        """Everybody of whose name a word may be part of this one, each once."""
        found: dict[UUID, KnownEntity] = {}
        for word in words_of(named.name) or (named.name.lower(),):
            alike = [*self._index.get(word, ()), *self._index.get(f"the {word}", ())]
            found |= {one.id: one for one in [*alike, *self._short_for(word)]}
        if short := initials_key(named.name):
            found |= {one.id: one for one in self._index.get(short, ())}
        return [one for one in self.known if one.id in found] if found else []

    def named(self, one: KnownEntity) -> None:
        """Take in a name that somebody got: a long text has hundreds, so only what is new of it."""
        for key in _keys(one):
            meant = self._index.setdefault(key, [])
            if not any(other is one for other in meant):
                meant.append(one)

    def held_by(self, entity: UUID) -> list[EntityRole]:
        """What somebody was said to be to the person, from when until when, the latest first."""
        found: dict[str, EntityRole] = {}
        for role in (r for one in self.known if one.id == entity for r in one.roles if not r.owner):
            if role.key not in found:
                found[role.key] = self._held(entity, role.key)
        return sorted(found.values(), key=lambda held: held.since, reverse=True)

    def _held(self, entity: UUID, key: str) -> EntityRole:
        said = sorted(
            ((role, one.id) for one in self.known for role in one.roles if role.key == key),
            key=lambda pair: pair[0].at,
        )
        own = [role for role, holder in said if holder == entity and not role.owner]
        words = next((role.words for role in own if not role.former), own[0].words)
        gone = [role.at for role in own if role.former]
        role = role_of(key)
        if role.one and role.field != SERVICE:
            # Whoever speaks of another doctor may well go to both.
            gone += [
                r.at
                for r, h in said
                if h != entity and not r.former and not r.owner and r.at > own[0].at
            ]
        until = min(gone, default=None)
        since = datetime.fromtimestamp(own[0].at, UTC)
        return EntityRole(
            key, words, since, None if until is None else datetime.fromtimestamp(until, UTC)
        )

    # Who is meant.

    def meant(self, named: NamedEntity, at: datetime) -> KnownEntity | None:
        """Who or what a name or a role means; None where nobody, or not for sure."""
        if not named.name:
            owner = None if named.role is None else self.owner_of(named)
            return None if owner is None else who_has(self.known, named, owner, at)
        found = self._by_name(named)
        return found[0] if len(found) == 1 else None

    def called(self, named: NamedEntity) -> list[KnownEntity]:
        """All who may be meant by a name: several where nothing tells."""
        return self._by_name(named) if named.name else []

    def nearest(self, named: NamedEntity) -> KnownEntity | None:
        """Who may be asked for by a fuller name than is known: Johannes, for "Johannes Brandt"."""
        words = words_of(named.name)
        if len(words) < 2 or named.stranger:
            return None
        first = [
            one
            for one in self._index.get(words[0], ())
            if one.type in (Entity.Type.PERSON, Entity.Type.PET)
            and all(len(names) == 1 for names in one.names())
        ]
        return first[0] if len(first) == 1 else None

    def also_meant(self, named: NamedEntity, but: KnownEntity) -> list[KnownEntity]:
        """Who turns out to be the same: "Rob Sanna" is Roberto, and the Signor Sanna too."""
        words = words_of(named.name)
        found = []
        if len(words) > 1 and not is_introduced(named):
            partly = [
                one
                for one in self._of_the_words(named)
                if one is not but
                and one.type in (Entity.Type.PERSON, Entity.Type.THING)
                and not one.unnamed
                and len(words_of(one.name)) == 1
                and may_be(one, named)
                and fit_of(one, named)
            ]
            # By the first name one, by the surname one: of two it would not be sure.
            for titled in (True, False):
                alike = [one for one in partly if is_titled(one) is titled]
                found += alike if len(alike) == 1 else []
        if named.role is not None and named.role.definite and not named.role.former:
            found += [
                one
                for one in self.known
                if one is not but
                and one.unnamed
                and one not in found
                and any(is_role(held, named) for held in one.roles)
            ]
        return found

    def owner_of(self, named: NamedEntity) -> str | None:
        """Whose a role is: "" the person's own, an id, None where that is not known."""
        if named.role is None or not named.role.owner:
            return ""
        owner = [
            one
            for one in self.known
            if any(w[0] == named.role.owner or " ".join(w) == named.role.owner for w in one.names())
        ]
        return str(owner[0].id) if len(owner) == 1 else None

    def _spelled_like(self, named: NamedEntity) -> list[KnownEntity]:
        """The one whose name is spelled nearly like this one: "Agnieska", of an Agnieszka."""
        if is_introduced(named):
            return []
        near = [
            one
            for one in self.known
            if not one.unnamed
            and is_spelled_like(one, named)
            and may_be(one, named, owner=self.owner_of(named))
        ]
        return near if len(near) == 1 else []

    def _by_name(self, named: NamedEntity) -> list[KnownEntity]:
        """Whom a name may mean: one, or several where nothing tells."""
        if named.stranger:
            return []
        found = [
            (fit, one)
            for one in self._of_the_words(named)
            if (fit := fit_of(one, named))
            and not one.unnamed
            and may_be(one, named, owner=self.owner_of(named))
        ]
        if named.role is not None and (by_role := [p for p in found if has_role(p[1], named)]):
            found = by_role
        elif named.apart and (from_there := [p for p in found if is_from(p[1], named.apart)]):
            found = from_there
        elif is_introduced(named):
            found = [pair for pair in found if pair[0] == SAME and " " in named.name]
        if len({one.type == Entity.Type.PLACE for _, one in found}) > 1:
            # "In Hagen" is the town; whoever else is called so is meant without a word for where.
            place = named.type == Entity.Type.PLACE
            found = [pair for pair in found if (pair[1].type == Entity.Type.PLACE) is place]
        if not found:
            found = [(SPELLED, one) for one in self._spelled_like(named)]
        if len(words_of(named.name)) == 1:
            # Who is told apart ("Lena from the choir") is not meant where nothing tells it.
            plain = [one for fit, one in found if fit >= PART and not one.apart]
            if len(plain) == 1:
                return plain
        best = max((fit for fit, _ in found), default=0)
        chosen = [one for fit, one in found if fit == best]
        if len(chosen) < 2:
            return chosen
        bare = [one for one in chosen if not one.apart and len(words_of(one.name)) == 1]
        if len(bare) == 1 and len(words_of(named.name)) == 1 and best in (SAME, SHORT):
            return bare
        first, second = sorted(chosen, key=lambda one: -one.count)[:2]
        if first.count > _MUCH_MORE * second.count:
            return [first]
        near = [one for one in chosen if _is_of_the_family(one)]
        if len(near) == 1:
            return near
        # What may be short for several names is a name of its own.
        return [] if best == SHORT else chosen


def everybody(user_id: UUID) -> Directory:
    """All that is known of who is who. Runs inside the caller's block."""
    return ask(
        PreparedQuery(sql(_EVERYBODY, whom="keeping/anybody"), {"user": user_id}, _directory)
    )


def asking(user_id: UUID, text: str) -> PreparedQuery[Directory]:
    """Ask for all who may be meant by the words of a text."""
    words = set(_WORD.findall(text[:_READ]))
    low = {word.lower().replace("’", "'") for word in words}
    low |= {name for word in low for name in also_short_for(word)}
    # "Oezdemir" is Özdemir.
    low |= {_UMLAUT.sub(r"\1", word) for word in low}
    values = {
        "user": user_id,
        "beginnings": array_of_texts(sorted({without_accents(word)[:3] for word in low})),
        "initials": array_of_texts(sorted({short[0].lower() for short in _SHORT.findall(text)})),
    }
    return PreparedQuery(sql(_EVERYBODY, whom="keeping/meant"), values, _directory)


def meant_in(user_id: UUID, text: str) -> Directory:
    """All who may be meant by the words of a text. Runs inside the caller's block."""
    return ask(asking(user_id, text))


def _directory(rows: Rows) -> Directory:
    known = {
        pk: KnownEntity(pk, name, list(aliases), type_, count, protected)
        for pk, into, name, aliases, type_, count, protected, _ in rows
        if into is None
    }
    for pk, into, name, aliases, _, count, _, told in rows:
        one = known.get(into or pk)
        if one is None:
            continue
        if into is not None:
            # "my dentist", before the name was told, is what they are, and no name of theirs.
            roles = {row[2].lower() for said in told or () for row in said.get("roles", ())}
            one.aliases += [each for each in (name, *aliases) if each.lower() not in roles]
            one.count += count
        for said in told or ():
            take_in(one, said)
    return Directory(list(known.values()))
