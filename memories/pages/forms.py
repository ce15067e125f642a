"""What the Memory page's forms take. What a memory may be is for the heart to say."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.models import Project, User


class WordsForm(forms.Form):
    """The words of a memory, to be edited."""

    # NUL and lengths are refused by the heart, with its own words.
    content = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3, "autofocus": True}),
        max_length=100_000,
        error_messages={
            "required": gettext_lazy("Write a few words."),
            "max_length": gettext_lazy(
                "That is too long for a memory. Upload it as a file instead."
            ),
        },
    )


class AddForm(WordsForm):
    """A memory added by hand."""

    project = forms.ModelChoiceField(
        queryset=Project.objects.none(), required=False, empty_label=gettext_lazy("No project")
    )
    # Asked when the words were forgotten once: they come back only if that is wanted.
    again = forms.BooleanField(
        required=False,
        label=gettext_lazy("Remember it again"),
        widget=forms.HiddenInput,
        initial=False,
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        projects = self.fields["project"]
        if not isinstance(projects, forms.ModelChoiceField):
            raise TypeError
        projects.queryset = Project.objects.filter(user=user, archived=None).order_by("name")

    def ask_again(self) -> None:
        """Show the box that lets something forgotten be remembered again."""
        self.fields["again"].widget = forms.CheckboxInput()
