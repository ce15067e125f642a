"""PDF files as programs really write them: forms, notes, cut ends, East Asian codes, letters
from right to left."""

import pytest

from documents.reading.table import _LONGEST_FIELD
from tests.documents import files
from tests.documents.reading import read, refused

FORM = files.lines("Application form")
WAIT = files.lines("Please wait...", "Your viewer may not be able to display this document.")


def annotated(*annotations: bytes) -> bytes:
    """A page with these annotations; a field's name may be written as FT."""
    listed = b" ".join(b"%d 0 R" % (5 + place) for place in range(len(annotations)))
    beside = b">> /Annots [%s] /PieceInfo <<" % listed
    return files.pdf([FORM], objects=annotations, resources=beside)


def field(what: bytes) -> bytes:
    return b"<< /Type /Annot /Subtype /Widget /Rect [72 600 300 620] %s >>" % what


def test_what_was_filled_in_is_read_with_the_names_of_the_fields() -> None:
    text = read(
        annotated(
            field(b"/FT /Tx /T (surname) /V (Quackenbush)"),
            field(b"/FT /Tx /T (f2) /TU (Town of birth) /V <FEFF004F0073006C006F>"),
            field(b"/FT /Ch /T (langs) /V [(Dutch) (Greek)]"),
            field(b"/FT /Btn /T (married) /AS /Yes"),
            field(b"/FT /Btn /T (retired) /AS /Off"),
            field(b"/FT /Tx /T (empty)"),
            field(b"/FT /Tx /T (unseen) /V (secret) /F 2"),
        )
    ).text
    assert text == (
        "Application form\n\nsurname: Quackenbush\nTown of birth: Oslo\nlangs: Dutch, Greek\n"
        "married: yes"
    )


def test_a_fields_value_may_stand_with_its_parent() -> None:
    data = files.pdf(
        [FORM],
        objects=[
            b"<< /Type /Annot /Subtype /Widget /Parent 6 0 R >>",
            b"<< /FT /Tx /T (surname) /V (Quackenbush) /Kids [5 0 R] >>",
        ],
        resources=b">> /Annots [5 0 R] /PieceInfo <<",
    )
    assert read(data).text.endswith("surname: Quackenbush")
    endless = data.replace(b"/FT /Tx /T (surname) /V (Quackenbush)", b"/Parent 6 0 R" + b" " * 24)
    assert read(endless).text == "Application form"


def test_notes_and_text_on_a_page_are_read_as_such() -> None:
    text = read(
        annotated(
            b"<< /Type /Annot /Subtype /FreeText /Contents (Call the plumber.) >>",
            b"<< /Type /Annot /Subtype /Text /Contents (Check the sum.) >>",
            b"<< /Type /Annot /Subtype /Link /Contents (nothing) >>",
        )
    ).text
    assert text == "Application form\n\nCall the plumber.\n\nNote: Check the sum."


def xfa(data: bytes) -> bytes:
    stream = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)
    return files.pdf([WAIT], objects=[stream], catalog=b"/AcroForm << /XFA 5 0 R /Fields [] >>")


FILLED = (
    b"<x:xdp xmlns:x='http://ns.adobe.com/xdp/'><template><field>not this</field></template>"
    b"<d:datasets xmlns:d='http://www.xfa.org/schema/xfa-data/1.0/'><d:data><f>"
    b"<Surname>Quackenbush</Surname><Town>Oslo</Town><Empty/></f></d:data></d:datasets></x:xdp>"
)


def test_what_was_filled_into_an_xfa_form_is_read() -> None:
    text = read(xfa(FILLED)).text
    assert text.endswith("\n\nSurname: Quackenbush\nTown: Oslo")
    assert "not this" not in text
    laughs = b"<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>" + FILLED
    assert "Quackenbush" not in read(xfa(laughs)).text


