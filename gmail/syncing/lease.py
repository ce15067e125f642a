"""Whoever works on a mailbox holds it: what an earlier holder commits no longer fits."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account
from memories import work
from memories.models import Work

# How much of the lease may pass before it is renewed.
RENEW = timedelta(seconds=30)
# Google's 6,000 units a minute hold for any minute: what was saved up comes on top.
SAVED_UP = 0.25


class Overtaken(Exception):
    """Somebody else holds the mailbox now, or it is being disconnected."""


class NotYet(Exception):
    """The quota does not reach: at this time it does."""

    def __init__(self, at: datetime) -> None:
        super().__init__()
        self.at = at


@dataclass
class MailboxLease:
    """A mailbox in the hands of this task, by the fencing token it raised."""

    user: User
    account_id: UUID
    fencing_token: int
    work: Work
    renewed: datetime

    @contextmanager
    def commit(self) -> Iterator[Account]:
        """A transaction with the account's row locked and saved at its end.

        Raises Overtaken where the fencing token has been raised since.
        """
        with acting_as(self.user):
            account = (
                Account.objects.select_for_update()
                .filter(user=self.user, pk=self.account_id, fencing_token=self.fencing_token)
                .first()
            )
            if account is None:
                raise Overtaken
            yield account
            account.save()
            now = timezone.now()
            if now - self.renewed > RENEW:
                work.renew([self.work])
                self.renewed = now

    def spend(self, units: int, *, many: int = 1) -> int:
        """Take up to `many` times these units from the account's quota. Returns how many times.

        Raises NotYet where there is not enough for one.
        """
        rate = settings.GMAIL_UNITS_PER_MIN / 60
        most = max(settings.GMAIL_UNITS_PER_MIN * SAVED_UP, float(units))
        with self.commit() as account:
            now = timezone.now()
            since = (now - account.units_at).total_seconds() if account.units_at else 3600.0
            left = min(most, account.units_left + max(since, 0.0) * rate)
            times = max(0, min(many, int(left // units)))
            account.units_left, account.units_at = left - times * units, now
        if not times:
            raise NotYet(now + timedelta(seconds=(units - left) / rate))
        return times


def owe(user: User, account: UUID, units: int) -> None:
    """Take these units from a mailbox's quota on credit: what comes next waits the longer."""
    with acting_as(user):
        mine = Account.objects.filter(user=user, pk=account)
        mine.update(units_left=F("units_left") - units)


def take(row: Work) -> MailboxLease | None:
    """Take over the mailbox of this unit of work; None where it is gone."""
    user = User.objects.filter(pk=row.user_id).first()
    if user is None:
        return None
    with acting_as(user):
        mine = Account.objects.filter(user=user, pk=row.subject)
        if not mine.update(fencing_token=F("fencing_token") + 1):
            return None
        fencing_token = mine.values_list("fencing_token", flat=True).get()
    return MailboxLease(user, row.subject, fencing_token, row, timezone.now())
