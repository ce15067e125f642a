"""What this room's API calls take and give."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field, JsonValue

from memories.keeping import Files
from memories.models import Change, Entity, Memory, Source
from memories.recall import EVERYWHERE, Scope
from web.rest import Shape

State = Memory.State
Share = Annotated[float, Field(ge=0, le=1)]
Tags = Annotated[list[str], Field(max_length=5)]


class Listing(Shape):
    """Which memories to list, or with `q` to search."""

    q: str = Field("", description="Search for this; without it the memories are listed.")
    project: Scope | None = Field(None, description=f'A project, or "{EVERYWHERE}".')
    kind: Memory.Kind | None = None
    tag: str | None = None
    source: Source.Kind | None = None
    namespace: str | None = Field(None, description="Its parts joined by /; also those below it.")
    key: str | None = None
    state: State = State.CURRENT
    threshold: Share = Field(
        0.0,
        description="With q: the least similarity (0 to 1).",
    )
    limit: int = Field(50, ge=1, le=200)
    cursor: str | None = Field(None, description="`next` of the page before.")


class Remembering(Shape):
    """A memory to remember."""

    content: str
    project: UUID | None = None
    kind: Memory.Kind = Memory.Kind.FACT
    tags: Tags = []
    importance: Share = 0.5
    metadata: dict[str, JsonValue] | None = None
    namespace: list[str] | None = None
    key: str | None = None
    event_time: datetime | None = None
    local_only: bool = False
    again: bool = Field(False, description="Also if it was forgotten once.")


class Editing(Shape):
    """What is to change; what is left out stays. A null project means everywhere."""

    content: str | None = None
    project: UUID | None = None
    kind: Memory.Kind | None = None
    tags: Tags | None = None
    importance: Share | None = None
    pinned: bool | None = None


class Correcting(Shape):
    """What is true instead."""

    content: str


class Erasing(Shape):
    """What becomes of files. May be left out."""

    files: Files | None = Field(
        None,
        description="A PDF, Word, PowerPoint or RTF file in which it stands: `remove` the whole "
        "file and keep its text, blacked out, or `keep` the file with the words in it.",
    )


class Selecting(Shape):
    """What to forget. What is said of sources narrows down; ids and an entity add to it.

    `since` is included, `until` is not.
    """

    ids: list[UUID] = Field([], max_length=10_000)
    source: UUID | None = None
    entity: UUID | None = None
    sender: str | None = None
    conversation: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None


class Recalling(Shape):
    """A question, and what may be looked at."""

    q: str
    project: UUID | None = None
    kind: list[Memory.Kind] = []
    source: list[Source.Kind] = Field(
        [], description="With chat or import also what an assistant answered there."
    )
    tag: list[str] = []
    limit: int = Field(20, ge=1, le=100)
    budget: int | None = Field(None, ge=1, le=200_000, description="In o200k tokens.")
    mode: Literal["chat", "work"] = "chat"


class Extracting(Shape):
    """What to learn from now; without a source, everything that waits."""

    source: UUID | None = None


class Reading(Shape):
    """Which part of a source's text, in characters."""

    start: int = Field(0, ge=0, le=2_000_000_000)
    length: int = Field(20_000, ge=1, le=200_000)


class Finding(Shape):
    """Which entities."""

    q: str = ""
    type: Entity.Type | None = None
    limit: int = Field(50, ge=1, le=200)


class SourceRef(BaseModel):
    """Where something stands: `text[start:stop]` of that source, in characters.

    `author` and `speaker` are the whole source's; `own_words` is whether the person wrote just this
    and does not quote it.
    """

    id: UUID
    kind: Source.Kind
    title: str
    author: Source.Author
    speaker: str
    happened_at: datetime
    own_words: bool
    start: int
    stop: int


