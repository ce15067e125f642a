"""What narrows the Memory page down: read from its address, and offered on it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Protocol
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext, gettext_noop

from accounts.models import Project, User
from memories.models import Entity, Memory
from memories.recall import EVERYWHERE, Facet, MemoryFilters, listing
from memories.source_kinds import is_kind, kind_of
from web.guard import own


class TimeSpan(Protocol):
    """A stretch of time that may be chosen."""

    @property
    def label(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def url(self) -> str: ...


class TimedList(Protocol):
    """What tells from when the list has something, and in which months or years; latest first."""

    @property
    def told(self) -> Sequence[TimeSpan]: ...
    @property
    def months(self) -> Sequence[tuple[date, str]]: ...


@dataclass(frozen=True)
class MemoryListQuery:
    """What a person looks for on the Memory page."""

    q: str
    filters: MemoryFilters
    cursor: str
    # The days that are looked at, both included.
    first: date | None = None
    last: date | None = None
    # What was just forgotten on this page, and where it stood.
    gone: UUID | None = None
    place: int = 0


def read_query(user: User, asked: Mapping[str, str]) -> MemoryListQuery:
    """Read the address. What is no filter of ours is 404: nothing is shown by mistake."""
    try:
        project = asked.get("project") or None
        first, last = (_day(asked.get(name, "")) for name in ("from", "to"))
        person = asked.get("person")
        filters = MemoryFilters(
            state=Memory.State(asked.get("tab") or Memory.State.CURRENT),
            scope=UUID(project) if project and project != EVERYWHERE else project and EVERYWHERE,
            kind=Memory.Kind(asked["kind"]) if asked.get("kind") else None,
            source=_kind(asked["source"]) if asked.get("source") else None,
            tag=asked.get("tag") or None,
            since=_midnight(user, first) if first else None,
            until=_midnight(user, last + timedelta(days=1)) if last else None,
            person=UUID(person) if person else None,
        )
    except (ValueError, OverflowError):
        raise Http404 from None
    if "\0" in (filters.tag or ""):
        raise Http404
    gone, place = _gone(asked.get("gone", ""), asked.get("place", ""))
    q, cursor = asked.get("q", "").strip(), asked.get("cursor", "")
    return MemoryListQuery(q, filters, cursor, first, last, gone, place)


def check(filters: MemoryFilters) -> None:
    """404 for a project or a person of somebody else's. Inside the caller's block."""
    if isinstance(filters.scope, UUID):
        own(Project, pk=filters.scope)
    if filters.person is not None:
        own(Entity, pk=filters.person)


def facets(user: User, at: MemoryListQuery, drawn: TimedList | None) -> Iterator[dict[str, Any]]:
    """Each way to narrow the list down, with its choices; times are those of the timeline."""
    found = listing.facets(user, at.filters)
    for name, label, options in (
        ("project", gettext("Project"), found.scopes),
        ("person", gettext("Person"), found.people),
        ("kind", gettext("Kind"), found.kinds),
        ("tag", gettext("Tag"), [replace(tag, label=tag_label(tag.value)) for tag in found.tags]),
        ("source", gettext("Source"), found.sources),
    ):
        chosen = next((option.label for option in options if option.chosen), "")
        # A filter that leaves nothing is no option any more, and still to be taken off.
        chosen = chosen or _label_of(user, at.filters, name)
        if len(options) < 2 and not chosen:
            continue
        yield {
            "name": name,
            "label": label,
            "current": chosen,
            "clear_url": url(at, **{name: ""}),
            "options": [_option(at, name, option) for option in options],
        }
    times = drawn.told if drawn else ()
    narrowed = at.first or at.last
    if narrowed or times:
        yield {
            "name": "time",
            "label": gettext("Time"),
            "current": period(at.first, at.last) if narrowed else "",
            "clear_url": url(at, **{"from": "", "to": ""}),
            "options": [{"label": t.label, "count": t.total, "url": t.url} for t in times],
        }


def jumps(at: MemoryListQuery, drawn: TimedList | None) -> dict[str, Any] | None:
    """The months at whose end the list may begin; None where there is one, or days are chosen.

    `fields` are what else the address says; the latest month is where it begins by itself.
    """
    if drawn is None or at.first or len(drawn.months) < 2:
        return None
    options = [
        {"value": last.isoformat() if place else "", "label": label, "chosen": last == at.last}
        for place, (last, label) in enumerate(drawn.months)
    ]
    if at.last and not any(option["chosen"] for option in options):
        return None
    fields = {name: value for name, value in _asked(at).items() if value and name != "to"}
    return {"options": options, "fields": fields.items()}


def url(at: MemoryListQuery, **changed: str) -> str:
    """The page's address with some of what is looked for changed; "" takes a part off."""
    query = urlencode({name: value for name, value in (_asked(at) | changed).items() if value})
    return f"{reverse('memories:list')}?{query}" if query else reverse("memories:list")


