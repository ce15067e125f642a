"""Whom and what the person speaks of: people and things found in their words, and the ties to them.

All that is known of who is who rests on mentions, and each mention on the words it was read from:
what is forgotten or edited is read anew, and who is spoken of nowhere any more is gone.
People come from mail too: they have an address among their names.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, QuerySet, Value
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.models import User
from database.ids import uuid7
from database.rows import insert
from memories.keeping.people.directory import Directory, everybody, meant_in
from memories.keeping.people.entity_upkeep import has_address, merge_into, settle, so_named
from memories.keeping.people.known_entity import KnownEntity, take_in, told_apart, words_of
from memories.keeping.people.name_fitting import called_so
from memories.models import Chunk, Entity, Evidence, Memory, Mention, Source
from memories.search import memories_holding
from memories.source_kinds import CHAT, NOTE, kind_of
from memories.text import MASK, NamedEntity, asks, names_in, secret_values, sentences, stems
from memories.text.names.lists import THING, role_of
from memories.text.names.small_words import MY

# Maximum number of names of one person or thing.
_NAMES = 30
# Number of earlier memories searched for somebody newly known.
_BEFORE = 500
# Of several friends "my friend" is none in particular: such a one is somebody once there is a name.
_NEEDS_NO_NAME = frozenset({"dog", "cat", "best-friend"})
# "Forget Anna" tells nothing of her.
_ORDERS = re.compile(
    r"^\W*(?:forget|erzähl|vergiss|cuéntame|olvida)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:he|she|him|her|hers|his|they|them|their|er|sie|ihn|ihm|ihr|ihre[nrm]?|seine?[nrm]?|él|ella"
    r"|ellos|ellas|le|su|sus)\b|^\W*(?:it|its|es)\b",
    re.IGNORECASE,
)


@dataclass
class _Changes:
    """What reading some words changes about who is known."""

    new: dict[UUID, Entity] = field(default_factory=dict)
    changed: set[UUID] = field(default_factory=set)
    merged: dict[UUID, UUID] = field(default_factory=dict)
    mentions: dict[tuple[UUID, UUID | None, UUID | None], Mention] = field(default_factory=dict)


def note(user: User, source: Source, chunks: Sequence[Chunk]) -> None:
    """Find whom and what the person's own words in these chunks speak of. Most name nobody."""
    own = [chunk for chunk in chunks if chunk.own_words]
    if not own or source.author != Source.Author.PERSON:
        return
    texts = [(chunk, source.text[chunk.start : chunk.stop]) for chunk in own]
    telling = [(chunk, text) for chunk, text in texts if not _only_asks(text)]
    if not telling:
        return
    directory = meant_in(user.pk, " ".join(text for _, text in telling))
    direct = kind_of(source.kind).direct
    reader = _Reader(user, directory, finds=direct)
    for chunk, text in telling:
        # What is left beside forgotten words is nobody: "█████, my terrier, is ill".
        reader.finds = direct and MASK not in text
        reader.read(text, chunk.start, source.happened_at, chunk=chunk.pk)
    reader.save()


def _only_asks(text: str) -> bool:
    """Whether a text tells nothing: each of its sentences asks."""
    said = [span.of(text) for span in sentences(text)]
    return all(asks(sentence) or _ORDERS.match(sentence) for sentence in said)


def link(user: User, memory: Memory) -> None:
    """Tie a memory to whom it speaks of: as the passage says it rests on, or by its own words."""
    resting = Evidence.objects.filter(memory=memory, chunk__isnull=False).select_related(None)
    places = list(resting.values_list("chunk", "start", "stop", "quote", "chunk__source__kind"))
    # Put in other words by hand it rests on a note of these: whom the old ones named is not meant.
    own = [each for each in places if each[4] == NOTE and each[3].strip() == memory.content.strip()]
    places = own or places
    passages = [chunk for chunk, *_ in places]
    read = list(Mention.objects.filter(user=user, chunk__in=passages))
    tied = {
        mention.entity_id
        for chunk, start, stop, quote, _ in places
        if start is not None and stop is not None
        for mention in _within([m for m in read if m.chunk_id == chunk], start, stop, memory, quote)
    }
    rows = [Mention(user=user, entity_id=entity, memory=memory) for entity in sorted(tied)]
    insert(rows, unless_there=True)
    kinds = {name for *_, name in places}
    named_before = not tied and any(_is_named_before(memory, quote) for *_, quote, _ in places)
    if named_before or (not read and CHAT not in kinds):
        directory = meant_in(user.pk, memory.content)
        finds = not named_before and all(kind_of(name).direct for name in kinds)
        reader = _Reader(user, directory, finds=finds)
        reader.read(memory.content, 0, memory.event_time or memory.created, memory=memory.pk)
        reader.save()


