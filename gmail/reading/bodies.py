"""What a mail's parts hold: its words, of alternatives the plain ones, and the files with it."""

import binascii
import re
from base64 import b64decode
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from documents.reading.cleaning import clean, one_line
from documents.reading.encodings import codec_of
from documents.reading.quoting import MailPiece
from gmail.reading.headers import headers_of, words_of
from gmail.reading.html_text import LONGEST_HTML, visible
from gmail.reading.parsed_mail import ParsedAttachment
from gmail.reading.unwrap import unwrap

# Deeper than any mail program nests; what lies below is not read.
DEEPEST = 40
MOST_PARTS = 500
# About a thousand pages' worth of bytes: one part is not read any further.
LONGEST_PART = 2_000_000
_CHARSET = re.compile(r"charset\s*\*?\s*=\s*[\"']?\s*([\w.:+-]{1,60})", re.IGNORECASE)
_READ = frozenset(("text/plain", "text/html", "text/enriched", "text/richtext", "text"))
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
# Charsets whose text is plain ASCII to look at, and what gives them away.
_SHIFTED = (("iso2022", b"\x1b"), ("hz", b"~{"), ("utf_7", b"+"), ("utf-7", b"+"))
_WIDE = ("utf-16", "utf_16", "utf-32", "utf_32")
_NOT_FOR_MAIL = frozenset("punycode idna undefined unicode_escape raw_unicode_escape".split())
# A plain alternative this much shorter than the other only says that there is another.
_STUB = 0.1


@dataclass
class MailBody:
    """What a mail says, piece by piece, and what came with it. `cut` is whether words are left."""

    pieces: list[MailPiece] = field(default_factory=list)
    attachments: list[ParsedAttachment] = field(default_factory=list)
    invites: bool = False
    cut: bool = False
    _parts: int = 0

    def read(self, part: Mapping[str, Any], depth: int = 0) -> None:
        """Read one part and what is inside it."""
        self._parts += 1
        if depth > DEEPEST or self._parts > MOST_PARTS:
            self.cut = True
            return
        kind = _kind(part)
        inner = [one for one in part.get("parts") or () if isinstance(one, dict)]
        if kind == "multipart/alternative":
            self._best_of(inner, depth)
        elif kind == "message/rfc822" and inner:
            self._forwarded(part, inner, depth)
        elif inner:
            for one in inner:
                self.read(one, depth + 1)
        else:
            self._leaf(part, kind)

    def _best_of(self, inner: Sequence[Mapping[str, Any]], depth: int) -> None:
        """Of alternatives the plain one, unless it says next to nothing of what another says."""
        read = []
        for one in inner:
            alone = MailBody(_parts=self._parts)
            alone.read(one, depth + 1)
            self._parts = alone._parts
            self.invites = self.invites or alone.invites
            read.append((_kind(one), alone))
        if not read:
            return
        plain = [one for kind, one in read if kind == "text/plain" and one._length]
        longest = max((one for _, one in read), key=lambda one: one._length)
        best = plain[0] if plain and plain[0]._length >= _STUB * longest._length else longest
        self.pieces += best.pieces
        self.cut = self.cut or best.cut
        for _, alone in read:
            self.attachments += alone.attachments

    @property
    def _length(self) -> int:
        return sum(len(piece.text.strip()) for piece in self.pieces)

    def _forwarded(
        self, part: Mapping[str, Any], inner: Sequence[Mapping[str, Any]], depth: int
    ) -> None:
        alone = MailBody(_parts=self._parts)
        for one in inner:
            alone.read(one, depth + 1)
        self._parts = alone._parts
        headers = headers_of(inner[0]) or headers_of(part)
        told = [
            f"{name}: {words}"
            for name in ("From", "Date", "Subject")
            if (words := words_of(headers.get(name.lower(), "")))
        ]
        self.pieces.append(MailPiece("\n".join(told), quoted=True, forwarded=True))
        self.pieces += [MailPiece(one.text, quoted=True, forwarded=True) for one in alone.pieces]
        self.attachments += alone.attachments
        self.cut = self.cut or alone.cut

    def _leaf(self, part: Mapping[str, Any], kind: str) -> None:
        headers = headers_of(part)
        body = part.get("body")
        body = body if isinstance(body, dict) else {}
        filename = _filename(part)
        self.invites = self.invites or kind == "text/calendar"
        data = body.get("data")
        if isinstance(data, str) and _is_read(part):
            if len(data) > LONGEST_PART:
                data, self.cut = data[:LONGEST_PART], True
            text = decode(unpacked(data), _charset(headers))
            self.pieces += _pieces(text, kind, headers.get("content-type", ""))
            self.cut = self.cut or (kind == "text/html" and len(text) > LONGEST_HTML)
        elif filename or body.get("attachmentId"):
            self._attach(part, kind, filename, body)

    def _attach(
        self, part: Mapping[str, Any], kind: str, filename: str, body: Mapping[str, Any]
    ) -> None:
        size = body.get("size")
        self.attachments.append(
            ParsedAttachment(
                part=str(part.get("partId") or "")[:40],
                filename=filename or "A file without a name",
                type=kind[:100],
                size=size if isinstance(size, int) and size >= 0 else 0,
            )
        )


