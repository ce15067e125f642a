"""The pages that show what is known: the list, a memory's history, a source."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.models import Project, User
from database.acting import acting_as
from memories.answers import Answer, Question, Verdict, find_answer, verdict_of_recalled
from memories.keeping import Refused
from memories.models import Change, Memory, Source
from memories.pages import display, list_filters, source_text
from memories.pages.forgotten.rows import ShownForgotten, forgotten_rows
from memories.pages.forms import AddForm
from memories.pages.ghost import ghost_of
from memories.pages.list_filters import MemoryListQuery, read_query
from memories.pages.markers_html import marked
from memories.pages.phrasing import tell, tell_answer, topic_of
from memories.pages.pictures import strand
from memories.pages.pictures.timeline import timeline
from memories.pages.profile import ProfileSection, profile
from memories.recall import MemoryFilters, MemoryPage, MemoryRow, RecallResult, listing, recall
from memories.text import asks
from web.guard import PersonRequest, own, signed_in

# Asked for, only memories with at least this share of the best one's score are listed.
CLOSE = 0.4
# Number of results shown where none is likely to answer.
FEW = 3
# Rows of the first page, and of each further one; a link loads more.
ROWS, MORE = 30, 120


@require_safe
@signed_in(block=False)
def memory_list(request: PersonRequest) -> HttpResponse:
    """What is known: asked for in words, or listed; by htmx only the part that changes."""
    at = read_query(request.user, request.GET)
    recalled, found, error = _recall(request.user, at)
    if recalled and found:
        recalled = _as_found(recalled, found)
    with acting_as(request.user):
        list_filters.check(at.filters)
        if recalled and not at.filters.counted:
            recalled = listing.left_of(request.user, recalled, at.filters)
        page = _page(request.user, at, recalled, found)
        context = {
            **_list_context(request.user, at, page),
            "in_short": _in_short(request, at),
            "answer": _answer(request.user, at, recalled, page, found) if recalled else None,
            "error": error,
            "form": AddForm(request.user),
        }
        return render(request, f"memories/list.html{_partial(request)}", context)


@require_safe
@signed_in
def history(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Everything that happened to a memory, and what it rests on."""
    memory = own(Memory, pk=pk)
    changes = Change.objects.filter(memory=memory).order_by("-at", "-id")
    context = {
        "memory": memory,
        "about": display.about(request.user, memory),
        "rows": strand.of_memory(request.user, memory),
        "changes": [display.change(request.user, each) for each in changes],
    }
    part = "#history" if request.htmx else ""
    return render(request, f"memories/history.html{part}", context)