def test_a_file_whose_end_is_missing_is_read_as_far_as_it_goes() -> None:
    whole = files.pdf([files.lines("The first page."), files.lines("The second page.")])
    result = read(whole[: whole.index(b"xref") + 30])
    assert result.text == "The first page.\n\nThe second page."
    assert result.notes == ("The file is damaged: what could be read of it was read.",)
    assert refused(whole[:300]).code == "damaged"


def asian(coding: bytes, collection: bytes, text: bytes) -> bytes:
    """A page with text in one of the codes that PDF knows by name."""
    font = (
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /%s /DescendantFonts [6 0 R] >>",
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe)"
        b" /Ordering (%s) /Supplement 2 >> /FontDescriptor 7 0 R >>",
        b"<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 0 1000 1000]"
        b" /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
    )
    drawn = b"BT /F1 12 Tf 72 700 Td <%s> Tj ET" % text.hex().encode()
    made = files.pdf([drawn], objects=[font[0] % coding, font[1] % collection, font[2]])
    return made.replace(b"/F1 3 0 R", b"/F1 5 0 R")


@pytest.mark.parametrize(
    ("coding", "collection", "text", "encoding"),
    [
        (b"UniJIS-UCS2-H", b"Japan1", "港は六時に開きます。", "utf-16-be"),
        (b"90ms-RKSJ-H", b"Japan1", "港は六時に開きます。", "cp932"),
        (b"EUC-H", b"Japan1", "港は六時に開きます。", "euc_jp"),
        (b"GBK-EUC-H", b"GB1", "港口六点开放。", "gbk"),
        (b"ETen-B5-H", b"CNS1", "港口六點開放。", "big5"),
        (b"KSCms-UHC-H", b"Korea1", "항구는 여섯 시에 연다.", "cp949"),
    ],
)
def test_east_asian_codes_are_letters(
    coding: bytes, collection: bytes, text: str, encoding: str
) -> None:
    assert read(asian(coding, collection, text.encode(encoding))).text == text


@pytest.mark.parametrize("text", ["הנמל נפתח בשש בבוקר", "يفتح الميناء في السادسة"])
def test_letters_from_right_to_left_come_in_the_order_of_reading(text: str) -> None:
    """Programs draw them from left to right, the last one first."""
    codes = {letter: place for place, letter in enumerate(sorted(set(text)), start=1)}
    listed = "\n".join(
        f"<{at:04X}> <{letter.encode('utf-16-be').hex()}>" for letter, at in codes.items()
    )
    named = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange"
        f" <0000> <FFFF> endcodespacerange {len(codes)} beginbfchar\n{listed}\nendbfchar endcmap"
        " end end"
    ).encode()
    drawn = b"".join(codes[letter].to_bytes(2, "big") for letter in reversed(text))
    made = asian(b"Identity-H /ToUnicode 3 0 R", b"Identity", drawn)
    plain = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    stream = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(named), named)
    # The table of places is wrong then, and found anew by readers.
    assert read(made.replace(plain, stream, 1)).text == text


def test_a_cell_that_is_too_long_is_told_of() -> None:
    result = read(b"Name,Story\nAnn," + b"w" * (_LONGEST_FIELD + 1) + b"\nBo,short\n", "a.csv")
    assert result.text == "Name | Story\nName: Bo | Story: short"
    assert not result.complete
    assert "a cell of more than 1,000,000 letters" in result.notes[0]


def test_of_a_choice_what_is_shown_is_read() -> None:
    chosen = field(b"/FT /Ch /T (country) /V (PL) /Opt [[(CZ) (Czechia)] [(PL) (Poland)]]")
    assert read(annotated(chosen)).text.endswith("country: Poland")


def test_a_field_that_stands_on_no_page_is_read() -> None:
    data = files.pdf(
        [FORM, FORM],
        objects=[b"<< /FT /Tx /T (surname) /V (Quackenbush) >>"],
        catalog=b"/AcroForm << /Fields [5 0 R] >>",
    )
    assert read(data).text.endswith("Application form\n\nsurname: Quackenbush")
