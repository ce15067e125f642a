"""Keys for programs: the page that lists, makes and revokes them."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from account_pages.forms import TokenForm
from accounts.models import ApiToken
from accounts.tokens import make_token
from web.guard import PersonRequest, own, signed_in


@require_GET
@signed_in
def tokens(request: PersonRequest) -> HttpResponse:
    return _page(request, TokenForm())


@require_POST
@signed_in
def create_token(request: PersonRequest) -> HttpResponse:
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    _, secret = make_token(request.user, **form.cleaned_data)
    return _page(request, TokenForm(), secret=secret)


@require_POST
@signed_in
def revoke_token(request: PersonRequest, pk: UUID) -> HttpResponse:
    own(ApiToken, pk=pk).delete()
    messages.success(request, "The key no longer works.")
    return redirect("accounts:tokens")


def _page(
    request: PersonRequest, form: TokenForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    shown = {
        "form": form,
        "tokens": request.user.api_tokens.order_by("-created"),
        "new_token": secret,
        "mcp_url": request.build_absolute_uri("/mcp"),
    }
    response = render(request, "accounts/tokens.html", shown, status=status)
    response["Cache-Control"] = "no-store"
    return response
