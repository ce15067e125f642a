"""Where django-allauth meets our own rules of coming in and signing in."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailConfirmationHMAC
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language_from_request, gettext, gettext_lazy

from account_pages import guessing
from accounts import signup
from accounts.models import User

_LONGEST_EMAIL = 254


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Closed sign-up, invitations, our own words, and mail that may not be set up."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": gettext_lazy("That email and password don’t match."),
        "email_taken": gettext_lazy("There is an account with this email already."),
        "enter_current_password": gettext_lazy("That is not your current password."),
        "too_many_login_attempts": gettext_lazy(
            "Too many failed attempts. Wait five minutes and try again."
        ),
        "too_many_everywhere": gettext_lazy(
            "Too many failed attempts from many places. Wait an hour, or use a "
            "browser in which you have signed in before."
        ),
        "incorrect_code": gettext_lazy("That code is not right. Try the one that is shown now."),
        "incorrect_password": gettext_lazy("That is not your password."),
    }

    def clean_email(self, email: str) -> str:
        if len(email) > _LONGEST_EMAIL:
            raise ValidationError(
                gettext("An email address has at most %(longest_email)s characters.")
                % {"longest_email": _LONGEST_EMAIL}
            )
        return email

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return signup.is_open(signup.invitation_of(request.session))

    def save_user(
        self,
        request: HttpRequest,
        user: User,
        form: BaseForm,
        commit: bool = True,  # noqa: ARG002 - allauth's signature
    ) -> User:
        """Let the person of the form in, or show that sign-up is closed."""
        user.email = form.cleaned_data["email"]
        user.set_password(form.cleaned_data["password1"])
        user.time_zone = form.cleaned_data["time_zone"]
        user.language = get_language_from_request(request)
        try:
            signup.join(user, invitation=signup.invitation_of(request.session))
        except signup.SignUpClosedError:
            closed = render(request, "account/signup_closed.html", status=403)
            raise ImmediateHttpResponse(closed) from None
        except IntegrityError:
            # The same email twice at once: the form's own check came too early to see it.
            messages.error(request, self.error_messages["email_taken"])
            raise ImmediateHttpResponse(redirect("account_login")) from None
        signup.put_invitation(request.session, "")
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try; allauth gives it back when the password was right."""
        try:
            usage = guessing.take(request, credentials.get("email", ""))
        except guessing.TooManyError as bound:
            why = "too_many_everywhere" if bound.everywhere else "too_many_login_attempts"
            raise self.validation_error(why) from None
        self._login_failed_rl_usage = usage

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **how)
        guessing.know_browser(request, response, user)
        return response

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return guessing.key_of(request, credentials.get("email", ""))

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        super()._delete_login_attempts_cached_email(request, **credentials)
        guessing.clear_everywhere(request, credentials.get("email", ""))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        if settings.EMAIL_HOST:
            super().send_mail(template_prefix, email, context)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: EmailConfirmationHMAC, signup: bool
    ) -> None:
        """Where no mail can be sent, a changed address holds at once: nothing could confirm it."""
        if settings.EMAIL_HOST:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.confirm_email(request, emailconfirmation.email_address)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        sent = message_template == "account/messages/email_confirmation_sent.txt"
        if settings.EMAIL_HOST or not sent:
            super().add_message(request, level, message_template, *args, **kwargs)


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Keeps the secrets of the second step encrypted."""

    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _fernet().decrypt(encrypted_text.encode()).decode()


def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.ENCRYPTION_KEYS])
