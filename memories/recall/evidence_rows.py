"""What rests on what: memories, and the passages that are their evidence."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from database.batch import Rows
from database.statements import Question, array_of, array_of_texts
from memories.models import Source
from memories.recall.items import Place


class Resting(NamedTuple):
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
    def place(self) -> Place:
        return Place(
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


# The chunks of turns, by thread and number: of those in `values_of`.
IN_TURNS = """
FROM unnest(%(threads)s::text[], %(turns)s::int[]) AS wanted (thread, turn)
JOIN memories_source s
  ON s.user_id = %(user)s AND s.thread = wanted.thread AND s.turn = wanted.turn
JOIN memories_chunk c ON c.source_id = s.id
"""
# Each way to the evidence goes by its own index; OR would leave the choice to the planner.
_EVIDENCE = f"""
SELECT e.memory_id::text, m.state, e.chunk_id::text, c.source_id::text,
    e.start, e.stop, e.quote, s.title,
    s.kind, s.author, s.speaker, extract(epoch FROM s.happened_at)::float8, s.local_only,
    c.own_words, coalesce(s.metadata->>'to', '')
FROM (
    SELECT * FROM memories_evidence
    WHERE user_id = %(user)s AND memory_id = ANY(%(memories)s::uuid[])
    UNION
    SELECT * FROM memories_evidence
    WHERE user_id = %(user)s AND chunk_id = ANY(%(chunks)s::uuid[])
    UNION
    SELECT * FROM memories_evidence
    WHERE user_id = %(user)s AND chunk_id = ANY(ARRAY(SELECT c.id {IN_TURNS}))
) AS e
JOIN memories_memory m ON m.id = e.memory_id
JOIN memories_chunk c ON c.id = e.chunk_id
JOIN memories_source s ON s.id = c.source_id
ORDER BY e.created DESC
"""  # noqa: S608


def values_of(turns: Collection[tuple[str, int]]) -> dict[str, Any]:
    """Turns, by thread and number, as `IN_TURNS` takes them."""
    return {
        "threads": array_of_texts(thread for thread, _ in turns),
        "turns": array_of(turn for _, turn in turns),
    }


def resting(
    user_id: UUID,
    memories: Collection[str],
    chunks: Collection[str],
    turns: Collection[tuple[str, int]],
) -> Question[list[Resting]]:
    """Ask for the evidence of memories and in chunks, by id, and in turns, by thread and number.

    The newest comes first.
    """
    values = {
        "user": user_id,
        "memories": array_of(memories),
        "chunks": array_of(chunks),
        **values_of(turns),
    }
    return Question(_EVIDENCE, values, _read)


def _read(rows: Rows) -> list[Resting]:
    return [Resting._make(row) for row in rows]
