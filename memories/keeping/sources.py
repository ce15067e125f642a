"""Keep what was said or read: a source, its chunks, findable by words at once."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Project, User
from database.acting import acting_as
from database.ids import uuid7
from database.rows import insert
from database.statements import fetched, pipelined
from llm import embedding
from memories import work
from memories.errors import Refused
from memories.keeping.chunking import chunks
from memories.keeping.people import entity_upkeep, mentions
from memories.keeping.recognising import TombstoneMatch
from memories.keeping.tombstones import restatements, voices
from memories.models import Chunk, Evidence, SearchItem, Source
from memories.search import index
from memories.source_kinds import CHAT
from memories.sql import sql
from memories.text import Span, is_blank

# From this many characters on the chunks of a text hold their words themselves.
LONG = 10_000
# Number of chunks of a message indexed by words at once; a worker adds the rest.
AT_ONCE = 20
# Lines that quote somebody.
_QUOTED = re.compile(r"(?:^[ \t]*>.*(?:\n|\Z))+", re.MULTILINE)
# Maximum length of a heading stored with its text, in characters.
LONGEST_HEADING = 500
# What a message has in its metadata that was edited.
EDITED = "edited"


@dataclass(frozen=True)
class CitableSpan:
    """A citable span of a text, cut by whoever read it: its tokens, its page, its heading's span.

    `own_words` is whether the person wrote this span; None: as the text says of the whole.
    """

    span: Span
    tokens: int
    page: int | None = None
    heading: Span | None = None
    heading_level: int | None = None
    own_words: bool | None = None


@dataclass(frozen=True)
class NewSource:
    """Something said or read, as it is to be kept.

    `external_id` is the sender's own id for it: unique per person and kind. `id` is the source's,
    where it has to be the same whenever this is kept. `thread` joins what belongs together in time.
    `own_words` is whether the person wrote it (by default: the author).
    A text that is not `searchable` is found through the memory that rests on it alone, or once
    `make_rest_findable` was called. Whoever learns from it in the same transaction says so: no
    Work is left for later. `parts` are its chunks where it was cut already. A message is answered,
    and asked about in the answer where it may be what was forgotten; `unattended` ones are not.
    """

    kind: str
    text: str
    external_id: str | None = None
    title: str = ""
    thread: str = ""
    author: Source.Author = Source.Author.PERSON
    speaker: str = ""
    happened_at: datetime | None = None
    project: Project | None = None
    local_only: bool = False
    metadata: Mapping[str, Any] = field(default_factory=dict)
    own_words: bool | None = None
    searchable: bool = True
    learned_from: bool = False
    parts: Sequence[CitableSpan] | None = None
    id: UUID | None = None
    unattended: bool = False


def keep(user: User, said: NewSource) -> Source:
    """Save one thing said or read, with its chunks and their words in the index.

    No model is asked: vectors and learning follow as Work. Keeping the same external id again
    gives the source that is there. Raises Refused for an empty text or one with NUL bytes.
    """
    check_text(said.text)
    known, turn = _before(user, said)
    if known is not None:
        return Source.objects.get(pk=known)
    source, spans = drafted(user, said, turn)
    stating: set[UUID] | None = None
    pasted = _is_pasted(source)
    if said.searchable and not pasted:
        talk = source.kind == CHAT and source.author == Source.Author.PERSON
        spans, stating = _apart(user, source, spans, talk=talk and not said.unattended)
    with pipelined():
        insert([source])
        insert(spans)
        if said.searchable:
            make_findable(user, source, spans[:AT_ONCE] if pasted else spans, stating)
            if pasted:
                work.enqueue(user.pk, work.EMBED, [source.pk], urgent=True)
            if any(span.own_words for span in spans) and not said.learned_from:
                work.enqueue(user.pk, work.LEARN, [source.pk])
    return source


def drafted(user: User, said: NewSource, turn: int = 0) -> tuple[Source, list[Chunk]]:
    """A source with its chunks as `keep` would write them. Nothing is saved yet."""
    source = Source(
        id=said.id or uuid7(),
        user=user,
        project=said.project,
        kind=said.kind,
        external_id=said.external_id,
        text=said.text,
        title=said.title[:500],
        thread=said.thread,
        turn=turn,
        author=said.author,
        speaker=said.speaker[:200],
        happened_at=said.happened_at or timezone.now(),
        zone=user.time_zone,
        content_hash=hashlib.sha256(said.text.encode()).hexdigest(),
        local_only=said.local_only,
        metadata=dict(said.metadata),
    )
    return source, _chunks(user, source, said)


def _chunks(user: User, source: Source, said: NewSource) -> list[Chunk]:
    own_words = said.author == Source.Author.PERSON if said.own_words is None else said.own_words
    return [
        Chunk(
            user=user,
            source=source,
            position=position,
            start=part.span.start,
            stop=part.span.stop,
            passage=part.span.of(said.text) if len(said.text) > LONG else None,
            page=part.page,
            heading=part.heading.of(said.text)[:LONGEST_HEADING] if part.heading else "",
            heading_start=part.heading.start if part.heading else None,
            heading_level=part.heading_level,
            own_words=own_words if part.own_words is None else part.own_words,
            token_count=part.tokens,
        )
        for position, part in enumerate(_parts(said))
    ]


def _apart(
    user: User, source: Source, spans: list[Chunk], *, talk: bool
) -> tuple[list[Chunk], set[UUID]]:
    """The chunks, with what states something forgotten in chunks of its own: the rest is found.

    Also which of them those are. What only likely does waits there until the person says.
    """
    apart: list[Chunk] = []
    hidden: set[UUID] = set()
    for span, stated in zip(spans, _stated(user, source, spans, talk=talk), strict=True):
        at = span.start
        for gone in sorted(stated, key=lambda each: each.start):
            apart += _cut(source, span, at, span.start + gone.start)
            stating = _cut(source, span, max(at, span.start + gone.start), span.start + gone.stop)
            apart += stating
            if not talk and stated[gone] is not TombstoneMatch.SAME:
                ask_about(stating)
            hidden |= {chunk.pk for chunk in stating}
            at = max(at, span.start + gone.stop)
        apart += [span] if at == span.start else _cut(source, span, at, span.stop)
    for position, chunk in enumerate(apart):
        chunk.position = position
    return apart, hidden


def ask_about(chunks: Iterable[Chunk]) -> None:
    """Note that the person is to be asked about these."""
    for chunk in chunks:
        chunk.asked = timezone.now()


def _cut(source: Source, span: Chunk, start: int, stop: int) -> list[Chunk]:
    """A part of a chunk as one of its own; none where it says nothing."""
    text = source.text[start:stop]
    if not any(character.isalnum() for character in text):
        return []
    cut = copy(span)
    cut.pk = uuid7()
    cut.start, cut.stop = start, stop
    cut.passage = text if span.passage is not None else None
    cut.token_count = embedding.count_tokens(text)
    return [cut]


def _stated(
    user: User, source: Source, spans: Sequence[Chunk], *, talk: bool = False
) -> list[dict[Span, TombstoneMatch]]:
    """The spans of each chunk that state something forgotten, relative to the chunk's start."""
    found: dict[UUID, dict[Span, TombstoneMatch]] = {}
    for own_words in {span.own_words for span in spans}:
        alike = [span for span in spans if span.own_words is own_words]
        spoken = voices(source.kind, source.author, own_words=own_words)
        texts = [source.text[span.start : span.stop] for span in alike]
        stated = restatements(user, texts, spoken, talk=talk)
        found |= zip([span.pk for span in alike], stated, strict=True)
    return [found[span.pk] for span in spans]