class MemoryAnswer(BaseModel):
    """A memory, with the first quote it rests on."""

    id: UUID
    content: str
    kind: Memory.Kind
    state: State
    project: UUID | None
    tags: list[str]
    importance: float
    confidence: float
    came: Memory.Came
    pinned: bool
    confirmed: datetime | None
    event_time: datetime | None
    valid_until: datetime | None
    times_used: int
    last_used: datetime | None
    namespace: list[str] | None
    key: str | None
    metadata: dict[str, Any]
    local_only: bool
    supersedes: UUID | None
    created: datetime
    updated: datetime
    quote: str | None = None
    source: SourceRef | None = None


class FoundAnswer(MemoryAnswer):
    """A memory that a search found."""

    similarity: float
    score: float
    why: list[str]


class MemoriesAnswer(BaseModel):
    """A page of memories. A search gives what it found at once, without a next page."""

    memories: list[MemoryAnswer | FoundAnswer]
    next: str | None


class RememberedAnswer(BaseModel):
    """What became of it."""

    outcome: Literal["new", "supported", "updated"]
    memory: MemoryAnswer


class EvidenceAnswer(BaseModel):
    """What a memory rests on: a quote in a source, or another memory."""

    quote: str
    source: SourceRef | None
    memory: UUID | None


class ChangeAnswer(BaseModel):
    """One line of a memory's history."""

    id: UUID
    what: Change.What
    by: Change.By
    why: str
    at: datetime
    before: dict[str, Any]
    after: dict[str, Any]
    cause: UUID | None


class DetailAnswer(MemoryAnswer):
    """A memory with everything it rests on and everything that happened to it, latest first."""

    evidence: list[EvidenceAnswer]
    history: list[ChangeAnswer]


class ForgottenAnswer(BaseModel):
    """What was forgotten in one act, which `restore` of any of them takes back."""

    batch: UUID
    memories: list[UUID]
    passages: int


class PreviewAnswer(BaseModel):
    """What forgetting would take along, and what stays because it rests on other things too.

    `sources` are blacked out whole. At most a thousand of each are named; `counts` has them all.
    """

    memories: list[MemoryAnswer]
    sources: list[UUID]
    surviving: list[MemoryAnswer]
    counts: dict[str, int]


class RestoredAnswer(BaseModel):
    """The memories that are there again."""

    memories: list[UUID]


class SourceAnswer(BaseModel):
    """A source and a part of its text. Forgotten passages are blacked out, their length kept."""

    id: UUID
    kind: Source.Kind
    title: str
    author: Source.Author
    speaker: str
    thread: str
    project: UUID | None
    happened_at: datetime
    zone: str
    local_only: bool
    text: str
    start: int
    stop: int
    size: int
    memories: list[MemoryAnswer]


class PlaceAnswer(BaseModel):
    """Another place where something recalled stands."""

    quote: str
    source: SourceRef


class ItemAnswer(BaseModel):
    """Something recalled: a memory, or a passage of a source; `also` says where else it stands.

    `quote` is the source's text from `source.start` to `source.stop`; from `answer_start` to
    `answer_stop` are the words that answer, the rest of a document's quote stands around them.
    `own_words` is whether the person wrote the quote, as `source.own_words`.
    """

    id: str
    kind: str
    own_words: bool
    memory: UUID | None
    project: UUID | None
    text: str
    quote: str
    source: SourceRef
    answer_start: int
    answer_stop: int
    also: list[PlaceAnswer]
    similarity: float
    score: float
    why: list[str]


class RecallAnswer(BaseModel):
    """What was found, best first. `answers` is whether anything here is likely to answer."""

    items: list[ItemAnswer]
    known: float
    answers: bool


class ExtractedAnswer(BaseModel):
    """What was learned."""

    memories: list[MemoryAnswer]
    waiting: int = Field(description="How many sources still wait to be learned from.")


class EntityAnswer(BaseModel):
    """A person, organisation, project, concept or tool."""

    id: UUID
    name: str
    aliases: list[str]
    type: Entity.Type
    summary: str
    mention_count: int
    protected: bool
    created: datetime


class EntitiesAnswer(BaseModel):
    """Entities, most mentioned first."""

    entities: list[EntityAnswer]


class EntityDetailAnswer(EntityAnswer):
    """An entity with the current memories that speak of it, latest first."""

    memories: list[MemoryAnswer]