@require_safe
@signed_in
def source(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Where something comes from: its text with the passage marked, `?at=START-STOP`."""
    return source_page(request, own(Source.objects.defer("text"), pk=pk))


def source_page(request: PersonRequest, found: Source) -> HttpResponse:
    """Render a source's text with the passage marked, `?at=START-STOP`; it is the person's own."""
    passage = display.passage_asked(request.GET.get("at", ""))
    first = request.GET.get("from", "")
    piece = source_text.piece_of(found, passage, int(first) if first.isdecimal() else None)
    context = {
        "source": display.source(request.user, found),
        "segments": piece.segments,
        "missing": passage is not None and not first and not piece.passage_shown,
        "learned": display.learned(source_text.learned_from(request.user, found)),
        "earlier_url": _piece_url(found, piece.start - source_text.PIECE) if piece.start else "",
        "later_url": _piece_url(found, piece.stop) if piece.stop < piece.size else "",
    }
    part = "#passage" if request.htmx else ""
    return render(request, f"memories/source.html{part}", context)


def _in_short(request: PersonRequest, at: MemoryListQuery) -> list[ProfileSection]:
    """What is known of the person in short, above the whole list."""
    if at.cursor or at.q or at.filters != MemoryFilters():
        return []
    return profile(request.user)


def _recall(user: User, at: MemoryListQuery) -> tuple[RecallResult | None, Answer | None, str]:
    """What comes near, what answers, and why nothing can be asked, in words."""
    if not at.q or at.filters.state != Memory.State.CURRENT:
        return None, None, ""
    try:
        found = _find(user, at)
        query = listing.query_of(at.filters, topic_of(at.q))
        return recall(user, query, found.recalled if found else None).near(), found, ""
    except Refused as refused:
        if refused.code.startswith("unknown_"):
            raise Http404 from None
        return None, None, refused.message


def _find(user: User, at: MemoryListQuery) -> Answer | None:
    """What answers, where a question is asked and no topic: the chat's own answer; else None."""
    if not asks(at.q) or topic_of(at.q) != at.q or not at.filters.counted:
        return None
    query = listing.query_of(at.filters, at.q)
    return find_answer(user, Question(at.q, project=query.project, narrowed=query))


def _as_found(recalled: RecallResult, found: Answer) -> RecallResult:
    """What is listed for a question: nothing where nothing is known, else what answers first."""
    if found.verdict is Verdict.UNKNOWN:
        return replace(recalled, items=())
    told = {p.item.memory_id: p.item for p in found.passages if p.item.memory_id}
    rest = [item for item in recalled.items if item.memory_id not in told]
    if found.verdict is Verdict.CLOSEST:
        return replace(recalled, items=tuple(told.values()))
    return replace(recalled, items=(*told.values(), *rest))


def _page(
    user: User, at: MemoryListQuery, recalled: RecallResult | None, found: Answer | None
) -> MemoryPage:
    if recalled is not None:
        verdict = found.verdict if found else verdict_of_recalled(recalled)
        near = _closest(recalled, verdict)
        return MemoryPage(listing.rows_of(user, near, at.filters), None)
    try:
        most = MORE if at.cursor else ROWS
        return listing.page(user, at.filters, cursor=at.cursor or None, limit=most)
    except Refused:
        raise Http404 from None


def _closest(recalled: RecallResult, verdict: Verdict) -> RecallResult:
    """Without what is far behind the best memory: the whole list is one click away."""
    memories = [item for item in recalled.items if item.memory_id]
    best = max((item.score for item in memories), default=0.0)
    near = [item for item in memories if item.score >= CLOSE * best]
    return replace(recalled, items=tuple(near if verdict is Verdict.SURE else near[:FEW]))


def _list_context(user: User, at: MemoryListQuery, page: MemoryPage) -> dict[str, Any]:
    filters = at.filters
    projects = Project.objects.filter(user=user, archived=None).order_by("name")
    timed = filters.state != Memory.State.FORGOTTEN and not at.q and not at.cursor
    drawn = timeline(user, at) if timed else None
    facets = list(list_filters.facets(user, at, drawn)) if not at.cursor else []
    return {
        "q": at.q,
        "tab": filters.state.value,
        "counts": listing.states(user),
        "memories": _with_ghost(
            user, at, _shown(user, filters, page.rows, projects=projects.exists())
        ),
        "facets": facets,
        "timeline": drawn,
        "jumps": list_filters.jumps(at, drawn),
        "filtered": filters != MemoryFilters(state=filters.state),
        "clear_url": reverse("memories:list"),
        "unfiltered_url": list_filters.unfiltered_url(at),
        # The day that the rows above these end with: it has its heading already.
        "day_above": display.heading(user, listing.last_of(at.cursor)) if at.cursor else "",
        "more_url": list_filters.url(at, cursor=page.following) if page.following else "",
        "projects": projects,
    }


def _with_ghost(user: User, at: MemoryListQuery, rows: Sequence[object]) -> list[object]:
    """The rows, with what was just forgotten in its place."""
    ghost = ghost_of(user, at.gone) if at.gone else None
    if ghost is None or at.filters.state == Memory.State.FORGOTTEN:
        return list(rows)
    return [*rows[: at.place], ghost, *rows[at.place :]]


def _shown(
    user: User, filters: MemoryFilters, rows: tuple[MemoryRow, ...], *, projects: bool
) -> Sequence[display.ShownMemory | ShownForgotten]:
    if filters.state == Memory.State.FORGOTTEN:
        return forgotten_rows(user, rows)
    return [
        display.memory(user, row, projects=projects, place=place) for place, row in enumerate(rows)
    ]


def _partial(request: PersonRequest) -> str:
    if not request.htmx or request.htmx.history_restore_request:
        return ""
    return "#rows" if request.GET.get("cursor") else "#results"


def _answer(
    user: User, at: MemoryListQuery, recalled: RecallResult, page: MemoryPage, found: Answer | None
) -> dict[str, Any]:
    told = tell_answer(found, user.zone) if found else tell(recalled, at.q, user.zone)
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
        # What comes closest is listed below; what is no memory, and so in no list, is told.
        "told": bool(told.citations) and (sure or not page.rows),
        "closest": bool(told.citations) if found else not told.citations and bool(page.rows),
        "verdict": found.verdict if found else None,
        "unheard": found.unheard if found else "",
        "html": marked(told.text, markers),
        "citations": citations,
    }


def _piece_url(source: Source, first: int) -> str:
    return f"{reverse('memories:source', args=[source.pk])}?from={max(0, first)}"
