"""What Gmail has of a thread becomes rows: each mail once, as it is now. Idempotent."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from accounts.models import User
from gmail import correspondents
from gmail.models import Account, Message, Thread
from gmail.reading.parse import read_thread
from gmail.reading.parsed_mail import ParsedMail, ParsedThread
from gmail.remove import remove_mail
from gmail.senders import owner_of
from gmail.snippets import refresh, snippet_of
from gmail.sources import blocked_in, keep_letter, source_id
from memories.search import index

_CATEGORY = "CATEGORY_"


@dataclass(frozen=True)
class StoredThread:
    """What became of a thread: the mails that are new, changed and gone.

    `outdated` is whether a newer state of it was there already, and nothing was done. `thread` is
    None where nothing of it is kept.
    """

    thread: Thread | None
    new: int = 0
    changed: int = 0
    gone: int = 0
    outdated: bool = False


def store(user: User, account: Account, thread: Mapping[str, Any]) -> StoredThread:
    """Store one `threads.get?format=full` answer, inside the caller's `acting_as` block.

    Raises CannotStore for what cannot be read. Reading takes most of the time and needs no
    database: `keep_letters(user, account, read_thread(thread))` does the same in two steps.
    """
    return keep_letters(user, account, read_thread(thread))


def keep_letters(
    user: User, account: Account, letters: ParsedThread, *, older: bool = False, whole: bool = True
) -> StoredThread:
    """Bring a thread's rows in step with what was read of it, unless they are newer.

    With `older` also then. What is not the `whole` thread, as in a file, takes nothing away.
    """
    # Before any row is locked: whoever forgets begins here too, and then changes threads.
    index.hold(user.pk)
    known = (
        Thread.objects.select_for_update()
        .filter(account=account, gmail_thread_id=letters.gmail_id)
        .first()
    )
    if known is not None and known.history_id > letters.history_id and not older:
        return StoredThread(known, outdated=True)
    if not letters.letters:
        return StoredThread(None, gone=gone(user, account, letters.gmail_id))
    thread = known or Thread(user=user, account=account, gmail_thread_id=letters.gmail_id)
    thread.history_id = letters.history_id
    thread.failures, thread.set_aside, thread.reason = 0, False, ""
    _describe(thread, letters.letters, whole=whole)
    thread.save()
    there = {
        message.gmail_message_id: message
        for message in Message.objects.select_for_update().filter(
            account=account, gmail_message_id__in=[one.gmail_id for one in letters.letters]
        )
    }
    new = [one for one in letters.letters if one.gmail_id not in there]
    changed = [
        _update(there[one.gmail_id], thread, one)
        for one in letters.letters
        if one.gmail_id in there
    ]
    _add(user, account, thread, new)
    removed = 0
    if whole:
        left = Message.objects.filter(thread=thread).exclude(
            gmail_message_id__in=[one.gmail_id for one in letters.letters]
        )
        removed = remove_mail(user, left)
    if new or removed:
        refresh(user.pk, [thread.pk])
    return StoredThread(thread, len(new), sum(changed), removed)


def gone(user: User, account: Account, gmail_thread_id: str) -> int:
    """Remove a thread with what came from it alone. Returns how many mails went."""
    mail = Message.objects.filter(
        account=account, thread__gmail_thread_id=gmail_thread_id, user=user
    )
    removed = remove_mail(user, mail)
    Thread.objects.filter(user=user, account=account, gmail_thread_id=gmail_thread_id).delete()
    return removed


def gone_account(user: User, account: Account, most: int | None = None) -> bool:
    """Remove what an account brought, with what was learned from it alone; True when more is left.

    `most` limits the mails removed at once: a mailbox goes in several short transactions.
    """
    mail = Message.objects.filter(user=user, account=account)
    if most is not None:
        mail = mail.filter(pk__in=list(mail.order_by("pk").values_list("pk", flat=True)[:most]))
    remove_mail(user, mail)
    if Message.objects.filter(user=user, account=account).exists():
        return True
    Thread.objects.filter(user=user, account=account).delete()
    return False


def _describe(thread: Thread, letters: Sequence[ParsedMail], *, whole: bool) -> None:
    labels = {label for letter in letters for label in letter.labels}
    labels |= set() if whole else set(thread.labels)
    categories = sorted(label for label in labels if label.startswith(_CATEGORY))
    thread.labels = sorted(labels)[:100]
    thread.category = categories[0].removeprefix(_CATEGORY).lower()[:20] if categories else ""
    thread.important = "IMPORTANT" in labels
    last = letters[-1].sent_at
    thread.last_at = last if whole or thread.last_at is None else max(last, thread.last_at)


def _update(message: Message, thread: Thread, letter: ParsedMail) -> bool:
    """Take over what can change of a mail: its labels, and where it is. Its words never do."""
    labels = sorted(letter.labels)
    if message.labels == labels and message.thread_id == thread.pk:
        return False
    message.labels, message.thread = labels, thread
    message.history_id = letter.history_id
    message.save(update_fields=["labels", "thread", "history_id"])
    return True


def _add(user: User, account: Account, thread: Thread, letters: Sequence[ParsedMail]) -> None:
    if not letters:
        return
    ids = {letter.gmail_id: source_id(user, account, letter.gmail_id) for letter in letters}
    blocked = blocked_in(user, ids.values())
    owner = owner_of(user, account, letters)
    rows = []
    for letter in letters:
        spans = blocked.get(ids[letter.gmail_id], ())
        source = keep_letter(user, account, letter, thread.pk, spans, owner)
        rows.append(
            Message(
                user=user,
                account=account,
                thread=thread,
                source=source,
                gmail_message_id=letter.gmail_id,
                history_id=letter.history_id,
                internal_date=letter.sent_at,
                sender=letter.sender.address if letter.sender else "",
                sender_name=letter.sender.name if letter.sender else "",
                recipients=[asdict(one) for one in letter.recipients],
                labels=sorted(letter.labels),
                snippet=snippet_of(source),
                from_person=letter.from_person,
                bulk=letter.bulk,
                listed=letter.listed,
                attachments=[asdict(one) for one in letter.attachments],
                text_hash=letter.digest,
            )
        )
    Message.objects.bulk_create(rows)
    correspondents.count(user, rows)
