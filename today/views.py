"""The page people come back to: what needs an answer, what is to be done, what is new."""

from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from memories.forgetting import leave_out, let_in
from memories.keeping import Refused, editing
from memories.learning import replace_old
from memories.models import Change, Chunk, Memory
from today.cards import cards
from today.coming import ahead
from today.models import AnsweredDay, Task
from today.task_finder import find_tasks
from today.visits import has_something, seen, visit
from web.guard import PersonRequest, own, signed_in


@require_safe
@signed_in
def home(request: PersonRequest) -> HttpResponse:
    """Today for whoever has something here, a chat for whoever has nothing or says something."""
    query = request.GET.urlencode()
    if not query and has_something(request.user):
        return redirect("today:today")
    chat = reverse("chat:home")
    return redirect(f"{chat}?{query}" if query else chat)


@require_safe
@signed_in
def today(request: PersonRequest) -> HttpResponse:
    """What there is today."""
    return _page(request)


@require_safe
@signed_in
def all_ahead(request: PersonRequest) -> HttpResponse:
    """All that is remembered of days to come."""
    return render(request, "today/ahead.html", {"days": ahead(request.user)})


@require_POST
@signed_in
def settle(request: PersonRequest, pk: UUID) -> HttpResponse:
    """A task is done, is none, comes later, or is open again."""
    task = own(Task, pk=pk)
    undo = reverse("today:settle", args=[task.pk])
    match request.POST.get("as"):
        case "done":
            task.state, told = Task.State.DONE, gettext("Done.")
        case "none":
            task.state, told = Task.State.NONE, gettext("Not a task. I won’t show it again.")
        case "later":
            task.later, told = _tomorrow(request.user), gettext("I’ll show it again tomorrow.")
        case None | "open":
            # Opened again by hand, it is not taken for done by what was said before.
            task.state, task.later, told = Task.State.OPEN, None, ""
            task.settled_by, task.settled = None, timezone.now()
        case _:
            raise Http404
    task.save(update_fields=["state", "later", "settled_by", "settled"])
    return _answered(request, told, undo if told else "")


@require_POST
@signed_in
def settle_day(request: PersonRequest, pk: UUID, first: date) -> HttpResponse:
    """A day that comes up is done, is not to be shown, comes later, or is open again."""
    memory = own(Memory, pk=pk)
    later = None
    match wanted := request.POST.get("as", "open"):
        case "done":
            told = gettext("Done.")
        case "none":
            told = gettext("I won’t show it here again.")
        case "later":
            later, told = _tomorrow(request.user), gettext("I’ll show it again tomorrow.")
        case "open":
            AnsweredDay.objects.filter(memory=memory, first=first).delete()
            return _answered(request)
        case _:
            raise Http404
    AnsweredDay.objects.update_or_create(
        memory=memory,
        first=first,
        defaults={"user": request.user, "state": wanted, "later": later},
    )
    return _answered(request, told, reverse("today:settle_day", args=[pk, first]))


@require_POST
@signed_in
def answer(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Which of two is right: the memory that was asked about (`pk`), the older one, or both."""
    new, old = own(Memory, pk=pk), own(Memory, pk=request.POST.get("old", ""))
    undo = ""
    try:
        match request.POST.get("right"):
            case "new":
                replace_old(request.user, old, new, by=Change.By.PERSON)
                undo = reverse("today:reopen", args=[new.pk])
            case "old":
                replace_old(request.user, new, old, by=Change.By.PERSON)
                undo = reverse("today:reopen", args=[old.pk])
            case "both":
                editing.confirm(request.user, old, by=Change.By.PERSON)
            case _:
                raise Http404
    except Refused as refused:
        return _answered(request, refused.message)
    return _answered(request, gettext("Thank you. I’ll go by that."), undo)


@require_POST
@signed_in
def reopen(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take the answer to a question back: what this memory replaced is as it was."""
    memory = own(Memory, pk=pk)
    try:
        editing.keep_both(
            request.user,
            memory,
            by=Change.By.PERSON,
            why=gettext_noop("The answer was taken back."),
        )
    except Refused as refused:
        return _answered(request, refused.message)
    return _answered(request)


@require_POST
@signed_in
def held(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Something that was held back is what was forgotten, or something else."""
    chunk = own(Chunk, pk=pk)
    match request.POST.get("as"):
        case "other":
            let_in(request.user, chunk)
            return _answered(request, gettext("Kept. I’ll find it from now on."))
        case "forgotten":
            leave_out(request.user, chunk)
            return _answered(
                request, gettext("Forgotten too. It is with the other forgotten things.")
            )
    raise Http404


@require_POST
@signed_in
def looked(request: PersonRequest) -> HttpResponse:
    """What is new has been seen."""
    seen(request.user)
    return _answered(request)


def _answered(request: PersonRequest, told: str = "", undo: str = "") -> HttpResponse:
    """The page as it is now, with a line that says what was done."""
    if request.htmx:
        return _page(request, {"text": told, "undo_url": undo} if told else None)
    if told:
        messages.success(request, told, extra_tags=undo)
    return redirect("today:today")


def _page(request: PersonRequest, toast: dict[str, str] | None = None) -> HttpResponse:
    user = request.user
    latest = visit(user)
    find_tasks(user, latest)
    context = {
        "cards": cards(user, latest),
        "now": timezone.localtime(timezone=user.zone),
        "name": user.name,
        "toast": toast,
    }
    part = "#cards" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"today/today.html{part}", context)


def _tomorrow(user: User) -> datetime:
    day = timezone.localdate(timezone=user.zone) + timedelta(days=1)
    return datetime.combine(day, time(), user.zone)
