"""The form that connects a model."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from model_access.addresses import LONGEST


class ConnectForm(forms.Form):
    """A model on a server. Without a model's name the server is asked which it has."""

    address = forms.CharField(
        max_length=LONGEST,
        widget=forms.TextInput(
            attrs={"placeholder": "http://localhost:11434/v1", "autocomplete": "off"}
        ),
    )
    # Given back once the server has told its models: it is not to be typed twice.
    key = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.PasswordInput(render_value=True, attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Only where the server wants one. It is kept encrypted."),
    )
    model = forms.CharField(
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Leave it empty to choose from the server’s list."),
    )
    price_in = forms.DecimalField(required=False, min_value=0, max_digits=10, decimal_places=4)
    price_out = forms.DecimalField(required=False, min_value=0, max_digits=10, decimal_places=4)

    def __init__(self, *args: Any, names: Sequence[str] = (), **kwargs: Any) -> None:
        """With the `names` of a server's models one of them is chosen."""
        super().__init__(*args, **kwargs)
        if names:
            self.fields["model"] = forms.ChoiceField(
                choices=[(name, name) for name in names],
                required=False,
                help_text=gettext("The server has these. Choose one."),
            )
