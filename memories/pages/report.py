"""What is left of something forgotten or erased: the page that proves it."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from memories.keeping import Refused
from memories.models import Memory
from memories.recall import Residue, residue, residue_of
from web.guard import PersonRequest, own, signed_in


@require_safe
@signed_in
def of_memory(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Every store that was searched for a forgotten memory, and what was found there."""
    memory = own(Memory, pk=pk)
    try:
        found = residue_of(request.user, memory)
    except Refused as refused:
        return _page(request, None, error=refused.message, status=409)
    return _page(request, found)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def of_words(request: PersonRequest) -> HttpResponse:
    """The same for words that the person gives: of what is erased none are left to search by."""
    if request.method != "POST":
        return _page(request, None)
    words = request.POST.get("words", "")
    try:
        return _page(request, residue(request.user, [words]), words=words)
    except Refused as refused:
        return _page(request, None, words=words, error=refused.message, status=422)


def _page(
    request: PersonRequest,
    found: Residue | None,
    *,
    words: str = "",
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "report": found,
        "held": [looked for looked in found.stores if looked.found] if found else [],
        "words": words,
        "error": error,
    }
    part = "#report" if request.htmx else ""
    return render(request, f"memories/report.html{part}", context, status=status)
