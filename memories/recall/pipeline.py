"""Recall: one question, the passages and memories that may answer it, best first.

No model is asked but the one that embeds the question, and that before the database is opened.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import compress

import numpy as np
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Project, User
from database.acting import acting_as, reading_as
from database.statements import ask_together
from llm import embedding, reranking
from llm.errors import ModelError
from memories.keeping import Refused, directory_of
from memories.models import EmbeddingSpace, Memory, Source
from memories.recall import answerability, ranking
from memories.recall.candidates import CandidateDetail, CandidateSearch, LoadedCandidates, load
from memories.recall.entity_mentions import EntityMatches, naming, speaking
from memories.recall.query import Query
from memories.recall.results import best_span, merge
from memories.recall.shapes import Item
from memories.recall.superseded import end_of, led_to_current, led_to_past
from memories.recall.weights import LIMITS
from memories.search import (
    MEMORY,
    USE,
    Bm25Scores,
    QueryVector,
    embedder_of,
    live_space,
    matching,
    nearest_query,
    part_of,
    part_of_answers,
    scope_layer,
    terms,
)
from memories.source_kinds import kind_of, registered
from memories.text import asked_words, asks, is_latin, question_parser, stems_of_names

__all__ = ["Item", "Query", "RecallResult", "recall"]


@dataclass(frozen=True)
class RecallResult:
    """What was found, best first, and how near it comes to an answer: `known`, 0..1.

    What that means is told by `answers.verdicts`.
    """

    items: tuple[Item, ...]
    known: float
    # Whether whom, or what, the question names stands nowhere in what is kept.
    stranger: bool = False
    question: str = ""
    # Whether a model made for English said what is near by meaning.
    by_english: bool = False
    # What it was found by: another recall of the same words need not understand them again.
    prepared: "PreparedQuery | None" = field(default=None, repr=False, compare=False)

    def near(self) -> "RecallResult":
        """Without what only is the best of what has nothing to do with the question."""
        kept = [
            answerability.comes_near(item.similarity, item.covers, stranger=self.stranger)
            for item in self.items
        ]
        if self.by_english:
            texts = [item.text for item in self.items]
            closely = [answerability.comes_closely(i.similarity, i.covers) for i in self.items]
            kept = answerability.near_in_english(
                self.question, texts, kept, closely, stranger=self.stranger
            )
        return replace(self, items=tuple(compress(self.items, kept)))


@dataclass(frozen=True)
class PreparedQuery:
    """A question understood, where to look for it, and how everything fares by its words."""

    query: Query
    asked: question_parser.ParsedQuestion
    parts: frozenset[int]
    # With those whose turns lead to the turns beside them: the assistant's, wanted or not.
    around: frozenset[int]
    answers_wanted: bool
    bm25: Bm25Scores
    query_vector: QueryVector | None
    spoken_of: EntityMatches

    def serves(self, query: Query) -> bool:
        """Whether a query asks the same of the same things, for more or fewer of them."""
        cut = replace(self.query, limit=query.limit, budget=query.budget, cut_to=query.cut_to)
        return cut == query


def recall(user: User, query: Query, earlier: RecallResult | None = None) -> RecallResult:
    """Find what may answer. Call it outside of `acting_as`: it opens short blocks of its own.

    `earlier` is what was recalled within the same request. The same query is not asked again; of
    one with another limit or budget only the candidates are looked for again, since which they are
    depends on how many are asked for.

    Raises Refused for an empty question or an unknown project. When the embedding model cannot
    be reached, it goes by words alone.
    """
    prepared = earlier.prepared if earlier else None
    if earlier and prepared and prepared.query == query:
        return earlier
    if prepared is None or not prepared.serves(query):
        prepared = _prepared(user, query)
    relevances = _reranked(user, query, prepared) if reranking.is_set() else {}
    with reading_as(user):
        ranked, loaded = _ranked(user, query, prepared)
    details = {detail.row.item: detail for detail in loaded.details}
    wider = replace(query, limit=query.limit * LIMITS.further) if query.as_of else query
    items = merge(ranking.reordered(ranked, relevances), details, loaded.evidence, wider)
    if query.as_of:
        items = led_to_past(user, query, items, query.as_of)[: query.limit]
    elif _has_history(items, loaded):
        items = led_to_current(user, query, items)
    stranger = _names_a_stranger(user, prepared, ranked)
    known = answerability.known(prepared.asked, ranked, stranger=stranger)
    by_english = prepared.query_vector is not None and prepared.query_vector.model.english
    return RecallResult(tuple(items), known, stranger, prepared.asked.text, by_english, prepared)


def look(user: User, query: Query) -> tuple[question_parser.ParsedQuestion, list[CandidateDetail]]:
    """What `recall` ranks: the question understood, and all candidates. Raises as it does."""
    prepared = _prepared(user, query)
    with reading_as(user):
        return prepared.asked, load(user, query, _find(user, query, prepared)).details


def _has_history(items: Sequence[Item], loaded: LoadedCandidates) -> bool:
    """Whether any of them was superseded, or stands in the place of another."""
    changed = {
        detail.row.memory
        for detail in loaded.details
        if detail.row.replaces or detail.row.state == Memory.State.SUPERSEDED
    }
    return any(str(item.memory_id) in changed for item in items if item.memory_id)


def _names_a_stranger(
    user: User, prepared: PreparedQuery, ranked: Sequence[ranking.RankedCandidate]
) -> bool:
    """Whether the question names, and all that it names stands nowhere: in no text, as no speaker.

    Beside a name that is known, another may be a pet's or a film's that was told in other words.
    To have been asked of somebody tells nothing of them.
    """
    if prepared.spoken_of.items or prepared.asked.names:
        return False
    named = stems_of_names(prepared.asked.text)
    there = [name for name in named if not prepared.bm25.nowhere.issuperset(terms(user.pk, [name]))]
    return bool(named) and all(_is_only_asked(name, ranked) for name in there)


def _is_only_asked(name: str, ranked: Sequence[ranking.RankedCandidate]) -> bool:
    """Whether a name stands in what the person asked, and in nothing that was told."""
    texts = [one.candidate.text for one in ranked if name in one.candidate.text.lower()]
    return bool(texts) and all(asks(text) for text in texts)


def _ranked(
    user: User, query: Query, prepared: PreparedQuery
) -> tuple[list[ranking.RankedCandidate], LoadedCandidates]:
    loaded = load(user, query, _find(user, query, prepared))
    candidates = [detail.candidate for detail in loaded.details]
    model = prepared.query_vector.model if prepared.query_vector else None
    ranked = ranking.rank(prepared.asked, candidates, model)
    if not prepared.answers_wanted:
        # They were there for the turns beside them.
        ranked = [one for one in ranked if one.candidate.author != Source.Author.ASSISTANT]
    return ranked, loaded


def _reranked(user: User, query: Query, prepared: PreparedQuery) -> dict[int, float]:
    """The reranker's relevance of the best candidates, by item; empty when it cannot be reached.

    They are looked for in a block of their own, and again afterwards: what is forgotten while the
    reranker thinks is gone.
    """
    with reading_as(user):
        ranked, loaded = _ranked(user, query, prepared)
    details = {detail.row.item: detail for detail in loaded.details}
    shown: dict[int, str] = {}
    for one in ranked[: LIMITS.reranked]:
        detail = details[one.candidate.item]
        if reranking.stays_here() or not detail.row.local_only:
            start, stop = best_span(detail)
            lead = f"{detail.row.speaker}: " if detail.row.speaker else ""
            shown[detail.row.item] = lead + detail.row.text[start:stop]
    try:
        found = reranking.relevances(prepared.asked.text, list(shown.values()))
    except ModelError:
        return {}
    return {item: found[place] for place, item in enumerate(shown) if place in found}


def _prepared(user: User, query: Query) -> PreparedQuery:
    if not query.text.strip():
        raise Refused("empty", gettext("Ask something: there are no words in the question."))
    question = query.text.replace("\0", " ")[:8_000]
    parts = _parts(user, query)
    words = asked_words(question, user.language)
    with reading_as(user):
        names, space, bm25, directory = ask_together(
            naming(user.pk, question),
            USE,
            matching(user.pk, words.stems, words.others),
            directory_of(user.pk, question),
        )
        spoken_of = speaking(user.pk, directory, question, query.now or timezone.now())
    asked = question_parser.understand(question, query.now or timezone.now(), user.zone, names)
    wanted = _wants_answers(asked, query)
    spoken = {kind.number for kind in registered() if kind.conversation}
    around = parts | {part_of_answers(part) for part in parts if scope_layer(part) in spoken}
    searched = around if wanted else parts
    query_vector = _query_vector(asked, space)
    return PreparedQuery(query, asked, searched, around, wanted, bm25, query_vector, spoken_of)


def _wants_answers(asked: question_parser.ParsedQuestion, query: Query) -> bool:
    """Whether the assistant's own turns may be given back.

    What a model made up, or repeated before it was corrected, is no evidence of anything: it
    comes back to whoever asks what was answered, or looks into chats alone.
    """
    return asked.about_assistant or any(kind_of(name).conversation for name in query.sources)


def _query_vector(
    asked: question_parser.ParsedQuestion, space: EmbeddingSpace | None
) -> QueryVector | None:
    """The question's vector; None while the model is unreachable or does not read its script."""
    try:
        space = space or live_space()
        embedder = embedder_of(space)
        if embedder.model.english and not is_latin(asked.text):
            return None  # what it makes of other scripts is noise: words alone find more
        mean = sum(embedding.embed_query(meaning, embedder) for meaning in asked.meanings)
        return QueryVector(
            space.pk, np.asarray(mean / np.linalg.norm(mean), np.float32), embedder.model
        )
    except ModelError:
        return None