def _parts(said: NewSource) -> Iterable[CitableSpan]:
    if said.parts is not None:
        return said.parts
    return [
        CitableSpan(Span(block.start + span.start, block.start + span.stop), tokens, own_words=own)
        for block, own in _blocks(said)
        for span, tokens in chunks(block.of(said.text))
    ]


def _blocks(said: NewSource) -> Iterable[tuple[Span, bool | None]]:
    """The person's own text, and the lines with ">" in it, which are somebody else's."""
    at, quoted = 0, list(_QUOTED.finditer(said.text))
    if said.author != Source.Author.PERSON or not quoted:
        yield Span(0, len(said.text)), None
        return
    for match in quoted:
        if said.text[at : match.start()].strip():
            yield Span(at, match.start()), None
        yield Span(*match.span()), False
        at = match.end()
    if said.text[at:].strip():
        yield Span(at, len(said.text)), None


def _is_pasted(source: Source) -> bool:
    """Whether a message is long enough to be left to a worker to index."""
    return source.kind == CHAT and len(source.text) > LONG


def make_pasted_findable(user_id: UUID, subjects: Sequence[UUID]) -> None:
    """Put what is left of long messages into the index. Opens short blocks of its own."""
    left = Chunk.objects.filter(source__in=subjects, source__kind=CHAT, item=None, hidden=None)
    with acting_as(user_id):
        user = User.objects.get(pk=user_id)
        sources = list(Source.objects.filter(pk__in=left.values("source")))
    for source in filter(_is_pasted, sources):
        more = True
        while more:
            with acting_as(user_id):
                # Whoever forgets in the meantime changes the text.
                source.refresh_from_db()
                more = make_rest_findable(user, source, AT_ONCE)


