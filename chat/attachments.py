"""Files sent with a message: they come in as documents, and are shown where they were sent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from chat.models import Attachment, Conversation, Message
from documents import display
from documents import upload as uploads
from documents.models import Document
from documents.upload_handler import ReceivedFile
from memories.keeping import Refused

# Files per message.
MOST = 20


@dataclass(frozen=True)
class ShownFile:
    """A file of a message as a chip. `told` is how far it is, what it has, or why it failed."""

    name: str
    told: str
    url: str = ""
    busy: bool = False
    failed: bool = False


def check_place(
    files: Sequence[ReceivedFile], conversation: Conversation | None, *, temporary: bool
) -> None:
    """Refuse files where nothing is kept. Raises Refused: temporary, too_many."""
    if files and (conversation.temporary if conversation else temporary):
        raise Refused(
            "temporary",
            gettext("Files can’t be attached in a temporary chat: nothing is kept there."),
        )
    if len(files) > MOST:
        told = gettext("At most %(most)s files fit into one message.")
        raise Refused("too_many", told % {"most": MOST})


def take_in(user: User, files: Sequence[ReceivedFile], project: UUID | None) -> list[Document]:
    """Take files in as the documents room does. Call it outside of `acting_as`.

    Raises Refused, naming each file that cannot be taken. The others are in by then: sent again,
    they are known.
    """
    batch = uuid4() if len(files) > 1 else None
    taken: list[Document] = []
    refused: list[tuple[str, Refused]] = []
    for each in files:
        try:
            taken.append(uploads.upload(user, each, project=project, batch=batch).document)
        except Refused as refusal:
            refused.append((uploads.clean_name(each.name or ""), refusal))
    if refused:
        told = gettext("“%(name)s” could not be attached. %(why)s")
        lines = [told % {"name": name, "why": why.message} for name, why in refused]
        raise Refused(refused[0][1].code, "\n".join(lines), refused[0][1].retry_after)
    return list({document.pk: document for document in taken}.values())


def attach(message: Message, documents: Iterable[Document]) -> list[Attachment]:
    """The rows that tie documents to a message. They are not saved yet."""
    return [
        Attachment(user_id=message.user_id, message=message, document=document)
        for document in documents
    ]


def shown(user: User, messages: Iterable[Message]) -> dict[UUID, list[ShownFile]]:
    """The files of these messages, by message. Inside `acting_as`."""
    found: dict[UUID, list[ShownFile]] = {}
    sent = Attachment.objects.filter(
        user=user, message__in=[each.pk for each in messages if each.role == Message.Role.USER]
    )
    for each in sent.select_related("document").order_by("pk"):
        found.setdefault(each.message_id, []).append(shown_file(each.document))
    return found


def shown_file(it: Document | None) -> ShownFile:
    """A file as a chip; None is one that was deleted since."""
    if it is None:
        return ShownFile(gettext("A file that was deleted"), "")
    return ShownFile(
        name=it.filename,
        told=display.told_briefly(it),
        url=reverse("documents:document", args=[it.pk]),
        busy=it.state in (Document.State.WAITING, Document.State.READING),
        failed=it.state == Document.State.FAILED,
    )
