"""People and things: the list of them, a page for each, and saying who is the same."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memories import forgetting
from memories.forgetting import bulk_forget
from memories.keeping import Refused, same_people
from memories.models import Change, Entity
from memories.pages.entities import entity_page
from memories.pages.entities.finding import by_kind, found
from memories.pages.entities.people_map import people_map
from web.guard import PersonRequest, own, signed_in

# Entries per page of the list.
LISTED = 60
# Maximum number of suggestions made at once.
SUGGESTED = 3
# Maximum number of memories listed before they are forgotten.
NAMED = 8
_LONGEST = 100  # characters of a name that is looked for


@require_safe
@signed_in
def people(request: PersonRequest) -> HttpResponse:
    """Everybody and everything the person speaks of: people, or things by their kind."""
    q = request.GET.get("q", "").replace("\0", " ").strip()[:_LONGEST]
    things = request.GET.get("which") == "things"
    page = _number(request.GET.get("page", ""))
    everybody = found(request.user, q)
    persons = everybody.filter(type=Entity.Type.PERSON)
    others = everybody.exclude(type=Entity.Type.PERSON)
    known = others if things else persons
    ordered = by_kind(others) if things else persons
    rows = list(ordered[page * LISTED : (page + 1) * LISTED + 1])
    # The one above tells whether its heading is there already.
    above = list(ordered[page * LISTED - 1 : page * LISTED]) if page else []
    drawn = [] if q or page else list(known[:LISTED])
    shown = entity_page.listed_by_id(request.user, [*above, *rows[:LISTED], *drawn])
    more = {"q": q, "which": "things" if things else "", "page": page + 2}
    context = {
        "q": q,
        "things": things,
        "people_count": persons.count(),
        "things_count": others.count(),
        "rows": [shown[it.pk] for it in rows[:LISTED]],
        "group_above": shown[above[0].pk].group if above else "",
        "map": people_map(request.user, drawn, {pk: row.name for pk, row in shown.items()}),
        "more_url": f"{reverse('memories:people')}?{urlencode(more)}" if len(rows) > LISTED else "",
    }
    partial = request.htmx and not request.htmx.history_restore_request
    part = "" if not partial else "#rows" if page else "#results"
    return render(request, f"memories/people.html{part}", context)


@require_safe
@signed_in
def one(request: PersonRequest, pk: UUID) -> HttpResponse:
    """One of them: what is known, now and before, where they are spoken of, with whom."""
    entity = own(Entity.objects.select_related("merged_into"), pk=pk)
    if entity.merged_into_id is not None:
        return redirect("memories:people_one", entity.merged_into_id)
    page = _number(request.GET.get("page", ""))
    context: dict[str, Any] = {"it": entity_page.shown(request.user, entity, page)}
    part = "#rows" if request.htmx and page else ""
    return render(request, f"memories/people_one.html{part}", context)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def forget(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Forget all that mentions them, once that was shown and confirmed."""
    entity = own(Entity, pk=pk)
    going = bulk_forget.everything_about(request.user, entity)
    words = going.words
    if request.method == "POST" and words:
        ids = [memory.pk for memory in going.memories]
        done = forgetting.forget(request.user, ids, by=Change.By.PERSON, passages=going.passages)
        told = ngettext("Forgot %(number)s memory.", "Forgot %(number)s memories.", len(words))
        undo = reverse("memories:undo", args=[done.batch])
        messages.success(request, told % {"number": intcomma(len(words))}, extra_tags=undo)
        return redirect("memories:people")
    context = {"name": entity.name, "id": pk, "words": words[:NAMED], "more": len(words) - NAMED}
    part = "#card" if request.htmx else ""
    return render(request, f"memories/people_forget.html{part}", context)


@require_safe
@signed_in
def same(request: PersonRequest) -> HttpResponse:
    """Who may be the same as whom, with the reasons."""
    suggestions = entity_page.suggested(request.user, SUGGESTED)
    part = "#suggestions" if request.htmx else ""
    return render(request, f"memories/people_same.html{part}", {"suggestions": suggestions})


@require_POST
@signed_in
def merge(request: PersonRequest, pk: UUID) -> HttpResponse:
    """These two are one: the one that is spoken of less goes by the other's name."""
    two = [own(Entity, pk=pk), own(Entity, pk=request.POST.get("other", ""))]
    less, more = sorted(two, key=lambda it: it.mention_count)
    try:
        same_people.merge(request.user, less, more)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("memories:people_one", pk)
    undo = reverse("memories:people_unmerge", args=[less.pk])
    messages.success(
        request,
        gettext("Merged %(name)s and %(name2)s.") % {"name": less.name, "name2": more.name},
        extra_tags=undo,
    )
    return redirect("memories:people_one", less.merged_into_id or more.pk)


@require_POST
@signed_in
def unmerge(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Undo of a merge: two again, as they were."""
    return _separated(request, pk, suggest_again=True)


@require_POST
@signed_in
def separate(request: PersonRequest, pk: UUID) -> HttpResponse:
    """These are two after all, and it is not suggested again."""
    return _separated(request, pk, suggest_again=False)


@require_POST
@signed_in
def different(request: PersonRequest, pk: UUID) -> HttpResponse:
    """These two are not the same: it is not suggested again."""
    it, other = own(Entity, pk=pk), own(Entity, pk=request.POST.get("other", ""))
    same_people.differ(it, other)
    messages.success(
        request,
        gettext("I’ll keep %(name)s and %(name2)s apart, and won’t ask again.")
        % {"name": it.name, "name2": other.name},
    )
    return redirect("memories:people_one", pk)


def _separated(request: PersonRequest, pk: UUID, *, suggest_again: bool) -> HttpResponse:
    it = own(Entity.objects.select_related("merged_into"), pk=pk)
    try:
        same_people.separate(request.user, it, suggest_again=suggest_again)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(
            request, gettext("%(name)s has a page of their own again.") % {"name": it.name}
        )
    return redirect("memories:people_one", pk)


def _number(page: str) -> int:
    """A page's number, from 0. In addresses they begin with 1."""
    if page and not (page.isdecimal() and len(page) < 6):
        raise Http404
    return max(0, int(page) - 1) if page else 0
