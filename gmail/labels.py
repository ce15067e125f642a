"""What a person's own labels are called: Gmail's threads and messages bear only their ids."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from gmail.google import quota
from gmail.google.errors import GoogleError
from gmail.google.mail import GmailClient
from gmail.models import Account
from gmail.syncing.lease import MailboxLease, NotYet

# How often all labels are fetched again: Google does not report a renamed one.
AGAIN = timedelta(hours=1)
# Until then, for one that has no name yet; and after trouble.
SOON = timedelta(minutes=1)
_SYSTEM = {
    "INBOX": gettext_noop("Inbox"),
    "SENT": gettext_noop("Sent"),
    "IMPORTANT": gettext_noop("Important"),
    "STARRED": gettext_noop("Starred"),
}
_CATEGORY = "CATEGORY_"
_CATEGORIES = (
    gettext_noop("Updates"),
    gettext_noop("Social"),
    gettext_noop("Promotions"),
    gettext_noop("Forums"),
)
_OWN_WORDS = frozenset({*_SYSTEM.values(), *_CATEGORIES})


def follow(lease: MailboxLease, account: Account, mail: GmailClient) -> None:
    """Ask for the names when it is time. Trouble with them holds nothing else up."""
    if account.labels_due is not None and account.labels_due > timezone.now():
        return
    names, wait = None, SOON
    try:
        lease.spend(quota.LABELS)
        names, wait = mail.label_names(), AGAIN
    except (NotYet, GoogleError):
        # What is wrong with the mailbox itself, the next call says.
        pass
    with lease.commit() as current:
        if names is not None:
            current.label_names = names
        current.labels_due = timezone.now() + wait


def meet(account: Account, labels: Iterable[str]) -> None:
    """Ask for the names soon where one of these labels has none; whoever holds the row saves it."""
    if all(label in account.label_names or label.isupper() for label in labels):
        return
    asked_lately = timezone.now() + AGAIN - SOON
    if account.labels_due is not None and account.labels_due < asked_lately:
        account.labels_due = None


def in_words(labels: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Labels as people call them. What has no name for people is left out: never an id."""
    return [words for label in labels if (words := _in_words(label, names))]


def named(labels: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Labels for programs: Gmail's own by their ids, a person's by their names."""
    return [names.get(label, label) for label in labels if label.isupper() or label in names]


def own_labels(accounts: Iterable[Account]) -> list[str]:
    """What the person's own labels are called, each once."""
    return sorted({name for one in accounts for name in one.label_names.values()}, key=str.casefold)


def labelled(user: User, label: str) -> Q:
    """Threads with this label: one of Gmail's own by its id, a person's by its name."""
    fits = Q(labels__contains=[label]) if label.isupper() else Q(pk=None)
    for account in Account.objects.filter(user=user):
        ids = _ids(account.label_names, label)
        if ids:
            fits |= Q(account=account, labels__overlap=ids)
    return fits


def _ids(names: Mapping[str, str], wanted: str) -> Sequence[str]:
    return [label for label, name in names.items() if name == wanted]


def shown(name: str) -> str:
    """A label's name on a page: Gmail's own in the page's language, the person's as it is."""
    return gettext(name) if name in _OWN_WORDS else name


def _in_words(label: str, names: Mapping[str, str]) -> str:
    if label.startswith(_CATEGORY):
        category = label.removeprefix(_CATEGORY).capitalize()
        return "" if category == "Personal" else category
    return _SYSTEM.get(label) or names.get(label, "")
