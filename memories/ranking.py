"""Which of the candidates answer best: pure scoring, no database, no model.

What each part brings is measured in docs/recall.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from llm.embedding import EmbeddingModel
from memories.asking import Asked

# How much each part counts; found on development data (docs/recall.md).
MEANING = 0.5
WORDS = 0.5
AFTER = 0.25  # what the turn before says lends weight: an answer follows its question
BEFORE = 0.15
SAID_BY_THE_NAMED = 0.12
IN_TIME = 0.15


@dataclass(frozen=True)
class Candidate:
    """Something that may answer, with everything its rank depends on.

    `layer` is an index.Layer's name in lower case, `author` a Source.Author. `cosine` is that of
    its best window (None while not embedded); `words` is raw BM25 (k1 1.2, b .75, the idf of the
    person's own items); `coverage` is the share of the question's stems, weighted by idf, that
    occur in it (0..1). `turn` counts within `thread`: neighbours differ by 1.
    """

    item: int
    layer: str
    text: str
    cosine: float | None
    words: float
    coverage: float
    thread: str
    turn: int
    speaker: str
    author: str
    own_words: bool
    happened_at: datetime
    importance: float = 0.5
    confidence: float = 1.0
    pinned: bool = False


@dataclass(frozen=True)
class Ranked:
    """A candidate with its score (0..1) and, in plain words, why it is there."""

    candidate: Candidate
    score: float
    why: tuple[str, ...]


def rank(
    asked: Asked, candidates: Sequence[Candidate], model: EmbeddingModel | None
) -> list[Ranked]:
    """Order candidates, best first. Those listed should include the neighbours of good hits."""
    most_words = max((c.words for c in candidates), default=0.0) or 1.0
    base = {c.item: MEANING * _meaning(c, model) + WORDS * c.words / most_words for c in candidates}
    turns = {(c.thread, c.turn): base[c.item] for c in candidates if c.thread}
    ranked = []
    for c in candidates:
        near = (
            AFTER * turns.get((c.thread, c.turn - 1), 0.0)
            + BEFORE * turns.get((c.thread, c.turn + 1), 0.0)
            if c.thread
            else 0.0
        )
        named = SAID_BY_THE_NAMED if c.speaker and c.speaker in asked.names else 0.0
        in_time = IN_TIME if asked.period and not asked.period.days_from(c.happened_at) else 0.0
        score = base[c.item] + near + named + in_time
        ranked.append(Ranked(c, min(1.0, score), _why(asked, c, model, near, named, in_time)))
    return sorted(ranked, key=lambda r: (-r.score, -r.candidate.item))


# From this on, something that was found is taken to answer.
KNOWN = 0.35


def known(ranked: Sequence[Ranked]) -> float:
    """How sure it is that one of the best answers the question, 0..1."""
    return max((r.score for r in ranked[:3]), default=0.0)


def _meaning(candidate: Candidate, model: EmbeddingModel | None) -> float:
    """A cosine on a scale where 0 is unrelated and 1 the same in other words."""
    if candidate.cosine is None or model is None:
        return 0.0
    span = model.related_cosine - model.unrelated_cosine
    return min(1.0, max(0.0, (candidate.cosine - model.unrelated_cosine) / span))


def _why(
    asked: Asked,
    c: Candidate,
    model: EmbeddingModel | None,
    near: float,
    named: float,
    in_time: float,
) -> tuple[str, ...]:
    reasons = []
    if c.coverage >= 0.5:
        reasons.append("shares its words")
    if _meaning(c, model) >= 0.5:
        reasons.append("means much the same")
    if named:
        reasons.append(f"said by {c.speaker}")
    if in_time and asked.period:
        reasons.append(f"from {asked.period.words}")
    if near >= 0.1:
        reasons.append("said right around a match")
    return tuple(reasons) or ("close to what was asked",)
