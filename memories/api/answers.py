"""Put memories, sources and what was recalled into the API's shapes."""

from typing import Any
from uuid import UUID

from accounts.models import User
from memories.api import people_shapes, shapes
from memories.api.project_scope import rows_in
from memories.keeping.people.known_entity import EntityRole
from memories.models import Change, Entity, Evidence, Memory, Source
from memories.pages.source_text import learned_from
from memories.recall import Item, MemoryRow, MentionPage, SourceLocation, passages, rows

_SAME = tuple(
    name
    for name in shapes.MemoryAnswer.model_fields
    if name not in ("project", "supersedes", "quote", "source")
)


def memory(row: MemoryRow) -> shapes.MemoryAnswer:
    """A memory with the first quote it rests on."""
    return shapes.MemoryAnswer(**_memory(row))


def of(user: User, it: Memory, project: UUID | None = None) -> shapes.MemoryAnswer:
    """One memory with the first quote it rests on; only from the project, where one is given."""
    (row,) = rows_in(project, rows(user, [it]))
    return memory(row)


def found(row: MemoryRow, item: Item) -> shapes.FoundAnswer:
    """A memory that a search found."""
    return shapes.FoundAnswer(
        **_memory(row), similarity=item.similarity, score=item.score, why=list(item.why)
    )


def detail(user: User, it: Memory, project: UUID | None = None) -> shapes.DetailAnswer:
    """A memory with its evidence, only from the project where one is given, and its history."""
    (row,) = rows_in(project, rows(user, [it]))
    evidence = Evidence.objects.filter(memory=it).select_related("chunk__source")
    if project:
        evidence = evidence.filter(chunk__source__project=project)
    changes = Change.objects.filter(memory=it).order_by("-at", "-id")
    return shapes.DetailAnswer(
        **_memory(row),
        evidence=[
            shapes.EvidenceAnswer(quote=each.quote, source=_place(each), memory=each.basis_id)
            for each in evidence.defer("chunk__source__text").order_by("id")
        ],
        history=[_change(each) for each in changes],
    )


def source(
    user: User, it: Source, text: str, start: int, size: int, project: UUID | None = None
) -> shapes.SourceAnswer:
    """A source with a part of its text, and what was learned from it; of the project, given one."""
    learned = [m for m in learned_from(user, it) if project in (None, m.project_id)]
    return shapes.SourceAnswer(
        id=it.pk,
        kind=it.kind,
        title=it.title,
        author=Source.Author(it.author),
        speaker=it.speaker,
        thread=it.thread,
        project=it.project_id,
        happened_at=it.happened_at,
        zone=it.zone,
        local_only=it.local_only,
        text=text,
        start=start,
        stop=start + len(text),
        size=size,
        memories=[memory(row) for row in rows_in(project, rows(user, learned))],
    )


def item(it: Item, *, answers: bool) -> shapes.ItemAnswer:
    """Something recalled, and whether it answers what was asked."""
    return shapes.ItemAnswer(
        id=it.id,
        kind=it.kind,
        own_words=it.own_words,
        memory=it.memory_id,
        project=it.project_id,
        text=it.text,
        quote=it.quote,
        source=_ref(it.place),
        answer_start=it.answer[0],
        answer_stop=it.answer[1],
        also=[shapes.PlaceAnswer(quote=at.quote, source=_ref(at)) for at in it.also],
        similarity=it.similarity,
        score=it.score,
        why=list(it.why),
        answers=answers,
    )


def entity(it: Entity) -> people_shapes.EntityAnswer:
    """A person or thing."""
    return people_shapes.EntityAnswer(**_entity(it))


def entity_detail(
    user: User, it: Entity, found: MentionPage, held: list[EntityRole], after: int
) -> people_shapes.EntityDetailAnswer:
    """A person or thing, with a page of what mentions them."""
    ids = [place.memory for place in found.places if place.memory]
    memories = {m.pk: m for m in Memory.objects.filter(user=user, pk__in=ids)}
    about = [memories[pk] for pk in ids if pk in memories]
    until = after + len(found.places)
    return people_shapes.EntityDetailAnswer(
        **_entity(it),
        roles=[
            people_shapes.RoleAnswer(
                words=each.words, role=each.key, since=each.since, until=each.until
            )
            for each in held
        ],
        memories=[memory(row) for row in rows(user, about)],
        passages=[
            people_shapes.PassageAnswer(id=one.chunk_id, quote=one.quote, source=_ref(one.place))
            for one in passages(found)
            if one.chunk_id
        ],
        merged=[entity(each) for each in Entity.objects.filter(user=user, merged_into=it)],
        total=found.total,
        next=until if until < found.total else None,
    )


def _memory(row: MemoryRow) -> dict[str, Any]:
    it = row.memory
    return {
        **{name: getattr(it, name) for name in _SAME},
        "project": it.project_id,
        "supersedes": it.supersedes_id,
        "quote": row.evidence.quote if row.evidence else None,
        "source": _place(row.evidence) if row.evidence else None,
    }


def _ref(at: SourceLocation) -> shapes.SourceRef:
    return shapes.SourceRef(
        id=at.source_id,
        kind=at.source_kind,
        title=at.title,
        author=at.author,
        speaker=at.speaker,
        happened_at=at.happened_at,
        own_words=at.own_words,
        start=at.start,
        stop=at.stop,
    )


def _place(evidence: Evidence) -> shapes.SourceRef | None:
    chunk = evidence.chunk
    if chunk is None or evidence.start is None or evidence.stop is None:
        return None
    it = chunk.source
    return shapes.SourceRef(
        id=it.pk,
        kind=it.kind,
        title=it.title,
        author=Source.Author(it.author),
        speaker=it.speaker,
        happened_at=it.happened_at,
        own_words=chunk.own_words,
        start=evidence.start,
        stop=evidence.stop,
    )


def _change(it: Change) -> shapes.ChangeAnswer:
    return shapes.ChangeAnswer(
        id=it.pk,
        what=Change.What(it.what),
        by=Change.By(it.by),
        why=it.why,
        at=it.at,
        before=it.before,
        after=it.after,
        cause=it.cause_id,
    )


def _entity(it: Entity) -> dict[str, Any]:
    return {name: getattr(it, name if name != "id" else "pk") for name in _ENTITY}


_ENTITY = tuple(people_shapes.EntityAnswer.model_fields)