def _asked(at: MemoryListQuery) -> dict[str, str]:
    """What the address says now, by its names."""
    filters = at.filters
    tab = "" if filters.state == Memory.State.CURRENT else filters.state.value
    return {
        "q": at.q,
        "tab": tab,
        "project": str(filters.scope or ""),
        "person": str(filters.person or ""),
        "kind": filters.kind or "",
        "source": filters.source or "",
        "tag": filters.tag or "",
        "from": at.first.isoformat() if at.first else "",
        "to": at.last.isoformat() if at.last else "",
    }


def unfiltered_url(at: MemoryListQuery) -> str:
    """The page's address with what is asked and the tab alone."""
    nothing = dict.fromkeys(("project", "person", "kind", "source", "tag", "from", "to"), "")
    return url(at, **nothing)


def period(first: date | None, last: date | None) -> str:
    """Days in words: "March 2026", "12 March 2026", "3 March – 9 April 2026", "2026"."""
    if first is None or last is None:
        if first is None:
            return gettext("until %(day)s") % {"day": _written(last)}
        return gettext("since %(day)s") % {"day": _written(first)}
    ends = last + timedelta(days=1)
    if first == last:
        return _written(first)
    if first.day == ends.day == 1:
        if first.month == ends.month == 1 and ends.year == first.year + 1:
            return format_date(first, "Y")
        months = [format_date(day, gettext("F Y")) for day in (first, last)]
        return " – ".join(dict.fromkeys(months))
    return f"{_written(first)} – {_written(last)}"


def _written(day: date | None) -> str:
    return format_date(day, gettext("j F Y")) if day else ""


def _day(words: str) -> date | None:
    return date.fromisoformat(words) if words else None


def _midnight(user: User, day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min), user.zone)


def _kind(name: str) -> str:
    if not is_kind(name):
        raise ValueError
    return name


def _gone(gone: str, place: str) -> tuple[UUID | None, int]:
    """The memory whose ghost is asked for; what is none is passed over."""
    try:
        return UUID(gone), max(0, int(place))
    except ValueError:
        return None, 0


def _label_of(user: User, filters: MemoryFilters, name: str) -> str:
    """What a filter is called on the page; "" where it is not set."""
    match name:
        case "project" if isinstance(filters.scope, UUID):
            return Project.objects.get(user=user, pk=filters.scope).name
        case "project":
            return gettext("No project") if filters.scope else ""
        case "person":
            person = filters.person
            return Entity.objects.get(user=user, pk=person).name if person else ""
        case "kind":
            return str(Memory.Kind(filters.kind).label) if filters.kind else ""
        case "source":
            return gettext(kind_of(filters.source).label) if filters.source else ""
    return tag_label(filters.tag) if filters.tag else ""


def _option(at: MemoryListQuery, name: str, option: Facet) -> dict[str, Any]:
    return {**vars(option), "url": url(at, **{name: option.value})}


# Those of memories.tagging.TOPICS, here to be translated.
_TAGS = frozenset(
    {
        gettext_noop("family"),
        gettext_noop("work"),
        gettext_noop("food"),
        gettext_noop("health"),
        gettext_noop("home"),
        gettext_noop("travel"),
        gettext_noop("pets"),
        gettext_noop("music"),
        gettext_noop("sport"),
        gettext_noop("learning"),
        gettext_noop("money"),
        gettext_noop("tech"),
        gettext_noop("dates"),
        gettext_noop("people"),
        gettext_noop("clothes"),
        gettext_noop("reading"),
        gettext_noop("hobbies"),
        gettext_noop("vehicles"),
        gettext_noop("things"),
        gettext_noop("habits"),
        gettext_noop("plans"),
    }
)


def tag_label(tag: str) -> str:
    """What a tag is called; one that somebody thought up themselves as it is."""
    return gettext(tag) if tag in _TAGS else tag
