"""The pages of the diary."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from memories.pages import passage_asked, source_text
from tests.diary.keeping import tear_out, write
from tests.diary.models import Entry
from web.guard import PersonRequest, own, signed_in


@require_safe
@signed_in
def entries(request: PersonRequest) -> HttpResponse:
    """All days, latest first."""
    rows = Entry.objects.filter(user=request.user).select_related("source").order_by("-day")
    return render(request, "diary/list.html", {"entries": list(rows)})


@require_safe
@signed_in
def entry(request: PersonRequest, pk: UUID) -> HttpResponse:
    """The day of a source, `?at=START-STOP` marked."""
    found = own(Entry.objects.select_related("source"), source=pk)
    piece = source_text.piece_of(found.source, passage_asked(request.GET.get("at", "")))
    return render(request, "diary/entry.html", {"entry": found, "segments": piece.segments})


@require_POST
@signed_in
def add(request: PersonRequest) -> HttpResponse:
    """Write today's."""
    write(request.user, timezone.localdate(), request.POST["text"])
    return redirect("diary:list")


@require_POST
@signed_in
def delete(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Tear a page out."""
    tear_out(request.user, own(Entry, pk=pk))
    return redirect("diary:list")
