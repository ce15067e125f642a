"""The pages that show what is known: the list, a memory's history, a source."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import Project, User
from database.acting import acting_as
from memories.answers import Answer, Question, Verdict, find_answer
from memories.keeping import Refused, words_of
from memories.models import Change, Evidence, Forgotten, Memory, Source
from memories.pages import display, reading
from memories.pages.forms import AddForm
from memories.pages.ghost import ghost_of
from memories.pages.markers_html import marked
from memories.pages.phrasing import tell, tell_answer, topic_of
from memories.pages.profile import profile
from memories.recall import EVERYWHERE, Facet, Filters, Page, Recalled, Row, listing, recall
from memories.source_kinds import is_kind, kind_of
from memories.text import asks
from web.guard import PersonRequest, own, signed_in

# Asked for, only memories with at least this share of the best one's score are listed.
CLOSE = 0.4
# Where none is likely to answer, so many are offered.
FEW = 3
# So many versions of a memory its history names, to each side.
VERSIONS = 20
# So many rows are on a page; more come by a link.
ROWS = 30


@require_safe
@signed_in(block=False)
def memory_list(request: PersonRequest) -> HttpResponse:
    """What is known: asked for in words, or listed; by htmx only the part that changes."""
    looking = _looking(request)
    recalled, error = _recall(request.user, looking)
    found = _find(request.user, looking) if recalled else None
    if recalled and found:
        recalled = _as_found(recalled, found)
    with acting_as(request.user):
        _check_project(looking.filters)
        page = _page(request.user, looking, recalled)
        context = {
            **_list_context(request.user, looking, page),
            "answer": _answer(request.user, looking, recalled, page, found) if recalled else None,
            "error": error,
            "form": AddForm(request.user),
        }
        return render(request, f"memories/list.html{_partial(request)}", context)


@require_safe
@signed_in
def you(request: PersonRequest) -> HttpResponse:
    """What is known of the person, in a few sentences."""
    part = "#you" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"memories/you.html{part}", {"subjects": profile(request.user)})


@require_safe
@signed_in
def history(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Everything that happened to a memory, and what it rests on."""
    memory = own(Memory, pk=pk)
    evidence = Evidence.objects.filter(memory=memory, chunk__isnull=False)
    sources = [
        {"quote": each.quote, **vars(display.of_evidence(request.user, each))}
        for each in evidence.select_related("chunk__source").defer("chunk__source__text")
    ]
    changes = Change.objects.filter(memory=memory).order_by("-at", "-id")
    context = {
        "memory": memory,
        "about": display.about(request.user, memory),
        "sources": sources,
        "changes": [display.change(request.user, each) for each in changes],
        "earlier": _versions(memory, lambda it: it.supersedes),
        "later": _versions(memory, lambda it: it.superseded_by.first()),
    }
    part = "#history" if request.htmx else ""
    return render(request, f"memories/history.html{part}", context)


def _versions(memory: Memory, step: Callable[[Memory], Memory | None]) -> list[Memory]:
    """The versions of a memory before or after it, the nearest first, without forgotten ones."""
    found: list[Memory] = []
    at = step(memory)
    while at is not None and len(found) < VERSIONS:
        if at.state != Memory.State.FORGOTTEN:
            found.append(at)
        at = step(at)
    return found


