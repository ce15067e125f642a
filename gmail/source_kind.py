"""Mail as a kind of source: what it is called, where it is shown, what goes with it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext, gettext_noop

from memories.source_kinds import (
    ArchiveRules,
    AuthoredSources,
    EmptyState,
    Noun,
    Readable,
    SourceKind,
    SourceOrigin,
    UnrankedPassage,
)

if TYPE_CHECKING:
    from accounts.models import User
    from gmail.models import Account

GMAIL = "gmail"
# What is done to a mailbox: it is read, a step at a time.
SYNC = "sync"


def _origin(told: SourceOrigin) -> str:
    about = gettext(" “%(title)s”") % {"title": told.title} if told.title else ""
    if told.mine:
        return gettext("From your mail%(about)s") % {"about": about}
    if told.speaker:
        words = gettext("From %(name)s’s mail%(about)s")
        return words % {"name": told.speaker, "about": about}
    return gettext("From a mail%(about)s") % {"about": about}


# The room is imported by the first call: every process would wait for it at its start.
def _count(user: "User") -> Mapping[UUID | None, int]:
    from gmail.models import Message

    return {None: Message.objects.filter(user=user).count()}


def _also_goes(user: "User") -> Iterable[str]:
    from gmail.models import Account

    for address in Account.objects.filter(user=user).values_list("address", flat=True):
        yield gettext("The permission to read %(address)s, which goes back to Google") % {
            "address": address
        }


def _readable(user: "User") -> Iterator[Readable]:
    from gmail.export_texts import threads

    return threads(user)


def _written(user: "User", question: str) -> AuthoredSources | None:
    from gmail.mail_by_author import written

    return written(user, question)


def _who_is(user: "User", question: str) -> Sequence[UnrankedPassage]:
    from gmail.who_is import who_is

    return who_is(user, question)


def _leave(user: "User") -> None:
    from gmail.connection.disconnect import give_back_all

    give_back_all(user)


def _disconnected(mailbox: "Account") -> None:
    from gmail.connection.restored import disconnected

    disconnected(mailbox)


_ARCHIVE = ArchiveRules(
    tables_left_out={
        "gmail.attempt": "lets Google in here",
        "gmail.servicekey": "a secret of Google's",
    },
    columns_left_out={
        "gmail.account": (
            "sealed_credentials",
            "service_key",
            "delegated",
            "state",
            "resume_state",
            "paused_until",
            "reason",
            "setbacks",
            "history_id",
            "page_token",
            "listed",
            "pending",
            "batch_size",
            "relisting",
            "rounds",
            "fencing_token",
            "units_left",
            "units_at",
            "last_synced",
            "labels_due",
        ),
    },
    on_restore={"gmail.account": _disconnected},
    stays_here=gettext_noop("The permission to read your mail stays here too."),
)

KIND = SourceKind(
    name=GMAIL,
    number=5,
    label=gettext_noop("Mail"),
    icon="gmail",
    noun=Noun(gettext_noop("mail"), gettext_noop("mails")),
    where=gettext_noop("in a mail"),
    whose=gettext_noop("your mail"),
    origin=_origin,
    page="gmail:source",
    urls="gmail.urls",
    api_urls="gmail.api_urls",
    invitation=EmptyState(
        "gmail:home",
        gettext_noop("Connect your mail"),
        gettext_noop("Know who said what, and when"),
    ),
    table="gmail.message",
    readable=_readable,
    archive=_ARCHIVE,
    made_ids=True,
    written=_written,
    who_is=_who_is,
    addressed=True,
    title_follows_text=True,
    count=_count,
    also_goes=_also_goes,
    leave=_leave,
)
