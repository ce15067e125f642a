"""Disconnect: give the permission back, and remove what came from the mailbox."""

from contextlib import suppress
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from gmail.google import tokens
from gmail.google.errors import Busy, GoogleError
from gmail.models import Account, ServiceKey
from gmail.source_kind import SYNC
from gmail.store import gone_account
from gmail.syncing.lease import MailboxLease, Overtaken
from memories import work
from memories.models import Work

# How often Google is asked to revoke the permission; the token is deleted in any case.
ASKED = 4
# Mails removed at once: whoever writes to a person's index holds up their other writers.
AT_ONCE = 25


def give_back_all(user: User) -> None:
    """Give every permission of this person's mailboxes back at once, and delete the tokens.

    For when they leave altogether; it waits for Google, so call it outside of any block. What
    Google does not take is deleted here all the same.
    """
    from gmail.google import oauth

    with acting_as(user):
        accounts = Account.objects.select_for_update().filter(user=user)
        sealed = [account.sealed_credentials for account in accounts]
        # Whoever is in the middle of reading one commits no more.
        accounts.update(
            fencing_token=F("fencing_token") + 1,
            sealed_credentials=None,
            state=Account.State.DISCONNECTING,
            pending=[],
        )
        work.enqueue(user.pk, SYNC, accounts.values_list("pk", flat=True))
    for each in sealed:
        # Nothing to give back, or nobody to give it to.
        with suppress(GoogleError):
            oauth.revoke(tokens.opened(each).refresh_token)


def leave(lease: MailboxLease) -> None:
    """One step of it, until nothing is left; then the account goes too."""
    from gmail.google import oauth

    with lease.commit() as account:
        sealed, asked = account.sealed_credentials, account.setbacks
    if sealed is not None:
        try:
            oauth.revoke(tokens.opened(sealed).refresh_token)
        except Busy as trouble:
            if asked + 1 < ASKED:
                _again(lease, trouble)
                return
        except GoogleError:
            # Nothing to give back.
            pass
        with lease.commit() as account:
            account.sealed_credentials, account.setbacks = None, 0
    _remove(lease)


def _again(lease: MailboxLease, trouble: Busy) -> None:
    with lease.commit() as account:
        account.setbacks += 1
        wait = trouble.seconds if trouble.seconds is not None else 2.0**account.setbacks
        work.later([lease.work], timezone.now() + timedelta(seconds=min(wait, 60)))


def _remove(lease: MailboxLease) -> None:
    """A few mails at a time; the row itself goes last, and a service key with its last mailbox."""
    more = True
    while more:
        with lease.commit() as account:
            more = gone_account(lease.user, account, AT_ONCE)
    with acting_as(lease.user):
        left = Account.objects.filter(
            user=lease.user, pk=lease.account_id, fencing_token=lease.fencing_token
        )
        if not left.delete()[0]:
            raise Overtaken
        ServiceKey.objects.filter(user=lease.user, accounts=None).delete()
        Work.objects.filter(pk=lease.work.pk).delete()
