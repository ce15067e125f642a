"""Files that came with mail: fetched when somebody wants to read one, and read as documents."""

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from accounts.models import User
from database.acting import acting_as
from documents import file_kinds
from documents.models import Document
from documents.upload import upload
from documents.upload_handler import limit, received
from gmail.connection.access import mail_of
from gmail.google import quota
from gmail.google.errors import GoogleError, NotFound
from gmail.models import Message
from gmail.syncing.lease import owe
from memories.keeping import Refused
from web.guard import own


@dataclass(frozen=True)
class MailFile:
    """One file with a mail; `readable` by its name or type; `document` once it was read."""

    part: str
    filename: str
    size: int
    readable: bool
    document: UUID | None = None


def files_of(message: Message) -> list[MailFile]:
    """The files that came with a mail."""
    return [
        MailFile(
            part=str(one["part"]),
            filename=str(one["filename"]),
            size=int(one["size"]),
            readable=_is_readable(str(one["filename"]), str(one["type"])),
            document=UUID(one["document"]) if one.get("document") else None,
        )
        for one in message.attachments
    ]


def read_file(user: User, pk: UUID, part: str) -> Document:
    """Fetch a file from Google and have it read as a document. Opens its own blocks.

    Raises Refused in plain words, and Http404 for a mail or a file that is not there.
    """
    with acting_as(user):
        message = own(Message.objects.select_related("account"), pk=pk)
        account = message.account
    wanted = next((one for one in files_of(message) if one.part == part), None)
    if wanted is None:
        raise Refused("unknown_file", gettext("This mail has no such file."))
    if wanted.size > limit():
        raise Refused(
            "too_large",
            gettext("It is larger than %(most)s MB.") % {"most": limit() // 1000000},
        )
    try:
        # Somebody waits for it: it is paid for afterwards.
        owe(user, account.pk, quota.MESSAGE + quota.ATTACHMENT)
        with mail_of(user, account) as mail:
            data = mail.attachment(message.gmail_message_id, part)
    except NotFound:
        raise Refused("gone", gettext("This file is not in the mail any more.")) from None
    except GoogleError as trouble:
        raise Refused("google", trouble.words) from None
    with received(data, wanted.filename) as file:
        document = upload(user, file).document
    with acting_as(user):
        _note(user, pk, part, document)
    return document


def _note(user: User, pk: UUID, part: str, document: Document) -> None:
    message = Message.objects.select_for_update().filter(user=user, pk=pk).first()
    if message is not None:
        message.attachments = [
            one | {"document": str(document.pk)} if one["part"] == part else one
            for one in message.attachments
        ]
        message.save(update_fields=["attachments"])


def _is_readable(filename: str, kind: str) -> bool:
    ending = filename.rpartition(".")[2].lower()
    return any(
        kind == each.content_type or ending in (each.name, *each.endings)
        for each in file_kinds.registered()
    )
