"""What a person answers to a program that asks to come in."""

from typing import Any, cast

from django import forms

from account_pages.forms import TokenForm
from accounts.models import ApiToken, User


class ConsentForm(TokenForm):
    """What to call the program, what of it asked for it may do, and in which project alone."""

    request = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, requested_scopes: list[str], **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        scope = cast("forms.ChoiceField", self.fields["scope"])
        scope.choices = [each for each in ApiToken.Scope.choices if each[0] in requested_scopes]

    def clean(self) -> dict[str, Any]:
        """allauth's view reads `scopes`."""
        cleaned = super().clean() or self.cleaned_data
        return {**cleaned, "scopes": [cleaned["scope"]] if "scope" in cleaned else []}
