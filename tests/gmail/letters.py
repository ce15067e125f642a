"""Mail in the shape of Gmail's `threads.get?format=full`, between people who do not exist."""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from gmail.models import Account

ME = "robin@example.org"
DANA = "Dana Whitfield <dana@lakeside.example>"
NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)

Json = dict[str, Any]


def packed(data: bytes | str) -> str:
    """Base64url without padding, as Gmail has it."""
    raw = data.encode() if isinstance(data, str) else data
    return urlsafe_b64encode(raw).decode().rstrip("=")


def part(
    data: bytes | str | None = None,
    kind: str = "text/plain",
    *,
    charset: str = "UTF-8",
    filename: str = "",
    parts: Sequence[Json] = (),
    number: str = "0",
) -> Json:
    """One part of a mail: words, a file (by its name), or other parts."""
    declared = f"{kind}; charset={charset}" if kind.startswith("text/") else kind
    made: Json = {
        "partId": number,
        "mimeType": kind,
        "filename": filename,
        "headers": [{"name": "Content-Type", "value": declared}],
        "body": {"size": 0},
    }
    if filename:
        made["body"] = {"size": 1_234, "attachmentId": "ANGjdJ8-short-lived"}
    elif data is not None:
        made["body"] = {"size": len(data), "data": packed(data)}
    if parts:
        made["parts"] = list(parts)
    return made


def mail(
    number: int,
    said: str | Json = "",
    *,
    sender: str | None = DANA,
    to: str | None = ME,
    subject: str | None = "The lease",
    at: datetime = NOON,
    labels: Sequence[str] = ("INBOX",),
    headers: Sequence[tuple[str, str]] = (),
    history: int = 100,
) -> Json:
    """One mail. `said` is its plain text, or its payload as `part` makes it."""
    payload = part(said) if isinstance(said, str) else dict(said)
    named = [("From", sender), ("To", to), ("Subject", subject), ("Date", at.isoformat())]
    payload["headers"] = [
        *({"name": name, "value": value} for name, value in named if value is not None),
        *({"name": name, "value": value} for name, value in headers),
        *payload["headers"],
    ]
    return {
        "id": f"{number:016x}",
        "threadId": "f00d",
        "labelIds": list(labels),
        "snippet": "Gmail&#39;s own snippet",
        "historyId": str(history),
        "internalDate": str(int(at.timestamp() * 1000)),
        "payload": payload,
    }


def sent(number: int, said: str | Json = "", **how: Any) -> Json:
    """One mail of the person's own."""
    given: Json = {"sender": f"Robin Hale <{ME}>", "to": DANA, "labels": ("SENT",)}
    return mail(number, said, **(given | how))


def thread(*messages: Json, number: str = "f00d", history: int = 100) -> Json:
    return {"id": number, "historyId": str(history), "messages": list(messages)}


def mailbox_of(user: User, subject: str = "sub-1", address: str = ME) -> Account:
    """A connected account. Call it inside `acting_as`."""
    return Account.objects.create(user=user, subject=subject, address=address)
