"""Mails in the shape of Gmail's API, made from a few words. The people in them are invented."""

import html
import itertools
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cache
from typing import Any

from tests.google.mailbox import Mailbox, Message

ROBIN = "Robin Larsen <robin@larsen.example>"
DANA = "Dana Whitfield <dana@harbour.example>"
TOVE = '"Larsen, Tove" <tove@larsen.example>'
NEWS = "The Tide <news@tide.example>"

_numbers = itertools.count(1)


def body(text: str | bytes) -> dict[str, Any]:
    raw = text.encode() if isinstance(text, str) else text
    return {"size": len(raw), "data": urlsafe_b64encode(raw).decode()}


def part(kind: str, text: str | bytes, *, number: str = "", charset: str = "UTF-8") -> Message:
    """One part of a mail that holds text."""
    headers = [{"name": "Content-Type", "value": f'{kind}; charset="{charset}"'}]
    return {
        "partId": number,
        "mimeType": kind,
        "filename": "",
        "headers": headers,
        "body": body(text),
    }


def mail(
    sender: str,
    to: str | Sequence[str],
    subject: str,
    text: str,
    *,
    labels: Sequence[str] = ("INBOX",),
    thread: str = "",
    ago: timedelta = timedelta(days=1),
    headers: Mapping[str, str] | None = None,
    payload: Message | None = None,
) -> Message:
    """A mail that arrived (or was sent) that long ago; `payload` instead of plain text."""
    number = f"19{next(_numbers):014x}"
    at = datetime.now(UTC) - ago
    payload = payload or part("text/plain", text)
    said = {
        "From": sender,
        "To": to if isinstance(to, str) else ", ".join(to),
        "Subject": subject,
        "Date": format_datetime(at),
        "Message-ID": f"<{number}@mail.example>",
        **(headers or {}),
    }
    payload["headers"] = [
        *({"name": name, "value": value} for name, value in said.items()),
        *payload["headers"],
    ]
    return {
        "id": number,
        "threadId": thread or number,
        "labelIds": list(labels),
        "snippet": html.escape(text[:100]),
        "historyId": "0",
        "internalDate": str(int(at.timestamp() * 1000)),
        "sizeEstimate": len(text),
        "payload": payload,
    }


def sent(subject: str, text: str, **more: Any) -> Message:
    """A mail Robin wrote to Dana."""
    return mail(ROBIN, DANA, subject, text, **{"labels": ("SENT",), **more})


def received(subject: str, text: str, **more: Any) -> Message:
    """A mail Dana wrote to Robin."""
    return mail(DANA, ROBIN, subject, text, **more)


def small_mailbox(address: str = "robin@larsen.example") -> Mailbox:
    """Robin's mail: 12 threads sent, 12 in the inbox, 2 of them both; spam, a draft, old mail."""
    box = Mailbox(address=address, labels=[{"id": name, "name": name} for name in _LABELS])
    for number in range(10):
        words = f"My boat lies at pier {number}. I have kept it there since May."
        box.add(sent(f"Pier {number}", words, ago=timedelta(days=20 + number)))
    for number in range(2):
        first = received(f"The lease {number}", "May I have the lease?", ago=timedelta(days=9))
        box.add(first)
        answer = "I signed the lease on Monday.\n\nOn Monday Dana wrote:\n> May I have the lease?"
        box.add(
            sent(
                f"Re: The lease {number}",
                answer,
                thread=first["threadId"],
                ago=timedelta(days=8 - number),
            )
        )
    for number in range(10):
        words = f"The harbour closes at {number + 8} tonight. Yours, Dana"
        box.add(received(f"Closing time {number}", words, ago=timedelta(days=number, hours=1)))
    box.add(mail(NEWS, ROBIN, "You won", "Click here.", labels=("SPAM",)))
    box.add(mail(ROBIN, DANA, "A draft", "Not yet sent.", labels=("DRAFT",)))
    box.add(sent("Long ago", "This is older than a year.", ago=timedelta(days=500)))
    return box


def tiny_mailbox(address: str = "robin@larsen.example") -> Mailbox:
    """Where only the way counts: 5 threads sent, 5 in the inbox, 1 of them both.

    It is the same each time, so that what an undisturbed run makes of it is known.
    """
    return _tiny(address).copy()


@cache
def _tiny(address: str) -> Mailbox:
    box = Mailbox(address=address, labels=[{"id": name, "name": name} for name in _LABELS])
    for number in range(4):
        age = timedelta(days=number, hours=1)
        words = f"My boat lies at pier {number}."
        box.add(sent(f"Pier {number}", words, ago=age + timedelta(days=20)))
        box.add(received(f"Closing {number}", f"We close at {number}.", ago=age))
    asked = received("The lease", "May I have the lease?", ago=timedelta(days=9))
    box.add(asked)
    answer = "I signed it on Monday."
    box.add(sent("Re: The lease", answer, thread=asked["threadId"], ago=timedelta(days=8)))
    return box


_LABELS = ("INBOX", "SENT", "SPAM", "TRASH", "DRAFT", "IMPORTANT", "UNREAD", "CATEGORY_FORUMS")
