"""Put a message in other words and ask again: the first words stay, as a branch."""

import re
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from chat import branches, converse
from chat.models import Conversation, Message
from documents.models import Document
from memories.forgetting import retract
from memories.text import MASK


def edit(user: User, said: Message, text: str) -> converse.Exchange | None:
    """Say a turn of the person's in other words, after the same turn as before. Inside `acting_as`.

    What the first words taught and the new ones do not say is taken back, as the new turn shows.
    None where the words are as they were. Raises Refused as `converse.say` does.
    """
    Conversation.objects.select_for_update().get(pk=said.conversation_id)
    said.refresh_from_db(fields=["shown", "parent", "source", "draft"])
    if text.strip() == words_of(said).strip():
        branches.show(said)
        return None
    files = list(Document.objects.filter(pk__in=said.attachments.values("document")))
    if text.strip() or not files:
        converse.check_message(text)
    if not said.shown:
        branches.show(said)
    branches.hide_from(said)
    _stop(said.conversation_id)
    turn = converse.say_after(user, said.conversation, text, said.parent, files=files)
    _take_back(user, said, turn.said)
    converse.retitle(said.conversation)
    return turn


def editable() -> QuerySet[Message]:
    """Messages of the person's, in conversations that have not ended."""
    messages = Message.objects.select_related("source", "parent", "conversation__project")
    return messages.filter(role=Message.Role.USER, conversation__in=converse.there())


def words_of(said: Message) -> str:
    """The words of a message to begin with: what was forgotten of it is left out."""
    return re.sub(rf"{MASK}+", "…", said.text)


def _stop(conversation: UUID) -> None:
    """Nobody waits any more for the answers of a branch that is hidden."""
    hidden = Message.objects.filter(conversation=conversation, shown=False)
    hidden.filter(state=Message.State.WAITING).update(state=Message.State.STOPPED)
    hidden.filter(state=Message.State.WORKING).update(stop_asked=timezone.now())


def _take_back(user: User, before: Message, now: Message) -> None:
    """Take back what only the first words taught, and keep with the new turn what that was."""
    if before.source is None:
        return
    did = now.details.get("did", [])
    taken = retract(
        user, before.source, stays={UUID(each["memory"]) for each in did}, cause=now.source
    )
    gone = [
        {"what": "forgotten", "memory": str(pk), "batch": str(taken.batch)} for pk in taken.gone
    ]
    back = [{"what": "restored", "memory": str(pk)} for pk in taken.back]
    if gone or back:
        now.details = {**now.details, "did": [*did, *gone, *back]}
        now.save(update_fields=["details"])
