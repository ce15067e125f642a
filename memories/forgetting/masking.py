"""Passages behind what is forgotten: found, blacked out, and shown again on Undo."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from accounts.models import Project, User
from memories.keeping import entity_upkeep, said_again, sources, voices
from memories.keeping.holding_back import take_wanted
from memories.models import Chunk, Evidence, Memory, SearchItem, Source
from memories.search import index, match, with_words, words_of
from memories.text import (
    Span,
    content_words,
    identifiers,
    is_blank,
    masked,
    members_met,
    sentences,
    statement,
    stating,
    stems,
    told_with,
    with_what_hangs_on,
)
from memories.text.identifiers import Identifier
from memories.text.sameness.standing_alone import told_of_its_subject

# How many passages are compared with what is forgotten, the best by words first.
COMPARED = 200


@dataclass(frozen=True)
class Passage:
    """A passage of a source with the words that stood there, in characters.

    Of a list it may be some members ("and latex"): `listed` is its sentence told of these alone.
    """

    source: UUID
    start: int
    stop: int
    words: str
    listed: str = ""

    @classmethod
    def at(cls, source: Source, span: Span) -> "Passage":
        """A passage of a source."""
        return cls(source.pk, span.start, span.stop, span.of(source.text), _listed(source, span))

    @property
    def told(self) -> str:
        """What it tells, whoever reads it by itself."""
        return self.listed or self.words

    def as_json(self) -> list[Any]:
        return [str(self.source), self.start, self.stop, self.words]

    @classmethod
    def from_json(cls, row: list[Any]) -> "Passage":
        return cls(UUID(row[0]), row[1], row[2], row[3])


def _listed(source: Source, span: Span) -> str:
    """What a part of a list tells with its sentence; a line ends a sentence."""
    line = source.text.rfind("\n", 0, span.start) + 1
    end = source.text.find("\n", span.stop)
    words = source.text[line : end if end >= 0 else None]
    place = Span(span.start - line, span.stop - line)
    for sentence in sentences(words):
        if sentence.start <= place.start and place.stop <= sentence.stop and sentence != place:
            at = Span(place.start - sentence.start, place.stop - sentence.start)
            said = sentence.of(words)
            return told_with(said, at) or told_of_its_subject(said, at)
    return ""


def passages_of(
    user: User,
    memory: Memory,
    going: Collection[UUID],
    half: Sequence[Passage] | None = None,
) -> list[Passage]:
    """Where a memory stands: what it rests on, and every other sentence that states it.

    What another memory that stays (not among `going`) rests on is left alone. Of a memory of which
    a `half` goes, that half and what states it.
    """
    if half is not None:
        spans = [(Source.objects.get(pk=p.source), Span(p.start, p.stop)) for p in half]
        for passage in half:
            spans += stated(user, passage.told)
    else:
        spans = [
            (evidence.chunk.source, Span(evidence.start, evidence.stop))
            for evidence in Evidence.objects.filter(user=user, memory=memory).select_related(
                "chunk__source"
            )
            if evidence.chunk and evidence.start is not None and evidence.stop is not None
        ]
        spans += stated(user, memory.content)
    found: dict[tuple[UUID, int, int], Passage] = {}
    for source, span in spans:
        if not _held(user, source, span, going):
            found[(source.pk, span.start, span.stop)] = Passage.at(source, span)
    return [each for each in found.values() if not any(_within(each, o) for o in found.values())]


def _within(passage: Passage, other: Passage) -> bool:
    """Whether one is a part of the other: then that one is blacked out."""
    return (
        passage is not other
        and passage.source == other.source
        and other.start <= passage.start
        and passage.stop <= other.stop
    )


def stated(user: User, words: str) -> list[tuple[Source, Span]]:
    """All passages in the person's sources that state this: sentences, or clauses of them.

    Of a mere value ("01632 960 118") it is that value alone, however it is written.
    """
    fact, values = statement(words), _values(words)
    items = match(user.pk, stems(words)).best(_all_parts(user), COMPARED)
    found_by_words = Q(item__in=items)
    if edited := sources.edited(user):
        # Those are in no index.
        found_by_words |= Q(source__in=edited)
    chunks = with_words(Chunk.objects.filter(found_by_words, user=user))
    found: list[tuple[Source, Span]] = []
    otherwise: list[tuple[Source, int, str, bool]] = []
    for chunk in chunks:
        for span in sentences(words_of(chunk)):
            said, at = span.of(words_of(chunk)), chunk.start + span.start
            if values:
                found += [(chunk.source, each) for each in _standing(values, said, at)]
                continue
            for mine in voices(chunk.source.kind, chunk.source.author, own_words=chunk.own_words):
                if part := stating(said, fact, partial(statement, mine=mine)):
                    found += _parts(chunk.source, said, at, part, words)
                else:
                    otherwise.append((chunk.source, at, said, mine))
    again = said_again(words, [(said, mine) for _, _, said, mine in otherwise])
    given = _given(words)
    for (source, at, said, _), so in zip(otherwise, again, strict=True):
        spans = list(_standing(given, said, at)) if so else []
        if spans and not set(stems(words)) & set(stems(_without(said, identifiers(said)))):
            # "The dentist has it down as (…) and sends letters" shares but the number.
            found += [(source, span) for span in spans]
        elif so:
            found += _parts(source, said, at, Span(0, len(said)), words)
    return found


# Words of content beside a value that only name it: "Nan's landline is …".
_NAMES_IT = 2


def _values(words: str) -> list[Identifier]:
    """The identifiers that words consist of, if they tell nothing besides."""
    found = [each for each in identifiers(words) if each.unique]
    return found if not any(True for _ in content_words(_without(words, found))) else []


def _given(words: str) -> list[Identifier]:
    """The identifier that a fact gives, and nothing else: "my landline is 01632 960 118".

    None of "Ines (ines@example.org) is pregnant": whoever states that again says more than an
    address.
    """
    found = [each for each in identifiers(words) if each.unique]
    if len(found) != 1 or words[found[0].span.stop :].strip(" .!)"):
        return []
    return found if sum(1 for _ in content_words(_without(words, found))) <= _NAMES_IT else []


def _without(words: str, found: Sequence[Identifier]) -> str:
    for each in reversed(found):
        words = words[: each.span.start] + words[each.span.stop :]
    return words


def _standing(values: Sequence[Identifier], said: str, at: int) -> Iterator[Span]:
    for each in identifiers(said):
        if any(each.is_(value) for value in values):
            yield Span(at + each.span.start, at + each.span.stop)


def _parts(source: Source, said: str, at: int, part: Span, words: str) -> list[tuple[Source, Span]]:
    """A sentence, or that of what it lists which is stated: "I'm allergic to latex"."""
    wanted = set(stems(words))
    met = members_met(said, part, lambda text: wanted & set(stems(text)))
    goes = with_what_hangs_on(said, met)
    return [(source, Span(at + each.start, at + each.stop)) for each in goes]


def _all_parts(user: User) -> list[int]:
    scopes: list[Project | None] = [None, *Project.objects.filter(user=user)]
    return [
        index.part_of(scope, layer)
        for scope in scopes
        for layer in index.layers()
        if layer != index.MEMORY
    ]


def _held(user: User, source: Source, span: Span, going: Collection[UUID]) -> bool:
    """Whether a memory that stays rests on this passage."""
    return (
        Evidence.objects.filter(
            user=user, chunk__source=source, start__lt=span.stop, stop__gt=span.start
        )
        .exclude(memory__in=going)
        .exclude(memory__state=Memory.State.FORGOTTEN)
        .exists()
    )


def mask(user: User, passages: Sequence[Passage]) -> None:
    """Black these passages out, and let recall see only what is left around them."""
    for source, own in _by_source(user, passages):
        for passage in own:
            source.text = masked(source.text, passage.start, passage.stop)
            if passage.words and passage.words in source.title:
                source.title = masked(passage.words, 0, len(passage.words)).join(
                    source.title.split(passage.words)
                )
        take_wanted(source)
        _rewrite(user, source, own)


def unmask(user: User, passages: Sequence[Passage]) -> None:
    """Show these passages again."""
    for source, own in _by_source(user, passages):
        for passage in own:
            source.text = source.text[: passage.start] + passage.words + source.text[passage.stop :]
        _rewrite(user, source, own)


def _by_source(user: User, passages: Sequence[Passage]) -> Iterable[tuple[Source, list[Passage]]]:
    ordered = sorted(passages, key=attrgetter("source", "start"))
    for source_id, own in groupby(ordered, key=attrgetter("source")):
        source = Source.objects.select_for_update().filter(user=user, pk=source_id).first()
        if source is not None:
            yield source, list(own)


def _rewrite(user: User, source: Source, passages: Sequence[Passage]) -> None:
    """Save a source's changed text, and bring its quotes and its chunks in the index in step."""
    source.save(update_fields=["text", "title"])
    start, stop = min(p.start for p in passages), max(p.stop for p in passages)
    for evidence in Evidence.objects.filter(
        user=user, chunk__source=source, start__lt=stop, stop__gt=start
    ):
        evidence.quote = source.text[evidence.start : evidence.stop]
        evidence.save(update_fields=["quote"])
    inside = Q(start__lt=stop, stop__gt=start)
    # Everything under a heading has its words, and was embedded with them.
    under = Q(heading_start__lt=stop, heading_start__gt=start - sources.LONGEST_HEADING)
    chunks = list(Chunk.objects.filter(inside | under, source=source))
    changed = [c for c in chunks if c.passage is not None or c.heading_start is not None]
    for chunk in changed:
        if chunk.passage is not None:
            chunk.passage = source.text[chunk.start : chunk.stop]
        if chunk.heading_start is not None:
            above = chunk.heading_start
            chunk.heading = source.text[above : above + len(chunk.heading)]
    Chunk.objects.bulk_update(changed, ["passage", "heading"], batch_size=500)
    searchable = SearchItem.objects.filter(user=user, chunk__in=chunks)
    there = set(searchable.values_list("chunk", flat=True))
    findable = [c for c in chunks if c.hidden or c.pk in there]
    index.remove(user.pk, searchable)
    # What nobody has said yet of a passage is asked again, by the words that it has now.
    waiting = [c for c in findable if c.hidden and c.asked]
    for chunk in waiting:
        chunk.asked = None
    Chunk.objects.filter(pk__in=[c.pk for c in waiting]).update(asked=None)
    Chunk.objects.filter(pk__in=[c.pk for c in findable]).update(hidden=None)
    blank = [c for c in findable if is_blank(source.text[c.start : c.stop])]
    Chunk.objects.filter(pk__in=[c.pk for c in blank]).update(hidden=timezone.now())
    spoken_of = entity_upkeep.unnote(user, [c.pk for c in findable])
    sources.make_findable(user, source, [c for c in findable if c not in blank])
    entity_upkeep.settle(user, spoken_of)
