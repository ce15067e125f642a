"""A thread as Gmail's API gives it becomes letters: no database, no network, any input."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from django.utils.translation import gettext_noop

from documents.reading.quoting import AttributedLines, Authorship, stretches
from gmail.errors import CannotStore
from gmail.reading.bodies import MailBody
from gmail.reading.headers import (
    address_of,
    headers_of,
    is_reply,
    recipients_of,
    without_reply,
    words_of,
)
from gmail.reading.parsed_mail import ParsedAttachment, ParsedMail, ParsedThread
from gmail.reading.repeated_quotes import Runs, runs_of, without_repeated
from memories.text import Span

LEFT_OUT = frozenset(("SPAM", "TRASH", "DRAFT", "CHAT"))
# Longer than any letter: what comes after is not kept, and said so.
LONGEST = 200_000
LONGEST_SUBJECT = 500
_BROKEN = gettext_noop("Google sent something for this conversation that is not mail.")


@dataclass(frozen=True)
class _Read:
    """A message with what was read of it."""

    message: Mapping[str, Any]
    headers: Mapping[str, str]
    body: MailBody
    said: Sequence[AttributedLines]


@dataclass(frozen=True)
class _Kept:
    """The text of a mail, where its subject ends, the person's own spans, and attributions."""

    text: str
    subject_end: int
    own: tuple[Span, ...]
    attributions: tuple[Span, ...]


def read_thread(thread: Mapping[str, Any]) -> ParsedThread:
    """Read one `threads.get?format=full` answer. Raises CannotStore for what is no thread.

    Mails in spam, trash, drafts and chats are left out.
    """
    try:
        messages = thread.get("messages") or []
        # Each once, whatever is said twice.
        kept = {
            str(one["id"]): one for one in messages if not LEFT_OUT & set(one.get("labelIds") or ())
        }
        read = [_read(one) for one in kept.values()]
        runs = runs_of(one.said for one in read)
        letters = sorted((_letter(one, runs) for one in read), key=_order)
        histories = [one.history_id for one in letters]
        return ParsedThread(
            gmail_id=str(thread["id"]),
            history_id=_number(thread.get("historyId"), max(histories, default=0)),
            letters=tuple(letters),
        )
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError, RecursionError):
        raise CannotStore(_BROKEN) from None


def _order(letter: ParsedMail) -> tuple[datetime, str]:
    return letter.sent_at, letter.gmail_id


def _read(message: Mapping[str, Any]) -> _Read:
    payload = message.get("payload") or {}
    body = MailBody()
    body.read(payload)
    return _Read(message, headers_of(payload), body, stretches(body.pieces))


def _letter(read: _Read, runs: Runs) -> ParsedMail:
    headers, body = read.headers, read.body
    labels = tuple(str(label) for label in read.message.get("labelIds") or ())
    from_person = "SENT" in labels
    subject = words_of(headers.get("subject", ""))[:LONGEST_SUBJECT]
    said, repeated = without_repeated(read.said, runs)
    kept = _text(
        subject,
        said,
        body.attachments,
        from_person=from_person,
        automatic=body.invites or _is_automatic(headers),
    )
    left_out = [one.whose.value for one in said if one.whose in _dropped(from_person=from_person)]
    left_out += ["quote"] * repeated + ["rest"] * (body.cut or len(kept.text) >= LONGEST)
    return ParsedMail(
        gmail_id=str(read.message["id"]),
        history_id=_number(read.message.get("historyId"), 0),
        sent_at=_when(read.message, headers),
        labels=labels,
        from_person=from_person,
        sender=address_of(headers.get("from", "")),
        recipients=recipients_of(headers),
        subject=subject,
        text=kept.text,
        subject_end=kept.subject_end,
        own=kept.own,
        attributions=kept.attributions,
        attachments=tuple(body.attachments),
        bulk=_is_bulk(headers, from_person=from_person),
        listed=_is_listed(headers),
        left_out=tuple(dict.fromkeys(left_out)),
        digest=_digest(subject, read.said, body.attachments),
    )


