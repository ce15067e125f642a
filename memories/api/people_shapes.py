"""What the API calls of people and things take and give."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from memories.api.shapes import MemoryAnswer, PlaceAnswer
from memories.models import Entity
from web.rest import Shape


class EntityAnswer(BaseModel):
    """A person, pet, place, organisation, project, concept, tool or thing."""

    id: UUID
    name: str
    aliases: list[str]
    type: Entity.Type
    summary: str
    mention_count: int
    protected: bool
    created: datetime


class Merging(Shape):
    """With whom it is one."""

    into: UUID


class Differing(Shape):
    """Who is somebody else."""

    other: UUID


class Splitting(Shape):
    """Which memories and passages (chunks, as `id` in `passages`) speak of somebody else."""

    name: str = Field(min_length=1, max_length=200)
    places: list[UUID] = Field(min_length=1, max_length=1_000)


class Suggesting(Shape):
    """How many suggestions."""

    limit: int = Field(20, ge=1, le=100)


class MergeSuggestionAnswer(BaseModel):
    """Two that may be one, and why."""

    first: EntityAnswer
    second: EntityAnswer
    reasons: list[str]


class MergeSuggestionsAnswer(BaseModel):
    """Who may be the same as whom, the surest first."""

    suggestions: list[MergeSuggestionAnswer]


class EntitiesAnswer(BaseModel):
    """Entities, most mentioned first."""

    entities: list[EntityAnswer]


class PassageAnswer(PlaceAnswer):
    """A passage that speaks of an entity."""

    id: UUID


class RoleAnswer(BaseModel):
    """What somebody was said to be, until another was, or they were said to be it no more."""

    words: str
    role: str
    since: datetime
    until: datetime | None


class EntityDetailAnswer(EntityAnswer):
    """An entity with what speaks of it: current memories, and passages that became none.

    Each latest first. `total` counts both, on all pages; `next` is the cursor of the next one.
    `roles` are what it was said to be to the person: "my boss", from when, until when.
    """

    roles: list[RoleAnswer]
    memories: list[MemoryAnswer]
    passages: list[PassageAnswer]
    merged: list[EntityAnswer] = Field(
        description="Those made one with it, which can be separated."
    )
    total: int
    next: int | None
