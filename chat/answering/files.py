"""The files of a message, on the way to its answer: read first, then answered from."""

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from chat.answering.events import Event, KeepAlive, Step
from chat.models import LEASE, Message
from database.acting import acting_as
from documents import display
from documents.models import Document

if TYPE_CHECKING:
    from chat.answering.turns import Turn

# How long an answer waits until the files are read, and then until they are found by their
# meaning too, in seconds; how often it looks, and notices a wish to stop.
READ_WITHIN, LEARNED_WITHIN = 60.0, 10.0
LOOK = 0.15

_UNREAD = (Document.State.WAITING, Document.State.READING)


@dataclass(frozen=True)
class AttachedFile:
    """A file of a message: how far it is, and the source its words are in."""

    document: UUID
    name: str
    state: str
    # What it has ("12 pages"), or why it failed.
    told: str
    source: UUID | None

    @property
    def is_read(self) -> bool:
        return self.source is not None and self.state not in _UNREAD

    @property
    def waits(self) -> bool:
        return self.state in _UNREAD


def of_message(message: Message) -> tuple[AttachedFile, ...]:
    """The files of a message, in the order they were sent. Inside `acting_as`."""
    documents = Document.objects.filter(
        pk__in=message.attachments.order_by("pk").values("document")
    ).defer("page_starts", "headings")
    return tuple(_file(document) for document in documents.order_by("pk"))


def _file(it: Document) -> AttachedFile:
    return AttachedFile(it.pk, it.filename, it.state, display.told_briefly(it), it.source_id)


def wait_until_read(turn: "Turn") -> Generator[Event, None, "Turn | None"]:
    """Wait until the files are read, or long enough. None where the answer ended meanwhile.

    Call it outside of `acting_as`. Whoever stops looking leaves the answer waiting to be written.
    """
    begun = time.monotonic()
    files = turn.files
    try:
        if any(file.waits for file in files):
            yield Step(1, _reading(files))
        while not _long_enough(files, time.monotonic() - begun):
            yield KeepAlive()
            time.sleep(LOOK)
            with acting_as(turn.user):
                if not _still_asked(turn):
                    return None
                files = of_message(Message.objects.get(pk=turn.said_id))
    except GeneratorExit:
        _put_back(turn.user, turn.message_id)
        raise
    if any(file.waits for file in turn.files):
        yield Step(1, _read(files), ended=True)
    return replace(turn, files=files)


def _long_enough(files: Sequence[AttachedFile], seconds: float) -> bool:
    if seconds >= READ_WITHIN or not files:
        return True
    if any(file.waits for file in files):
        return False
    learning = any(file.state == Document.State.LEARNING for file in files)
    return not learning or seconds >= LEARNED_WITHIN


def _still_asked(turn: "Turn") -> bool:
    """Renew the hold on the answer; False where it was closed, or is to be stopped."""
    mine = Message.objects.filter(pk=turn.message_id, state=Message.State.WORKING)
    held = mine.filter(stop_asked__isnull=True).update(lease=timezone.now() + LEASE)
    return bool(held)


def _put_back(user: User, message: UUID) -> None:
    with acting_as(user):
        Message.objects.filter(pk=message, state=Message.State.WORKING).update(
            state=Message.State.WAITING, lease=None
        )


def _reading(files: Sequence[AttachedFile]) -> str:
    if len(files) == 1:
        return gettext("Reading “%(name)s”…") % {"name": files[0].name}
    return gettext("Reading %(number)s files…") % {"number": len(files)}


def _read(files: Sequence[AttachedFile]) -> str:
    read = [file for file in files if file.is_read]
    if len(files) == 1 and read:
        told = gettext("Read “%(name)s”: %(figures)s")
        return told % {"name": read[0].name, "figures": read[0].told}
    return gettext("Read %(read)s of %(number)s files") % {
        "read": len(read),
        "number": len(files),
    }


def told(files: Sequence[AttachedFile], *, asked: bool) -> list[str]:
    """Lines about attached files: those read, unless something was asked, and those not read."""
    read = [file for file in files if file.is_read]
    lines = []
    if not asked:
        came = gettext("I’ve read “%(name)s”: %(figures)s.")
        lines = [came % {"name": file.name, "figures": file.told} for file in read]
    if lines:
        ask = gettext("Ask me about it.") if len(read) == 1 else gettext("Ask me about them.")
        lines[-1] = f"{lines[-1]} {ask}"
    return lines + [_not_read(file) for file in files if not file.is_read]


def _not_read(file: AttachedFile) -> str:
    if file.state == Document.State.FAILED:
        told = gettext("I couldn’t read “%(name)s”. %(why)s")
        return told % {"name": file.name, "why": file.told}
    if file.waits:
        told = gettext("I’m still reading “%(name)s”. Ask me about it in a moment.")
        return told % {"name": file.name}
    return gettext("There are no words in “%(name)s” that I can read.") % {"name": file.name}
