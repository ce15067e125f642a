"""What people fill in."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from accounts.models import User
from accounts.projects import LONGEST_NAME


class ProjectForm(forms.Form):
    """A project's name."""

    name = forms.CharField(max_length=LONGEST_NAME)


class FarewellForm(forms.Form):
    """The person's password: whoever only found the browser open deletes nothing."""

    password = forms.CharField(
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self._user.check_password(password):
            raise ValidationError(gettext("This is not your password. Nothing was deleted."))
        return password
