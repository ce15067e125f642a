"""What a file is, by what is in it. Its name only decides between kinds of plain text."""

import re
from typing import BinaryIO

from documents.file_kinds import (
    FileKind,
    Fit,
    TextHead,
    ZipArchive,
    registered,
    surest,
    what_can_be_read,
)
from documents.file_kinds.markup import ROOM, root_names
from documents.reading.pieces import CannotRead

HEAD = 65_536

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


def kind_of(file: BinaryIO, name: str) -> FileKind:
    """What kind of file this is. Raises CannotRead for one that is none of ours, saying what it is.

    The file is left at its beginning.
    """
    head = file.read(HEAD)
    file.seek(0)
    kind = first_look(head, name) or _archive(file)
    file.seek(0)
    return kind


def first_look(head: bytes, name: str) -> FileKind | None:
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
    for kind in registered():
        if kind.begins and kind.begins(start):
            return kind
    return _text(head, name)


def _text(head: bytes, name: str) -> FileKind:
    from documents.reading.encodings import looks_binary

    text = TextHead(head, name)
    if looks_binary(text.words[: len(text.words) - 4]):
        raise CannotRead("kind", f"This is not a document. What can be read: {what_can_be_read()}.")
    fit, kind = surest((kind.says(text), kind) for kind in registered() if kind.says)
    if fit < Fit.SURE:
        _refuse_markup(text)
    if kind is None:
        raise CannotRead("kind", f"This is not a document. What can be read: {what_can_be_read()}.")
    return kind


def _archive(file: BinaryIO) -> FileKind:
    archive = ZipArchive(file)
    fit, kind = surest((kind.packs(archive), kind) for kind in registered() if kind.packs)
    if fit < Fit.SURE:
        _refuse_archive(archive)
    if kind is None:
        raise _other("an archive (ZIP)")
    return kind


def _refuse_archive(archive: ZipArchive) -> None:
    """Say what an archive is that no kind is sure of, where we know it."""
    if archive.holds("xl/"):
        raise CannotRead("kind", "This is a spreadsheet. Save it as CSV or PDF, and upload that.")
    if "epub" in archive.mimetype:
        raise _other("an e-book (EPUB)")
    if "opendocument" in archive.mimetype:
        raise _open_document()


_SVG = re.compile(r"<svg[\s>]", re.I)


def _refuse_markup(text: TextHead) -> None:
    """Say what a text in angle brackets is that no kind is sure of, where we know it."""
    start = text.words.lstrip()[:ROOM]
    names = root_names(start) if start.startswith("<") else set()
    if "svg" in names or (_SVG.match(start) and "html" not in names):
        raise _other("a drawing (SVG)")
    if names & {"w:worddocument", "pkg:package"}:
        raise _old()
    if "office:document" in names:
        raise _open_document()


def _other(what: str) -> CannotRead:
    return CannotRead("kind", f"This is {what}. What can be read: {what_can_be_read()}.")


def _is_texty(head: bytes) -> bool:
    """Whether two letters that begin other files begin a text here: theirs go on with zeros."""
    return b"\0" not in head[:512]


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