def _is_named_before(memory: Memory, quote: str) -> bool:
    """Whether a memory names whom its quote only means: "she", named in an earlier message."""
    named = [one.name for one in names_in(memory.content) if one.name]
    return any(not _says(quote, name) for name in named)


def link_noted(user: User, memories: Sequence[Memory]) -> None:
    """Tie memories to whom they speak of, each of which rests on a new note of its own words."""
    directory = meant_in(user.pk, " ".join(memory.content for memory in memories))
    reader = _Reader(user, directory, finds=True)
    for memory in memories:
        reader.read(memory.content, 0, memory.event_time or memory.created, memory=memory.pk)
    reader.save()


def _within(
    mentions: Sequence[Mention], start: int, stop: int, memory: Memory, quote: str
) -> Iterable[Mention]:
    """Those that a part of a passage makes; where it says "she", the last one before it too.

    Where the part has no subject of its own ("My daughter is called Lena and studies law"), whoever
    is its subject; where the memory says a name in the place of "she", whoever is so called.
    """
    subject = memory.content.rpartition(quote.rstrip(" ."))[0].strip().lower()
    inside = [
        mention
        for mention in mentions
        if any(first < stop and start < last for first, last in mention.said.get("spans", ()))
        or any(_says(memory.content, name) for name in mention.said.get("called", ()))
        or any(words.lower() == subject for _, _, words, _ in mention.said.get("roles", ()))
    ]
    if inside or not _POINTS_BACK.search(memory.content):
        return inside
    before = [
        (max(first for first, _ in spans), number)
        for number, mention in enumerate(mentions)
        if (spans := [span for span in mention.said.get("spans", ()) if span[0] < start])
    ]
    return [mentions[max(before)[1]]] if before else []


