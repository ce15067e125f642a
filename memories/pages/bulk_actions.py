"""Many memories at once: what would go with those that are selected, and forgetting them."""

from uuid import UUID

from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db import transaction
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from memories import forgetting
from memories.keeping import Refused
from memories.models import Change, Memory
from memories.pages.actions import back, refusal
from memories.pages.ghost import in_a_row, went_along
from web.guard import PersonRequest, signed_in

# Maximum number of memories forgotten by one click: no more than a person selects by eye.
MANY = 500


@require_POST
@signed_in
def forget_many(request: PersonRequest) -> HttpResponse:
    """Forget all that was selected, with one Undo."""
    chosen = _chosen(request)
    if not chosen:
        return back(request)
    try:
        done = forgetting.forget(request.user, chosen, by=Change.By.PERSON)
    except Refused as refused:
        return refusal(request, refused)
    told = ngettext("Forgot %(number)s memory.", "Forgot %(number)s memories.", len(chosen))
    told = told % {"number": intcomma(len(chosen))}
    if along := in_a_row(went_along(request.user, done.batch, asked=len(chosen))):
        told = gettext("%(forgot)s Also gone: %(along)s.") % {"forgot": told, "along": along}
    messages.success(request, told, extra_tags=reverse("memories:undo", args=[done.batch]))
    return back(request)


@require_POST
@signed_in
def preview(request: PersonRequest) -> HttpResponse:
    """What would go along with what is selected: it is forgotten, looked at, and rolled back."""
    chosen = _chosen(request)
    along = ""
    if chosen:
        try:
            with transaction.atomic():
                done = forgetting.forget(request.user, chosen, by=Change.By.PERSON)
                along = in_a_row(went_along(request.user, done.batch, asked=len(chosen)))
                transaction.set_rollback(True)
        except Refused as refused:
            along = refused.message
    told = gettext("Also goes: %(along)s") % {"along": along} if along else ""
    return HttpResponse(escape(told))


def _chosen(request: PersonRequest) -> list[UUID]:
    """The memories that were selected; 404 where one of them is not the person's."""
    try:
        wanted = {UUID(pk) for pk in request.POST.getlist("id")[:MANY]}
    except ValueError:
        raise Http404 from None
    theirs = Memory.objects.filter(user=request.user, pk__in=wanted).values_list("pk", flat=True)
    if len(found := list(theirs)) < len(wanted):
        raise Http404
    return found
