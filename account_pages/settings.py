"""The settings page: the person's own, and for the owner whom to invite."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from account_pages.forms import InvitationForm, ProfileForm
from account_pages.zones import current_name
from accounts.invitations import invite, listed, withdraw
from accounts.models import User
from accounts.profile import change_profile
from web.guard import PersonRequest, signed_in
from web.navigation import settings_links


@signed_in
def settings(request: PersonRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, _profile(request.user), InvitationForm())
    form = ProfileForm(request.user, request.POST)
    if not form.is_valid():
        return _page(request, form, InvitationForm(), status=422)
    change_profile(request.user, **form.cleaned_data)
    messages.success(request, gettext("Saved."))
    return redirect("accounts:settings")


@require_POST
@signed_in
def create_invitation(request: PersonRequest) -> HttpResponse:
    _owner_only(request)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, _profile(request.user), form, status=422)
    _, secret = invite(request.user, form.cleaned_data["email"])
    link = request.build_absolute_uri(reverse("accounts:open_invitation", args=[secret]))
    return _page(request, _profile(request.user), InvitationForm(), link=link)


@require_POST
@signed_in
def withdraw_invitation(request: PersonRequest, pk: UUID) -> HttpResponse:
    _owner_only(request)
    if not withdraw(request.user, pk):
        raise Http404
    messages.success(request, gettext("The link no longer works."))
    return redirect("accounts:settings")


def _profile(user: User) -> ProfileForm:
    known = {
        "name": user.name,
        "time_zone": current_name(user.time_zone),
        "language": user.language,
    }
    return ProfileForm(user, initial=known)


def _owner_only(request: PersonRequest) -> None:
    if not request.user.owns_installation:
        raise Http404


def _page(
    request: PersonRequest,
    form: ProfileForm,
    invite_form: InvitationForm,
    *,
    link: str = "",
    status: int = 200,
) -> HttpResponse:
    shown = {
        "form": form,
        "tokens": request.user.api_tokens.count(),
        "links": settings_links(),
    }
    if request.user.owns_installation:
        shown |= {
            "invite_form": invite_form,
            "invitations": listed(request.user),
            "new_invitation": link,
        }
    return render(request, "accounts/settings.html", shown, status=status)
