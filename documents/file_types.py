"""What a file is, by what is in it. Its name only decides between kinds of plain text."""

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from documents.reading.pieces import CannotRead, Reader

HEAD = 65_536


@dataclass(frozen=True)
class Kind:
    """A kind of file that can be read, by the module of documents.reading that reads it."""

    name: str
    label: str
    content_type: str
    reader: str


PDF = Kind("pdf", "PDF", "application/pdf", "pdf")
DOCX = Kind(
    "docx",
    "Word",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "word",
)
PPTX = Kind(
    "pptx",
    "PowerPoint",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "slides",
)
HTML = Kind("html", "Web page", "text/html", "html_pages")
MARKDOWN = Kind("md", "Markdown", "text/markdown", "markdown_text")
TEXT = Kind("txt", "Text", "text/plain", "plain")
CSV = Kind("csv", "Table (CSV)", "text/csv", "table")
RTF = Kind("rtf", "Rich text", "application/rtf", "rtf")
MAIL = Kind("eml", "Mail", "message/rfc822", "mail")
KINDS = {kind.name: kind for kind in (PDF, DOCX, PPTX, HTML, MARKDOWN, TEXT, CSV, RTF, MAIL)}
READ = "PDF, Word (DOCX), PowerPoint (PPTX), HTML, Markdown, text, CSV, RTF and mail (EML)"

