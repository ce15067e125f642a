"""How memories and sources are put to a person: plain words, dates in their own zone."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext, gettext_noop

from accounts.models import Project, User
from memories.models import Change, Chunk, Evidence, Memory, Source
from memories.pages.list_filters import tag_label
from memories.recall import MemoryRow
from memories.source_kinds import SourceKind, SourceOrigin, kind_of
from memories.text.fact_parts import ME
from web.stored_words import translated

if TYPE_CHECKING:
    from memories.recall import Item, SourceLocation


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
    # The day it stands under in a list by time.
    day: str = ""


@dataclass(frozen=True)
class SourcePage:
    """The head of a source's page."""

    id: UUID
    kind: str
    kind_label: str
    icon: str
    title: str
    label: str
    project: Project | None
    url: str
    # Where the whole conversation is that it belongs to, and what a link there says.
    thread_url: str
    thread_label: str


@dataclass(frozen=True)
class ShownHistoryEntry:
    """One line of a memory's history, in plain words."""

    what: str
    by: str
    why: str
    at: datetime
    before: str
    after: str


def memory(user: User, row: MemoryRow, *, projects: bool = False, place: int = 0) -> ShownMemory:
    """A row of a list; `projects` says whether there is any to move it to."""
    it = row.memory
    return ShownMemory(
        id=it.pk,
        content=it.content,
        kind=it.kind,
        kind_label=str(Memory.Kind(it.kind).label),
        tags=[tag_label(tag) for tag in it.tags],
        confirmed=it.confirmed is not None,
        pinned=it.pinned,
        project=it.project,
        source=of_evidence(user, row.evidence) if row.evidence else None,
        more_sources=max(0, row.sources - 1),
        sure=sureness(it.confidence),
        used=gettext("used %(ago)s") % {"ago": ago(user, it.last_used)} if it.last_used else "",
        projects=projects,
        place=place,
        day=heading(user, it.updated),
    )


def about(user: User, memory: Memory) -> str:
    """What is known of it beside its words: "Lena · lives in: Bath · since 1 May 2020"."""
    told = []
    if memory.attribute:
        who = (
            gettext("You")
            if memory.subject == ME
            else memory.subject[:1].upper() + memory.subject[1:]
        )
        told += [who, f"{memory.attribute}: {memory.value}"]
    told += (
        [gettext("since %(day)s") % {"day": day(user, memory.valid_from)}]
        if memory.valid_from
        else []
    )
    if memory.valid_until:
        told.append(gettext("until %(day)s") % {"day": day(user, last_moment(memory.valid_until))})
    return " · ".join(told)


def last_moment(until: datetime) -> datetime:
    """The last moment before: what held until midnight held until the day before."""
    return until - timedelta(seconds=1)


def heading(user: User, at: datetime) -> str:
    """A day of a list by time: "Today", "Yesterday", "12 March"."""
    days = _days_ago(user, at)
    if days > 1:
        return day(user, at)
    return gettext("Yesterday") if days == 1 else gettext("Today")


def source(user: User, it: Source) -> SourcePage:
    """The head of a source's page: what it is, whose, when."""
    kind = kind_of(it.kind)
    return SourcePage(
        id=it.pk,
        kind=kind.name,
        kind_label=gettext(kind.label),
        icon=kind.icon,
        title=it.title,
        label=f"{_whose(it)}, {moment(user, it.happened_at)}",
        project=it.project,
        url=source_url(it.pk, kind.name),
        thread_url=_thread_url(kind, it.thread),
        thread_label=gettext(kind.thread_label) if kind.thread_label else "",
    )


def _thread_url(kind: SourceKind, thread: str) -> str:
    """The page of the whole that a source belongs to; "" where there is none, as of what a program
    said in a thread of its own."""
    if not (kind.thread_page and thread):
        return ""
    with suppress(NoReverseMatch):
        return reverse(kind.thread_page, args=[thread])
    return ""


def change(user: User, it: Change) -> ShownHistoryEntry:
    """A line of a memory's history. Only what differs is shown."""
    before, after = _changed(user, it.before, it.after)
    return ShownHistoryEntry(
        what=str(Change.What(it.what).label),
        by=str(Change.By(it.by).label),
        why=translated(it.why),
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
        icon=kind_of(source.kind).icon,
        url=source_url(source.pk, source.kind, start, stop),
    )


def of_item(user: User, item: "Item") -> ShownSource:
    """Where something recalled comes from, at the words that answer."""
    start, stop = item.answer
    return _of_place(user, replace(item.place, start=start, stop=stop))


