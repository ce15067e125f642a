"""What recall gives back."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.models import Chunk, Evidence, Memory, Source


@dataclass(frozen=True)
class SourceLocation:
    """Where something stands: `source.text[start:stop] == quote` (characters).

    `author` and `speaker` are the whole source's, and `to` whom it went to; `own_words` is whether
    the person wrote just this.
    """

    source_id: UUID
    chunk_id: UUID | None
    start: int
    stop: int
    quote: str
    title: str
    source_kind: str
    author: Source.Author
    speaker: str
    happened_at: datetime
    own_words: bool
    to: str = ""

    @property
    def quoted(self) -> bool:
        """Whether others' words stand here in what the person wrote: a quote, a forward."""
        return self.author == Source.Author.PERSON and not self.own_words


@dataclass(frozen=True)
class Item:
    """Something recalled: a memory, or a passage of a source.

    `id` is stable: "memory:UUID", "chat:UUID", "note:UUID", … `source.text[start:stop] == quote`
    (characters). `similarity` is how close it comes in meaning, from 0 (unrelated) to 1 (the same
    in other words) whatever the model, `score` the rank's (0..1). `also` names other places where
    the same stands. `fits` is where in the source the words stand that answer, where the quote has
    more around them. `covers` is how much it has of the question's words, by weight (0..1).
    `within` is the sentence that a memory is a part of: "My throat swells up" says little without
    what it swells up from. `author`, `speaker`, `own_words` and `to` are those of its place.
    `state` is that of a memory: recall gives back current ones, with what they superseded in
    `before`, the latest first.
    """

    id: str
    memory_id: UUID | None
    chunk_id: UUID | None
    source_id: UUID
    start: int
    stop: int
    text: str
    quote: str
    title: str
    kind: str
    source_kind: str
    author: Source.Author
    speaker: str
    happened_at: datetime
    project_id: UUID | None
    similarity: float
    score: float
    why: tuple[str, ...]
    own_words: bool
    to: str = ""
    tokens: int = 0
    also: tuple[SourceLocation, ...] = ()
    fits: tuple[int, int] | None = None
    covers: float = 0.0
    within: str = ""
    state: str = Memory.State.CURRENT
    before: "tuple[Item, ...]" = ()

    @property
    def answer(self) -> tuple[int, int]:
        """Start and stop of the words that answer: they are marked when the source is opened."""
        return self.fits or (self.start, self.stop)

    @property
    def answering(self) -> str:
        """The words that answer, as they stand in the source."""
        start, stop = self.answer
        return self.quote[start - self.start : stop - self.start]

    @property
    def place(self) -> SourceLocation:
        """The place that is cited."""
        return SourceLocation(
            source_id=self.source_id,
            chunk_id=self.chunk_id,
            start=self.start,
            stop=self.stop,
            quote=self.quote,
            title=self.title,
            source_kind=self.source_kind,
            author=self.author,
            speaker=self.speaker,
            happened_at=self.happened_at,
            own_words=self.own_words,
            to=self.to,
        )


def passage(chunk: Chunk, start: int, stop: int, *, why: str, text: str = "") -> Item:
    """The passage `source.text[start:stop]` as an item without a rank; `text` replaces its words.

    The chunk's source must be loaded.
    """
    source = chunk.source
    quote = source.text[start:stop]
    return Item(
        id=f"{source.kind}:{chunk.pk}",
        memory_id=None,
        chunk_id=chunk.pk,
        source_id=source.pk,
        start=start,
        stop=stop,
        text=text or quote,
        quote=quote,
        title=source.title,
        kind="passage",
        source_kind=source.kind,
        author=Source.Author(source.author),
        speaker=source.speaker,
        happened_at=source.happened_at,
        project_id=source.project_id,
        similarity=0.0,
        score=0.0,
        why=(why,),
        own_words=chunk.own_words,
        to=str(source.metadata.get("to", "")),
    )


def of_memory(memory: Memory, evidence: Evidence, *, why: str = "") -> Item:
    """A memory with a passage that it rests on, found without ranking.

    The evidence's chunk and its source must be loaded.
    """
    source = evidence.chunk.source if evidence.chunk else None
    return Item(
        id=f"memory:{memory.pk}",
        memory_id=memory.pk,
        chunk_id=evidence.chunk_id,
        source_id=source.pk if source else UUID(int=0),
        start=evidence.start or 0,
        stop=evidence.stop or 0,
        text=memory.content,
        quote=evidence.quote,
        title="",
        kind=memory.kind,
        source_kind=memory.source_kind,
        author=Source.Author(source.author) if source else Source.Author.PERSON,
        speaker=source.speaker if source else "",
        happened_at=memory.created,
        project_id=memory.project_id,
        similarity=0.0,
        score=0.0,
        why=(why,) if why else (),
        own_words=evidence.chunk.own_words if evidence.chunk else True,
        to=str(source.metadata.get("to", "")) if source else "",
        state=memory.state,
    )
