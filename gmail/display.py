"""How mail is put to a person: mailboxes and how far they are, threads, mails as text."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import intcomma
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.models import User
from gmail import labels, progress
from gmail.attachments import MailFile, files_of
from gmail.models import Account, Message, Thread
from gmail.progress import SearchCoverage
from gmail.threads import FoundThread, ThreadPage
from memories.pages import day, moment, source_text
from memories.text import is_blank
from web.stored_words import translated

State = Account.State
# Maximum number of unreadable threads listed.
SET_ASIDE = 20
_BUSY = (State.NEW, State.SENT, State.INBOX, State.DISCONNECTING)
_LEFT_OUT = {
    "quote": gettext_noop("quoted mail already shown above"),
    "signature": gettext_noop("a signature"),
    "footer": gettext_noop("a footer"),
    "rest": gettext_noop("the rest: it is very long"),
}


@dataclass(frozen=True)
class ShownBar:
    """One of two bars: its name, how full it is of 100 (None: not known), and figures in words."""

    label: str
    value: int | None
    detail: str


@dataclass(frozen=True)
class ShownMailbox:
    """A connected mailbox and how far it has come, in words."""

    id: UUID
    address: str
    delegated: bool
    doing: str
    trouble: str
    bars: Sequence[ShownBar]
    # How much of it can be found, where not all is found by meaning yet.
    findable: str
    left: str
    synced: str
    threads: int
    busy: bool
    # In step, and not yet all found by meaning.
    preparing: bool
    can_pause: bool
    can_resume: bool
    can_sync: bool
    reconnect: bool
    leaving: bool
    from_file: bool
    set_aside: Sequence[Thread]
    more_set_aside: int


@dataclass(frozen=True)
class ShownThread:
    """A row of the list of threads."""

    id: UUID
    url: str
    subject: str
    who: str
    mails: int
    snippet: str
    day: str
    labels: Sequence[str]
    files: bool
    account: str


@dataclass(frozen=True)
class ShownMail:
    """One mail of a thread: whose, to whom, when, and its words, with the passage marked."""

    id: UUID
    mine: bool
    who: str
    address: str
    to: str
    at: str
    segments: Sequence[source_text.TextSegment]
    files: Sequence[MailFile]
    left_out: str
    marked: bool
    missing: bool
    # Where the text goes on, of a long one.
    later_url: str


def mailbox(user: User, account: Account) -> ShownMailbox:
    """One card of the Gmail page."""
    state = State(account.state)
    far, found = progress.of(account), progress.findable(account)
    aside = Thread.objects.filter(user=user, account=account, set_aside=True).order_by("-pk")
    return ShownMailbox(
        id=account.pk,
        address=account.address,
        delegated=account.delegated,
        doing=_doing(user, account, found),
        trouble=translated(account.reason),
        bars=()
        if state == State.FROM_FILE
        else (_bar(gettext("Sent"), far.sent), _bar(gettext("Inbox"), far.inbox)),
        findable=_findable(found),
        left=_left(far.left) if state in (State.SENT, State.INBOX) else "",
        synced=_ago(user, account) if account.last_synced else "",
        threads=Thread.objects.filter(user=user, account=account, set_aside=False).count(),
        busy=state in _BUSY,
        preparing=state == State.LIVE and found.goes_on,
        can_pause=state in (State.NEW, State.SENT, State.INBOX, State.LIVE),
        can_resume=state in (State.PAUSED, State.DISABLED),
        can_sync=state == State.LIVE,
        reconnect=state == State.REAUTH_REQUIRED and not account.delegated,
        leaving=state == State.DISCONNECTING,
        from_file=state == State.FROM_FILE,
        set_aside=list(aside[:SET_ASIDE]),
        more_set_aside=max(0, aside.count() - SET_ASIDE),
    )


def threads(user: User, found: ThreadPage, accounts: int) -> list[ShownThread]:
    """Rows of the list; whose mailbox it is in is said where there are several."""
    return [
        _thread(user, one, found.messages.get(one.thread.pk, []), accounts) for one in found.threads
    ]


def mails(
    user: User, messages: Sequence[Message], source: UUID | None, at: tuple[int, int] | None
) -> list[ShownMail]:
    """The mails of a thread, in order, with the passage `at` of one source marked."""
    return [
        _mail(user, message, at if message.source_id and message.source_id == source else None)
        for message in messages
    ]


def _doing(user: User, account: Account, found: SearchCoverage) -> str:
    until = account.paused_until
    paused = gettext("Paused")
    if until and until > timezone.now():
        paused = gettext("Paused, until %(moment)s") % {"moment": moment(user, until)}
    live = gettext("Up to date with Gmail")
    if found.goes_on:
        live = gettext("Up to date with Gmail, still preparing search by meaning")
    return {
        State.NEW: gettext("Starting"),
        State.SENT: gettext("Reading what you sent"),
        State.INBOX: gettext("Reading your inbox"),
        State.LIVE: live,
        State.PAUSED: paused,
        State.REAUTH_REQUIRED: gettext("Needs to be connected again"),
        State.DISABLED: gettext("Not read"),
        State.DISCONNECTING: gettext("Being removed"),
        State.FROM_FILE: gettext("Imported from a file"),
    }[State(account.state)]


def _bar(label: str, bar: progress.ProgressBar) -> ShownBar:
    if not bar.begun:
        return ShownBar(label, 0, gettext("Not started"))
    done = intcomma(bar.done)
    if bar.finished:
        return ShownBar(label, 100, gettext("%(done)s read") % {"done": done})
    if bar.total is None:
        return ShownBar(label, None, gettext("%(done)s so far") % {"done": done})
    told = gettext("%(done)s of about %(total)s") % {"done": done, "total": intcomma(bar.total)}
    return ShownBar(label, bar.percent, told)


def _findable(found: SearchCoverage) -> str:
    if not found.goes_on:
        return ""
    told = ngettext(
        "You can search %(mails)s mail by words now; %(by_meaning)s of %(mails)s by meaning so "
        "far.",
        "You can search %(mails)s mails by words now; %(by_meaning)s of %(mails)s by meaning so"
        " far.",
        found.mails,
    )
    return told % {"mails": intcomma(found.mails), "by_meaning": intcomma(found.by_meaning)}


def _left(left: timedelta | None) -> str:
    if left is None:
        return ""
    minutes = round(left.total_seconds() / 60)
    if minutes < 1:
        return gettext("Less than a minute left")
    if minutes < 90:
        told = ngettext("About %(minutes)s minute left", "About %(minutes)s minutes left", minutes)
        return told % {"minutes": minutes}
    return gettext("About %(hours)s hours left") % {"hours": round(minutes / 60)}


def _ago(user: User, account: Account) -> str:
    if account.last_synced is None:
        return ""
    seconds = (timezone.now() - account.last_synced).total_seconds()
    if seconds < 90:
        return gettext("just now")
    if seconds < 5_400:
        return gettext("%(minutes)s minutes ago") % {"minutes": round(seconds / 60)}
    return moment(user, account.last_synced)


def _thread(
    user: User, one: FoundThread, messages: Sequence[Message], accounts: int
) -> ShownThread:
    it = one.thread
    url = reverse("gmail:thread", args=[it.pk])
    if one.source is not None:
        url = f"{url}?mail={one.source}&at={one.start}-{one.stop}#passage"
    return ShownThread(
        id=it.pk,
        url=url,
        subject=it.subject,
        who=_who(messages),
        mails=len(messages),
        snippet=one.quote or it.snippet,
        day=day(user, it.last_at) if it.last_at else "",
        # What nearly every thread has tells nothing.
        labels=[
            labels.shown(one)
            for one in labels.in_words(it.labels, it.account.label_names)
            if one not in ("Inbox", "Sent")
        ],
        files=any(message.attachments for message in messages),
        account=it.account.address if accounts > 1 else "",
    )


def _who(messages: Sequence[Message]) -> str:
    """Who writes in a thread, as people say it: "Dana, you and 2 more"."""
    you = gettext("you")
    names = list(dict.fromkeys(you if m.from_person else _name(m) for m in messages))
    if names == [you]:
        to = [one["name"] or one["address"] for one in messages[0].recipients]
        return gettext("To %(names)s") % {"names": ", ".join(to[:2])} if to else gettext("You")
    told, more = ", ".join(names[:3]), len(names) - 3
    if more > 0:
        told = gettext("%(names)s and %(more)s more") % {"names": told, "more": more}
    return told[:1].upper() + told[1:] if told.startswith(you) else told


def _name(message: Message) -> str:
    return message.sender_name or message.sender or gettext("Somebody")


def _mail(user: User, message: Message, at: tuple[int, int] | None) -> ShownMail:
    source = message.source
    segments: Sequence[source_text.TextSegment] = ()
    marked, later_url = False, ""
    if source is not None:
        piece = source_text.piece_of(source, at)
        segments, marked = piece.segments, piece.passage_shown
        if piece.stop < piece.size:
            later_url = f"{reverse('memories:source', args=[source.pk])}?from={piece.stop}"
    left_out = [
        gettext(_LEFT_OUT[one]) for one in (source.metadata if source else {}).get("left_out", [])
    ]
    return ShownMail(
        id=message.pk,
        mine=message.from_person,
        who=gettext("You") if message.from_person else _name(message),
        address="" if message.from_person else message.sender,
        to=", ".join(one["name"] or one["address"] for one in message.recipients[:5]),
        at=moment(user, message.internal_date),
        segments=segments,
        files=files_of(message),
        left_out=", ".join(left_out),
        marked=marked,
        missing=at is not None and not marked,
        later_url=later_url,
    )


def title_of(thread: Thread) -> str:
    """What a thread is called where it has to be called something."""
    return (
        thread.subject if thread.subject and not is_blank(thread.subject) else gettext("No subject")
    )
