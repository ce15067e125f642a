"""Mail in a file: previewed, then kept thread by thread, by the rooms that keep Gmail's.

Threads with own mail come first: they are put in order once the person has said which is theirs.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import IO, Any

from django.db import DatabaseError, OperationalError
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from documents.storage import drop
from gmail.errors import CannotStore
from gmail.models import FROM_FILE, Account, Message, Thread
from gmail.reading.parse import read_thread
from gmail.reading.parsed_mail import ParsedMail, ParsedThread
from gmail.remove import remove_mail
from gmail.store import keep_letters
from imports import mbox
from imports.chat_files import STEP_SECONDS, advance
from imports.chats import CUT_OFF, told
from imports.formats import Format
from imports.import_file import BROKEN_FILE, CannotImport, ImportFile
from imports.models import Import, Imported
from imports.spool import OnProgress, SpooledItems, items
from memories.keeping import Refused
from memories.search import index as search_index

# Senders that the person is asked about.
_ASKED = 12
_AT_ONCE = 25
# Bytes of a file copied at once.
_PIECE = 16 * 1024
# The same mail has other dates in other boxes: when it was sent, and when it came.
_SAME_MAIL = timedelta(days=2)

_LEFT_OUT = gettext_noop("mails in spam, trash, drafts and chats")
_DOUBLED = gettext_noop("mails that are in the file more than once")
_UNREADABLE = gettext_noop("mails without a date or that cannot be read")
_TOO_LONG = gettext_noop("mails of more than 100 MB")
_ELSEWHERE = gettext_noop("mails that are here already, from another mailbox")


def mbox_format() -> Format:
    return Format("mbox", gettext_noop("Mail"), _is_mbox, prepare, go_on, undo)


def _is_mbox(members: Sequence[ImportFile]) -> bool:
    return any(_mail(members))


def _mail(members: Sequence[ImportFile]) -> list[ImportFile]:
    return [one for one in members if mbox.is_mbox(one.head())]


def prepare(user: User, it: Import, members: Sequence[ImportFile], tick: OnProgress) -> None:
    """Note what is in a file, and put its threads down for keeping."""
    with _as_one_file(_mail(members)) as (file, cut_off):
        index = mbox.MailboxIndex()
        for start, length, head in mbox.mails(file):
            tick()
            index.note(start, length, head)
        if not index.places:
            raise CannotImport(gettext_noop("There is no mail in this file that I can read."))
        it.addresses = mbox.own_addresses(index, _known(user))
        lines = SpooledItems()
        try:
            skipped = _put_down(index, file, lines, tick)
            skipped[CUT_OFF] = cut_off
            _note(it, index, skipped, len(lines))
            lines.store(it)
        finally:
            lines.close()


@contextmanager
def _as_one_file(members: Sequence[ImportFile]) -> Iterator[tuple[IO[bytes], int]]:
    """All mail of an import as one file that can be read anywhere, and how many were cut off."""
    cut_off = 0
    with tempfile.TemporaryFile() as whole:
        for member in members:
            with member.opened() as file:
                cut_off += not _copied(file, whole)
            whole.write(b"\n")
        whole.seek(0)
        yield whole, cut_off


def _copied(file: IO[bytes], whole: IO[bytes]) -> bool:
    """Copy what can be read of a file. Returns whether that was all of it."""
    while True:
        try:
            piece = file.read(_PIECE)
        except BROKEN_FILE:
            return False
        if not piece:
            return True
        whole.write(piece)


def _put_down(
    index: mbox.MailboxIndex, file: IO[bytes], lines: SpooledItems, tick: OnProgress
) -> Counter[str]:
    skipped = Counter(
        {
            _LEFT_OUT: index.left_out,
            _DOUBLED: index.doubled,
            _UNREADABLE: index.unreadable,
            _TOO_LONG: index.too_long,
        }
    )
    for places in index.by_thread():
        tick()
        messages = []
        for place in places:
            file.seek(place.start)
            raw = file.read(place.length)
            try:
                messages.append(mbox.as_gmail(raw, place.at))
            except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
                # One strange mail must not hold up all the others.
                skipped[_UNREADABLE] += 1
        if messages:
            # The first mail's own id: the same in every file that has it.
            thread = {"id": messages[0]["id"], "messages": messages}
            lines.add(places[0].at.isoformat(), thread)
    return skipped


def _known(user: User) -> set[str]:
    """Addresses that are the person's for sure."""
    with acting_as(user):
        mailboxes = Account.objects.filter(user=user).values_list("address", flat=True)
        return {address.lower() for address in (user.email, *mailboxes)}


def _note(it: Import, index: mbox.MailboxIndex, skipped: Counter[str], threads: int) -> None:
    most = dict(index.senders.most_common(_ASKED))
    it.senders = most | {address: index.senders[address] for address in it.addresses}
    yours = sum(index.senders[address] for address in it.addresses)
    it.counts = {"mails": len(index.places), "threads": threads, "yours": yours}
    it.since = min(place.at for place in index.places)
    it.until = max(place.at for place in index.places)
    it.total, it.skipped = threads, told(skipped)


