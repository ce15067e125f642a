"""Last night: what it changed, in plain words, each with its reason and one click back."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext, ngettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from memories.keeping import Refused
from memories.learning import last_night, run_night, take_back, take_back_all
from memories.models import Change
from memories.pages import display
from web.guard import PersonRequest, own, signed_in
from web.stored_words import translated

# So many changes are on the page; taking all back takes back the others too.
SHOWN = 100
_DID = {
    Change.What.FADED: gettext_noop("Faded"),
    Change.What.SUPERSEDED: gettext_noop("Merged"),
    Change.What.RESTORED: gettext_noop("Came back"),
}
_COUNTED = {
    Change.What.FADED: ngettext_lazy("%(number)s faded", "%(number)s faded", "count"),
    Change.What.SUPERSEDED: ngettext_lazy("%(number)s merged", "%(number)s merged", "count"),
    Change.What.RESTORED: ngettext_lazy("%(number)s came back", "%(number)s came back", "count"),
}


@dataclass(frozen=True)
class Shown:
    """One change of the night."""

    did: str
    content: str
    why: str
    url: str
    back_url: str


def summary(user: User) -> str:
    """What the last night did, in one line: "2 faded, 1 merged"; "" where nothing."""
    _, changes = last_night(user)
    done = list(changes.values_list("what", flat=True))
    return ", ".join(
        str(words % {"count": number, "number": intcomma(number)})
        for what, words in _COUNTED.items()
        if (number := done.count(what.value))
    )


@require_safe
@signed_in
def night(request: PersonRequest) -> HttpResponse:
    """What the last night changed."""
    it, changes = last_night(request.user)
    rows = list(changes[: SHOWN + 1])
    context = {
        "night": it,
        "when": display.moment(request.user, it.finished or it.began) if it else "",
        "changes": [
            Shown(
                gettext(_DID[Change.What(change.what)]),
                change.memory.content,
                translated(change.why),
                reverse("memories:history", args=[change.memory_id]),
                reverse("memories:night_back", args=[change.pk]),
            )
            for change in rows[:SHOWN]
        ],
        "more": changes.count() - SHOWN if len(rows) > SHOWN else 0,
    }
    return render(request, "memories/night.html", context)


@require_POST
@signed_in
def back(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take one change back."""
    try:
        take_back(request.user, own(Change.objects.filter(by=Change.By.NIGHT), pk=pk))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, gettext("It is as it was before."))
    return redirect("memories:night")


@require_POST
@signed_in
def back_all(request: PersonRequest) -> HttpResponse:
    """Take the whole night back."""
    count = take_back_all(request.user)
    told = ngettext("Took back %(number)s change.", "Took back %(number)s changes.", count)
    messages.success(request, told % {"number": intcomma(count)})
    return redirect("memories:night")


@require_POST
@signed_in(block=False)
def run(request: PersonRequest) -> HttpResponse:
    """Do the night's work now."""
    run_night(request.user)
    messages.success(request, gettext("Tidied up."))
    return redirect("memories:night")
