"""Connecting programs: the page that makes a key and the line to copy, and each key's own page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from account_pages import programs
from account_pages.forms import TokenForm
from account_pages.oauth.addresses import address_of
from account_pages.programs import PROGRAMS, Program, SetupLine
from accounts.access_log import KEPT, KeyCalls, calls_of
from accounts.models import ApiToken
from accounts.tokens import make_token, revoke
from web.guard import PersonRequest, own, signed_in

MOMENT = timedelta(minutes=1)


@dataclass(frozen=True)
class ShownKey:
    """A key with what it did, the latest first."""

    key: ApiToken
    calls: Sequence[KeyCalls]

    @property
    def last(self) -> KeyCalls | None:
        return self.calls[0] if self.calls else None

    @property
    def ago(self) -> str:
        """When it was last used: "just now", "2 minutes ago"; "" where it never was."""
        if self.last is None:
            return ""
        recent = timezone.now() - self.last.last < MOMENT
        return gettext("just now") if recent else naturaltime(self.last.last)


@dataclass(frozen=True)
class ShownLine:
    """A program with the line to copy for it."""

    program: Program
    line: str


@require_GET
@signed_in
def connect(request: PersonRequest) -> HttpResponse:
    program = programs.find(request.GET.get("program", ""))
    form = TokenForm(request.user, initial={"name": program.label})
    return _page(request, program, form)


@require_POST
@signed_in
def create_token(request: PersonRequest) -> HttpResponse:
    program = programs.find(request.POST.get("program", ""))
    form = TokenForm(request.user, request.POST)
    if not form.is_valid():
        return _page(request, program, form, status=422)
    key, secret = make_token(request.user, **form.cleaned_data)
    return _page(request, program, form, made=ShownKey(key, ()), secret=secret)


@require_GET
@signed_in
def token(request: PersonRequest, pk: UUID) -> HttpResponse:
    """What a key did. The part that says what came last is asked for until something has come."""
    (key,) = _shown(request, [own(ApiToken.objects.select_related("project"), pk=pk)])
    if request.htmx and not key.last:
        return HttpResponse(status=204)
    program = programs.find(request.GET["program"]) if "program" in request.GET else None
    part = "#last" if request.htmx else ""
    shown = {"it": key, "program": program, "days": KEPT.days}
    return render(request, f"accounts/token.html{part}", shown)


@require_POST
@signed_in
def revoke_token(request: PersonRequest, pk: UUID) -> HttpResponse:
    key = own(ApiToken, pk=pk)
    revoke(key)
    told = gettext("The key no longer works.")
    if key.oauth_client:
        told = gettext("%(name)s no longer has access.") % {"name": key.name}
    messages.success(request, told)
    return redirect("accounts:connect")


def _shown(request: PersonRequest, keys: Sequence[ApiToken]) -> list[ShownKey]:
    calls = calls_of(request.user, keys)
    return [ShownKey(key, calls[key.pk]) for key in keys]


def _page(
    request: PersonRequest,
    program: Program,
    form: TokenForm,
    *,
    made: ShownKey | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    address = address_of(request)
    scope = made.key.scope if made else ApiToken.Scope.FULL
    to = SetupLine(address, secret or programs.NO_KEY, scope)
    keys = request.user.api_tokens.select_related("project").order_by("-created")
    shown = {
        "program": program,
        "programs": PROGRAMS,
        "line": program.line(to),
        "others": [ShownLine(each, each.line(to)) for each in PROGRAMS if each is not program],
        "form": form,
        "mcp": to.mcp if settings.YARNNN_OAUTH else "",
        "on_the_web": to.mcp.startswith("https://"),
        "it": made,
        "secret": secret,
        "keys": _shown(request, [key for key in keys if made is None or key.pk != made.key.pk]),
    }
    response = render(request, "accounts/connect.html", shown, status=status)
    response["Cache-Control"] = "no-store"
    return response