@require_safe
@signed_in
def source(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Where something comes from: its text with the passage marked, `?at=START-STOP`."""
    found = own(Source.objects.defer("text"), pk=pk)
    passage = display.passage_asked(request.GET.get("at", ""))
    first = request.GET.get("from", "")
    piece = reading.piece_of(found, passage, int(first) if first.isdecimal() else None)
    context = {
        "source": display.source(request.user, found),
        "segments": piece.segments,
        "missing": passage is not None and not first and not piece.passage_shown,
        "learned": display.learned(reading.learned_from(request.user, found)),
        "earlier_url": _piece_url(found, piece.start - reading.PIECE) if piece.start else "",
        "later_url": _piece_url(found, piece.stop) if piece.stop < piece.size else "",
    }
    part = "#passage" if request.htmx else ""
    return render(request, f"memories/source.html{part}", context)


@dataclass(frozen=True)
class _Looking:
    """What a person looks for on the Memory page."""

    q: str
    filters: Filters
    cursor: str
    # What was just forgotten on this page, and where it stood.
    gone: UUID | None = None
    place: int = 0


def _looking(request: PersonRequest) -> _Looking:
    """Read the address. What is no filter of ours is 404: nothing is shown by mistake."""
    asked = request.GET
    try:
        project = asked.get("project") or None
        filters = Filters(
            state=Memory.State(asked.get("tab") or Memory.State.CURRENT),
            scope=UUID(project) if project and project != EVERYWHERE else project and EVERYWHERE,
            kind=Memory.Kind(asked["kind"]) if asked.get("kind") else None,
            source=_kind(asked["source"]) if asked.get("source") else None,
            tag=asked.get("tag") or None,
        )
    except ValueError:
        raise Http404 from None
    if "\0" in (filters.tag or ""):
        raise Http404
    gone, place = _gone(asked.get("gone", ""), asked.get("place", ""))
    return _Looking(asked.get("q", "").strip(), filters, asked.get("cursor", ""), gone, place)


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


def _check_project(filters: Filters) -> None:
    if isinstance(filters.scope, UUID):
        own(Project, pk=filters.scope)


def _recall(user: User, looking: _Looking) -> tuple[Recalled | None, str]:
    if not looking.q or looking.filters.state != Memory.State.CURRENT:
        return None, ""
    try:
        return recall(user, listing.query_of(looking.filters, topic_of(looking.q))).near(), ""
    except Refused as refused:
        if refused.code.startswith("unknown_"):
            raise Http404 from None
        return None, refused.message


def _find(user: User, looking: _Looking) -> Answer | None:
    """What answers, where a question is asked and no topic: the chat's own answer; else None."""
    if not asks(looking.q) or topic_of(looking.q) != looking.q:
        return None
    query = listing.query_of(looking.filters, looking.q)
    return find_answer(user, Question(looking.q, project=query.project, narrowed=query))


def _as_found(recalled: Recalled, found: Answer) -> Recalled:
    """What is listed for a question: nothing where nothing is known, else what answers first."""
    if found.verdict is Verdict.UNKNOWN:
        return replace(recalled, items=(), known=0.0)
    told = {p.item.memory_id: p.item for p in found.passages if p.item.memory_id}
    rest = [item for item in recalled.items if item.memory_id not in told]
    if found.verdict is Verdict.CLOSEST:
        return replace(recalled, items=tuple(told.values()), known=0.0)
    return replace(recalled, items=(*told.values(), *rest), known=1.0)


def _page(user: User, looking: _Looking, recalled: Recalled | None) -> Page:
    if recalled is not None:
        return Page(listing.rows_of(user, _closest(recalled), looking.filters), None)
    try:
        return listing.page(user, looking.filters, cursor=looking.cursor or None, limit=ROWS)
    except Refused:
        raise Http404 from None


def _closest(recalled: Recalled) -> Recalled:
    """Without what is far behind the best memory: the whole list is one click away."""
    memories = [item for item in recalled.items if item.memory_id]
    best = max((item.score for item in memories), default=0.0)
    near = [item for item in memories if item.score >= CLOSE * best]
    return replace(recalled, items=tuple(near if recalled.answers else near[:FEW]))


def _list_context(user: User, looking: _Looking, page: Page) -> dict[str, Any]:
    filters = looking.filters
    projects = Project.objects.filter(user=user, archived=None).order_by("name")
    facets = list(_facets(user, looking)) if not looking.cursor else []
    return {
        "q": looking.q,
        "tab": filters.state.value,
        "counts": listing.states(user),
        "memories": _with_ghost(
            user, looking, _shown(user, filters, page.rows, projects=projects.exists())
        ),
        "facets": facets,
        "filtered": filters != Filters(state=filters.state),
        "clear_url": reverse("memories:list"),
        "unfiltered_url": _url(looking, project="", kind="", source="", tag=""),
        "more_url": _url(looking, cursor=page.following) if page.following else "",
        "projects": projects,
    }


def _with_ghost(user: User, looking: _Looking, rows: Sequence[object]) -> list[object]:
    """The rows, with what was just forgotten in its place."""
    ghost = ghost_of(user, looking.gone) if looking.gone else None
    if ghost is None or looking.filters.state == Memory.State.FORGOTTEN:
        return list(rows)
    return [*rows[: looking.place], ghost, *rows[looking.place :]]


def _shown(
    user: User, filters: Filters, rows: tuple[Row, ...], *, projects: bool
) -> list[display.ShownMemory] | list[display.ShownForgotten]:
    if filters.state != Memory.State.FORGOTTEN:
        return [
            display.memory(user, row, projects=projects, place=place)
            for place, row in enumerate(rows)
        ]
    stones = {
        stone.memory_id: stone
        for stone in Forgotten.objects.filter(
            user=user, memory__in=[row.memory.pk for row in rows]
        ).order_by("created")
    }
    return [
        display.forgotten(user, row, words_of(stones[row.memory.pk]), stones[row.memory.pk].created)
        for row in rows
        if row.memory.pk in stones
    ]


def _facets(user: User, looking: _Looking) -> Iterator[dict[str, Any]]:
    found = listing.facets(user, looking.filters)
    for name, label, options in (
        ("project", gettext("Project"), found.scopes),
        ("kind", gettext("Kind"), found.kinds),
        ("tag", gettext("Tag"), found.tags),
        ("source", gettext("Source"), found.sources),
    ):
        chosen = next((option.label for option in options if option.chosen), "")
        # A filter that leaves nothing is no option any more, and still to be taken off.
        chosen = chosen or _label_of(user, looking.filters, name)
        if len(options) < 2 and not chosen:
            continue
        yield {
            "name": name,
            "label": label,
            "current": chosen,
            "clear_url": _url(looking, **{name: ""}),
            "options": [_option(looking, name, option) for option in options],
        }


def _label_of(user: User, filters: Filters, name: str) -> str:
    """What a filter is called on the page; "" where it is not set."""
    match name:
        case "project" if isinstance(filters.scope, UUID):
            return Project.objects.get(user=user, pk=filters.scope).name
        case "project":
            return gettext("No project") if filters.scope else ""
        case "kind":
            return str(Memory.Kind(filters.kind).label) if filters.kind else ""
        case "source":
            return gettext(kind_of(filters.source).label) if filters.source else ""
    return filters.tag or ""


def _option(looking: _Looking, name: str, option: Facet) -> dict[str, Any]:
    return {**vars(option), "url": _url(looking, **{name: option.value})}


def _url(looking: _Looking, **changed: str) -> str:
    filters = looking.filters
    tab = "" if filters.state == Memory.State.CURRENT else filters.state.value
    now = {
        "q": looking.q,
        "tab": tab,
        "project": str(filters.scope or ""),
        "kind": filters.kind or "",
        "source": filters.source or "",
        "tag": filters.tag or "",
    }
    query = urlencode({name: value for name, value in (now | changed).items() if value})
    return f"{reverse('memories:list')}?{query}" if query else reverse("memories:list")


def _partial(request: PersonRequest) -> str:
    if not request.htmx or request.htmx.history_restore_request:
        return ""
    return "#rows" if request.GET.get("cursor") else "#results"


def _answer(
    user: User, looking: _Looking, recalled: Recalled, page: Page, found: Answer | None
) -> dict[str, Any]:
    told = tell_answer(found, user.zone) if found else tell(recalled, looking.q, user.zone)
    sure = found is None or found.verdict is Verdict.SURE
    citations = [
        {
            "number": cited.marker,
            "quote": cited.item.answering,
            "also": display.also_of(user, cited.item),
            # What is told here is told in the words of what it cites.
            "holds": True,
            **vars(display.of_item(user, cited.item)),
        }
        for cited in told.citations
    ]
    markers: dict[int, SafeString] = {
        citation["number"]: render_to_string(
            "components/cite.html", {"message": {"id": "asked"}, "citation": citation}
        )
        for citation in citations
    }
    return {
        "id": "asked",
        "found": bool(told.citations) and sure,
        "closest": bool(told.citations) if found else not told.citations and bool(page.rows),
        "verdict": found.verdict if found else None,
        "unheard": found.unheard if found else "",
        "html": marked(told.text, markers),
        "citations": citations,
    }


def _piece_url(source: Source, first: int) -> str:
    return f"{reverse('memories:source', args=[source.pk])}?from={max(0, first)}"
