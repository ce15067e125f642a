"""What a person does with a connected mailbox: pause, resume, sync now, try again, disconnect."""

from accounts.models import User
from gmail.models import Account, Thread
from gmail.source_kind import SYNC
from memories import work

State = Account.State


def pause(user: User, account: Account) -> None:
    """Read no more until `resume`; what is being fetched right now is still stored."""
    row = _locked(user, account)
    if row.state in (State.NEW, State.SENT, State.INBOX, State.LIVE):
        row.resume_state, row.state = row.state, State.PAUSED
        row.paused_until, row.reason = None, ""
        row.save(update_fields=["state", "resume_state", "paused_until", "reason"])


def resume(user: User, account: Account) -> None:
    """Go on where it was, after a pause or once what was wrong has been put right."""
    row = _locked(user, account)
    if row.state in (State.PAUSED, State.DISABLED):
        wake(row)
        row.save(update_fields=["state", "resume_state", "paused_until", "reason", "setbacks"])
        work.hasten(user.pk, SYNC, row.pk)


def sync_now(user: User, account: Account) -> None:
    """Look for new mail at once."""
    work.hasten(user.pk, SYNC, account.pk)


def retry_thread(user: User, thread: Thread) -> None:
    """Fetch a thread again that was set aside."""
    row = _locked(user, thread.account)
    Thread.objects.filter(user=user, pk=thread.pk).update(failures=0, set_aside=False)
    if thread.gmail_thread_id not in row.pending:
        row.pending = [*row.pending, thread.gmail_thread_id]
        row.save(update_fields=["pending"])
    work.hasten(user.pk, SYNC, row.pk)


def disconnect(user: User, account: Account) -> None:
    """Stop at once, give the permission back, and remove what came from it, in the background."""
    row = _locked(user, account)
    if row.state == State.DISCONNECTING:
        return
    row.state, row.resume_state, row.reason = State.DISCONNECTING, "", ""
    row.setbacks, row.pending = 0, []
    # Whoever is in the middle of it commits no more.
    row.fencing_token += 1
    row.save(
        update_fields=["state", "resume_state", "reason", "setbacks", "pending", "fencing_token"]
    )
    work.enqueue(user.pk, SYNC, [row.pk])


def wake(account: Account) -> None:
    """Let it go on where it was; whoever holds the row saves it."""
    account.state = account.resume_state or State.NEW
    account.resume_state, account.reason = "", ""
    account.paused_until, account.setbacks = None, 0


def _locked(user: User, account: Account) -> Account:
    return Account.objects.select_for_update().get(user=user, pk=account.pk)