def parts_of(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A part and the parts inside it, up to MOST_PARTS."""
    waiting = deque([(part, 0)])
    for _ in range(MOST_PARTS):
        if not waiting:
            return
        one, depth = waiting.popleft()
        yield one
        if depth < DEEPEST:
            inner = [(each, depth + 1) for each in one.get("parts") or () if isinstance(each, dict)]
            waiting.extend(inner)


def kept_apart(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The bodies of texts that did not come with their mail: only the number they are asked by."""
    return [
        body
        for part in parts_of(payload)
        if isinstance(body := part.get("body"), dict)
        and body.get("attachmentId")
        and not isinstance(body.get("data"), str)
        and _is_read(part)
    ]


def _is_read(part: Mapping[str, Any]) -> bool:
    """Whether it is words of the mail itself, and no file with it."""
    return _kind(part) in _READ and not _filename(part) and not _is_attached(headers_of(part))


def unpacked(data: str) -> bytes:
    """Base64url as Gmail sends it, also where it is broken: strange signs and padding left out."""
    raw = data.encode("ascii", "ignore").replace(b"-", b"+").replace(b"_", b"/")
    raw = _NOT_BASE64.sub(b"", raw)
    if len(raw) % 4 == 1:
        raw = raw[:-1]
    try:
        return b64decode(raw + b"=" * (-len(raw) % 4))
    except binascii.Error:  # pragma: no cover - nothing is left that could be wrong
        return b""


def decode(data: bytes, declared: str) -> str:
    """A body's bytes as text: UTF-8 where it is that, else as declared, else cp1252.

    Gmail re-codes bodies to UTF-8 and leaves the old charset in the header. What looks like ASCII
    but shifts between alphabets (ISO-2022, HZ, UTF-7) is what it says it is.
    """
    named = codec_of(declared)
    named = "" if named in _NOT_FOR_MAIL else named
    shifted = any(named.startswith(name) and sign in data for name, sign in _SHIFTED)
    wide = named.startswith(_WIDE) and b"\0" in data
    tries = [named, "utf-8"] if shifted or wide else ["utf-8", named]
    for codec in filter(None, tries):
        try:
            return clean(data.decode(codec))
        except (UnicodeError, LookupError):
            continue
    return clean(data.decode("cp1252", errors="replace"))


def _pieces(text: str, kind: str, declared: str) -> list[MailPiece]:
    if kind == "text/html":
        return visible(text)
    text = unwrap(text.replace("\f", "\n"), flowed="format=flowed" in declared.lower())
    return [MailPiece(text)] if text.strip() else []


def _kind(part: Mapping[str, Any]) -> str:
    kind = part.get("mimeType")
    return kind.strip().lower() if isinstance(kind, str) and kind.strip() else "text/plain"


def _charset(headers: Mapping[str, str]) -> str:
    found = _CHARSET.search(headers.get("content-type", "")[:2_000])
    return found.group(1) if found else ""


def _filename(part: Mapping[str, Any]) -> str:
    name = part.get("filename")
    if not isinstance(name, str):
        return ""
    return one_line(words_of(name)).replace("\\", "/").rpartition("/")[2][:200]


def _is_attached(headers: Mapping[str, str]) -> bool:
    return headers.get("content-disposition", "").strip().lower().startswith("attachment")
