"""What a person does to a memory on the page. Each works by htmx, and as a plain form."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from accounts.models import Project
from memories import forgetting
from memories.forgetting.vacuum import can_rewrite
from memories.hooks import Files
from memories.keeping import Outcome, Refused, RememberResult, editing, remember
from memories.learning import replace_old
from memories.models import Change, Memory
from memories.pages import display
from memories.pages.forgotten.together import NAMED, brought_back, together, together_with
from memories.pages.forms import AddForm, WordsForm
from memories.pages.ghost import GHOSTLY, ghost_of, in_a_row, went_along
from memories.recall import listing
from web.guard import PersonRequest, own, signed_in

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@get_or_post
@signed_in
def add(request: PersonRequest) -> HttpResponse:
    """Add a memory by hand."""
    form = AddForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        remembered = _attempt(form, lambda: _remember(request, form))
        if remembered and remembered.memory:
            return _added(request, remembered)
        if remembered:
            form.add_error(
                None,
                gettext(
                    "This is like something you had me forget. Tick the box to remember it all "
                    "the same."
                ),
            )
            form.ask_again()
    return _form(request, "memories/add.html", "#card", {"form": form})


@require_safe
@signed_in
def row(request: PersonRequest, pk: UUID) -> HttpResponse:
    """One memory as it stands in the list, or under an answer."""
    return _row(request, own(Memory, pk=pk))


@get_or_post
@signed_in
def edit(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Put a memory in other words."""
    memory = own(Memory, pk=pk)
    form = WordsForm(request.POST or None, initial={"content": memory.content})
    if request.method == "POST" and form.is_valid():
        words = form.cleaned_data["content"]
        edited = _attempt(
            form,
            lambda: editing.edit(request.user, memory, by=Change.By.PERSON, content=words),
        )
        if edited:
            return _done(request, edited, gettext("Saved."))
    context = {
        "memory": memory,
        "form": form,
        "target": _target(request, memory.pk),
        "row_url": reverse("memories:row", args=[memory.pk]),
    }
    return _form(request, "memories/edit.html", "#inline", context)