# What other files begin with. Theirs is the first byte, whatever else they pretend to be later.
_OTHERS = (
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF87a", "a picture (GIF)"),
    (b"GIF89a", "a picture (GIF)"),
    (b"BM", "a picture (BMP)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"RIFF", "a picture or a recording"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"8BPS", "a picture (Photoshop)"),
    (b"MZ", "a program"),
    (b"\x7fELF", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\x00asm", "a program"),
    (b"\x1f\x8b", "an archive (GZIP)"),
    (b"BZh", "an archive (BZIP2)"),
    (b"\xfd7zXZ\x00", "an archive (XZ)"),
    (b"7z\xbc\xaf\x27\x1c", "an archive (7-Zip)"),
    (b"Rar!", "an archive (RAR)"),
    (b"\x28\xb5\x2f\xfd", "an archive (Zstandard)"),
    (b"SQLite format 3\x00", "a database (SQLite)"),
    (b"ID3", "a recording"),
    (b"OggS", "a recording"),
    (b"fLaC", "a recording"),
    (b"\x1aE\xdf\xa3", "a film"),
    (b"%!PS", "PostScript"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\x00\x01\x00\x00Standard", "a database (Access)"),
    (b"\x00\x01\x00\x00", "a font"),
    (b"OTTO", "a font"),
    (b"AT&TFORM", "a scan (DjVu)"),
    (b"ITSF", "a help file (CHM)"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BLANK = b" \t\r\n\x00\xef\xbb\xbf"


def kind_of(file: BinaryIO, name: str) -> Kind:
    """What kind of file this is. Raises CannotRead for one that is none of ours, saying what it is.

    The file is left at its beginning.
    """
    head = file.read(HEAD)
    file.seek(0)
    return first_look(head, name) or _archive(file)


def first_look(head: bytes, name: str) -> Kind | None:
    """What kind of file begins like this, or None for an archive, which has to be opened to tell.

    `head` are its first bytes, HEAD of them. Raises CannotRead as `kind_of` does.
    """
    if not head.strip(_BLANK):
        raise CannotRead("empty", "There is nothing in this file.")
    for magic, what in _OTHERS:
        if head.startswith(magic) and not (len(magic) == 2 and _is_texty(head)):
            raise _other(what)
    if head[4:8] == b"ftyp":
        raise _other("a film, a recording or a picture")
    if head.startswith(_OLE):
        raise _ole(head)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return None
    start = head.lstrip(_BLANK)
    if start.startswith(b"%PDF-") or _is_late_pdf(head):
        return PDF
    if start.startswith(b"{\\rtf"):
        return RTF
    return _text(head, name)


def reader_of(kind: Kind) -> Reader:
    """What reads this kind; its libraries are loaded only now."""
    reader: Reader = importlib.import_module(f"documents.reading.{kind.reader}").read
    return reader


def _other(what: str) -> CannotRead:
    return CannotRead("kind", f"This is {what}. What can be read: {READ}.")


def _is_texty(head: bytes) -> bool:
    """Whether two letters that begin other files begin a text here: theirs go on with zeros."""
    return b"\0" not in head[:512]


def _is_late_pdf(head: bytes) -> bool:
    """Some programs write a line before a PDF begins; a page or a script is not such a line."""
    place = head[:1024].find(b"%PDF-")
    return place > 0 and b"<" not in head[:place] and b"obj" in head


def _ole(head: bytes) -> CannotRead:
    wide = head.decode("utf-16-le", errors="ignore") + head[1:].decode("utf-16-le", errors="ignore")
    if "EncryptedPackage" in wide or "EncryptionInfo" in wide:
        message = "It is protected by a password. Take the password off and upload it again."
        return CannotRead("locked", message)
    return _old()


def _old() -> CannotRead:
    message = (
        "This is an Office file of the old kind. Save it as DOCX, PPTX or PDF, and upload that."
    )
    return CannotRead("kind", message)


def _open_document() -> CannotRead:
    message = "This is an OpenDocument file. Save it as DOCX or PDF, and upload that."
    return CannotRead("kind", message)


def _archive(file: BinaryIO) -> Kind:
    from documents.reading.archives import Parts

    parts = Parts(file)
    names = parts.names()
    file.seek(0)
    if any(name.startswith("word/") for name in names):
        return DOCX
    if any(name.startswith("ppt/") for name in names):
        return PPTX
    if any(name.startswith("xl/") for name in names):
        raise CannotRead("kind", "This is a spreadsheet. Save it as CSV or PDF, and upload that.")
    if "mimetype" in parts:
        what = parts.bytes("mimetype")[:80].decode("ascii", "replace")
        if "epub" in what:
            raise _other("an e-book (EPUB)")
        if "opendocument" in what:
            raise _open_document()
    try:
        kind = parts.main()
    except CannotRead:
        raise _other("an archive (ZIP)") from None
    found = {"document": DOCX, "presentation": PPTX}
    for word, known in found.items():
        if word in kind:
            return known
    raise _other("an archive (ZIP)")


_HTML = re.compile(
    r"<(?:!doctype\s+html|html|head|body|title|meta|table|div|p|h1|script)[\s>/]", re.I
)
_SVG = re.compile(r"<svg[\s>]", re.I)
# Nothing is tried a second time before the root: a few comments would take for ever.
_XML = re.compile(
    r"(?:\s*+<(?:\?[^>]*+>|!--.*?-->))*+\s*+(?:<!doctype\s+(\w+)[^>]*>)?\s*<([\w:.-]+)",
    re.I | re.S,
)
_HEADER = re.compile(r"([A-Za-z][!-9;-~]{1,60}):(?:[ \t]|$)")
_MAIL = frozenset(
    "from to subject date cc bcc message-id mime-version received return-path delivered-to"
    " content-type content-transfer-encoding reply-to sender x-mailer in-reply-to references"
    " dkim-signature list-id x-original-to".split()
)
# At least one of these is there: with the last one begin web pages that were saved as one file.
_SURE = frozenset("from to subject received date mime-version".split())
_MARKS: tuple[re.Pattern[str], ...] = (
    re.compile(r"^#{1,6} \S", re.M),
    re.compile(r"^(?:```|~~~)", re.M),
    re.compile(r"\[[^\[\]\n]{1,300}\]\([^)\s]{1,500}\)"),
    re.compile(r"^\|?[ :]*-{3,}[ :]*\|[ :|-]*$", re.M),
    re.compile(r"(?<!\*)\*\*[^*\s][^*\n]*\*\*(?!\*)"),
    re.compile(r"^\s{0,3}[-*+] \[[ x]\] ", re.M),
    re.compile(r"^---\n(?:[\w-]+:.*\n)+---$", re.M),
)


def _text(head: bytes, name: str) -> Kind:
    from documents.reading.encodings import encoding_of, looks_binary
    from documents.reading.table import delimiter_of

    text = head.decode(encoding_of(head), errors="replace").lstrip("\ufeff")
    if looks_binary(text[: len(text) - 4]):
        raise CannotRead("kind", f"This is not a document. What can be read: {READ}.")
    ending = name.rpartition(".")[2].lower()
    if found := _markup(text, ending):
        return found
    if _is_mail(text):
        return MAIL
    marks = sum(mark.search(text) is not None for mark in _MARKS)
    if marks > 1 or (marks and ending in {"md", "markdown", "mdown", "mkd"}):
        return MARKDOWN
    if ending in {"csv", "tsv", "tab"} or _is_table(text, delimiter_of):
        return CSV if delimiter_of(text) else TEXT
    return MARKDOWN if ending in {"md", "markdown"} else TEXT


def _markup(text: str, ending: str) -> Kind | None:
    start = text.lstrip()[:4096]
    if not start.startswith("<"):
        return HTML if ending in {"html", "htm", "xhtml"} and _HTML.search(text) else None
    root = _XML.match(start)
    names = {(part or "").lower() for part in root.groups()} if root else set()
    if "svg" in names or (_SVG.match(start) and "html" not in names):
        raise _other("a drawing (SVG)")
    if names & {"w:worddocument", "pkg:package"}:
        raise _old()
    if "office:document" in names:
        raise _open_document()
    if "html" in names or _HTML.search(start):
        return HTML
    return None


def _is_mail(text: str) -> bool:
    """Whether a text begins with a mail's headers."""
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


def _is_table(text: str, delimiter_of: Callable[[str], str]) -> bool:
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    delimiter = delimiter_of(text)
    if len(lines) < 3 or not delimiter:
        return False
    widths = {line.count(delimiter) for line in lines[:-1]}
    prose = sum(line.rstrip().endswith(".") for line in lines) > len(lines) / 3
    return not prose and (max(widths) >= 2 or delimiter == "\t")
