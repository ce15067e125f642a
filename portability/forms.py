"""What people fill in."""

from django import forms

from accounts.projects import LONGEST_NAME


class ProjectForm(forms.Form):
    """A project's name."""

    name = forms.CharField(max_length=LONGEST_NAME)
