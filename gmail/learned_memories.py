"""What was learned from mail: seen at a glance, and forgotten at once. What others told stays."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from database.acting import acting_as
from database.ids import uuid7
from gmail.models import Account, Message
from gmail.source_kind import GMAIL
from memories.forgetting import forget, taught_by
from memories.keeping import Refused
from memories.models import Change, Evidence, Memory

# Memories forgotten per transaction: writing to a person's index blocks other writers.
AT_ONCE = 50


@dataclass(frozen=True)
class MailMemories:
    """Memories learned from mail that would go, and that would stay: how many, and the first."""

    going: int
    first: Sequence[Memory]
    staying: int
    first_staying: Sequence[Memory]

    @property
    def more_going(self) -> int:
        """How many go beyond those named."""
        return self.going - len(self.first)

    @property
    def more_staying(self) -> int:
        """How many stay beyond those named."""
        return self.staying - len(self.first_staying)


def learned(user: User, most: int) -> MailMemories:
    """What forgetting all that mail taught would take along, and what stays."""
    going, staying = _alone(user), _resting(user).filter(Exists(_elsewhere(user)))
    return MailMemories(
        going.count(),
        list(going.order_by("-updated")[:most]),
        staying.count(),
        list(staying.order_by("-updated")[:most]),
    )


def going_with(user: User, account: Account, most: int) -> MailMemories:
    """What disconnecting a mailbox would take along of what it taught, and what stays."""
    mail = Message.objects.filter(user=user, account=account, source__isnull=False)
    taught = taught_by(user, mail.values_list("source", flat=True))
    going = [memory for memory in taught.going if memory.active]
    staying = [memory for memory in taught.staying if memory.active]
    return MailMemories(len(going), going[:most], len(staying), staying[:most])


def forget_learned(user: User) -> tuple[UUID, int]:
    """Forget all that mail alone taught, in one act that one Undo takes back; and how many.

    The mail stays, its passages blacked out. Opens its own blocks. Raises Refused for nothing.
    """
    batch, count = uuid7(), 0
    while True:
        with acting_as(user):
            some = list(_alone(user).values_list("pk", flat=True)[:AT_ONCE])
            if not some:
                break
            count += len(forget(user, some, by=Change.By.PERSON, batch=batch).memories)
    if not count:
        raise Refused(
            "nothing", gettext("Nothing was learned from mail alone, so nothing was removed.")
        )
    return batch, count


def _resting(user: User) -> QuerySet[Memory]:
    on_mail = Evidence.objects.filter(user=user, memory=OuterRef("pk"), chunk__source__kind=GMAIL)
    return Memory.objects.filter(Exists(on_mail), user=user, state__in=Memory.ACTIVE)


def _elsewhere(user: User) -> QuerySet[Evidence]:
    return Evidence.objects.filter(user=user, memory=OuterRef("pk")).exclude(
        chunk__source__kind=GMAIL
    )


def _alone(user: User) -> QuerySet[Memory]:
    return _resting(user).exclude(Exists(_elsewhere(user)))
