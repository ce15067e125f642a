"""The addresses that connect a mailbox and steer it."""

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from database.acting import acting_as
from gmail.connection import controls
from gmail.connection.connect import NotConnected, begin, finish
from gmail.connection.forms import ServiceForm
from gmail.connection.service import add_mailboxes
from gmail.google.tokens import READONLY
from gmail.models import Account, Thread
from web.guard import PersonRequest, own, signed_in

# The page of all mailboxes.
OVERVIEW = "/gmail"


@require_safe
@signed_in
def connect(request: PersonRequest) -> HttpResponse:
    """Go to Google's consent page; `?account=` is one that is to be connected again."""
    wanted = request.GET.get("account")
    account = own(Account, pk=wanted, delegated=False) if wanted else None
    try:
        return redirect(begin(request.user, _callback(request), account))
    except NotConnected as problem:
        if problem.code == "no_client":
            # The page of all mailboxes tells how to get one.
            return redirect(OVERVIEW)
        return _not_connected(request, problem)


@require_safe
@signed_in(block=False)
def callback(request: PersonRequest) -> HttpResponse:
    """Google sends the person back here."""
    told = request.GET
    if not told:
        return redirect(OVERVIEW)
    try:
        done = finish(
            request.user, told.get("state", ""), told.get("code", ""), told.get("error", "")
        )
    except NotConnected as problem:
        return _not_connected(request, problem)
    words = gettext("%(address)s is connected now.")
    if done.again:
        words = gettext("%(address)s is connected again now.")
    messages.success(request, words % {"address": done.account.address})
    return redirect(OVERVIEW)


@require_POST
@signed_in
def pause(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Read no more for now."""
    return _steer(request, pk, controls.pause, gettext("Paused. What was read stays."))


@require_POST
@signed_in
def resume(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Go on reading."""
    return _steer(request, pk, controls.resume, gettext("Continuing where it stopped."))


@require_POST
@signed_in
def sync(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Look for new mail now."""
    return _steer(request, pk, controls.sync_now, gettext("Looking for new mail."))


@require_POST
@signed_in
def disconnect(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Give the permission back, and remove what came from the mailbox."""
    said = gettext("Disconnected. What came from this mailbox is being removed.")
    return _steer(request, pk, controls.disconnect, said)


@require_POST
@signed_in
def retry(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Fetch a conversation again that could not be read."""
    controls.retry_thread(request.user, own(Thread.objects.select_related("account"), pk=pk))
    messages.success(request, gettext("Trying again."))
    return redirect(OVERVIEW)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def service(request: PersonRequest) -> HttpResponse:
    """Mailboxes of an organisation: only for whoever owns the installation."""
    if not request.user.owns_installation:
        raise Http404
    form = ServiceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            added = add_mailboxes(
                request.user, form.cleaned_data["key"], form.cleaned_data["mailboxes"].splitlines()
            )
        except NotConnected as problem:
            form.add_error("key" if problem.code == "key" else "mailboxes", problem.message)
        else:
            messages.success(
                request,
                gettext("Reading %(len)s mailboxes, sent mail first.") % {"len": len(added)},
            )
            return redirect(OVERVIEW)
    status = 422 if form.errors else 200
    form.forget_key()
    context = {"form": form, "scope": READONLY}
    response = render(request, "gmail/service.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _callback(request: PersonRequest) -> str:
    path = reverse("gmail:callback")
    return (
        f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    )


def _steer(
    request: PersonRequest, pk: UUID, act: Callable[[User, Account], None], said: str
) -> HttpResponse:
    act(request.user, own(Account, pk=pk))
    messages.success(request, said)
    return redirect(OVERVIEW)


def _not_connected(request: PersonRequest, problem: NotConnected) -> HttpResponse:
    with acting_as(request.user):
        return render(
            request,
            "gmail/not_connected.html",
            {"problem": problem, "overview": OVERVIEW},
            status=422,
        )
