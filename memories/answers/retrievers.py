"""Retrieval by kinds of sources instead of search: who wrote what, who is who."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from accounts.models import User
from database.acting import acting_as
from memories.answers.passages import AnswerPassage, distinct
from memories.answers.verdicts import Verdict, verdict_of_written
from memories.models import Chunk
from memories.recall import Item, Query, passage
from memories.source_kinds import AuthoredSources, SourceKind, UnrankedPassage, registered
from memories.text import Span, sentences, stems

# Maximum number of sources told of whom a question asks for, and of those that only come closest.
SHOWN = 3
SHOWN_UNSURE = 2
# Maximum length of what is quoted of a source, in characters.
QUOTED = 280


def add_retrieved(
    user: User, query: Query, passages: Sequence[AnswerPassage], verdict: Verdict
) -> tuple[tuple[AnswerPassage, ...], Verdict]:
    """An answer with what the kinds of sources find for it, and how sure it is.

    Call it outside of `acting_as`.
    """
    for kind in _kinds(query):
        asked = kind.written(user, query.text) if kind.written else None
        if asked is not None:
            passages, verdict = _with_written(user, query, kind, asked, passages, verdict)
    people = who_is(user, query)
    if not people:
        return tuple(passages), verdict
    # Who somebody is was asked and told: what else comes close is beside the point.
    return (*(passages if verdict is Verdict.SURE else ()), *people), Verdict.SURE


def who_is(user: User, query: Query) -> list[AnswerPassage]:
    """Passages that say who somebody is, for a question that asks it. Outside of `acting_as`."""
    spots = [
        spot for kind in _kinds(query) if kind.who_is for spot in kind.who_is(user, query.text)
    ]
    items = items_at(user, spots, query)
    return [AnswerPassage(item, item.text, 0, len(item.text), as_it_is=True) for item in items]


def items_at(user: User, spots: Iterable[UnrankedPassage], query: Query) -> list[Item]:
    """The passages at these places that the query may see. Opens its own block."""
    spots = list(spots)
    if not spots:
        return []
    chunks = Chunk.objects.filter(pk__in={spot.chunk for spot in spots}, hidden=None)
    chunks = chunks.filter(query.in_scope("source__project"))
    if query.leave_out_local_only:
        chunks = chunks.filter(source__local_only=False)
    with acting_as(user):
        found = {
            chunk.pk: chunk
            for chunk in chunks.filter(user=user).select_related("source")
            if chunk.source_id not in query.exclude_sources
        }
    return [
        passage(found[spot.chunk], spot.start, spot.stop, why=spot.why, text=spot.text)
        for spot in spots
        if spot.chunk in found
    ]


def _kinds(query: Query) -> list[SourceKind]:
    """Those that may be looked at; none where memories alone are wanted, or those of a day."""
    if query.only_memories or query.as_of:
        return []
    return [kind for kind in registered() if not query.sources or kind.name in query.sources]


def _with_written(
    user: User,
    query: Query,
    kind: SourceKind,
    asked: AuthoredSources,
    passages: Sequence[AnswerPassage],
    verdict: Verdict,
) -> tuple[Sequence[AnswerPassage], Verdict]:
    """Passages by the author and from the time asked for; others only as the closest."""
    others = [p for p in passages if p.item.source_kind != kind.name]
    inside = _told(user, query, asked.inside[:SHOWN], asked.topic)
    sure = verdict is Verdict.SURE
    if (others and sure) or inside:
        inside.sort(key=lambda told: told.item.happened_at)
        kept = others if sure else []
        verdict = verdict if sure else verdict_of_written(inside=True)
        return distinct([*kept, *inside])[:SHOWN], verdict
    outside = _told(user, query, asked.outside[:SHOWN_UNSURE], asked.topic)
    if outside:
        return outside, verdict_of_written(inside=False, outside=True)
    return passages, Verdict.CLOSEST if verdict is Verdict.SURE else verdict


def _told(
    user: User, query: Query, sources: Sequence[Sequence[UnrankedPassage]], topic: str
) -> list[AnswerPassage]:
    """Of each source the passage that speaks of the topic."""
    each = [items_at(user, spots, query) for spots in sources]
    return [_best_of(items, topic) for items in each if items]


def _best_of(items: Sequence[Item], topic: str) -> AnswerPassage:
    """Of a source what speaks of the topic, and what follows it, as much as is quoted."""
    wanted = set(stems(topic))
    item = max(items, key=lambda each: len(wanted & set(stems(each.text))))
    spans = list(sentences(item.text)) or [Span(0, len(item.text))]
    first = max(spans, key=lambda span: len(wanted & set(stems(span.of(item.text)))))
    last = first
    for span in spans:
        if span.start > last.start and span.stop - first.start <= QUOTED:
            last = span
    told = Span(first.start, last.stop)
    words = told.of(item.text)
    start = item.start + told.start
    cut = replace(item, start=start, stop=start + len(words), text=words, quote=words)
    return AnswerPassage(cut, words, 0, len(words))
