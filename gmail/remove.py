"""Remove mail, and what was learned from it alone. What has another source stays."""

from django.db.models import QuerySet

from accounts.models import User
from gmail import correspondents
from gmail.models import Message
from memories.forgetting import remove_taught
from memories.search import index


def remove_mail(user: User, mail: QuerySet[Message]) -> int:
    """Remove these mails for good. Returns how many there were.

    This is not forgetting: mail that comes back is kept and learned from again.
    """
    rows = list(mail.filter(user=user))
    if not rows:
        return 0
    # Before any row is locked: other writers wait here.
    index.hold(user.pk)
    Message.objects.filter(user=user, pk__in=[row.pk for row in rows]).delete()
    correspondents.uncount(user, rows)
    remove_taught(user, [row.source_id for row in rows if row.source_id])
    return len(rows)
