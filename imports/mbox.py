"""Mail in a file (mbox): where each mail begins, which belong together, and what is in one.

No database, no network, any input. A mail becomes what Gmail's API would give of it, so that the
rooms that read Gmail read it.
"""

import re
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import IO, Any

from gmail.reading.headers import address_of, headers_of, words_of

# A mail that is longer is left out: its files would be far too large for any mail server.
LONGEST = 100_000_000
# Of a part that holds words no more is read.
_LONGEST_TEXT = 1_000_000
_LINE = 65_536
_HEADERS = 200_000
# Dated, so that no sentence that begins with "From" parts a mail.
_FROM = re.compile(rb"From \S.{0,300}\d\d:\d\d")
# With the whole date at its end it parts mails without a blank line above it, too: archives of
# mailing lists put none below what they took out of a mail.
_FROM_DATED = re.compile(
    rb"From \S.{0,300}\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) "
    rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) "
    rb"[ \d]\d \d\d:\d\d:\d\d (?:[+\w-]{1,9} )?\d{4}\s*$"
)
_HEADER = re.compile(rb"[!-9;-~]{1,100}:|>?From ")
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_IDS = re.compile(r"<[^<>\s]{1,250}>")
_MOST_IDS = 50
# As public archives of mailing lists write whom a mail is from: "dana at harbour.example (Dana)".
_SPELLED_OUT = re.compile(
    r"(?:^|(?<=\())([^\s@<>()\"]{1,64}) at ([^\s@<>()\"]{1,190}\.[^\s@<>()\"]{2,60})"
    r"(?=\s*(?:[()]|$))"
)
# Behind an address, however that is written, in the line above a mail.
_ENVELOPE_DATE = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b.{0,40}\d\d:\d\d.*")
# No zone is so far away: what a program with a fault in it wrote.
_NO_ZONE = re.compile(r"[+-]\d{5,20}")
_OLDEST = datetime(1980, 1, 1, tzinfo=UTC)
# What Gmail calls these in the languages of most of its accounts.
_LEFT_OUT = {
    "SPAM": "spam|junk|correo no deseado|indésirables|posta indesiderata|lixo eletrônico|skräppost"
    "|søppelpost|roskaposti|спам|迷惑メール|垃圾邮件",
    "TRASH": "trash|bin|papierkorb|papelera|corbeille|cestino|lixeira|prullenbak|papperskorg"
    "|papirkurv|kosz|корзина|ゴミ箱|已删除邮件",
    "DRAFT": "drafts?|entwürfe|borradores?|brouillons?|bozze|rascunhos?|concepten|utkast|kladder"
    "|wersje robocze|черновики|下書き|草稿",
    "CHAT": "chats?|hangouts",
}
_LEFT_OUT_NAMED = {name: re.compile(words, re.IGNORECASE) for name, words in _LEFT_OUT.items()}
_TEXTS = ("text/plain", "text/html", "text/enriched", "text/richtext", "text/calendar")


@dataclass(slots=True)
class MailOffset:
    """A mail in the file: `length` bytes from `start`; when it was sent; its thread's number."""

    start: int
    length: int
    at: datetime
    thread: int


@dataclass
class Threads:
    """Which mails answer which: numbers that were ever named together are one thread."""

    _above: dict[int, int] = field(default_factory=dict)

    def of(self, number: int) -> int:
        """The thread that this number belongs to."""
        at = number
        while (above := self._above.get(at, at)) != at:
            at = above
        while (above := self._above.get(number, number)) != at:
            self._above[number], number = at, above
        return at

    def join(self, numbers: list[int]) -> int:
        roots = [self.of(number) for number in numbers]
        for root in roots[1:]:
            if root != roots[0]:
                self._above[root] = roots[0]
        self._above.setdefault(roots[0], roots[0])
        return roots[0]


@dataclass
class MailboxIndex:
    """What a first look at a file tells: the mails by their threads, and who sent how many."""

    places: list[MailOffset] = field(default_factory=list)
    threads: Threads = field(default_factory=Threads)
    senders: Counter[str] = field(default_factory=Counter)
    receivers: Counter[str] = field(default_factory=Counter)
    without_way: Counter[str] = field(default_factory=Counter)
    left_out: int = 0
    too_long: int = 0
    unreadable: int = 0
    doubled: int = 0
    _seen: set[int] = field(default_factory=set)

    def note(self, start: int, length: int, head: bytes) -> None:
        """Note one mail by its headers."""
        if length > LONGEST:
            self.too_long += 1
            return
        headers = message_from_bytes(_without_envelope(head))
        if left_out(headers):
            self.left_out += 1
            return
        at = when(headers, head)
        if at is None:
            self.unreadable += 1
            return
        ids = _IDS.findall(_said(headers, "message-id"))[:1]
        own = _number(ids[0]) if ids else _number(f"{start}:{at}")
        if own in self._seen:
            self.doubled += 1
            return
        self._seen.add(own)
        gmails = _said(headers, "x-gm-thrid").strip()
        named = [_number(f"thrid:{gmails}")] if gmails else []
        others = _IDS.findall(_said(headers, "references") + _said(headers, "in-reply-to"))
        numbers = [own, *named, *([] if gmails else map(_number, others[-_MOST_IDS:]))]
        self.places.append(MailOffset(start, length, at, self.threads.join(numbers)))
        self._count(headers)

    def _count(self, headers: Message) -> None:
        sender = address_of(_said(headers, "from"))
        if sender is not None and sender.address:
            self.senders[sender.address] += 1
            # What one sends has come no way yet.
            self.without_way[sender.address] += "received" not in headers
        for name in ("delivered-to", "to"):
            if (to := address_of(_said(headers, name))) is not None and to.address:
                self.receivers[to.address] += 1
                break

    def by_thread(self) -> list[list[MailOffset]]:
        """The mails of each thread, the oldest thread first."""
        found: dict[int, list[MailOffset]] = {}
        for place in self.places:
            found.setdefault(self.threads.of(place.thread), []).append(place)
        for mails in found.values():
            mails.sort(key=lambda place: place.at)
        return sorted(found.values(), key=lambda mails: mails[0].at)


