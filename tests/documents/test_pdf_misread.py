"""Pages that one reader misreads: drawn twice, letter by letter, from below, or without letters."""

import re

import pytest

from tests.documents import files
from tests.documents.reading import read

LINES = ("Annual report of the lighthouse", "The keeper lights the lamp at dusk.", "Nobody enters.")
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
PICTURE = (
    b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
    b" /BitsPerComponent 8 /Length 1 >>\nstream\n\x80\nendstream"
)


def drawn(text: str, x: float, y: float) -> bytes:
    return b"BT /F1 12 Tf 1 0 0 1 %.2f %.2f Tm (%s) Tj ET\n" % (x, y, text.encode())


def test_words_drawn_twice_to_look_bold_are_read_once() -> None:
    content = b"".join(
        drawn(line, 72 + off, 700 - 16 * place)
        for place, line in enumerate(LINES)
        for off in (0.0, 0.3)
    )
    text = read(files.pdf([content])).text
    assert [text.count(word) for word in ("Annual", "keeper", "Nobody")] == [1, 1, 1]


def test_letters_drawn_one_by_one_are_words() -> None:
    content = b"".join(
        drawn(letter, 72 + 7.2 * at, 700 - 16 * place)
        for place, line in enumerate(LINES)
        for at, letter in enumerate(line)
        if letter != " "
    )
    made = files.pdf([content]).replace(b"/Helvetica /", b"/Courier /")
    assert "The keeper lights the lamp at dusk." in read(made).text


def test_a_page_drawn_from_its_foot_is_read_from_its_head() -> None:
    content = b"".join(drawn(line, 72, 700 - 16 * at) for at, line in reversed([*enumerate(LINES)]))
    places = [read(files.pdf([content])).text.find(line) for line in LINES]
    assert places == sorted(places)
    assert places[0] >= 0


def named(*letters: bytes) -> bytes:
    """A page with three letters that have these names."""
    coding = b"/Encoding << /Type /Encoding /Differences [1 %s] >>" % b" ".join(letters)
    made = files.pdf([b"BT /F1 12 Tf 72 700 Td (\\001\\002\\003) Tj ET"])
    return made.replace(FONT, FONT.replace(b"/Encoding /WinAnsiEncoding", coding), 1)


def test_names_of_letters_made_of_others_are_those_letters() -> None:
    assert read(named(b"/o", b"/f_f", b"/one.oldstyle")).text == "off1"


def test_letters_that_the_file_does_not_name_are_told_of_not_read() -> None:
    result = read(named(b"/g34", b"/g35", b"/g36"))
    assert result.text == ""
    assert "does not say which letters" in result.notes[0]


def test_of_letters_that_the_file_does_not_name_no_numbers_are_read() -> None:
    """A heading in such a font, over text in one that does name its letters."""
    unnamed = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts"
        b" [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo"
        b" << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>"
    )
    content = b"BT /F2 12 Tf 1 0 0 1 72 720 Tm <00240025> Tj ET\n"
    content += b"".join(drawn(line, 72, 700 - 16 * at) for at, line in enumerate(LINES))
    made = files.pdf([content])
    bold = FONT.replace(b"/Helvetica", b"/Helvetica-Bold")
    assert bold in made
    text = read(made.replace(bold, unnamed)).text
    assert text.startswith(LINES[0])
    assert "cid" not in text


@pytest.mark.parametrize(
    ("words", "left"),
    [("12", ""), ("Scanned with CamScanner", ""), ("Plate 12", "Plate 12")],
)
def test_what_a_scanner_stamps_on_a_picture_is_not_its_text(words: str, left: str) -> None:
    content = b"q 600 0 0 700 0 0 cm /Im Do Q " + drawn(words, 300, 20)
    resources = b"/XObject << /Im 5 0 R >>"
    result = read(files.pdf([content], objects=[PICTURE], resources=resources))
    assert result.text == left


def test_of_a_file_without_its_end_the_pages_are_found() -> None:
    """Its catalogue and its list of pages are gone as well, and a stream is cut in the middle."""
    made = files.pdf([drawn(LINES[0], 72, 700), drawn(LINES[1], 72, 700)])
    made = made[: made.index(b"xref")] + b"99 0 obj\n<< /Length 50 >>\nstream\nBT (never"
    made = re.sub(rb"\n[12] 0 obj\n.*?\nendobj", b"", made, flags=re.S)
    result = read(made)
    assert result.text == f"{LINES[0]}\n\n{LINES[1]}"
    assert not result.complete
