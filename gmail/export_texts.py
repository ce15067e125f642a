"""Mail as an export has it to read: a text for each thread."""

from collections.abc import Iterator

from accounts.models import User
from gmail.models import Thread
from memories.pages import moment
from memories.source_kinds import Readable


def threads(user: User) -> Iterator[Readable]:
    """The threads that have mail, the oldest first. Inside `acting_as`."""
    found = Thread.objects.filter(user=user).exclude(last_at=None).order_by("last_at", "pk")
    for thread in found.iterator(chunk_size=200):
        mails = thread.messages.select_related("source").order_by("internal_date", "pk")
        said = [(mail, mail.source) for mail in mails if mail.source]
        if not said or thread.last_at is None:
            continue
        text = "".join(
            f"\n**{'You' if mail.from_person else mail.sender_name or mail.sender}**,"
            f" {moment(user, mail.internal_date)}\n\n{source.text}\n"
            for mail, source in said
        )
        title = said[0][1].title or thread.subject or "Mail"
        yield Readable("mail", thread.last_at.astimezone(user.zone).date(), title, text)
