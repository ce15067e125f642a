"""How somebody or something is put to the person: names, roles, facts, places, company."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from accounts.models import Project, User
from database.statements import array_of, fetched
from memories.keeping import Directory, same_people
from memories.keeping.people.directory import everybody
from memories.keeping.people.name_fitting import is_wider
from memories.models import Entity, Memory, Source
from memories.pages import display
from memories.pages.entities import finding
from memories.recall import listing, passages, places
from memories.source_kinds import registered
from memories.text.meaning.english_words import is_english, is_listed
from memories.text.names.lists import PERSON, roles
from memories.text.names.small_words import ADJECTIVES
from web.stored_words import translated

# Number of each shown per page; a link loads more facts and passages.
FACTS, EARLIER, SOURCES, COMPANY = 30, 10, 8, 10
_NAMES = 6
_GROUPS: dict[str, str] = {
    Entity.Type.PET: gettext_noop("Pets"),
    Entity.Type.PLACE: gettext_noop("Places"),
    Entity.Type.ORGANISATION: gettext_noop("Organisations"),
    Entity.Type.PROJECT: gettext_noop("Projects"),
    Entity.Type.TOOL: gettext_noop("Tools"),
    Entity.Type.CONCEPT: gettext_noop("Concepts"),
    Entity.Type.THING: gettext_noop("Other things"),
}
_SAID_BACK = (
    (re.compile(r"^(?:my|our)\s+", re.IGNORECASE), "your "),
    (re.compile(r"^(?:mein|unser)(?:e[mns])?\s+", re.IGNORECASE), "dein "),
    (re.compile(r"^(?:meine|unsere)r?\s+", re.IGNORECASE), "deine "),
    (re.compile(r"^aus (?:mein|unser)(e[mr])\s+", re.IGNORECASE), r"aus dein\1 "),
    (re.compile(r"^(?:mi|nuestr[oa])\s+", re.IGNORECASE), "tu "),
)

# Who is spoken of in the same passages, most often first.
_WITH = """
SELECT coalesce(e.merged_into_id, e.id) AS other, count(DISTINCT b.chunk_id)
FROM memories_mention a
JOIN memories_entity mine ON mine.id = a.entity_id
JOIN memories_mention b ON b.chunk_id = a.chunk_id AND b.entity_id <> a.entity_id
JOIN memories_entity e ON e.id = b.entity_id
WHERE a.user_id = %(user)s AND b.user_id = %(user)s AND a.chunk_id IS NOT NULL
    AND coalesce(mine.merged_into_id, mine.id) = ANY(%(entities)s::uuid[])
    AND NOT coalesce(e.merged_into_id, e.id) = ANY(%(entities)s::uuid[])
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT %(most)s
"""


@dataclass(frozen=True)
class ShownEntityRow:
    """A row of the list. `group` is the heading it stands under, "" for a person; `kind` a word."""

    url: str
    icon: str
    name: str
    what: str
    kind: str
    group: str
    aliases: str
    spoken_of: int


@dataclass(frozen=True)
class ShownPassage:
    """A passage, or a mail or document of theirs, that became no memory."""

    text: str
    label: str
    icon: str
    url: str


@dataclass(frozen=True)
class ShownSuggestion:
    """Two that may be one, and why."""

    first: ShownEntityRow
    second: ShownEntityRow
    merge_url: str
    different_url: str
    other: UUID
    reasons: Sequence[str]


@dataclass(frozen=True)
class ShownEntity:
    """The page of somebody or something. `known` is how many memories speak of them.

    `total` has the passages that became none, too.
    """

    id: UUID
    name: str
    icon: str
    what: str
    aliases: Sequence[str]
    memories: Sequence[display.ShownMemory]
    passages: Sequence[ShownPassage]
    known: int
    total: int
    more_url: str
    earlier: Sequence[dict[str, str]]
    sources: Sequence[tuple[str, Sequence[ShownPassage]]]
    company: Sequence[ShownEntityRow]
    suggestions: Sequence[ShownSuggestion]
    merged: Sequence[Entity]


def listed(user: User, entities: Sequence[Entity]) -> list[ShownEntityRow]:
    """These as rows of a list, with what they are to the person."""
    return _rows(entities, everybody(user.pk) if entities else Directory([]))


def listed_by_id(user: User, entities: Sequence[Entity]) -> dict[UUID, ShownEntityRow]:
    """These as rows of a list, each once."""
    by_id = {it.pk: it for it in entities}
    return dict(zip(by_id, listed(user, list(by_id.values())), strict=True))


def people_found(user: User, q: str, most: int) -> list[ShownEntityRow]:
    """Whom a search finds, most spoken of first."""
    return listed(user, list(finding.found(user, q)[:most]))


def suggested(user: User, most: int, *, about: UUID | None = None) -> list[ShownSuggestion]:
    """Who may be the same, as it is asked on a page."""
    found = same_people.suggestions(user, most, about=about)
    ids = {pk for each in found for pk in (each.first, each.second)}
    rows = listed_by_id(user, list(Entity.objects.filter(user=user, pk__in=ids)))
    return [
        ShownSuggestion(
            rows[each.first],
            rows[each.second],
            reverse("memories:people_merge", args=[each.first]),
            reverse("memories:people_different", args=[each.first]),
            each.second,
            [translated(reason) for reason in each.reasons],
        )
        for each in found
    ]


def shown(user: User, it: Entity, page: int) -> ShownEntity:
    """All that a page tells of them; of facts and passages the page asked for."""
    directory = everybody(user.pk)
    found = places(user.pk, [it.pk], everywhere=True, after=page * FACTS, most=FACTS)
    ids = [place.memory for place in found.places if place.memory]
    by_id = Memory.objects.filter(user=user).select_related("project").in_bulk(ids)
    rows = listing.rows(user, [by_id[pk] for pk in ids if pk in by_id])
    projects = Project.objects.filter(user=user, archived=None).exists()
    more = (page + 1) * FACTS < found.total
    url = reverse("memories:people_one", args=[it.pk])
    head = _rows([it], directory)[0]
    first = page == 0
    return ShownEntity(
        id=it.pk,
        name=head.name,
        icon=head.icon,
        what=head.what,
        aliases=[alias for alias in it.aliases if alias != it.name],
        memories=[
            display.memory(user, row, projects=projects, place=place)
            for place, row in enumerate(rows)
        ],
        passages=[
            ShownPassage(" ".join(item.quote.split()), each.label, each.icon, each.url)
            for item in passages(found)
            for each in [display.of_item(user, item)]
        ],
        known=found.memories,
        total=found.total,
        more_url=f"{url}?page={page + 2}" if more else "",
        earlier=_earlier(user, it) if first else (),
        sources=_sources(user, it) if first else (),
        company=_company(user, it, directory) if first else (),
        suggestions=suggested(user, 2, about=it.pk) if first else (),
        merged=list(Entity.objects.filter(user=user, merged_into=it)) if first else (),
    )


def _rows(entities: Sequence[Entity], directory: Directory) -> list[ShownEntityRow]:
    unnamed = {one.id for one in directory.known if one.unnamed}
    return [
        ShownEntityRow(
            url=reverse("memories:people_one", args=[it.pk]),
            icon="person" if it.type == Entity.Type.PERSON else "tag",
            # Who has no name goes by a role, which is not put as if it were one.
            name=capfirst(_said_back(it.name)) if it.pk in unnamed else it.name,
            what=gettext("Name not known yet") if it.pk in unnamed else _what(it, directory),
            kind=str(Entity.Type(it.type).label),
            group=gettext(_GROUPS[it.type]) if it.type in _GROUPS else "",
            aliases=", ".join([alias for alias in it.aliases if alias != it.name][:_NAMES]),
            spoken_of=it.mention_count,
        )
        for it in entities
    ]


def _what(it: Entity, directory: Directory) -> str:
    """What they are to the person ("your sister") or were, else what kind of thing it is."""
    held = [each for each in directory.held_by(it.pk) if each.words.lower() != it.name.lower()]
    now = [each for each in held if each.until is None]
    told = [each for each in now if not any(is_wider(each.key, other.key) for other in now)]
    own = [_said_back(each.words) for each in told] or _to_another(it, directory)
    own = own or [_formerly(each.words) for each in held if each.until is not None]
    return ", ".join(dict.fromkeys(own[:3])) or str(Entity.Type(it.type).label)


def _formerly(role: str) -> str:
    """What they were to the person; "my old boss" says that by itself."""
    plain = tuple(role.lower().split()[1:]) in roles()
    said = _said_back(role)
    return gettext("formerly %(role)s") % {"role": said} if plain else said


def _to_another(it: Entity, directory: Directory) -> list[str]:
    """What they are to somebody else who is known: "Lena’s husband"."""
    one = next((one for one in directory.known if one.id == it.pk), None)
    names = {str(other.id): other.name for other in directory.known}
    said = [role for role in one.roles if role.owner in names and not role.former] if one else []
    return [
        gettext("%(name)s’s %(role)s") % {"name": names[role.owner], "role": role.words}
        for role in said
    ]


def _said_back(role: str) -> str:
    """What the person calls somebody, said to them: "your sister", "deine Schwester"."""
    bare = role.lower().split()
    english = is_english(bare[-1]) and not is_listed(bare[-1], "de")
    listed = roles().get((bare[-1],))
    if english and listed and listed.type == PERSON and set(bare[:-1]) <= ADJECTIVES:
        # "Wife is Saoirse", "new boss: Omar".
        return f"your {' '.join(bare)}"
    return next((put.sub(by, role) for put, by in _SAID_BACK if put.match(role)), role)


def _earlier(user: User, it: Entity) -> list[dict[str, str]]:
    """What was true of them once: replaced, and kept as history."""
    theirs = Q(mentions__entity=it) | Q(mentions__entity__merged_into=it)
    before = Memory.objects.filter(theirs, user=user, state=Memory.State.SUPERSEDED).distinct()
    return [
        {
            "content": memory.content,
            "url": reverse("memories:history", args=[memory.pk]),
            "until": display.day(user, memory.valid_until) if memory.valid_until else "",
        }
        for memory in before.order_by("-updated", "-id")[:EARLIER]
    ]


def _sources(user: User, it: Entity) -> list[tuple[str, list[ShownPassage]]]:
    """What they wrote, and what names them, by kind: mails, documents, …"""
    groups: list[tuple[str, list[ShownPassage]]] = []
    names = [it.name, *[alias for alias in it.aliases if "@" not in alias]]
    theirs = (
        Q(speaker__in=names)
        | Q(chunks__mentions__entity=it)
        | Q(chunks__mentions__entity__merged_into=it)
    )
    for kind in (each for each in registered() if not each.direct):
        found = (
            Source.objects.filter(theirs, user=user, kind=kind.name)
            .defer("text", "metadata")
            .order_by("-happened_at", "-id")
            .distinct()[:SOURCES]
        )
        rows = [
            ShownPassage(
                source.title or gettext(kind.label),
                display.label(user, source),
                kind.icon,
                display.source_url(source.pk, source.kind),
            )
            for source in found
        ]
        if rows:
            groups.append((kind.noun.many.capitalize(), rows))
    return groups


def _company(user: User, it: Entity, directory: Directory) -> list[ShownEntityRow]:
    values: dict[str, Any] = {"user": user.pk, "entities": array_of([it.pk]), "most": COMPANY}
    ids = [UUID(str(other)) for other, _ in fetched(_WITH, values)]
    by_id = Entity.objects.filter(user=user).in_bulk(ids)
    return _rows([by_id[pk] for pk in ids if pk in by_id], directory)
