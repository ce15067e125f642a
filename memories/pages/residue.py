"""What is left of something forgotten or erased: the page that proves it."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_safe

from memories.keeping import Refused
from memories.models import Memory
from memories.recall import Residue, residue, residue_of
from memories.source_kinds import several
from web.guard import PersonRequest, own, signed_in

# What the stores are called that are searched: the names of tables, of other rooms' too.
_STORES = (
    gettext_noop("key uses"),
    gettext_noop("projects"),
    gettext_noop("workspaces"),
    gettext_noop("citations"),
    gettext_noop("conversations"),
    gettext_noop("messages"),
    gettext_noop("proposals"),
    gettext_noop("redactions"),
    gettext_noop("accounts"),
    gettext_noop("correspondents"),
    gettext_noop("service keys"),
    gettext_noop("threads"),
    gettext_noop("imports"),
    gettext_noop("answered calls"),
    gettext_noop("changes"),
    gettext_noop("chunks"),
    gettext_noop("entities"),
    gettext_noop("evidence"),
    gettext_noop("lessons"),
    gettext_noop("memories"),
    gettext_noop("mentions"),
    gettext_noop("placings"),
    gettext_noop("postings"),
    gettext_noop("search items"),
    gettext_noop("segments"),
    gettext_noop("signs"),
    gettext_noop("sources"),
    gettext_noop("taggings"),
    gettext_noop("tallies"),
    gettext_noop("ledger entries"),
    gettext_noop("tasks"),
    gettext_noop("attempts"),
    gettext_noop("visits"),
    gettext_noop("nights"),
    gettext_noop("windows"),
    gettext_noop("corpora"),
    gettext_noop("turns"),
    gettext_noop("work"),
    gettext_noop("nudges"),
    gettext_noop("api tokens"),
    gettext_noop("invitations"),
)


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
        "kinds": several(),
        "held": [looked for looked in found.stores if looked.found] if found else [],
        "words": words,
        "error": error,
    }
    part = "#report" if request.htmx else ""
    return render(request, f"memories/report.html{part}", context, status=status)
