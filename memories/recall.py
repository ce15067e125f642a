"""Recall: one question, the passages and memories that may answer it, best first.

No model is asked but the one that embeds the question, and that before the database is opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from accounts.acting import acting_as
from accounts.models import Project, User
from llm import embedding
from llm.errors import ModelError
from memories import asking, ranking
from memories.candidates import Near, nearest, worded
from memories.details import Detail, Found, load
from memories.errors import Refused
from memories.folding import Item, fold
from memories.index import Layer, part_of
from memories.models import EmbeddingSpace, Source
from memories.query import Query
from memories.spaces import live_space
from memories.words import stems

__all__ = ["Item", "Query", "Recalled", "recall"]

# Candidates by each way of looking. A filter needs more, since it takes some away again.
CANDIDATES = 100
FILTERED_CANDIDATES = 300


@dataclass(frozen=True)
class Recalled:
    """What was found, best first, and how sure it is that something here answers (0..1).

    Below `ranking.KNOWN` the honest answer is "I don't know that".
    """

    items: tuple[Item, ...]
    known: float

    @property
    def answers(self) -> bool:
        return bool(self.items) and self.known >= ranking.KNOWN


def recall(user: User, query: Query) -> Recalled:
    """Find what may answer. Call it outside of `acting_as`: it opens a short block of its own.

    Raises Refused for an empty question or an unknown project. When the embedding model cannot
    be reached, it goes by words alone.
    """
    if not query.text.strip():
        raise Refused("empty", "Ask something: there are no words in the question.")
    question = query.text.replace("\0", " ")[:8_000]
    space, vector = _embed(question)
    with acting_as(user):
        found = _find(user, query, question, space, vector)
        details = load(user, query, found)
        return _answer(user, query, question, details)


def _embed(question: str) -> tuple[EmbeddingSpace | None, embedding.Vectors | None]:
    try:
        space = live_space()
        return space, embedding.embed_query(question) if space else None
    except ModelError:
        return None, None


def _find(
    user: User,
    query: Query,
    question: str,
    space: EmbeddingSpace | None,
    vector: embedding.Vectors | None,
) -> Found:
    parts = _parts(user, query)
    limit = FILTERED_CANDIDATES if query.filtered else CANDIDATES
    near: Mapping[int, Near] = {}
    if space is not None and vector is not None:
        near = nearest(user.pk, space, vector, parts, limit)
    by_words = worded(user.pk, stems(question), parts, limit)
    return Found(near, by_words, parts, space, vector)


def _parts(user: User, query: Query) -> frozenset[int]:
    scopes: list[Project | None] = [None]
    if query.project is not None:
        project = Project.objects.filter(user=user, pk=query.project).first()
        if project is None:
            raise Refused("unknown_project", "There is no such project.")
        scopes.append(project)
    elif query.all_projects:
        scopes += Project.objects.filter(user=user)
    layers = [Layer.MEMORY]
    if not query.only_memories:
        kinds = query.sources or frozenset(Source.Kind)
        layers += [Layer[kind.name] for kind in kinds]
    return frozenset(part_of(scope, layer) for scope in scopes for layer in layers)


def _answer(user: User, query: Query, question: str, details: Sequence[Detail]) -> Recalled:
    asked = asking.understand(
        question,
        now=query.now or timezone.now(),
        zone=user.zone,
        known_names=frozenset(d.candidate.speaker for d in details if d.candidate.speaker),
    )
    ranked = ranking.rank(asked, [d.candidate for d in details], _model())
    items = fold(user, ranked, {d.row.item: d for d in details}, query)
    return Recalled(tuple(items), ranking.known(ranked))


def _model() -> embedding.EmbeddingModel | None:
    try:
        return embedding.current_model()
    except ModelError:
        return None
