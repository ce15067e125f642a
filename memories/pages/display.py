"""How memories and sources are put to a person: plain words, dates in their own zone."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as format_date

from accounts.models import Project, User
from memories.models import Change, Chunk, Evidence, Memory, Source
from memories.recall import Row

if TYPE_CHECKING:
    from memories.recall import Item, Place

ICONS = {
    Source.Kind.CHAT: "chat",
    Source.Kind.NOTE: "note",
    Source.Kind.DOCUMENT: "documents",
    Source.Kind.GMAIL: "gmail",
    Source.Kind.IMPORT: "archive",
}


@dataclass(frozen=True)
class ShownSource:
    """Where something comes from: "From your chat, 12 March", and where to see it."""

    label: str
    icon: str
    url: str


@dataclass(frozen=True)
class ShownMemory:
    """A memory as its row shows it."""

    id: UUID
    content: str
    kind: str
    kind_label: str
    tags: Sequence[str]
    confirmed: bool
    pinned: bool
    project: Project | None
    source: ShownSource | None
    more_sources: int
    sure: str
    used: str
    projects: bool
    # Its number on its page, from 0: where its ghost stands once it is forgotten.
    place: int = 0


@dataclass(frozen=True)
class ShownForgotten:
    """A forgotten memory in its tab, opened from its seal for its owner."""

    id: UUID
    content: str
    forgotten_at: datetime
    source: ShownSource | None


@dataclass(frozen=True)
class SourcePage:
    """The head of a source's page."""

    id: UUID
    kind: str
    kind_label: str
    icon: str
    title: str
    label: str
    thread: str
    project: Project | None
    url: str


@dataclass(frozen=True)
class ShownChange:
    """One line of a memory's history, in plain words."""

    what: str
    by: str
    why: str
    at: datetime
    before: str
    after: str


def memory(user: User, row: Row, *, projects: bool = False, place: int = 0) -> ShownMemory:
    """A row of a list; `projects` says whether there is any to move it to."""
    it = row.memory
    return ShownMemory(
        id=it.pk,
        content=it.content,
        kind=it.kind,
        kind_label=Memory.Kind(it.kind).label,
        tags=it.tags,
        confirmed=it.confirmed is not None,
        pinned=it.pinned,
        project=it.project,
        source=of_evidence(user, row.evidence) if row.evidence else None,
        more_sources=max(0, row.sources - 1),
        sure=sureness(it.confidence),
        used=f"used {ago(user, it.last_used)}" if it.last_used else "",
        projects=projects,
        place=place,
    )


def forgotten(user: User, row: Row, content: str | None, at: datetime) -> ShownForgotten:
    """A row of the Forgotten tab."""
    return ShownForgotten(
        id=row.memory.pk,
        content=content or "",
        forgotten_at=at,
        source=of_evidence(user, row.evidence) if row.evidence else None,
    )


def source(user: User, it: Source) -> SourcePage:
    """The head of a source's page: what it is, whose, when."""
    kind = Source.Kind(it.kind)
    return SourcePage(
        id=it.pk,
        kind=kind,
        kind_label=kind.label,
        icon=ICONS[kind],
        title=it.title,
        label=f"{_whose(it)}, {moment(user, it.happened_at)}",
        thread=it.thread,
        project=it.project,
        url=source_url(it.pk, kind),
    )


def change(user: User, it: Change) -> ShownChange:
    """A line of a memory's history. Only what differs is shown."""
    before, after = _changed(user, it.before, it.after)
    return ShownChange(
        what=Change.What(it.what).label,
        by=Change.By(it.by).label,
        why=it.why,
        at=it.at,
        before=before,
        after=after,
    )


def of_evidence(user: User, evidence: Evidence) -> ShownSource:
    """Where a quote stands. The evidence needs its chunk."""
    chunk = evidence.chunk
    if chunk is None or evidence.start is None or evidence.stop is None:
        raise ValueError("This evidence is another memory, not a passage.")
    return of_passage(user, chunk, evidence.start, evidence.stop)


def of_passage(user: User, chunk: Chunk, start: int, stop: int) -> ShownSource:
    """Where a passage stands, in characters of its source. The chunk that it is in needs that."""
    source = chunk.source
    return ShownSource(
        label=label(user, source, own_words=chunk.own_words),
        icon=ICONS[Source.Kind(source.kind)],
        url=source_url(source.pk, source.kind, start, stop),
    )


def of_item(user: User, item: "Item") -> ShownSource:
    """Where something recalled comes from, at the words that answer."""
    start, stop = item.answer
    return _of_place(user, replace(item.place, start=start, stop=stop))


def also_of(user: User, item: "Item") -> list[ShownSource]:
    """Where else the same stands."""
    return [_of_place(user, place) for place in item.also]


def _of_place(user: User, at: "Place") -> ShownSource:
    return ShownSource(
        label=_label(
            user, at.source_kind, at.title, at.author, at.speaker, at.happened_at, quoted=at.quoted
        ),
        icon=ICONS[at.source_kind],
        url=source_url(at.source_id, at.source_kind, at.start, at.stop),
    )


_AT = re.compile(r"(\d{1,9})-(\d{1,9})")
_PAGES = {Source.Kind.DOCUMENT.value: "documents:source", Source.Kind.GMAIL.value: "gmail:source"}


def source_url(
    source_id: UUID, kind: str = "", start: int | None = None, stop: int | None = None
) -> str:
    """The page of a source, at a passage given in characters. Documents and mail have their own."""
    url = reverse(_PAGES.get(kind, "memories:source"), args=[source_id])
    return url if start is None or stop is None else f"{url}?at={start}-{stop}"


