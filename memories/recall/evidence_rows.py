"""Memories and the passages that are their evidence, as rows."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from database.statements import PreparedQuery, array_of, array_of_texts, by_name
from memories.models import Source
from memories.recall.shapes import SourceLocation
from memories.sql import sql


class EvidenceRow(NamedTuple):
    """One piece of evidence: a memory and the passage it rests on."""

    memory: str
    state: str
    chunk: str
    source: str
    start: int
    stop: int
    quote: str
    title: str
    kind: str
    author: str
    speaker: str
    happened: float  # seconds since 1970
    local_only: bool
    own_words: bool
    to: str

    @property
    def place(self) -> SourceLocation:
        return SourceLocation(
            source_id=UUID(self.source),
            chunk_id=UUID(self.chunk),
            start=self.start,
            stop=self.stop,
            quote=self.quote,
            title=self.title,
            source_kind=self.kind,
            author=Source.Author(self.author),
            speaker=self.speaker,
            happened_at=datetime.fromtimestamp(self.happened, UTC),
            own_words=self.own_words,
            to=self.to,
        )


def values_of(turns: Collection[tuple[str, int]]) -> dict[str, Any]:
    """Turns, by thread and number, as turns.sql takes them."""
    return {
        "threads": array_of_texts(thread for thread, _ in turns),
        "turns": array_of(turn for _, turn in turns),
    }


def evidence_of(
    user_id: UUID,
    memories: Collection[str],
    chunks: Collection[str],
    turns: Collection[tuple[str, int]],
) -> PreparedQuery[list[EvidenceRow]]:
    """Ask for the evidence of memories and in chunks, by id, and in turns, by thread and number.

    The newest comes first.
    """
    values = {
        "user": user_id,
        "memories": array_of(memories),
        "chunks": array_of(chunks),
        **values_of(turns),
    }
    return PreparedQuery(sql("recall/evidence"), values, by_name(EvidenceRow))
