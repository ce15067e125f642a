"""Last night: what it changed, in plain words, each with its reason and one click back."""

from collections.abc import Sequence
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
from memories.learning import last_night, run_night
from memories.learning.night import NightUnderWay, take_back, take_back_all
from memories.models import Change, Evidence, Memory
from memories.pages import display
from web.guard import PersonRequest, own, signed_in
from web.stored_words import translated

# Maximum number of changes shown; undoing all undoes the others too.
SHOWN = 100
_DID = {
    Change.What.ASKED: gettext_noop("A question for you"),
    Change.What.REMEMBERED: gettext_noop("Concluded"),
    Change.What.FADED: gettext_noop("Faded"),
    Change.What.SUPERSEDED: gettext_noop("Merged"),
    Change.What.RESTORED: gettext_noop("Came back"),
}
_COUNTED = {
    Change.What.ASKED: ngettext_lazy("%(number)s question", "%(number)s questions", "count"),
    Change.What.REMEMBERED: ngettext_lazy(
        "%(number)s conclusion", "%(number)s conclusions", "count"
    ),
    Change.What.FADED: ngettext_lazy("%(number)s faded", "%(number)s faded", "count"),
    Change.What.SUPERSEDED: ngettext_lazy("%(number)s merged", "%(number)s merged", "count"),
    Change.What.RESTORED: ngettext_lazy("%(number)s came back", "%(number)s came back", "count"),
}


@dataclass(frozen=True)
class ShownNightChange:
    """One change of the night. `beside` is what it goes with: what it was merged into, say."""

    did: str
    content: str
    why: str
    beside: Sequence[str]
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


def _shown(user: User, changes: Sequence[Change]) -> list[ShownNightChange]:
    beside = _beside(user, changes)
    return [
        ShownNightChange(
            gettext(_DID[Change.What(change.what)]),
            change.memory.content,
            translated(change.why),
            beside.get(change.pk, ()),
            reverse("memories:history", args=[change.memory_id]),
            reverse("memories:night_back", args=[change.pk]),
        )
        for change in changes
    ]


def _beside(user: User, changes: Sequence[Change]) -> dict[UUID, list[str]]:
    """What each change goes with: what it was merged into or asked about, or follows from."""
    other = {c.pk: c.after.get("superseded_by") or c.after.get("old") for c in changes}
    known = Memory.objects.filter(user=user).in_bulk([UUID(pk) for pk in other.values() if pk])
    beside = {c: [known[UUID(pk)].content] for c, pk in other.items() if pk and UUID(pk) in known}
    concluded = {c.memory_id: c.pk for c in changes if c.what == Change.What.REMEMBERED}
    for memory, basis in Evidence.objects.filter(
        user=user, memory__in=concluded, basis__isnull=False
    ).values_list("memory", "basis__content"):
        beside.setdefault(concluded[memory], []).append(basis)
    return beside


@require_safe
@signed_in
def night(request: PersonRequest) -> HttpResponse:
    """What the last night changed."""
    it, changes = last_night(request.user)
    rows = list(changes[: SHOWN + 1])
    context = {
        "night": it,
        "when": display.moment(request.user, it.finished or it.began) if it else "",
        "changes": _shown(request.user, rows[:SHOWN]),
        "more": changes.count() - SHOWN if len(rows) > SHOWN else 0,
    }
    return render(request, "memories/night.html", context)


@require_POST
@signed_in
def back(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take one change back; what was changed since is asked about first."""
    change = own(Change.objects.filter(by=Change.By.NIGHT).select_related("memory"), pk=pk)
    try:
        take_back(request.user, change, though_changed=request.POST.get("anyway") == "yes")
    except Refused as refused:
        if refused.code == "changed_since":
            context = {"change": change, "shown": _shown(request.user, [change])[0]}
            return render(request, "memories/night_asks.html", context, status=409)
        messages.error(request, refused.message)
    else:
        messages.success(request, gettext("It’s back as it was."))
    return redirect("memories:night")


@require_POST
@signed_in
def back_all(request: PersonRequest) -> HttpResponse:
    """Take the whole night back, but for what was changed since."""
    count, left = take_back_all(request.user)
    told = ngettext("Took back %(number)s change.", "Took back %(number)s changes.", count)
    messages.success(request, told % {"number": intcomma(count)})
    if left:
        told = ngettext(
            "%(number)s was changed since. Take it back by itself if you want to.",
            "%(number)s were changed since. Take them back one by one if you want to.",
            left,
        )
        messages.warning(request, told % {"number": intcomma(left)})
    return redirect("memories:night")


@require_POST
@signed_in(block=False)
def run(request: PersonRequest) -> HttpResponse:
    """Do the night's work now."""
    try:
        done = run_night(request.user)
    except NightUnderWay as refused:
        messages.warning(request, refused.message)
    else:
        more = gettext("This is a lot: I’ll go on with it in the background.")
        messages.success(request, more if done.more else gettext("Tidied up."))
    return redirect("memories:night")
