"""Whom and what a question is about, what mentions them by whatever name, and who spoke."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop

from database.statements import PreparedQuery, array_of, ask, fetched
from memories.keeping import Directory, KnownEntity
from memories.models import Chunk
from memories.recall.shapes import Item, passage
from memories.recall.weights import LIMITS
from memories.sql import sql
from memories.text import STOP_WORDS, NamedEntity, names_in, stems

# What a question that only asks about somebody has beside their name.
_ONLY_ASKS = frozenset(
    stems(
        "know known knows tell told say said remember recall anything everything something all"
        " about who what weißt weiss weisst über von wer was sabes sobre quién qué mention"
        " mentioned more erzähl mir alles cuéntame todo dime"
    )
)
_TOPIC = re.compile(
    r"^.{0,60}?\b(?:about|of|über|von|sobre|de|is|ist|es)\s+(?P<topic>[^?]{2,80}?)\s*\??\s*$",
    re.IGNORECASE,
)

_WORD = re.compile(r"[^\W\d_][\w’'-]*")


@dataclass(frozen=True)
class EntityMatches:
    """Items that mention those a question names, and items about others of the same name.

    `only` is whether nothing else is asked: "What do you know about Lena?"
    """

    items: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    only: bool = False


def speakers_named(user_id: UUID, question: str) -> frozenset[str]:
    """The speakers in this person's sources whose whole or first name stands in the question.

    Runs inside the caller's `acting_as` block.
    """
    return ask(naming(user_id, question))


def naming(user_id: UUID, question: str) -> PreparedQuery[frozenset[str]]:
    """The query of `speakers_named`."""
    words = dict.fromkeys(
        name[:1].upper() + name[1:]
        for word in _WORD.findall(question)
        if (name := re.sub(r"['’]s?$", "", word)) and name.lower() not in STOP_WORDS
    )
    values = {"user": user_id, "words": list(words)[: LIMITS.tried_as_names]}
    return PreparedQuery(
        sql("recall/speakers"),
        values,
        lambda rows: frozenset(speaker for (speaker,) in rows),
    )


def asked_about(directory: Directory, question: str, at: datetime) -> list[KnownEntity]:
    """The people and things a question names, each once, in its order."""
    found: dict[UUID, KnownEntity] = {}
    for named in names_in(question, directory.knows, known_roles=True):
        one = directory.meant(named, at) or directory.nearest(named)
        if one is not None:
            found.setdefault(one.id, one)
    return list(found.values())


def meant_by(directory: Directory, topic: str, at: datetime) -> list[KnownEntity]:
    """The entities meant by a topic that is only a name or a role: "the cottage", "GP".

    Several where the name is theirs alike.
    """
    for words in (topic, f"my {topic}", f"the {topic}"):
        found_in = names_in(words, directory.knows, known_roles=True)
        for one in (each for each in found_in if covers(each, words)):
            found = directory.meant(one, at) or directory.nearest(one)
            if found is not None:
                return [found]
            if several := directory.called(one):
                return several
    low = topic.lower()
    return [one for one in directory.known if low in (name.lower() for name in one.aliases)][:1]


def covers(named: NamedEntity, words: str) -> bool:
    """Whether hardly anything else stands beside a name or a role."""
    return bool(named.apart) or len(words) - (named.stop - named.start) <= len("the ")


def speaking(user_id: UUID, directory: Directory, question: str, at: datetime) -> EntityMatches:
    """The items that mention those a question names. Inside the caller's block."""
    asked = asked_about(directory, question, at)
    if not asked and (topic := _TOPIC.match(question)):
        asked = meant_by(directory, topic["topic"], at)
    if not asked:
        return EntityMatches()
    others = [one for one in directory.known if one not in asked and _is_called_like(one, asked)]
    items = _items(user_id, asked)
    theirs = _items(user_id, others) - items if others else frozenset()
    called = {stem for one in asked for stem in stems(" ".join((one.name, *one.aliases)))}
    called |= {stem for one in asked for role in one.roles for stem in stems(role.words)}
    rest = set(stems(question)) - called - _ONLY_ASKS
    return EntityMatches(items, theirs, only=not rest)