def passage_asked(at: str) -> tuple[int, int] | None:
    """The passage that `at` of such an address names; None where it names none."""
    found = _AT.fullmatch(at)
    return (int(found[1]), int(found[2])) if found else None


def learned(memories: Iterable[Memory]) -> list[dict[str, str]]:
    """Memories as they are listed beside what they were learned from."""
    return [
        {"content": memory.content, "url": reverse("memories:history", args=[memory.pk])}
        for memory in memories
    ]


def label(user: User, source: Source, *, own_words: bool = True) -> str:
    """Where a source comes from and when: "From your chat, 12 March".

    Of a passage in what the person wrote, `own_words` is whether it is theirs and no quote.
    """
    author = Source.Author(source.author)
    return _label(
        user,
        Source.Kind(source.kind),
        source.title,
        author,
        source.speaker,
        source.happened_at,
        quoted=author == Source.Author.PERSON and not own_words,
    )


def _label(
    user: User,
    kind: Source.Kind,
    title: str,
    author: Source.Author,
    speaker: str,
    happened_at: datetime,
    *,
    quoted: bool,
) -> str:
    origin = _quoted(kind, title) if quoted else _origin(kind, title, author, speaker)
    return f"{origin}, {day(user, happened_at)}"


def _quoted(kind: Source.Kind, title: str) -> str:
    """Where others' words stand in what the person wrote."""
    what = {Source.Kind.GMAIL: "mail", Source.Kind.NOTE: "note", Source.Kind.DOCUMENT: "document"}
    return f"Quoted in your {what.get(kind, 'words')}" + (f" “{title}”" if title else "")


def _origin(kind: Source.Kind, title: str, author: Source.Author, speaker: str) -> str:
    match kind:
        case Source.Kind.CHAT if author == Source.Author.ASSISTANT:
            return "From my answer"
        case Source.Kind.CHAT if author == Source.Author.OTHER and speaker:
            return f"From {speaker}, in a chat"
        case Source.Kind.CHAT:
            return "From your chat"
        case Source.Kind.NOTE:
            return f"From your note “{title}”" if title else "From your note"
        case Source.Kind.DOCUMENT:
            return f"From “{title}”" if title else "From a document"
        case Source.Kind.GMAIL:
            return _mail(title, author, speaker)
    return f"From an import, “{title}”" if title else "From an import"


def _mail(title: str, author: Source.Author, speaker: str) -> str:
    about = f" “{title}”" if title else ""
    if author == Source.Author.PERSON:
        return f"From your mail{about}"
    return f"From {speaker}’s mail{about}" if speaker else f"From a mail{about}"


def _whose(source: Source) -> str:
    kind = Source.Kind(source.kind)
    match source.author:
        case Source.Author.PERSON:
            who = "You"
        case Source.Author.ASSISTANT:
            who = "Yarnnn"
        case _:
            who = source.speaker or "Someone else"
    where = {
        Source.Kind.CHAT: "in a chat",
        Source.Kind.NOTE: "in a note",
        Source.Kind.DOCUMENT: "in a document",
        Source.Kind.GMAIL: "in a mail",
        Source.Kind.IMPORT: "in what was imported",
    }
    return f"{who}, {where[kind]}"


def _changed(user: User, before: dict[str, Any], after: dict[str, Any]) -> tuple[str, str]:
    """What differs between two snapshots of a memory, each side in plain words."""
    differing = [name for name in _SPOKEN if before.get(name) != after.get(name)]
    if not before:
        differing = ["content"]
    return tuple(
        "; ".join(
            words
            for name in differing
            if name in side and (words := _SPOKEN[name](user, side[name]))
        )
        for side in (before, after)
    )  # type: ignore[return-value]


def _scope_words(user: User, project: str | None) -> str:
    if project is None:
        return "Everywhere"
    known = Project.objects.filter(user=user, pk=project).first()
    return f"In {known.name}" if known else "In a project that is gone"


_SPOKEN: dict[str, Callable[[User, Any], str]] = {
    "content": lambda _, words: str(words),
    "kind": lambda _, kind: Memory.Kind(kind).label,
    "tags": lambda _, tags: "Tags: " + (", ".join(tags) or "none"),
    "importance": lambda _, share: f"Importance {round(share * 100)} %",
    "confidence": lambda _, share: f"I am {sureness(share)}",
    "pinned": lambda _, pinned: "Pinned" if pinned else "Not pinned",
    "project": _scope_words,
}


def sureness(confidence: float) -> str:
    """How sure a confidence of 0..1 is, in words."""
    if confidence >= 0.85:
        return "sure"
    return "quite sure" if confidence >= 0.6 else "not sure"


def moment(user: User, at: datetime) -> str:
    """A moment in the person's zone: "12 March 2026, 09:14"."""
    return format_date(timezone.localtime(at, user.zone), "j F Y, H:i")


def day(user: User, at: datetime) -> str:
    """A day in the person's zone: "12 March", with the year when it is another."""
    return day_in(user.zone, at)


def day_in(zone: ZoneInfo, at: datetime) -> str:
    """A day in a zone: "12 March", with the year when it is another."""
    local = timezone.localtime(at, zone)
    this_year = local.year == timezone.localtime(timezone=zone).year
    return format_date(local, "j F" if this_year else "j F Y")


def ago(user: User, at: datetime) -> str:
    """How long ago a day was: "today", "yesterday", "3 days ago", "on 12 March"."""
    days = (timezone.localdate(timezone=user.zone) - timezone.localdate(at, user.zone)).days
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 7 else f"on {day(user, at)}"