def _text(
    subject: str,
    said: Sequence[AttributedLines],
    attachments: Sequence[ParsedAttachment],
    *,
    from_person: bool,
    automatic: bool,
) -> _Kept:
    """What is kept of a mail.

    A reply of the person's does not begin with the subject: those are not their words.
    """
    parts: list[str] = []
    own: list[Span] = []
    attributions: list[Span] = []
    length = 0

    def put(text: str, *, mine: bool, between: str = "\n\n") -> Span:
        nonlocal length
        between = between if parts else ""
        parts.append(between + text)
        start = length + len(between)
        length = start + len(text)
        if mine and own and own[-1].stop + len(between) == start:
            own[-1] = Span(own[-1].start, length)
        elif mine:
            own.append(Span(start, length))
        return Span(start, length)

    mine = from_person and not automatic
    dropped = _dropped(from_person=from_person)
    subject_end = 0
    if subject and not (from_person and is_reply(subject)):
        put(without_reply(subject) or subject, mine=mine and not is_reply(subject))
        subject_end = length
    before = None
    for stretch in said:
        if length >= LONGEST:
            break
        if stretch.whose in dropped:
            continue
        text = stretch.text.strip()[: LONGEST - length]
        if text:
            # Who is quoted stands right above the quote.
            between = "\n" if before is Authorship.ATTRIBUTION else "\n\n"
            span = put(text, mine=mine and stretch.whose is Authorship.OWN, between=between)
            if stretch.whose is Authorship.ATTRIBUTION:
                attributions.append(span)
            before = stretch.whose
    if attachments:
        named = ", ".join(one.filename for one in attachments[:20])
        put(f"Attachments: {named}", mine=False)
    return _Kept("".join(parts), subject_end, tuple(own), tuple(attributions))


def _dropped(*, from_person: bool) -> tuple[Authorship, ...]:
    """What is not kept. Others' signatures are: they say who somebody is, and how to call them."""
    return (Authorship.FOOTER, Authorship.SIGNATURE) if from_person else (Authorship.FOOTER,)


def _digest(
    subject: str, said: Sequence[AttributedLines], attachments: Sequence[ParsedAttachment]
) -> str:
    words = "\0".join([subject, *(s.text for s in said), *(a.filename for a in attachments)])
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()


def _when(message: Mapping[str, Any], headers: Mapping[str, str]) -> datetime:
    """When Gmail got it. The Date header is what its sender says, and may say anything."""
    milliseconds = message.get("internalDate")
    if milliseconds is None:
        said = parsedate_to_datetime(headers["date"])
        return said.replace(tzinfo=said.tzinfo or UTC).astimezone(UTC)
    return datetime.fromtimestamp(max(0, int(milliseconds)) / 1000, UTC)


def _number(value: Any, otherwise: int) -> int:
    return otherwise if value is None else int(value)


def _is_automatic(headers: Mapping[str, str]) -> bool:
    """Whether a machine wrote it in somebody's name."""
    return headers.get("auto-submitted", "no").strip().lower() != "no"


def _is_bulk(headers: Mapping[str, str], *, from_person: bool) -> bool:
    """Whether it went to many at once and speaks with none: newsletters, bounces, machines.

    A mail of a list that answers one, or goes to somebody beside the list, is somebody's letter.
    """
    if from_person or _is_automatic(headers):
        return _is_automatic(headers)
    answers = any(headers.get(name, "").strip() for name in ("in-reply-to", "references"))
    subject = words_of(headers.get("subject", ""))[:LONGEST_SUBJECT]
    speaks = answers or is_reply(subject) or len(recipients_of(headers)) > 1
    return _is_listed(headers) and not speaks


def _is_listed(headers: Mapping[str, str]) -> bool:
    """Whether a list carried it."""
    precedence = headers.get("precedence", "").strip().lower()
    listed = any(name in headers for name in ("list-unsubscribe", "list-id", "feedback-id"))
    return listed or precedence in ("bulk", "list", "junk")
