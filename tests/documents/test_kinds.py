"""What a file is, is decided by what is in it."""

import io
import time

import pytest

from documents.file_types import HEAD, kind_of
from tests.documents import files
from tests.documents.reading import kind, refused

MAIL = b"From: Ann <ann@example.org>\r\nTo: bo@example.org\r\nSubject: Tea\r\n\r\nAt five."
TABLE = b"name,town,age\nAnn,Oslo,40\nBo,Rome,51\nCy,Bern,33\n"
SVG = (
    b'<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"><text>Hi</text></svg>'
)


@pytest.mark.parametrize(
    ("expected", "data"),
    [
        ("pdf", files.pdf([files.lines("Hello there")])),
        ("pdf", b"\n \n" + files.pdf([files.lines("Hello there")])),
        ("pdf", b"HTTP/1.1 200\n" + files.pdf([files.lines("Hello there")])),
        ("docx", files.docx(files.p("Hello"))),
        ("pptx", files.pptx([files.shape("Hello")])),
        ("html", b"<!DOCTYPE html><p>Hello"),
        ("html", b"  <!-- saved --><HTML><BODY>Hello"),
        ("html", "<html><body>Hej".encode("utf-16")),
        ("html", b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'),
        ("md", b"# Title\n\nSome **bold** words and a [link](https://example.org).\n"),
        ("csv", TABLE),
        ("csv", TABLE.replace(b",", b";")),
        ("rtf", rb"{\rtf1\ansi Hello}"),
        ("eml", MAIL),
        ("eml", b"From ann@example.org Mon Nov  2 10:00:00 2026\n" + MAIL),
        ("txt", b"Just words, nothing else. And some more, of them, in a row.\n"),
        ("txt", b"Dear Bo,\nto: be or not to be.\nfrom: here"),
        ("txt", b"BMI is a number. MZ was a car factory."),
        ("txt", "Дорогой дневник".encode("utf-16-le")),
    ],
)
def test_the_content_tells_the_kind(expected: str, data: bytes) -> None:
    assert kind(data, "photo.png") == expected
    assert kind(data) == expected


def test_the_name_decides_between_kinds_of_text_only() -> None:
    assert kind(b"# Title\n\nwords", "a.md") == "md"
    assert kind(b"# a comment\n\nwords", "a.txt") == "txt"
    assert kind(b"a,b\n1,2\n", "a.csv") == "csv"
    assert kind(b"words", "a.pdf") == "txt"
    assert kind(b"words", "a.docx") == "txt"


@pytest.mark.parametrize(
    ("told", "data"),
    [
        ("picture (PNG)", b"\x89PNG\r\n\x1a\n" + bytes(50)),
        ("picture (JPEG)", b"\xff\xd8\xff\xe0" + bytes(50)),
        ("program", b"MZ\x90\x00" + bytes(200)),
        ("program", b"\x7fELF" + bytes(200)),
        ("drawing (SVG)", SVG),
        ("drawing (SVG)", b"<svg onload='alert(1)'><html></html></svg>"),
        ("archive (ZIP)", files.archive({"a.txt": "hello"})),
        ("spreadsheet", files.archive({"xl/workbook.xml": "<a/>"})),
        ("e-book", files.archive({"mimetype": "application/epub+zip"})),
        ("OpenDocument", files.archive({"mimetype": "application/vnd.oasis.opendocument.text"})),
        ("old kind", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)),
        ("old kind", b'<?xml version="1.0"?>\n<?mso-application progid="Word"?><w:wordDocument/>'),
        ("OpenDocument", b'<?xml version="1.0"?>\n<office:document office:version="1.2"/>'),
        ("database (Access)", b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(50)),
        ("not a document", bytes(range(256)) * 20),
    ],
)
def test_what_is_no_document_is_named(told: str, data: bytes) -> None:
    refusal = refused(data, "letter.txt")
    assert refusal.code == "kind"
    assert told in refusal.message


def test_a_text_may_begin_with_two_letters_that_others_begin_with() -> None:
    assert kind("BMW’s new factory opens in May, near Leipzig.".encode(), "news.txt") == "txt"
    assert "BMP" in refused(b"BM" + bytes(8) + b"6\0\0\0(\0\0\0", "news.txt").message


def test_a_locked_office_file_is_not_taken_for_an_old_one() -> None:
    wide = "EncryptedPackage".encode("utf-16-le")
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(400) + wide + bytes(100)
    assert refused(data).code == "locked"


@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(data: bytes) -> None:
    assert refused(data).code == "empty"


@pytest.mark.parametrize(
    ("code", "data"),
    [
        # The first byte says what it is, whatever else is inside.
        ("kind", b"GIF89a" + files.pdf([files.lines("Hello there")])),
        ("kind", b"\x89PNG\r\n\x1a\n" + b"<html><body>Hello</body></html>"),
        ("kind", b"MZ\x00\x00" + files.docx(files.p("Hello"))),
    ],
)
def test_a_file_that_is_two_things_is_what_it_begins_as(code: str, data: bytes) -> None:
    assert refused(data).code == code


def test_a_page_that_holds_a_pdf_is_a_page() -> None:
    assert kind(b"<html><body>" + files.pdf([files.lines("Hello there")])) == "html"


@pytest.mark.parametrize("again", ["<!-->", "<?a>", "[", "[a](", "- ["])
def test_what_repeats_without_an_end_is_told_at_once(again: str) -> None:
    """The door looks at a file itself: a pattern that tries every place with every other hangs."""
    data = (again * HEAD).encode()[:HEAD]
    started = time.process_time()
    assert kind(data, "a.txt") in {"txt", "md"}
    assert time.process_time() - started < 3


def test_the_file_is_left_at_its_beginning() -> None:
    file = io.BytesIO(files.docx(files.p("Hello")))
    kind_of(file, "a")
    assert file.tell() == 0
