"""What people fill in."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm
from allauth.core import context
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts import joining
from accounts.invitations import find_open
from accounts.models import ApiToken, User
from accounts.profile import time_zones


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Email and password; the browser adds its time zone."""

    time_zone = forms.CharField(
        required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = "At least 10 characters, and not a common one."

    def save(self, request: HttpRequest) -> User:
        """All that a person begins with is made by `accounts.joining`, in one transaction."""
        adapter = get_adapter()
        return cast("User", adapter.save_user(request, adapter.new_user(request), self))

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in time_zones() else "UTC"

    def clean_email(self) -> str:
        email: str = super().clean_email()
        invitation = find_open(joining.invitation_of(context.request.session))
        if invitation and invitation.email not in ("", email):
            raise ValidationError(f"This invitation is for {invitation.email}.")
        return email


class ProfileForm(forms.Form):
    """How to call a person, and where and in what language they live."""

    name = forms.CharField(required=False, max_length=200)
    time_zone = forms.ChoiceField(choices=lambda: [(name, name) for name in time_zones()])
    language = forms.ChoiceField(choices=settings.LANGUAGES)


class TokenForm(forms.Form):
    """A key for a program."""

    name = forms.CharField(max_length=200)
    scope = forms.ChoiceField(choices=ApiToken.Scope.choices, initial=ApiToken.Scope.READ)


class InvitationForm(forms.Form):
    """Whom to invite; empty for anyone who has the link."""

    email = forms.EmailField(
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"placeholder": "Their email, or nothing for anyone"}),
    )

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email=email).exists():
            raise ValidationError("This person has an account here already.")
        return email
