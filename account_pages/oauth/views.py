"""OAuth's addresses: allauth's views, held to codes with PKCE and to our own page of consent."""

from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from allauth.core.internal import ratelimit
from allauth.idp.oidc import views as allauth_views
from allauth.idp.oidc.internal.clientkit import lookup_client
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from account_pages.oauth.addresses import resource_of
from account_pages.oauth.clients import GRANTS, SCOPES, prepare, where_to
from account_pages.oauth.forms import ConsentForm
from account_pages.oauth.switch import where_oauth_is_on
from accounts.models import ApiToken, User
from accounts.tokens import allow
from database.acting import acting_as

# Of a registration, in bytes.
_LONGEST = 20_000


class _Authorization(allauth_views.AuthorizationView):  # type: ignore[misc]
    """Asks the person, and remembers what they allowed."""

    form_class = ConsentForm
    template_name = "idp/oidc/consent.html"

    def get_initial(self) -> dict[str, Any]:
        info = self._request_info
        # Every token is for something, also where the program named nothing.
        info["resources"] = info["resources"] or [resource_of(self.request)]
        read = ApiToken.Scope.READ.value
        client = lookup_client(info["client_id"])
        return {
            **super().get_initial(),
            "name": client.name or where_to(info["redirect_uri"]),
            "scope": read if read in self._scopes else self._scopes[0],
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        there = where_to(self._request_info["redirect_uri"])
        return {**super().get_context_data(**kwargs), "where_to": there}

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        response = cast("HttpResponse", super().form_valid(form))
        # What went wrong meanwhile is told to the program, without a code.
        if "code" in parse_qs(urlsplit(response.get("Location", "")).query):
            said = form.cleaned_data
            allow(
                cast("User", self.request.user),
                self._request_info["client_id"],
                said["name"],
                ApiToken.Scope(said["scope"]),
                said["project"],
            )
        return response


@csrf_exempt
@where_oauth_is_on
def authorize(request: HttpRequest) -> HttpResponse:
    """The page on which a person allows a program something. allauth checks the form's CSRF token.

    The answer leads to the program by a page: the policy lets no form lead to another host.
    """
    if request.method == "GET" and (wrong := _refused(request.GET)):
        return _error(request, wrong)
    view = _Authorization.as_view()
    if not request.user.is_authenticated:
        return cast("HttpResponse", view(request))
    with acting_as(request.user):
        response = view(request)
        if isinstance(response, TemplateResponse):
            return response.render()
    if response.status_code == 200:
        response.status_code = 400
    elif request.method == "POST" and response.status_code == 302 and "request" in request.POST:
        return render(request, "idp/oidc/back.html", {"to": response["Location"]})
    return cast("HttpResponse", response)


def _refused(asked: QueryDict) -> str:
    """Why a program may not ask in this way; "" where it may."""
    if "none" in asked.get("prompt", "").split():
        return gettext("It wants to be let in without asking you.")
    if asked.get("code_challenge_method") != "S256" or not asked.get("code_challenge"):
        return gettext("It does not protect its request with PKCE (S256).")
    # Outside of any transaction: a client may be a document on another host.
    client = lookup_client(asked.get("client_id", ""))
    if client is None or where_to(asked.get("redirect_uri", "")) is None:
        return gettext("It is not registered here, or wants its answer sent to an unknown address.")
    if client.get_scopes() != SCOPES:
        try:
            prepare(client)
        except ValidationError:
            return gettext("It wants its answer sent to an unknown address.")
        client.save()
    return ""


def _error(request: HttpRequest, why: str) -> HttpResponse:
    return render(request, "idp/oidc/error.html", {"why": why}, status=400)


@csrf_exempt
@require_POST
@where_oauth_is_on
def token(request: HttpRequest) -> HttpResponse:
    """A code or a refresh token, for tokens."""
    if not _may_ask_again(request):
        return _told("temporarily_unavailable", "Too many requests.", 429)
    if request.POST.get("grant_type") not in GRANTS:
        return _told("unsupported_grant_type", f"There are: {', '.join(GRANTS)}.")
    try:
        return cast("HttpResponse", allauth_views.token(request))
    except ValidationError:
        return _told("invalid_target", "There is no such resource here.")


@csrf_exempt
@require_POST
@where_oauth_is_on
def register(request: HttpRequest) -> HttpResponse:
    """A program says what it is (RFC 7591). Anybody may: it gives no access to anything."""
    if len(request.body) > _LONGEST:
        return _told("invalid_client_metadata", "That is too long.")
    return cast("HttpResponse", allauth_views.client_registration(request))


@csrf_exempt
@require_POST
@where_oauth_is_on
def revoke(request: HttpRequest) -> HttpResponse:
    """A program gives a token back (RFC 7009)."""
    return cast("HttpResponse", allauth_views.revoke(request))


def _may_ask_again(request: HttpRequest) -> bool:
    usage = ratelimit.consume(request=request, app="allauth.idp.oidc", action="token")
    return usage is not None


def _told(error: str, description: str, status: int = 400) -> JsonResponse:
    return JsonResponse({"error": error, "error_description": description}, status=status)
