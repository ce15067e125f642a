"""The pages of projects, sample data and leaving: they reach into what all other rooms keep."""

from collections.abc import Iterable
from typing import cast
from uuid import UUID

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.errors import Refused
from accounts.models import Project
from accounts.projects import archive_project, create_project, rename_project
from database.acting import acting_as
from portability.deletion import AccountDeletionPreview, delete_person, everything
from portability.forms import FarewellForm, ProjectForm
from portability.projects import ProjectDeletionPreview, delete_project, going, overview
from portability.sample import add_sample, remove_sample
from web.guard import PersonRequest, own, signed_in


@require_GET
@signed_in
def projects(request: PersonRequest) -> HttpResponse:
    return _list(request, ProjectForm())


@require_POST
@signed_in
def create(request: PersonRequest) -> HttpResponse:
    form = ProjectForm(request.POST)
    if not form.is_valid():
        return _list(request, form, status=422)
    try:
        project = create_project(request.user, form.cleaned_data["name"])
    except Refused as refused:
        form.add_error("name", refused.message)
        return _list(request, form, status=422)
    messages.success(request, gettext("Created “%(name)s”.") % {"name": project.name})
    return redirect("accounts:projects")


@signed_in
def rename(request: PersonRequest, pk: UUID) -> HttpResponse:
    project = own(Project, pk=pk)
    if request.method != "POST":
        form = ProjectForm(initial={"name": project.name})
        return _card(request, "rename", {"project": project, "form": form})
    form = ProjectForm(request.POST)
    if form.is_valid():
        try:
            rename_project(request.user, project, form.cleaned_data["name"])
        except Refused as refused:
            form.add_error("name", refused.message)
        else:
            return redirect("accounts:projects")
    return _card(request, "rename", {"project": project, "form": form}, status=422)


@require_POST
@signed_in
def archive(request: PersonRequest, pk: UUID) -> HttpResponse:
    project = archive_project(own(Project, pk=pk), back=bool(request.POST.get("back")))
    told = gettext("Archived “%(name)s”.") if project.archived else gettext("“%(name)s” is back.")
    messages.success(request, told % {"name": project.name})
    return redirect("accounts:projects")


@signed_in
def delete(request: PersonRequest, pk: UUID) -> HttpResponse:
    project = own(Project, pk=pk)
    if request.method == "POST":
        delete_project(request.user, project)
        messages.success(request, gettext("“%(name)s” is deleted.") % {"name": project.name})
        return redirect("accounts:projects")
    it = going(request.user, project)
    shown = {"project": project, "goes": list(_goes(it)), "stays": list(_stays(it))}
    return _card(request, "delete", shown)


@require_POST
@signed_in(block=False)
def sample_add(request: PersonRequest) -> HttpResponse:
    """Look around in sample data."""
    if not add_sample(request.user):
        messages.info(request, gettext("The sample data is here already."))
    return redirect("chat:home")


@require_POST
@signed_in
def sample_remove(request: PersonRequest) -> HttpResponse:
    """Remove the sample data with one click."""
    if remove_sample(request.user):
        messages.success(request, gettext("The sample data is gone."))
    return redirect("chat:home")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in(block=False)
def delete_account(request: PersonRequest) -> HttpResponse:
    """Delete one's account with everything in it, having shown what that is."""
    form = FarewellForm(request.user, request.POST or None)
    if request.method == "POST":
        too_often = ratelimit.consume_or_429(request, action="reauthenticate", user=request.user)
        if too_often:
            return cast("HttpResponse", too_often)
        if form.is_valid():
            delete_person(request.user)
            logout(request)
            messages.success(
                request, gettext("Your account is gone, with everything that was in it.")
            )
            return redirect("account_login")
    with acting_as(request.user):
        it = everything(request.user)
        shown = {"form": form, "goes": list(_all_of(it)), "heir": it.heir}
        part = "#card" if request.htmx and request.method != "POST" else ""
        status = 422 if form.errors else 200
        return render(request, f"accounts/delete_account.html{part}", shown, status=status)


def _all_of(it: AccountDeletionPreview) -> Iterable[str]:
    if it.memories:
        yield _count(ngettext("%(number)s memory", "%(number)s memories", it.memories), it.memories)
    if it.conversations:
        yield _conversations(it.conversations)
    yield from it.sources
    yield from it.permissions
    yield gettext("You can no longer sign in")


def _goes(it: ProjectDeletionPreview) -> Iterable[str]:
    if it.memories:
        told = ngettext(
            "%(number)s memory seen only here", "%(number)s memories seen only here", it.memories
        )
        yield _count(told, it.memories)
    if it.conversations:
        yield _conversations(it.conversations)
    yield from it.sources


def _stays(it: ProjectDeletionPreview) -> Iterable[str]:
    if it.staying:
        told = ngettext(
            "%(number)s memory about you learned here",
            "%(number)s memories about you learned here",
            it.staying,
        )
        yield _count(told, it.staying)


def _conversations(number: int) -> str:
    return _count(ngettext("%(number)s conversation", "%(number)s conversations", number), number)


def _count(told: str, number: int) -> str:
    return told % {"number": intcomma(number)}


def _list(request: PersonRequest, form: ProjectForm, *, status: int = 200) -> HttpResponse:
    known = overview(request.user)
    shown = {
        "projects": [project for project in known if not project.archived],
        "archived": [project for project in known if project.archived],
        "form": form,
    }
    return render(request, "accounts/projects.html", shown, status=status)


def _card(
    request: PersonRequest, what: str, shown: dict[str, object], *, status: int = 200
) -> HttpResponse:
    """The dialog's card for htmx, a page of its own without."""
    part = "#card" if request.htmx else ""
    return render(request, f"accounts/project_{what}.html{part}", shown, status=status)