def _is_called_like(one: KnownEntity, asked: list[KnownEntity]) -> bool:
    """Whether somebody else shares a name with somebody asked about."""
    theirs = {word for names in one.names() for word in names}
    return any(theirs & {word for names in each.names() for word in names} for each in asked)


def _items(user_id: UUID, entities: list[KnownEntity]) -> frozenset[int]:
    values = {
        "user": user_id,
        "entities": array_of(one.id for one in entities),
        "most": LIMITS.spoken_of,
    }
    return frozenset(item for (item,) in fetched(sql("recall/speaking_of"), values))


@dataclass(frozen=True)
class MentionPlace:
    """Where somebody is spoken of: a memory, or a passage that became none."""

    memory: UUID | None
    chunk: UUID | None
    # In the passage, in the source's characters.
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class MentionPage:
    """A page of what speaks of somebody, the latest first, and how much there is in all.

    `memories` of it are remembered; the rest was only said, or read.
    """

    places: tuple[MentionPlace, ...]
    total: int
    memories: int


_PLACES = """
WITH mine AS (
    SELECT m.memory_id, m.chunk_id, m.said
    FROM memories_mention m JOIN memories_entity e ON e.id = m.entity_id
    WHERE m.user_id = %(user)s AND coalesce(e.merged_into_id, e.id) = ANY(%(entities)s::uuid[])
), memories AS (
    SELECT DISTINCT r.id, coalesce(r.event_time, r.created) AS at
    FROM mine JOIN memories_memory r ON r.id = mine.memory_id
    WHERE r.state = 'current' AND ({scope})
), passages AS (
    SELECT c.id, r.happened_at AS at, mine.said->'spans' AS spans
    FROM mine JOIN memories_chunk c ON c.id = mine.chunk_id
    JOIN memories_source r ON r.id = c.source_id
    WHERE c.hidden IS NULL AND ({scope}) AND NOT EXISTS (
        SELECT FROM memories_evidence v JOIN memories_memory k ON k.id = v.memory_id
        WHERE v.chunk_id = c.id AND (k.id IN (SELECT id FROM memories) OR k.state <> 'current')
    )
)
SELECT memory, chunk, spans, count(*) OVER (), count(memory) OVER () FROM (
    SELECT id AS memory, NULL::uuid AS chunk, NULL::jsonb AS spans, at, id FROM memories
    UNION ALL SELECT NULL, id, spans, at, id FROM passages
) AS found
ORDER BY at DESC, id DESC OFFSET %(after)s LIMIT %(most)s
"""
_EVERYWHERE, _IN_SCOPE = "true", "r.project_id IS NULL OR r.project_id = %(project)s"


def places(
    user_id: UUID,
    entities: Collection[UUID],
    *,
    project: UUID | None = None,
    everywhere: bool = False,
    after: int = 0,
    most: int,
) -> MentionPage:
    """Where these are spoken of, from the latest on: memories, and passages that became none.

    Without a project only what is the person's own, unless `everywhere`. Inside the caller's block.
    """
    statement = _PLACES.format(scope=_EVERYWHERE if everywhere else _IN_SCOPE)
    values: dict[str, Any] = {
        "user": user_id,
        "entities": array_of(entities),
        "after": after,
        "most": most,
    }
    if not everywhere:
        values["project"] = project
    rows = fetched(statement, values)
    found = [MentionPlace(m, c, tuple((a, b) for a, b in spans or ())) for m, c, spans, *_ in rows]
    total, memories = rows[0][3:] if rows else (0, 0)
    return MentionPage(tuple(found), total, memories)


def passages(found: MentionPage) -> list[Item]:
    """The passages among these, as they stand in their sources. Inside the caller's block."""
    ids = [place.chunk for place in found.places if place.chunk]
    chunks = Chunk.objects.select_related("source").in_bulk(ids)
    return [
        passage(chunks[pk], chunks[pk].start, chunks[pk].stop, why=gettext_noop("mentions them"))
        for pk in ids
        if pk in chunks
    ]
