"""What people fill in."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, ResetPasswordKeyForm, SignupForm
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext

from account_pages.zones import current_name, zone_choices
from accounts import signup
from accounts.invitations import find_open
from accounts.models import ApiToken, Project, User
from accounts.profile import time_zones
from accounts.tokens import revoke_all

# Texts of the frameworks that our own catalogue translates better.
RETRANSLATED = (gettext_noop("Enter a valid email address."),)


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Email and password; the browser adds its time zone."""

    time_zone = forms.CharField(
        required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = gettext(
            "At least 10 characters, and not a common one."
        )

    def save(self, request: HttpRequest) -> User:
        """All that a person begins with is made by `accounts.signup`, in one transaction."""
        adapter = get_adapter()
        return cast("User", adapter.save_user(request, adapter.new_user(request), self))

    def clean_time_zone(self) -> str:
        zone: str = self.cleaned_data["time_zone"]
        return current_name(zone) if zone in time_zones() else "UTC"

    def clean_email(self) -> str:
        email: str = super().clean_email()
        invitation = find_open(signup.invitation_of(context.request.session))
        if invitation and invitation.email not in ("", email):
            raise ValidationError(
                gettext("This invitation is for %(email)s.") % {"email": invitation.email}
            )
        return email


class _WithKeys(forms.Form):
    """A new password, and what becomes of the keys for programs, which need none."""

    user: User | None
    # Whether they are revoked unless the person says otherwise.
    revokes = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        count = self.user.api_tokens.count() if self.user else 0
        if count == 1:
            self._offer(
                gettext("Revoke my API key"),
                gettext(
                    "It lets a program in without the password, and keeps working if you don't."
                ),
            )
        elif count:
            self._offer(
                gettext("Revoke my %(count)s API keys") % {"count": count},
                gettext(
                    "They let programs in without the password, and keep working if you don't."
                ),
            )

    def _offer(self, label: str, help_text: str) -> None:
        self.fields["revoke_keys"] = forms.BooleanField(
            required=False, initial=self.revokes, label=label, help_text=help_text
        )

    def save(self) -> None:
        super().save()  # type: ignore[misc]
        if self.user and self.cleaned_data.get("revoke_keys"):
            number = revoke_all(self.user)
            told = ngettext(
                "%(number)s API key no longer works.",
                "%(number)s API keys no longer work.",
                number,
            )
            messages.success(context.request, told % {"number": number})


class PasswordChangeForm(_WithKeys, ChangePasswordForm):  # type: ignore[misc]
    """A new password, from somebody who knows the old one."""


class PasswordResetForm(_WithKeys, ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, from somebody who came by a link: others may know the old one."""

    revokes = True


class ProfileForm(forms.Form):
    """How to call a person, and where and in what language they live."""

    name = forms.CharField(required=False, max_length=200)
    time_zone = forms.ChoiceField()
    language = forms.ChoiceField()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ChoiceField", self.fields["language"]).choices = _languages()
        cast("forms.ChoiceField", self.fields["time_zone"]).choices = zone_choices(
            current_name(user.time_zone)
        )


def _languages() -> list[tuple[str, list[tuple[str, str]]]]:
    """Those that the pages speak, then those that only a model answers in."""
    pages, others = settings.PAGE_LANGUAGES, settings.LANGUAGES
    return [
        (gettext("Pages and answers"), [each for each in others if each[0] in pages]),
        (
            gettext("Only what a model answers; pages stay in English"),
            [each for each in others if each[0] not in pages],
        ),
    ]


class TokenForm(forms.Form):
    """A key for a program: what it may do, and in which of the person's projects alone."""

    name = forms.CharField(max_length=200)
    scope = forms.ChoiceField(choices=ApiToken.Scope.choices, initial=ApiToken.Scope.READ)
    project = forms.ModelChoiceField(
        Project.objects.none(), required=False, empty_label=gettext_lazy("Everything")
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        project = cast("forms.ModelChoiceField[Project]", self.fields["project"])
        project.queryset = Project.objects.filter(user=user, archived=None).order_by("name")


class InvitationForm(forms.Form):
    """Whom to invite; empty for anyone who has the link."""

    email = forms.EmailField(
        required=False,
        max_length=254,
        widget=forms.EmailInput(
            attrs={"placeholder": gettext_lazy("Their email, or nothing for anyone")}
        ),
    )

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if User.objects.filter(email=email).exists():
            raise ValidationError(gettext("This person has an account here already."))
        return email
