"""Pages of one message of the person's: edit it, show another branch, see how far its files are."""

from contextlib import suppress
from uuid import UUID

from django.db import OperationalError
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat import branches, converse, display, editing
from chat.answering import answer
from chat.forms import EditForm
from chat.models import Message
from database.acting import acting_as
from memories.keeping import Refused
from web.guard import PersonRequest, own, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in(block=False)
def edit(request: PersonRequest, pk: UUID) -> HttpResponseBase:
    """Put a message in other words and ask again; the first words stay as a branch."""
    with acting_as(request.user):
        said = own(editing.editable(), pk=pk)
        form = EditForm(request.POST or None, initial={"message": editing.words_of(said)})
        status = 200
        if request.method == "POST" and form.is_valid():
            try:
                turn = editing.edit(request.user, said, form.words)
            except Refused as refused:
                form.add_error("message", refused.message)
            else:
                return _asked_again(request, said, turn)
        status = 422 if request.method == "POST" else 200
        part = "#form" if request.htmx else ""
        context = {"message": said, "form": form, "conversation": said.conversation}
        return render(request, f"chat/edit.html{part}", context, status=status)


def _asked_again(
    request: PersonRequest, said: Message, turn: converse.Exchange | None
) -> HttpResponseBase:
    """The page with the new branch; without a script its answer is awaited."""
    place = reverse("chat:conversation", args=[said.conversation_id])
    if turn is None:
        return redirect(f"{place}#turn-{said.pk}")
    if not request.POST.get("streams"):
        with suppress(OperationalError):
            answer.answer_now(request.user.pk, turn.answer.pk)
    return redirect(f"{place}#turn-{turn.said.pk}")


@require_POST
@signed_in
def show(_request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show the branch that begins with this message."""
    said = own(editing.editable(), pk=pk)
    branches.show(said)
    return redirect(f"{reverse('chat:conversation', args=[said.conversation_id])}#turn-{pk}")


@require_safe
@signed_in
def files(request: PersonRequest, pk: UUID) -> HttpResponse:
    """The files of a message, and how far reading them is."""
    context = {"message": display.edited(request.user, own(editing.editable(), pk=pk))}
    return render(request, "chat/files.html", context)
