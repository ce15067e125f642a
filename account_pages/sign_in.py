"""The doors: sign-up, sign-in, an invitation's link, a forgotten password."""

from typing import cast

from allauth.account import views as allauth_views
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from account_pages import guessing
from accounts import signup
from accounts.invitations import find_open


def sign_up(request: HttpRequest) -> HttpResponseBase:
    """Make an account: the first one here, by an invitation, or where sign-up is open."""
    invitation = find_open(signup.invitation_of(request.session))
    shown = {"first_account": signup.is_first(), "invitation": invitation}
    initial = {"email": invitation.email} if invitation else {}
    view = allauth_views.SignupView.as_view(extra_context=shown, initial=initial)
    return cast("HttpResponseBase", view(request))


def sign_in(request: HttpRequest) -> HttpResponseBase:
    """Sign in; the way to sign-up is shown only where it is open.

    Where nobody has an account yet, there is nothing to sign in to: the first one is made.
    """
    if request.method == "GET" and signup.is_first():
        return redirect("account_signup")
    if not guessing.is_known_browser(request, request.POST.get("login", "")) and (
        refusal := ratelimit.consume_or_429(request, action="sign_in")
    ):
        return cast("HttpResponse", refusal)
    shown = {"may_sign_up": signup.is_open(signup.invitation_of(request.session))}
    view = allauth_views.LoginView.as_view(extra_context=shown)
    return cast("HttpResponseBase", view(request))


def open_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Follow an invitation's link: it is kept in the session, out of the addresses that follow."""
    if request.user.is_authenticated:
        messages.info(
            request, gettext("You have an account already. The invitation is for someone else.")
        )
        return redirect("/")
    if find_open(secret) is None:
        return render(request, "accounts/invitation_gone.html", status=404)
    signup.put_invitation(request.session, secret)
    return redirect("account_signup")


def forgot_password(request: HttpRequest) -> HttpResponseBase:
    """Ask for a link by mail; where no mail is set up, say who can help."""
    if not settings.EMAIL_HOST:
        return render(request, "accounts/no_mail.html")
    return cast("HttpResponseBase", allauth_views.password_reset(request))
