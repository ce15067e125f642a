"""The pages of imports: choose a file, see what is in it, agree, watch it, take it back."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.models import Project
from database.acting import acting_as
from documents.upload_handler import ReceivedFile
from imports import display, starting
from imports.chat_sources import KIND
from imports.models import Import
from imports.suggestions import accept, suggestions
from imports.upload_handler import limit
from memories.keeping import Refused
from memories.models import Source
from web.guard import PersonRequest, own, signed_in

# Maximum number of imports listed, and messages per page of a conversation.
LISTED = 50
TURNS = 40


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in(block=False)
def imports(request: PersonRequest) -> HttpResponse:
    """Where to choose a file, and what was imported so far."""
    if request.method != "POST":
        return _list(request)
    file = cast("ReceivedFile | None", request.FILES.get("file"))
    if file is None:
        return _list(request, error=gettext("Choose a file first."))
    try:
        project = UUID(request.POST["project"]) if request.POST.get("project") else None
    except ValueError:
        raise Http404 from None
    try:
        it = starting.begin(request.user, file, project=project)
    except Refused as refused:
        return _list(request, error=refused.message)
    return redirect("imports:import", it.pk)


@require_safe
@signed_in
def one(request: PersonRequest, pk: UUID) -> HttpResponse:
    """One import: what is in it, what is left out and why, how far it is."""
    it = own(Import, pk=pk)
    if request.htmx and "state" in request.GET and not it.is_busy:
        # How it came out is told by the whole page.
        return HttpResponseClientRefresh()
    context = {
        "it": display.shown(request.user, it),
        "suggestions": suggestions(request.user, it)[: display.SUGGESTED],
    }
    part = "#state" if request.htmx and "state" in request.GET else ""
    return render(request, f"imports/import.html{part}", context)


@require_POST
@signed_in
def confirm(request: PersonRequest, pk: UUID) -> HttpResponse:
    it = own(Import, pk=pk)
    addresses = request.POST.getlist("address") if it.senders else None
    code = request.POST.get("code", "")
    return _done(
        request, pk, lambda: starting.confirm(request.user, it, addresses=addresses, code=code)
    )


@require_POST
@signed_in
def undo(request: PersonRequest, pk: UUID) -> HttpResponse:
    it = own(Import, pk=pk)
    return _done(request, pk, partial(starting.undo, request.user, it))


@require_POST
@signed_in
def remember(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Remember those facts of another program that the person chose."""
    it = own(Import, pk=pk)
    wanted = [_place(each) for each in request.POST.getlist("suggestion")]
    return _done(request, pk, partial(accept, request.user, it, wanted))


@require_safe
@signed_in
def conversation(request: PersonRequest, thread: UUID) -> HttpResponse:
    """An imported conversation as a whole, the oldest message first."""
    turns = Source.objects.filter(user=request.user, kind=KIND, thread=str(thread))
    page = _number(request.GET.get("page", ""))
    rows = list(turns.defer("text").order_by("turn", "pk")[page * TURNS : (page + 1) * TURNS + 1])
    if not rows:
        raise Http404
    context = {
        "title": rows[0].title or gettext("A conversation"),
        "turns": [display.turn(request.user, row) for row in rows[:TURNS]],
        "earlier": page if page else None,
        "later": page + 2 if len(rows) > TURNS else None,
    }
    return render(request, "imports/conversation.html", context)


def _list(request: PersonRequest, error: str = "") -> HttpResponse:
    with acting_as(request.user):
        latest = Import.objects.filter(user=request.user).order_by("-id")[:LISTED]
        context: dict[str, Any] = {
            "imports": [display.shown(request.user, it) for it in latest],
            "projects": list(
                Project.objects.filter(user=request.user, archived=None).order_by("name")
            ),
            "most_mb": limit() // 1_000_000,
            "error": error,
        }
        return render(request, "imports/list.html", context, status=422 if error else 200)


def _done(request: PersonRequest, pk: UUID, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("imports:import", pk)


def _place(value: str) -> tuple[str, int, int]:
    source, _, rest = value.partition(":")
    start, _, stop = rest.partition("-")
    if not (start.isdecimal() and stop.isdecimal()):
        raise Http404
    return source, int(start), int(stop)


def _number(page: str) -> int:
    """A page's number, from 0. In addresses they begin with 1."""
    return max(0, int(page) - 1) if page.isdecimal() and len(page) < 9 else 0
