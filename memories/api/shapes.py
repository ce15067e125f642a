"""What this room's API calls take and give."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    Field,
    JsonValue,
    StringConstraints,
)

from memories.answers import Verdict
from memories.hooks import Files
from memories.models import Change, Entity, Memory, Source
from memories.recall import EVERYWHERE, Day, Scope
from memories.source_kinds import is_kind, registered
from web.rest import Shape

State = Memory.State


def _registered(name: str) -> str:
    if not is_kind(name):
        raise ValueError("there is no such kind of source")
    return name


def _described(schema: dict[str, Any]) -> None:
    """The kinds there are, whichever rooms declared them: asked for when the API is described."""
    schema["enum"] = [kind.name for kind in registered()]


# What is answered may be of a kind whose room was taken out; what is asked for may not.
SourceKindName = Annotated[str, Field(json_schema_extra=_described)]
AskedKind = Annotated[SourceKindName, AfterValidator(_registered)]
Share = Annotated[float, Field(ge=0, le=1)]
Tags = Annotated[list[str], Field(max_length=5)]
# As long as a chat message may be, in characters: more is a document.
LONGEST_TEXT = 100_000


class Listing(Shape):
    """Which memories to list, or with `q` to search."""

    q: str = Field("", description="Search for this; without it the memories are listed.")
    project: Scope | None = Field(None, description=f'A project, or "{EVERYWHERE}".')
    kind: Memory.Kind | None = None
    tag: str | None = None
    source: AskedKind | None = None
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
    source: list[AskedKind] = Field(
        [], description="With chat or import also what an assistant answered there."
    )
    tag: list[str] = []
    limit: int = Field(20, ge=1, le=100)
    budget: int | None = Field(None, ge=1, le=200_000, description="In o200k tokens.")
    mode: Literal["chat", "work"] = "chat"
    as_of: Day | None = Field(
        None, description="What held on that day (2026-03-01): said by then, not yet replaced."
    )
    local_only: bool = Field(
        True, description="False leaves out what only models on this machine may see."
    )


class Extracting(Shape):
    """What to learn from now; without a source, everything that waits."""

    source: UUID | None = None


class Keeping(Shape):
    """Something said or read elsewhere, to be kept with its own date."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
    kind: Literal["chat", "note", "import"] = Field(
        description="A turn of a chat, a note, or a turn of a chat with another program."
    )
    author: Source.Author = Field(
        Source.Author.PERSON,
        description="Who says it. Only the person's own words teach something about them.",
    )
    speaker: Annotated[str, StringConstraints(max_length=200)] = Field(
        "", description="The name of who says it, where that is somebody else."
    )
    happened_at: AwareDatetime | None = Field(
        None, description="When it was said, with its offset from UTC; without it, now."
    )
    external_id: Annotated[str, StringConstraints(min_length=1, max_length=255)] | None = Field(
        None, description="Your own id for it. Sent again, it gives the source that is there."
    )
    thread: Annotated[str, StringConstraints(max_length=255)] = Field(
        "", description="Your id of the conversation that it is a turn of."
    )
    title: Annotated[str, StringConstraints(max_length=500)] = ""
    project: UUID | None = None


class Reading(Shape):
    """Which part of a source's text, in characters."""

    start: int = Field(0, ge=0, le=2_000_000_000)
    length: int = Field(20_000, ge=1, le=200_000)


class Finding(Shape):
    """Which entities."""

    q: str = ""
    type: Entity.Type | None = None
    limit: int = Field(50, ge=1, le=200)


class Paging(Shape):
    """Which page of what speaks of an entity, the latest first."""

    limit: int = Field(200, ge=1, le=200)
    cursor: int = Field(0, ge=0, le=10_000_000, description="`next` of the page before.")


class SourceRef(BaseModel):
    """Where something stands: `text[start:stop]` of that source, in characters.

    `author` and `speaker` are the whole source's; `own_words` is whether the person wrote just this
    and does not quote it.
    """

    id: UUID
    kind: SourceKindName
    title: str
    author: Source.Author
    speaker: str
    happened_at: datetime
    own_words: bool
    start: int
    stop: int


class MemoryAnswer(BaseModel):
    """A memory, with the first quote it rests on.

    `subject` is of whom or what it is ("me": the person), `attribute` what of it ("lives in"),
    `value` its value: empty where nothing tells.
    """

    id: UUID
    content: str
    kind: Memory.Kind
    state: State
    project: UUID | None
    tags: list[str]
    importance: float
    confidence: float
    origin: Memory.Origin
    pinned: bool
    confirmed: datetime | None
    subject: str
    attribute: str
    value: str
    event_time: datetime | None
    valid_from: datetime | None
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


class ReceivedAnswer(BaseModel):
    """That it arrived: `received` is all that a key which may only add is told.

    What is `held_back` is likely what was forgotten: it is remembered once the person says so.
    """

    outcome: Literal["received", "held_back"] = "received"


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
    kind: SourceKindName
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
    `own_words` is whether the person wrote the quote, as `source.own_words`. `answers` is whether
    this is what answers the question, where the verdict is sure.
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
    answers: bool


class RecallAnswer(BaseModel):
    """What was found, best first. `verdict` is how sure it is that something here answers.

    sure: it does. closest: what comes closest may. unknown: nothing has to do with the question.
    `answers` is whether the verdict is sure, `known` how likely the best is to be right (0..1).
    """

    items: list[ItemAnswer]
    verdict: Verdict
    known: float
    answers: bool


class ExtractedAnswer(BaseModel):
    """What was learned."""

    memories: list[MemoryAnswer]
    waiting: int = Field(description="How many sources still wait to be learned from.")


class ConsolidatedAnswer(BaseModel):
    """What the night's work changed."""

    faded: int = Field(description="How many memories faded: nobody used them for long.")
    back: int = Field(description="How many came back: they were used again.")
    merged: int = Field(description="How many were told twice, and are one now.")
    retried: int = Field(description="How many sources are learned from once more.")
    asked: int = Field(description="How many questions between two memories are new.")
    reflections: int = Field(description="How many reflections a model drew, where there is one.")
    more: bool = Field(description="Its time was over before all was done: it goes on by itself.")