def _says(content: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", content) is not None


def link_earlier(person: Entity) -> None:
    """Tie what was remembered before somebody was known to them."""
    found = memories_holding(person.user_id, stems(person.name), _BEFORE)
    user = User.objects.get(pk=person.user_id)
    reader = _Reader(user, everybody(user.pk), finds=False)
    for memory in Memory.objects.filter(pk__in=found):
        reader.read(memory.content, 0, memory.created, memory=memory.pk)
    reader.save()


def known_as(user: User, name: str) -> Entity | None:
    """The only one the person speaks of who may have this name, or a part of it."""
    one = meant_in(user.pk, name).meant(
        NamedEntity(0, 0, name=name, type=Entity.Type.PERSON), timezone.now()
    )
    return Entity.objects.get(pk=one.id) if one is not None else None


def left_by_mail(user: User, person: Entity) -> None:
    """Keep somebody whose mail is gone only where the person's own words speak of them."""
    spoken_of = Mention.objects.filter(user=user, entity=person, said__called__isnull=False)
    if not spoken_of.exists():
        person.delete()
    else:
        # Found in those words alone now, and gone with them.
        Entity.objects.filter(pk=person.pk).update(found=True)
        settle(user, [person.pk])


def _so_called(user: User, but: UUID, name: str, type_: str) -> QuerySet[Entity]:
    """Another who has this name, of this type."""
    same = Entity.objects.filter(user=user, merged_into=None, type=type_).exclude(pk=but)
    return same.annotate(low=Lower("name")).filter(low=Lower(Value(name)))


class _Reader:
    """Reads one text after the other, each knowing whom those before it named."""

    def __init__(self, user: User, directory: Directory, *, finds: bool) -> None:
        self.user = user
        self.directory = directory
        self.finds = finds
        self.changes = _Changes()

    def read(
        self,
        text: str,
        offset: int,
        at: datetime,
        *,
        chunk: UUID | None = None,
        memory: UUID | None = None,
    ) -> None:
        """Find whom a text names; `offset` is where it starts in its source."""
        secret = secret_values(text)
        found = [
            named
            for named in names_in(text, self.directory.knows, known_roles=True)
            if not any(s.start < named.stop and named.start < s.stop for s in secret)
        ]
        # Who is said to be who comes first: a bare name may be one of those.
        for named in sorted(found, key=_by_what_they_tell):
            one = self._who(named, at)
            if one is None:
                continue
            mention = self._mention(one, chunk, memory, at)
            self._say(mention, one, named, offset)

    def save(self) -> None:
        """Write what was found."""
        changes = self.changes
        by_id = {one.id: one for one in self.directory.known}
        for pk, new in changes.new.items():
            # As it turned out to be: two may have had the same name on the way.
            new.merged_into_id = changes.merged.get(pk)
            if found := by_id.get(pk):
                found.name = new.name = self._free(found)
                new.type, new.mention_count = found.type, found.count
                new.aliases = found.aliases[:_NAMES]
        self._known_after_all()
        insert(list(changes.new.values()))
        insert(list(changes.mentions.values()), unless_there=True)
        changed = changes.changed - changes.merged.keys() - changes.new.keys()
        for row in self._counted(Entity.objects.filter(pk__in=changed), by_id):
            one = by_id[row.pk]
            names, name = one.aliases[:_NAMES], self._free(one)
            of_it = Entity.objects.filter(pk=row.pk)
            renamed = of_it.exclude(Exists(_so_called(self.user, row.pk, name, one.type))).update(
                name=name, aliases=names, type=one.type, mention_count=one.count
            )
            if not renamed:
                # Somebody of that name was not among those who were read for this text.
                of_it.update(aliases=names, mention_count=one.count)
        for pk, into in changes.merged.items():
            merge_into(pk, into)

    def _known_after_all(self) -> None:
        """Take for one who has the same name whoever seems new only as their words were not read.

        Of a long text the names far down are not asked for, nor is a name inside a word.
        """
        changes = self.changes
        for pk, known in so_named(self.user, changes.new.values()).items():
            times = sum(each.entity_id == pk for each in changes.mentions.values())
            Entity.objects.filter(pk=known).update(mention_count=F("mention_count") + times)
            for mention in changes.mentions.values():
                mention.entity_id = known if mention.entity_id == pk else mention.entity_id
            changes.merged = {
                each: known if into == pk else into for each, into in changes.merged.items()
            }
            del changes.new[pk]
            changes.changed.discard(pk)

    def _counted(self, rows: QuerySet[Entity], by_id: Mapping[UUID, KnownEntity]) -> list[Entity]:
        """Count those that were only named once more, in one statement; returns the others."""
        others: list[Entity] = []
        same: list[Entity] = []
        for row in rows:
            one = by_id[row.pk]
            now = self._free(one), one.aliases[:_NAMES], one.type
            row.mention_count = one.count
            (same if now == (row.name, row.aliases, row.type) else others).append(row)
        Entity.objects.bulk_update(same, ["mention_count"])
        return others

    def _free(self, one: KnownEntity) -> str:
        """The name, told apart from another's that is the same."""
        return told_apart(one, [other for other in self.directory.known if other is not one])

    def _who(self, named: NamedEntity, at: datetime) -> KnownEntity | None:
        one = self.directory.meant(named, at)
        if one is None:
            one = self._new(named) if self._is_new(named) else None
            if one is None:
                return None
        elif named.name:
            self._call(one, named)
        elif named.also:
            self._add(one, named.also)
        if self.finds and not self._is_of_another(one, named):
            for same in self.directory.also_meant(named, one):
                self._join(same, one)
        return one

    def _is_new(self, named: NamedEntity) -> bool:
        """Whether a name that means nobody known is somebody new."""
        if not self.finds or named.stranger:
            return False
        role = named.role
        if named.name:
            tells = bool(named.apart) or role is not None
            return tells or not self.directory.called(named)
        if role is None or role.owner or role.former or not role.definite:
            return False
        if role.role.field == "service" and role.words.split()[0].lower() not in MY:
            # "Physio moved to Friday" may be the hour as well as whoever gives it.
            return False
        held = any(
            h.key == role.role.key and not h.owner for o in self.directory.known for h in o.roles
        )
        if held and not role.new:
            return False
        if role.role.field == "family" or role.role.key in _NEEDS_NO_NAME:
            return True
        return role.role.one and role.role.type != "organisation"

    def _new(self, named: NamedEntity) -> KnownEntity:
        name = " ".join(filter(None, (named.title, named.name))) if named.name else ""
        if not name and named.role is not None:
            name = named.role.words[:1].lower() + named.role.words[1:]
        type_ = named.type if named.type in Entity.Type.values else Entity.Type.THING
        one = KnownEntity(uuid7(), name[:200], [], type_, 0)
        if named.apart:
            one.apart.add(named.apart.lower())
        # A name that another has is told apart by what is said of them, when it is saved.
        self.directory.known.append(one)
        self.directory.named(one)
        self.changes.new[one.id] = Entity(
            id=one.id, user=self.user, name=one.name, type=one.type, found=True
        )
        self.changes.changed.add(one.id)
        self._add(one, named.also)
        return one

    def _call(self, one: KnownEntity, named: NamedEntity) -> None:
        """Take in what somebody is called here: the fullest name is theirs, the rest aliases."""
        told = {role_of(role.key).type for role in one.roles}
        was_a_guess = (one.type == Entity.Type.THING and THING not in told) or (
            one.type == Entity.Type.PERSON and named.type == Entity.Type.PET
        )
        if named.type and was_a_guess:
            one.type = named.type
            self.changes.changed.add(one.id)
        if named.name.islower() or (
            len(words_of(named.name)) == 1 and named.definite and named.type
        ):
            return
        fuller = len(words_of(named.name)) > len(words_of(one.name)) or one.unnamed
        if fuller and not has_address(one.aliases) and not one.protected:
            before = () if one.unnamed else (one.name,)
            one.name = named.name[:200]
            self._add(one, before)
        self._add(one, [named.name, *named.also])

    def _add(self, one: KnownEntity, names: Iterable[str]) -> None:
        known = {one.name.lower(), *(alias.lower() for alias in one.aliases)}
        for name in names:
            if name.lower() not in known:
                one.aliases.append(name[:200])
                known.add(name.lower())
        self.changes.changed.add(one.id)
        self.directory.named(one)

    def _join(self, same: KnownEntity, one: KnownEntity) -> None:
        """Two that turn out to be one."""
        self._add(one, same.aliases if same.unnamed else [same.name, *same.aliases])
        one.roles += same.roles
        one.apart |= same.apart
        one.count += same.count
        self.directory.known.remove(same)
        self.changes.merged[same.id] = one.id

    @staticmethod
    def _is_of_another(one: KnownEntity, named: NamedEntity) -> bool:
        """Whether "mama Ngozi" is another's mother, and only called so."""
        if named.role is None or not called_so(named):
            return False
        owners = {held.owner for held in one.roles if held.key == named.role.role.key}
        return bool(owners) and "" not in owners

    def _mention(
        self, one: KnownEntity, chunk: UUID | None, memory: UUID | None, at: datetime
    ) -> Mention:
        key = (one.id, chunk, memory)
        mention = self.changes.mentions.get(key)
        if mention is None:
            said = {"called": [], "spans": [], "at": at.timestamp()}
            mention = Mention(
                user=self.user, entity_id=one.id, chunk_id=chunk, memory_id=memory, said=said
            )
            self.changes.mentions[key] = mention
            if chunk is not None:
                one.count += 1
                self.changes.changed.add(one.id)
        return mention

    def _say(self, mention: Mention, one: KnownEntity, named: NamedEntity, offset: int) -> None:
        """Write down in the mention what these words say of who it is."""
        said = mention.said
        said["spans"].append([offset + named.start, offset + named.stop])
        name = " ".join(filter(None, (named.title, named.name))) if named.name else ""
        said["called"] += [each for each in (name, named.name, *named.also) if each]
        told: dict[str, Any] = {"at": said["at"]}
        if named.apart:
            told["apart"] = [named.apart]
        owner = self.directory.owner_of(named)
        if named.role is not None and owner is not None and not self._is_of_another(one, named):
            role = named.role
            told["roles"] = [[role.role.key, owner, role.words, role.former]]
            if not named.name:
                said["called"].append(role.words)
        for key in ("apart", "roles"):
            if key in told:
                said[key] = [*said.get(key, ()), *told[key]]
                mention.tells = True
        take_in(one, told)


def _by_what_they_tell(named: NamedEntity) -> tuple[int, int]:
    """Who is said to be who comes first, then names; whose sister somebody is, needs the name."""
    role = named.role
    if role is not None and role.owner:
        return 3, named.start
    return (2 if not named.name else 1 if role is None else 0), named.start