def make_rest_findable(user: User, source: Source, most: int) -> bool:
    """Put the next chunks of a source into the index. True when there may be more.

    So that a book goes in pieces: whoever writes to a person's index holds up their other writers.
    """
    rest = Chunk.objects.filter(source=source, item=None, hidden=None).order_by("position")[:most]
    spans = list(rest)
    if spans:
        make_findable(user, source, spans)
    return len(spans) == most


def stop_finding(user: User, source: UUID) -> None:
    """Take a source out of what is found: what asks to forget something tells nothing."""
    said = list(Chunk.objects.filter(user=user, source=source).values_list("pk", flat=True))
    index.remove(user.pk, SearchItem.objects.filter(user=user, chunk__in=said))
    entity_upkeep.settle(user, entity_upkeep.unnote(user, said))


def find_again(user: User, source: UUID) -> None:
    """Let be found what `stop_finding` took out: it asked for nothing after all."""
    found = SearchItem.objects.filter(user=user, chunk__source=source).values("chunk")
    said = Chunk.objects.filter(user=user, source=source, hidden=None).exclude(pk__in=found)
    for kept in Source.objects.filter(user=user, pk=source):
        make_findable(user, kept, list(said))


def make_findable(
    user: User, source: Source, spans: list[Chunk], stating: set[UUID] | None = None
) -> None:
    """Put these chunks of a source into the index, and have them embedded.

    A chunk that states what was forgotten is kept but hidden: recall does not see it. `stating`
    are those, where that is known. One that likely does is hidden until the person says whether;
    who has said so is not asked again.
    """
    part = index.part_of(source.project, index.layer_for(source))
    texts = {span.pk: source.text[span.start : span.stop] for span in spans}
    if stating is None:
        stated = _parted(source, list(zip(spans, _stated(user, source, spans), strict=True)))
        spans = [span for span, _ in stated]
        texts = {span.pk: source.text[span.start : span.stop] for span in spans}
        stating = {span.pk for span, gone in stated if TombstoneMatch.SAME in gone.values()}
        likely = [
            span for span, gone in stated if gone and span.pk not in stating and not span.asked
        ]
        ask_about(likely)
        Chunk.objects.bulk_update(likely, ["asked"])
        stating |= {span.pk for span in likely}
    hidden = stating | {pk for pk, text in texts.items() if is_blank(text)}
    if hidden:
        Chunk.objects.filter(pk__in=hidden).update(hidden=timezone.now())
        source.holds_back = True
    shown = [(pk, text) for pk, text in texts.items() if pk not in hidden]
    if shown:
        said_just_now = source.kind == CHAT
        work.enqueue(user.pk, work.EMBED, [source.pk], urgent=said_just_now)
    index.add(user.pk, [index.IndexEntry(part, text, chunk_id=pk) for pk, text in shown])
    mentions.note(user, source, [span for span in spans if span.pk not in hidden])


