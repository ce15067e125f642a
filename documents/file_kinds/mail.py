"""Mail that was saved as a file (EML)."""

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from documents.file_kinds.kinds import FileKind, Fit, TextHead
from documents.reading.pieces import Piece

_HEADER = re.compile(r"([A-Za-z][!-9;-~]{1,60}):(?:[ \t]|$)")
_MAIL = frozenset(
    "from to subject date cc bcc message-id mime-version received return-path delivered-to"
    " content-type content-transfer-encoding reply-to sender x-mailer in-reply-to references"
    " dkim-signature list-id x-original-to".split()
)
# At least one of these is there: with the last one begin web pages that were saved as one file.
_SURE = frozenset("from to subject received date mime-version".split())


def _says(text: TextHead) -> Fit:
    return Fit.SURE if _begins_with_headers(text.words) else Fit.NO


def _begins_with_headers(text: str) -> bool:
    known: set[str] = set()
    lines = text.lstrip("\r\n").splitlines()
    for place, line in enumerate(lines[:200]):
        if not line.strip():
            break
        if line[0] in " \t" or (place == 0 and line.startswith(("From ", ">From "))):
            continue
        header = _HEADER.match(line)
        if not header:
            return False
        known.add(header.group(1).lower())
    return len(known & _MAIL) >= 2 and bool(known & _SURE)


def _read(file: BinaryIO, name: str) -> Iterator[Piece]:
    from documents.reading import mail

    return mail.read(file, name)


def _without(data: bytes, words: Sequence[str]) -> bytes:
    from documents.redaction import in_mail

    return in_mail(data, words)


KIND = FileKind(
    name="eml",
    label="Mail",
    told="mail (EML)",
    content_type="message/rfc822",
    read=_read,
    says=_says,
    without=_without,
    quotes=True,
)