def is_mbox(head: bytes) -> bool:
    """Whether a file that begins like this holds mail."""
    first, _, rest = head.partition(b"\n")
    return bool(_FROM.match(first)) and bool(_HEADER.match(rest))


def mails(file: IO[bytes]) -> Iterator[tuple[int, int, bytes]]:
    """Where each mail begins, how long it is, and its beginning with the headers."""
    start, position, blank = 0, 0, True
    head, heading = bytearray(), True
    pending: tuple[int, bytes] | None = None
    while line := file.readline(_LINE):
        if pending is not None and _HEADER.match(line):
            # A line "From …" with headers below it.
            begin, first = pending
            if begin > start:
                yield start, begin - start, bytes(head)
            start, head, heading = begin, bytearray(first), True
        parts = (_FROM if blank else _FROM_DATED).match(line)
        pending = (position, line) if parts else None
        position += len(line)
        blank = line in (b"\n", b"\r\n")
        heading = heading and not (blank and len(head) > 0) and len(head) < _HEADERS
        if (heading and pending is None) or (heading and not head):
            head += line
    if position > start and head:
        yield start, position - start, bytes(head)


def left_out(headers: Message) -> str:
    """Why a mail is none that one keeps: "SPAM", "TRASH", "DRAFT", "CHAT", or ""."""
    labels = [one.strip(' "') for one in words_of(_said(headers, "x-gmail-labels")).split(",")]
    for name, words in _LEFT_OUT_NAMED.items():
        if any(words.fullmatch(label) for label in labels):
            return name
    return ""


def when(headers: Message, head: bytes) -> datetime | None:
    """When it was sent: by its date, else by when it came, else by the line above it."""
    way = _said(headers, "received").rpartition(";")[2]
    envelope = _ENVELOPE_DATE.search(head.partition(b"\n")[0].decode("latin-1"))
    date = _NO_ZONE.sub("", _said(headers, "date"))
    for text in (date, way, envelope.group() if envelope else ""):
        try:
            at = parsedate_to_datetime(text)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        at = at.replace(tzinfo=at.tzinfo or UTC)
        try:
            at = at.astimezone(UTC)
        except OverflowError:
            continue
        if _OLDEST <= at <= datetime.now(UTC):
            return at
    return None


def as_gmail(raw: bytes, at: datetime) -> dict[str, Any]:
    """A mail as Gmail's API gives it, without what is in its files, and without labels."""
    mail = message_from_bytes(_ESCAPED.sub(rb"\1", _without_envelope(raw)))
    known = _IDS.findall(_said(mail, "message-id"))[:1] or [sha256(raw).hexdigest()]
    return {
        "id": sha256(known[0].encode("utf-8", "replace")).hexdigest()[:32],
        "historyId": "0",
        "internalDate": str(int(at.timestamp() * 1000)),
        "payload": _part(mail, ""),
    }


def sender_of(message: Mapping[str, Any]) -> str:
    """Whose address a mail in Gmail's shape came from, or ""."""
    sender = address_of(headers_of(message["payload"]).get("from", ""))
    return sender.address if sender else ""


def _part(part: Message, number: str, depth: int = 0) -> dict[str, Any]:
    told: dict[str, Any] = {
        "partId": number,
        "mimeType": part.get_content_type(),
        "filename": _filename(part),
        "headers": [{"name": name, "value": _value(name, value)} for name, value in part.items()],
        "body": {"size": 0},
    }
    inner = part.get_payload()
    if isinstance(inner, list) and depth < 30:
        told["parts"] = [
            _part(one, f"{number}.{place}".lstrip("."), depth + 1)
            for place, one in enumerate(inner[:500])
        ]
        return told
    data = part.get_payload(decode=True)
    data = data if isinstance(data, bytes) else b""
    told["body"]["size"] = len(data)
    attached = _said(part, "content-disposition").lower().startswith("attachment")
    if told["mimeType"] in _TEXTS and not told["filename"] and not attached:
        told["body"]["data"] = urlsafe_b64encode(data[:_LONGEST_TEXT]).decode()
    return told


def _filename(part: Message) -> str:
    try:
        return str(part.get_filename() or "")[:500]
    except (ValueError, TypeError, LookupError):
        return "a file"


def _without_envelope(raw: bytes) -> bytes:
    """A mail without the line above it that only parts it from the one before."""
    return raw.partition(b"\n")[2] if _FROM.match(raw) else raw


def _said(headers: Message, name: str) -> str:
    value = headers.get(name)
    return "" if value is None else _value(name, value)


def _value(name: str, value: object) -> str:
    """A header as text, whatever bytes are in it: UTF-8, as many programs send it unsaid."""
    text = str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return _SPELLED_OUT.sub(r"\1@\2", text) if name.lower() == "from" else text


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode("utf-8", "replace")).digest()[:8], "big")


def own_addresses(index: MailboxIndex, known: Collection[str]) -> list[str]:
    """Which senders are the person: those known to be, else who mostly sends and receives here.

    Labels say it in the language of their account: addresses say it in all.
    """
    mine = [address for address in index.senders if address in known]
    if mine:
        return sorted(mine)
    fits = {
        address: index.receivers[address] + index.without_way[address]
        for address in index.senders
        if index.receivers[address] and index.without_way[address]
    }
    return [max(fits, key=lambda address: fits[address])] if fits else []