def also_of(user: User, item: "Item") -> list[ShownSource]:
    """Where else the same stands."""
    return [_of_place(user, place) for place in item.also]


def _of_place(user: User, at: "SourceLocation") -> ShownSource:
    return ShownSource(
        label=_label(
            user, at.source_kind, at.title, at.author, at.speaker, at.happened_at, quoted=at.quoted
        ),
        icon=kind_of(at.source_kind).icon,
        url=source_url(at.source_id, at.source_kind, at.start, at.stop),
    )


_AT = re.compile(r"(\d{1,9})-(\d{1,9})")


def source_url(
    source_id: UUID, kind: str, start: int | None = None, stop: int | None = None
) -> str:
    """The page of a source, at a passage given in characters."""
    url = reverse(kind_of(kind).page, args=[source_id])
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
        source.kind,
        source.title,
        author,
        source.speaker,
        source.happened_at,
        quoted=author == Source.Author.PERSON and not own_words,
    )


def _label(
    user: User,
    kind: str,
    title: str,
    author: Source.Author,
    speaker: str,
    happened_at: datetime,
    *,
    quoted: bool,
) -> str:
    told = told_of(title, author, speaker)
    origin = kind_of(kind).quoted_in(told) if quoted else kind_of(kind).origin_of(told)
    return f"{origin}, {day(user, happened_at)}"


def told_of(title: str, author: str, speaker: str) -> SourceOrigin:
    """What a source's kind needs to word where something comes from."""
    mine, assistant = author == Source.Author.PERSON, author == Source.Author.ASSISTANT
    return SourceOrigin(title, mine=mine, assistant=assistant, speaker=speaker)


def _whose(source: Source) -> str:
    match source.author:
        case Source.Author.PERSON:
            who = gettext("You")
        case Source.Author.ASSISTANT:
            who = "Yarnnn"
        case _:
            who = source.speaker or gettext("Someone else")
    return f"{who}, {kind_of(source.kind).stands}"


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
        return gettext("No project")
    known = Project.objects.filter(user=user, pk=project).first()
    return (
        gettext("In %(name)s") % {"name": known.name}
        if known
        else gettext("In a project that is gone")
    )


_SPOKEN: dict[str, Callable[[User, Any], str]] = {
    "content": lambda _, words: str(words),
    "kind": lambda _, kind: str(Memory.Kind(kind).label),
    "tags": lambda _, tags: (
        gettext("Tags: %(tags)s") % {"tags": ", ".join(map(tag_label, tags)) or gettext("none")}
    ),
    "importance": lambda _, share: (
        gettext("Importance %(percent)s %%") % {"percent": round(share * 100)}
    ),
    "confidence": lambda _, share: gettext("I am %(sure)s") % {"sure": gettext(sureness(share))},
    "pinned": lambda _, pinned: gettext("Pinned") if pinned else gettext("Not pinned"),
    "project": _scope_words,
}


def sureness(confidence: float) -> str:
    """How sure a confidence of 0..1 is, in words."""
    if confidence >= 0.85:
        return gettext_noop("sure")
    return gettext_noop("quite sure") if confidence >= 0.6 else gettext_noop("not sure")


def moment(user: User, at: datetime) -> str:
    """A moment in the person's zone: "12 March 2026, 09:14"."""
    return format_date(timezone.localtime(at, user.zone), gettext("j F Y, H:i"))


def day(user: User, at: datetime) -> str:
    """A day in the person's zone: "12 March", with the year when it is another."""
    return day_in(user.zone, at)


def day_in(zone: ZoneInfo, at: datetime) -> str:
    """A day in a zone: "12 March", with the year when it is another."""
    local = timezone.localtime(at, zone)
    this_year = local.year == timezone.localtime(timezone=zone).year
    return format_date(local, gettext("j F") if this_year else gettext("j F Y"))


def ago(user: User, at: datetime) -> str:
    """How long ago a day was: "today", "yesterday", "3 days ago", "on 12 March"."""
    days = _days_ago(user, at)
    if days <= 0:
        return gettext("today")
    if days == 1:
        return gettext("yesterday")
    return (
        gettext("%(days)s days ago") % {"days": days}
        if days < 7
        else gettext("on %(day)s") % {"day": day(user, at)}
    )


def _days_ago(user: User, at: datetime) -> int:
    today = timezone.localdate(timezone=user.zone)
    return (today - timezone.localdate(at, user.zone)).days
