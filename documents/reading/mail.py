"""Mail (EML): who wrote to whom and when, then the body; attachments are named, not read."""

import base64
import email.policy
import email.utils
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from typing import BinaryIO

from selectolax.lexbor import LexborHTMLParser

from documents.reading import html_pages, plain
from documents.reading.cleaning import clean, one_line
from documents.reading.encodings import encoding_of
from documents.reading.pieces import Block, FileInfo, Page, Piece, ReadingNote
from documents.reading.quoting import Authorship, MailPiece, is_attribution, stretches

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_DEEPEST = 20
# How many times as long another form of a mail is that says more than its plain text.
_FAR_MORE = 3
_LEFT = "Attachments are named, not read:"
_BORDER = re.compile(r"^--([^\s\"]{1,70})\s*$", re.MULTILINE)
# Attachments as they were before there were any: coded in the midst of the text.
_UUENCODED = re.compile(
    r"^begin [0-7]{3,4} (\S.*)\r?\n(?:[ -`]{2,62}\r?\n)+`?\s*end\s*$", re.MULTILINE
)
_ENRICHED = re.compile(r"<param>.*?</param>|</?[A-Za-z][\w-]*>", re.DOTALL | re.IGNORECASE)
_MBOX = re.compile(rb"\A\s*>?From [^\n]*\n")


def read(file: BinaryIO, _name: str) -> Iterator[Piece]:
    data = file.read()
    message = BytesParser(policy=email.policy.compat32).parsebytes(_MBOX.sub(b"", data.lstrip()))
    yield FileInfo(title=_header(message, "Subject"), written=_written(message))
    reading = _Reading()
    reading.message(message, depth=0)
    if not reading.body and not reading.attached:
        yield Page(1, ())
        yield ReadingNote("This mail has no text: only its headers are there.", missing=False)
        return
    blocks = [*_headers(message), *reading.body]
    if reading.attached:
        blocks.append(Block("Attachments: " + ", ".join(reading.attached)))
    yield Page(1, tuple(blocks))
    if reading.attached:
        yield ReadingNote(f"{_LEFT} upload them as well to find what they say.", missing=False)


class _Reading:
    def __init__(self) -> None:
        self.body: list[Block] = []
        self.attached: list[str] = []

    def message(self, part: Message, depth: int) -> None:
        """Read one part and what is inside it; of alternatives the first that has words."""
        if depth > _DEEPEST:
            return
        if part.get_content_type() == "multipart/alternative" and part.is_multipart():
            self._best_of(part, depth)
        elif part.get_content_type() == "message/rfc822" and part.is_multipart():
            for inner in map(_decoded_message, _parts(part)):
                self.body += _headers(inner)
                self.message(inner, depth + 1)
        elif part.is_multipart():
            for inner in _parts(part):
                self.message(inner, depth + 1)
        else:
            # What a server says of a mail that it could not deliver is all in such headers.
            if depth and part.get("Diagnostic-Code"):
                self.body.append(Block(f"Reason: {_header(part, 'Diagnostic-Code')}"))
            self._leaf(part, depth)

    def _best_of(self, part: Message, depth: int) -> None:
        """The plain text, unless it only says that there is more in another form."""
        plain_first = sorted(_parts(part), key=lambda p: p.get_content_type() != "text/plain")
        best, most = self.body, 0
        before = self.body
        for inner in plain_first:
            self.body = []
            self.message(inner, depth + 1)
            found = sum(len(block.text) for block in self.body)
            if found > _FAR_MORE * most:
                best, most = [*before, *self.body], found
        self.body = best

    def _leaf(self, part: Message, depth: int) -> None:
        name = _file_name(part)
        main, sub = part.get_content_maintype(), part.get_content_subtype()
        if part.get_content_disposition() == "attachment" or (name and main != "text"):
            self.attached.append(name or f"a file without a name ({main}/{sub})")
        elif main == "text":
            self._words(_text(part), sub)
        elif main == "multipart":
            self._unparted(part, depth)

    def _words(self, text: str, form: str) -> None:
        if form in ("enriched", "richtext"):
            text = _ENRICHED.sub("", text.replace("<<", "\0")).replace("\0", "<")
        elif form != "html":
            for name in _UUENCODED.findall(text):
                self.attached.append(one_line(name)[:120])
            text = _UUENCODED.sub("\n", text)
        self.body += _blocks(text, html=form == "html")

    def _unparted(self, part: Message, depth: int) -> None:
        """Read parts that another border divides than the one that was announced, or none."""
        text = str(part.get_payload())
        border = _BORDER.search(text)
        if border is None:
            self.body += _blocks(clean(text), html=False)
            return
        head = f'Content-Type: multipart/mixed; boundary="{border.group(1)}"\n\n'
        inner = email.message_from_string(head + text, policy=email.policy.compat32)
        if inner.is_multipart():
            self.message(inner, depth + 1)


