"""A mailbox that came with an archive of another account: its mail is here, its permission not."""

from django.utils.translation import gettext_noop

from gmail.models import FROM_FILE, Account


def disconnected(mailbox: Account) -> None:
    """Have it say what it is, before it is saved: to go on, Google has to be asked here again."""
    if mailbox.subject.startswith(FROM_FILE):
        mailbox.state = Account.State.FROM_FILE
        return
    mailbox.state, mailbox.resume_state = Account.State.REAUTH_REQUIRED, Account.State.NEW
    mailbox.reason = gettext_noop("It came with an import. Connect it again to get new mail.")
