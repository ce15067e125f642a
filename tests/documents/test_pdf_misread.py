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


def by_number(ordering: bytes, more: bytes = b"") -> bytes:
    """A font whose letters go by the numbers of a collection, which may name them."""
    return (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H %s /DescendantFonts"
        b" [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo"
        b" << /Registry (Adobe) /Ordering (%s) /Supplement 0 >> /W [1 200 500] >>] >>"
        % (more, ordering)
    )


def with_second_font(content: bytes, font: bytes) -> bytes:
    made, bold = files.pdf([content]), FONT.replace(b"/Helvetica", b"/Helvetica-Bold")
    assert bold in made
    return made.replace(bold, font)


def test_of_letters_that_the_file_does_not_name_no_numbers_are_read() -> None:
    """A heading in such a font, over text in one that does name its letters."""
    content = b"BT /F2 12 Tf 1 0 0 1 72 720 Tm <00240025> Tj ET\n"
    content += b"".join(drawn(line, 72, 700 - 16 * at) for at, line in enumerate(LINES))
    text = read(with_second_font(content, by_number(b"Identity"))).text
    assert text.startswith(LINES[0])
    assert "cid" not in text


def test_of_words_with_letters_that_the_file_does_not_name_it_is_told() -> None:
    """As in the page of a report whose figures have such a font, in the middle of words."""
    content = b"".join(drawn(line, 72, 700 - 16 * at) for at, line in enumerate(LINES))
    content += (
        b"BT /F1 12 Tf 1 0 0 1 72 600 Tm (The li) Tj /F2 12 Tf <00240025> Tj /F1 12 Tf (t) Tj ET"
    )
    result = read(with_second_font(content, by_number(b"Identity")))
    assert LINES[1] in result.text
    assert "cid" not in result.text
    assert result.notes == ("Page 1: letters are missing. The file does not say which they are.",)
    assert not result.complete


def test_letters_of_a_collection_are_known_in_forms_as_well() -> None:
    """Korean by the numbers of Adobe's collection, drawn as a form, as some programs do."""
    inside = b"BT /F9 12 Tf 1 0 0 1 72 700 Tm <066106000AD104DD> Tj ET"
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources"
        b" << /Font << /F9 6 0 R >> >> /Length %d >>\nstream\n%s\nendstream" % (len(inside), inside)
    )
    made = files.pdf(
        [b"/Fm1 Do"],
        objects=[form, by_number(b"Korea1")],
        resources=b"/XObject << /Fm1 5 0 R >>",
    )
    assert read(made).text == "등대지기"


def test_words_are_parted_where_only_a_gap_parts_them() -> None:
    """A font of numbers without a space, whose words are moved apart."""
    words = "The keeper of this lighthouse lights every single lamp at dusk".split()
    coded = b" -278 ".join(b"<%s>" % word.encode("utf-16-be").hex().encode() for word in words)
    names = b"1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
    names += b"1 beginbfrange <0041> <007A> <0041> endbfrange\nendcmap"
    unicode = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(names), names)
    made = files.pdf(
        [b"BT /F9 12 Tf 1 0 0 1 72 700 Tm [%s] TJ ET" % coded],
        objects=[by_number(b"Identity", b"/ToUnicode 6 0 R"), unicode],
        resources=b"/Font << /F9 5 0 R >>",
    ).replace(b"/Font << /F1 3 0 R /F2 4 0 R >> ", b"")
    assert read(made).text == " ".join(words)


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
