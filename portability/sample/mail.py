"""The sample mail: threads as Gmail gives them, in a mailbox of their own, and their removal."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from email.utils import formataddr
from typing import Any
from uuid import UUID

from accounts.models import User
from gmail.models import FROM_FILE, Account
from gmail.store import gone_account, store
from memories.learning import learn
from memories.models import Source
from portability.sample.marking import MAILBOX

_SUBJECT = f"{FROM_FILE}{MAILBOX}"
# Nobody's: what the person writes with is not said to be in it.
_ADDRESS = "you@sample.example"


def keep_mails(
    user: User, threads: Iterable[dict[str, Any]], now: datetime
) -> Iterator[tuple[datetime, UUID]]:
    """Keep these threads and learn from them. Gives when each mail was sent, and its source.

    Inside `acting_as`.
    """
    account = Account.objects.create(
        user=user, subject=_SUBJECT, address=_ADDRESS, state=Account.State.FROM_FILE
    )
    for number, thread in enumerate(threads):
        kept = store(user, account, _as_gmail(user, number, thread, now)).thread
        if kept is None:
            continue
        for source in Source.objects.filter(mail__thread=kept).order_by("happened_at"):
            learn(user, source)
            yield source.happened_at, source.pk


def remove_mails(user: User) -> None:
    """Remove the sample mail, with whom the person knew by it. Inside `acting_as`."""
    account = Account.objects.filter(user=user, subject=_SUBJECT).first()
    if account is not None:
        gone_account(user, account)
        account.delete()


def _as_gmail(user: User, number: int, thread: dict[str, Any], now: datetime) -> dict[str, Any]:
    """A thread as Gmail's API would give it."""
    me, other = formataddr((user.name, _ADDRESS)), thread["with"]
    messages = []
    for place, letter in enumerate(thread["mails"]):
        at = now - timedelta(days=letter["days_ago"])
        mine = "to_them" in letter
        text = letter["to_them" if mine else "to_me"]
        subject = thread["subject"] if place == 0 else f"Re: {thread['subject']}"
        headers = {"From": me if mine else other, "To": other if mine else me, "Subject": subject}
        messages.append(
            {
                "id": f"{MAILBOX}-{number}-{place}",
                "historyId": "0",
                "internalDate": str(int(at.timestamp() * 1000)),
                "labelIds": ["SENT" if mine else "INBOX"],
                "payload": {
                    "mimeType": "text/plain",
                    "headers": [{"name": name, "value": value} for name, value in headers.items()],
                    "body": {"data": urlsafe_b64encode(text.encode()).decode()},
                },
            }
        )
    return {"id": f"{MAILBOX}-{number}", "historyId": "0", "messages": messages}