def go_on(user: User, it: Import, tick: OnProgress) -> bool:
    """Keep threads for a few seconds, each in a block of its own."""
    started = time.monotonic()
    if "mails" not in it.added and not _put_own_first(user, it, tick):
        return False
    for thread, behind in items(it):
        try:
            letters = read_thread(_labelled(thread, set(it.addresses)))
            more = _keep(user, it, letters, behind)
        except OperationalError:
            raise
        except (CannotStore, Refused, DatabaseError, KeyError, TypeError, ValueError):
            more = _keep(user, it, None, behind, strange=len(thread["messages"]))
        if not more:
            return False
        tick(kept=True)
        if time.monotonic() - started > STEP_SECONDS:
            return True
    return False


def _put_own_first(user: User, it: Import, tick: OnProgress) -> bool:
    """Put the threads in order, once. False where somebody else did, or the import was stopped.

    What the person wrote says most about them, so that it is not what they wait for.
    """
    own, yours, before = set(it.addresses), 0, it.prepared.name or ""
    lines = SpooledItems()
    try:
        for number, (thread, _) in enumerate(items(it)):
            tick()
            wrote = sum(mbox.sender_of(message) in own for message in thread["messages"])
            lines.add(f"{'sent' if wrote else 'then'} {number:09}", thread)
            yours += wrote
        lines.store(it)
    finally:
        lines.close()
    with acting_as(user):
        row = Import.objects.select_for_update().filter(pk=it.pk, prepared=before).first()
        there = row is not None and row.state == Import.State.IMPORTING
        if there:
            it.added, it.counts = {"mails": 0}, {**it.counts, "yours": yours}
            it.save(update_fields=["prepared", "added", "counts"])
    drop([before if there else it.prepared.name or ""])
    return there


def _labelled(thread: dict[str, Any], own: set[str]) -> dict[str, Any]:
    """A thread as Gmail would give it: sent is what comes from one of the person's addresses."""
    for message in thread["messages"]:
        message["labelIds"] = ["SENT" if mbox.sender_of(message) in own else "INBOX"]
    return thread


def _keep(
    user: User, it: Import, letters: ParsedThread | None, behind: int, *, strange: int = 0
) -> bool:
    """Keep one thread, and note that. False where somebody else did meanwhile."""
    with acting_as(user):
        search_index.hold(user.pk)
        if not advance(it, behind):
            return False
        skipped = Counter({row["why"]: row["count"] for row in it.skipped})
        skipped[_UNREADABLE] += strange
        if letters is not None:
            account = _account(user, it)
            new = tuple(one for one in letters.letters if not _is_elsewhere(account, one))
            skipped[_ELSEWHERE] += len(letters.letters) - len(new)
            added = _add(user, it, account, replace(letters, letters=new)) if new else 0
            it.added["mails"] = it.added.get("mails", 0) + added
        it.skipped = told(skipped)
        it.save(update_fields=["added", "skipped"])
    return True


def _add(user: User, it: Import, account: Account, letters: ParsedThread) -> int:
    """Store the mails that are new, and note that they came with this import."""
    ids = [letter.gmail_id for letter in letters.letters]
    mine = Message.objects.filter(account=account, gmail_message_id__in=ids)
    before = set(mine.values_list("pk", flat=True))
    keep_letters(user, account, letters, whole=False)
    new = [pk for pk in mine.values_list("pk", flat=True) if pk not in before]
    Imported.objects.bulk_create(Imported(user=user, origin=it, mail_id=pk) for pk in new)
    return len(new)


def _is_elsewhere(account: Account, letter: ParsedMail) -> bool:
    """Whether another mailbox of the person's has this very mail."""
    same = Message.objects.filter(
        user_id=account.user_id,
        text_hash=letter.digest,
        sender=letter.sender.address if letter.sender else "",
        internal_date__range=(letter.sent_at - _SAME_MAIL, letter.sent_at + _SAME_MAIL),
    )
    return same.exclude(account=account).exists()


def _account(user: User, it: Import) -> Account:
    """The mailbox that files of these addresses go into."""
    address = it.addresses[0] if it.addresses else it.filename[:200]
    account, _ = Account.objects.get_or_create(
        user=user,
        subject=f"{FROM_FILE}{address}"[:255],
        defaults={"address": address[:254], "state": Account.State.FROM_FILE},
    )
    return account


def undo(user: User, it: Import) -> bool:
    """Take a few of its mails back; True when more are left. They may come again."""
    with acting_as(user):
        search_index.hold(user.pk)
        brought = Imported.objects.filter(user=user, origin=it, mail__isnull=False)
        going = list(brought.order_by("-id").values_list("mail", flat=True)[:_AT_ONCE])
        remove_mail(user, Message.objects.filter(pk__in=going))
        empty = Thread.objects.filter(
            user=user, account__state=Account.State.FROM_FILE, messages=None
        )
        empty.delete()
        left = Account.objects.filter(user=user, state=Account.State.FROM_FILE, threads=None)
        left.delete()
    return len(going) == _AT_ONCE