@require_POST
@signed_in
def confirm(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Say that a memory is right: it neither fades nor is changed without asking."""
    memory = own(Memory, pk=pk)
    try:
        editing.confirm(request.user, memory, by=Change.By.PERSON)
    except Refused as refused:
        return refusal(request, refused)
    return _done(request, memory, gettext("Confirmed."))


@get_or_post
@signed_in
def move(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Choose where a memory applies: everywhere, or in one project."""
    memory = own(Memory.objects.select_related("project"), pk=pk)
    if request.method == "POST":
        chosen = request.POST.get("project")
        project = own(Project, pk=chosen) if chosen else None
        try:
            editing.move(request.user, memory, project, by=Change.By.PERSON)
        except Refused as refused:
            return refusal(request, refused)
        where = (
            gettext("It now applies in %(name)s.") % {"name": project.name}
            if project
            else gettext("It now applies everywhere.")
        )
        return _done(request, memory, where)
    projects = Project.objects.filter(user=request.user, archived=None).order_by("name")
    part = "#card" if request.htmx else ""
    return render(request, f"memories/move.html{part}", {"memory": memory, "projects": projects})


@require_POST
@signed_in
def forget(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Forget a memory, at once, with Undo in its place."""
    memory = own(Memory, pk=pk)
    content = memory.content
    try:
        done = forgetting.forget(request.user, [pk], by=Change.By.PERSON)
    except Refused as refused:
        return refusal(request, refused)
    if request.htmx:
        context = {
            "ghost": ghost_of(request.user, pk),
            "just_now": True,
            "counts_now": _counts(request),
        }
        if _under_an_answer(request):
            change = {"memory_id": pk, "what": "forgotten", "content": content}
            return render(request, "memories/forgotten_change.html", context | {"change": change})
        return render(request, "memories/ghost.html", context)
    if "place" in request.POST:
        return back(request, f"undo-{pk}", gone=str(pk), place=request.POST["place"])
    along = in_a_row(went_along(request.user, done.batch))
    text = (
        gettext("Forgotten, and %(along)s.") % {"along": along} if along else gettext("Forgotten.")
    )
    messages.success(request, text, extra_tags=reverse("memories:undo", args=[done.batch]))
    return back(request, f"change-{pk}")


@require_POST
@signed_in
def undo(request: PersonRequest, batch: UUID) -> HttpResponse:
    """Take one act of forgetting back."""
    words = list(together(request.user, [batch])[batch].values())
    try:
        back = forgetting.undo(request.user, batch)
    except Refused as refused:
        return refusal(request, refused)
    asked = own(Memory, pk=_asked_for(request, back))
    return _done(request, asked, brought_back(words), toast=len(words) > 1)


@require_POST
@signed_in
def restore(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Bring a forgotten memory back, with all that went in the same act."""
    memory = own(Memory, pk=pk)
    words = together_with(request.user, memory.pk)
    try:
        back = forgetting.restore(request.user, memory.pk)
    except Refused as refused:
        return refusal(request, refused)
    if _under_an_answer(request):
        found = Memory.objects.filter(user=request.user, pk__in=back)
        rows = [{"memory_id": it.pk, "what": "restored", "content": it.content} for it in found]
        rows.sort(key=lambda row: row["memory_id"] != pk)
        context = {"change": rows[0], "others": rows[1:]}
        return render(request, "memories/restored_changes.html", context)
    return _gone(request, pk, brought_back(words), others=len(words) > 1)


@require_POST
@signed_in
def uncorrect(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Take a correction back: the memory that it took the place of is as it was.

    `pk` is either of the two.
    """
    memory = own(Memory, pk=pk)
    if memory.state == Memory.State.SUPERSEDED:
        memory = memory.superseded_by.order_by("-created").first() or memory
    try:
        old = editing.uncorrect(request.user, memory, by=Change.By.PERSON)
    except Refused as refused:
        return refusal(request, refused)
    if _under_an_answer(request):
        change = {"memory_id": old.pk, "what": "restored", "content": old.content}
        return render(request, "memories/change.html", {"change": change})
    messages.success(request, gettext("Restored."))
    return back(request)


@require_POST
@signed_in
def supersede(request: PersonRequest, pk: UUID) -> HttpResponse:
    """The person says that this memory replaces an earlier one (`old`)."""
    memory, old = own(Memory, pk=pk), own(Memory, pk=request.POST.get("old", ""))
    try:
        replace_old(request.user, old, memory, by=Change.By.PERSON)
    except Refused as refused:
        return refusal(request, refused)
    return _told(request, memory, "updated", old.content)


@require_POST
@signed_in
def keep_both(request: PersonRequest, pk: UUID) -> HttpResponse:
    """The person says that both are true: what was replaced is current again, or was asked of."""
    memory = own(Memory, pk=pk)
    try:
        if "old" in request.POST:
            editing.confirm(request.user, own(Memory, pk=request.POST["old"]), by=Change.By.PERSON)
        else:
            editing.keep_both(request.user, memory, by=Change.By.PERSON)
    except Refused as refused:
        return refusal(request, refused)
    return _told(request, memory, "remembered")


def _told(request: PersonRequest, memory: Memory, what: str, before: str = "") -> HttpResponse:
    """What was done, in the place under an answer where it was asked; else a line on the page."""
    if _under_an_answer(request):
        change = {"memory_id": memory.pk, "what": what, "content": memory.content}
        return render(request, "memories/change.html", {"change": change | {"before": before}})
    messages.success(
        request, gettext("Replaced.") if what == "updated" else gettext("Both are kept.")
    )
    return back(request)


@get_or_post
@signed_in
def erase(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Remove a memory for good, once that is confirmed."""
    memory = own(Memory, pk=pk)
    words = together_with(request.user, memory.pk)
    error = ""
    if request.method == "POST":
        chosen = request.POST.get("files", "")
        files = Files(chosen) if chosen in set(Files) else None
        try:
            forgetting.erase(request.user, memory.pk, files=files)
        except Refused as refused:
            if refused.code != "files" or request.htmx:
                return refusal(request, refused)
            error = refused.message
        else:
            return _gone(request, pk, gettext("Erased for good."), others=len(words) > 1)
    memory.content = words[0] if words else memory.content
    held = forgetting.files_with(request.user, memory)
    context = {
        "memory": memory,
        "others": words[1 : 1 + NAMED],
        "others_more": max(0, len(words) - 1 - NAMED),
        "together": max(1, len(words)),
        "rewritten": [file.name for file in held if file.rewritable],
        "choose": [file.name for file in held if not file.rewritable],
        "error": error,
        "embedded": settings.EMBEDDED_POSTGRES,
        "rewrites": can_rewrite(),
    }
    part = "#card" if request.htmx else ""
    status = 422 if error else 200
    return render(request, f"memories/erase.html{part}", context, status=status)


def _remember(request: PersonRequest, form: AddForm) -> RememberResult:
    return remember(
        request.user,
        form.cleaned_data["content"],
        by=Change.By.PERSON,
        project=form.cleaned_data["project"],
        again=form.cleaned_data["again"],
    )


def _added(request: PersonRequest, remembered: RememberResult) -> HttpResponse:
    known = remembered.outcome == Outcome.SUPPORTED
    messages.success(
        request, gettext("I knew that already.") if known else gettext("I’ll remember that.")
    )
    url = reverse("memories:list")
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _attempt(form: WordsForm, verb: Callable[[], Any]) -> Any:
    """Do it, or put what the heart refuses beside the words."""
    try:
        return verb()
    except Refused as refused:
        form.add_error("content", refused.message)
        return None


def _form(
    request: PersonRequest, template: str, part: str, context: dict[str, Any]
) -> HttpResponse:
    """A form's page or partial; 422 when it comes back with what is wrong."""
    status = 422 if context["form"].errors else 200
    return render(request, template + (part if request.htmx else ""), context, status=status)


def _done(
    request: PersonRequest, memory: Memory, text: str, *, toast: bool = False
) -> HttpResponse:
    """The row again, with a line where it does not tell all; or back to the page with the line."""
    if request.htmx and request.htmx.target:
        return _row(request, memory, toast=text if toast else "")
    messages.success(request, text)
    return back(request)


def _row(request: PersonRequest, memory: Memory, *, toast: str = "") -> HttpResponse:
    if _under_an_answer(request):
        change = {"memory_id": memory.pk, "what": "remembered", "content": memory.content}
        return render(request, "memories/change.html", {"change": change})
    (row_of_it,) = listing.rows(request.user, [memory])
    projects = Project.objects.filter(user=request.user, archived=None).exists()
    it = display.memory(request.user, row_of_it, projects=projects)
    context = {"memory": it, "counts_now": _counts(request), "toast": toast}
    return render(request, "memories/row.html", context)


def _gone(request: PersonRequest, pk: UUID, text: str, *, others: bool) -> HttpResponse:
    """Nothing in the row's place, and a line that says so; where `others` went, the page anew."""
    if request.htmx and not others:
        context = {
            "target": _target(request, pk),
            "toast": {"text": text},
            "counts_now": _counts(request),
        }
        return render(request, "memories/gone.html", context)
    messages.success(request, text)
    return HttpResponseClientRefresh() if request.htmx else back(request)


def _counts(request: PersonRequest) -> dict[str, int]:
    """The numbers on the list's tabs, for that page alone: others show rows without them."""
    on = urlsplit(request.htmx.current_url or "").path
    return listing.states(request.user) if on in ("", reverse("memories:list")) else {}


def refusal(request: PersonRequest, refused: Refused) -> HttpResponse:
    """What the heart refuses, in its own words: usually because the page was out of date."""
    if refused.code.startswith("unknown_"):
        raise Http404
    if request.htmx:
        return render(request, "memories/refused.html", {"text": refused.message}, status=422)
    messages.error(request, refused.message)
    return back(request)


def back(request: PersonRequest, fragment: str = "", **query: str) -> HttpResponse:
    """Back to the page it was asked on, at a place of it; `query` names what was just forgotten."""
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    there = urlsplit(wanted if safe else reverse("memories:list"))
    kept = [pair for pair in parse_qsl(there.query) if pair[0] not in GHOSTLY]
    asked = urlencode([*kept, *query.items()])
    return redirect(there._replace(query=asked, fragment=fragment).geturl())


def _target(request: PersonRequest, pk: UUID) -> str:
    return f"change-{pk}" if _under_an_answer(request) else f"memory-{pk}"


def _under_an_answer(request: PersonRequest) -> bool:
    """Whether it is a change shown under an answer that asks, not a row of the list."""
    return bool(request.htmx) and (request.htmx.target or "").startswith("change-")


def _asked_for(request: PersonRequest, back: tuple[UUID, ...]) -> UUID:
    """Which of the memories that are back stands on the page."""
    ids = {f"memory-{pk}": pk for pk in back}
    return ids.get(request.htmx.target or "", back[0])
