"""What people fill in about mail."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy


class ServiceForm(forms.Form):
    """A service account's key, and the mailboxes to read with it."""

    key = forms.CharField(
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "The whole JSON file that Google Cloud gave you. It is kept encrypted."
        ),
    )
    mailboxes = forms.CharField(
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=gettext_lazy("One address per line."),
    )

    def forget_key(self) -> None:
        """A key does not come back in a page, not even to whoever sent it."""
        self.data = {**self.data.dict(), "key": ""} if isinstance(self.data, QueryDict) else {}