def _decoded_message(inner: Message) -> Message:
    """A mail inside a mail; some programs encode it, though they should not."""
    text = inner.get_payload()
    if inner.keys() or not isinstance(text, str) or not text.strip():
        return inner
    with suppress(ValueError):
        data = base64.b64decode("".join(text.split()), validate=True)
        return email.message_from_bytes(data, policy=email.policy.compat32)
    return inner


def _parts(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, Message)] if payload else []


def _blocks(text: str, *, html: bool) -> list[Block]:
    if html:
        shown = html_pages.blocks(LexborHTMLParser(text))
        return [replace(block, attribution=is_attribution(block.text)) for block in shown]
    # What someone wrote to someone has no headings, whatever stands alone in a line.
    return [
        Block(
            block.text,
            quoted=stretch.whose in (Authorship.QUOTE, Authorship.FORWARD),
            attribution=stretch.whose is Authorship.ATTRIBUTION,
        )
        for stretch in stretches([MailPiece(clean(text).replace("\f", "\n"))])
        for block in plain.blocks(stretch.text)
    ]


def _text(part: Message) -> str:
    try:
        data = part.get_payload(decode=True)
    except (ValueError, AssertionError):
        data = str(part.get_payload()).encode(errors="replace")
    if not isinstance(data, bytes):
        return ""
    charset = part.get_param("charset") or ""
    declared = charset[2] if isinstance(charset, tuple) else charset
    return data.decode(encoding_of(data, declared), errors="replace")


def _headers(message: Message) -> list[Block]:
    told = [f"{name}: {value}" for name in _SHOWN if (value := _header(message, name))]
    return [Block("\n".join(told))] if told else []


def _header(message: Message, name: str) -> str:
    # As it stands there: `get` puts marks in the place of letters that are not ASCII.
    values = (value for known, value in message.raw_items() if known.lower() == name.lower())
    value = next(values, None)
    return "" if value is None else one_line(decoded(str_of(value)))


def str_of(value: object) -> str:
    """A header's bytes as text: raw 8-bit ones arrive as surrogates."""
    data = str(value).encode("utf-8", "surrogateescape")
    return data.decode(encoding_of(data), errors="replace")


def decoded(value: str) -> str:
    """A header's value with its encoded words (RFC 2047) read."""
    try:
        parts = decode_header(value)
    except (ValueError, email.errors.HeaderParseError):
        return value
    return "".join(
        part.decode(encoding_of(part, charset or ""), errors="replace")
        if isinstance(part, bytes)
        else part
        for part, charset in parts
    )


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename()
    except (ValueError, UnicodeError, LookupError):
        name = None
    return one_line(decoded(name)).replace("\\", "/").rpartition("/")[2][:120] if name else ""


def _written(message: Message) -> datetime | None:
    try:
        when = email.utils.parsedate_to_datetime(str(message.get("Date", "")))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return when if 1970 <= when.year <= 2200 else None