_Stated = list[tuple[Chunk, dict[Span, TombstoneMatch]]]


def _parted(source: Source, stated: _Stated) -> _Stated:
    """Chunks with what each states, which stands in a chunk of its own from now on: the rest of a
    page is found. What memories rest on stays whole.
    """
    held = set(
        Evidence.objects.filter(chunk__in=[span.pk for span, gone in stated if gone]).values_list(
            "chunk", flat=True
        )
    )
    found: _Stated = []
    for span, gone in stated:
        if not gone or span.pk in held:
            found.append((span, gone))
            continue
        parts: _Stated = []
        at = span.start
        for each in sorted(gone, key=lambda part: part.start):
            first, last = span.start + each.start, span.start + each.stop
            parts += [(part, {}) for part in _cut(source, span, at, first)]
            parts += [(p, {each: gone[each]}) for p in _cut(source, span, max(at, first), last)]
            at = max(at, last)
        parts += [(part, {}) for part in _cut(source, span, at, span.stop)]
        found += _in_place_of(source, span, parts)
    return found


def _in_place_of(source: Source, span: Chunk, parts: _Stated) -> _Stated:
    """Save the parts of a chunk in its place; the first of them keeps its row."""
    (first, gone), *more = parts or [(span, {})]
    span.start, span.stop = first.start, first.stop
    span.passage, span.token_count = first.passage, first.token_count
    span.save(update_fields=["start", "stop", "passage", "token_count"])
    if more:
        later = Chunk.objects.filter(source=source, position__gt=span.position)
        for other in later.order_by("-position"):
            Chunk.objects.filter(pk=other.pk).update(position=other.position + len(more))
        for n, (part, _) in enumerate(more, 1):
            part.position = span.position + n
        insert([part for part, _ in more])
    return [(span, gone), *more]


def waiting(user: User) -> QuerySet[Chunk]:
    """The passages that wait for the person to say whether they were forgotten, newest first."""
    asked = Chunk.objects.filter(user=user, asked__isnull=False, hidden__isnull=False)
    return asked.select_related("source").order_by("-asked", "pk")


def note_edited(source: Source) -> None:
    """Mark a source as edited: its old words stay stored but leave the index."""
    source.metadata = {**source.metadata, EDITED: True}
    source.save(update_fields=["metadata"])


def edited(user: User) -> list[UUID]:
    """The sources that were put in other words since."""
    said = Source.objects.filter(user=user, kind=CHAT, metadata__has_key=EDITED)
    return list(said.values_list("pk", flat=True))


def check_text(text: str) -> None:
    """Refuse what no text can be: nothing, NUL bytes, broken Unicode."""
    if not text.strip():
        raise Refused("empty", gettext("There is nothing here. Write a few words."))
    if "\0" in text:
        raise Refused(
            "nul", gettext("The text has NUL bytes in it. Remove them and send it again.")
        )
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused(
            "not_text", gettext("The text is broken Unicode. Save it as UTF-8 and send it again.")
        ) from None


def _before(user: User, said: NewSource) -> tuple[UUID | None, int]:
    """The source that has this external id already, and the next turn of the thread."""
    values: dict[str, Any] = {
        "user": user.pk,
        "kind": said.kind,
        "external_id": said.external_id,
        "thread": said.thread,
    }
    ((known, last),) = fetched(sql("keeping/before"), values)
    return known, 0 if last is None else last + 1