def _find(user: User, query: Query, prepared: PreparedQuery) -> CandidateSearch:
    parts, around, bm25, vector = (
        prepared.parts,
        prepared.around,
        prepared.bm25,
        prepared.query_vector,
    )
    limit = max(LIMITS.filtered_candidates if query.filtered else LIMITS.candidates, query.limit)
    near = nearest_query(user.pk, vector, around, limit, windows=bm25.windows) if vector else None
    worded = bm25.best(around, limit)
    if bm25.has_any(around - parts):
        # However much the assistant said, the best that others said is there.
        worded |= bm25.best(parts, LIMITS.beside_answers)
        if vector:
            own = nearest_query(user.pk, vector, parts, LIMITS.beside_answers, windows=bm25.windows)
            worded |= dict.fromkeys(own.found(), 0)
    if query.budget is not None:
        # Each kind has its best among the candidates, however much there is of the others.
        for layer in {scope_layer(part) for part in parts}:
            of_it = [part for part in parts if scope_layer(part) == layer]
            worded |= bm25.best(of_it, LIMITS.of_each_kind)
    worded |= dict.fromkeys(prepared.spoken_of.items, 0)
    until = end_of(query.as_of, user.zone).timestamp() if query.as_of else None
    return CandidateSearch(near, worded, bm25, around, vector, prepared.spoken_of, until)


def _parts(user: User, query: Query) -> frozenset[int]:
    scopes: list[Project | None] = [*_projects(user, query)]
    if not query.project_alone:
        scopes.append(None)
    layers = [MEMORY]
    if not query.only_memories:
        sources = query.sources
        layers += [kind.number for kind in registered() if not sources or kind.name in sources]
    return frozenset(part_of(scope, layer) for scope in scopes for layer in layers)


def _projects(user: User, query: Query) -> list[Project]:
    if query.project is None and not query.all_projects:
        return []
    with acting_as(user):
        found = list(Project.objects.filter(user=user))
    if query.project is None:
        return found
    named = [project for project in found if project.pk == query.project]
    if not named:
        raise Refused("unknown_project", gettext("There is no such project."))
    return named
