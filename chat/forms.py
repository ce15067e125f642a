"""Forms of this room. What they hold is checked where it is carried out."""

from django import forms

from model_access.connections import choices


class MessageForm(forms.Form):
    """What is said; and for a new conversation, where and how."""

    # The limits are the room's own (chat.converse), told in its words.
    message = forms.CharField(required=False, strip=False)
    say = forms.CharField(required=False, strip=False)
    conversation = forms.UUIDField(required=False)
    project = forms.UUIDField(required=False)
    temporary = forms.BooleanField(required=False)
    # Of a temporary one: whether what is remembered is looked up.
    looks_up = forms.BooleanField(required=False)
    # Set by the page's script: the answer will be streamed, nobody need wait for it here.
    streams = forms.BooleanField(required=False)

    @property
    def words(self) -> str:
        """What was written, or the suggestion that was pressed; lines as the API has them."""
        said = self.cleaned_data["message"] or self.cleaned_data["say"]
        return str(said).replace("\r\n", "\n")


class EditForm(forms.Form):
    """A message in other words."""

    message = forms.CharField(required=False, strip=False, widget=forms.Textarea)

    @property
    def words(self) -> str:
        """What was written; lines as the API has them."""
        return str(self.cleaned_data["message"]).replace("\r\n", "\n")


class TitleForm(forms.Form):
    """A conversation's title."""

    title = forms.CharField(max_length=200)


class ModelForm(forms.Form):
    """Who answers in a conversation."""

    model = forms.ChoiceField(choices=choices, required=False)
