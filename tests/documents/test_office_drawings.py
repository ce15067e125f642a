"""Office files: what they draw, what converters put into them, and lists that begin anew."""

import pytest

from tests.documents import files
from tests.documents.files import W, docx, p
from tests.documents.reading import read

_MAIN = "http://schemas.openxmlformats.org/drawingml/2006"
DIAGRAM = (
    f'<d:dataModel xmlns:d="{_MAIN}/diagram" xmlns:a="{_MAIN}/main"><d:ptLst>'
    "<d:pt><d:t><a:p><a:r><a:t>Collect the grain</a:t></a:r></a:p></d:t></d:pt>"
    "<d:pt><d:t><a:p><a:r><a:t>Grind it</a:t></a:r></a:p></d:t></d:pt></d:ptLst></d:dataModel>"
)
CHART = (
    f'<c:chartSpace xmlns:c="{_MAIN}/chart" xmlns:a="{_MAIN}/main">'
    "<a:p><a:r><a:t>Yield by year</a:t></a:r></a:p><c:pt><c:v>Barley</c:v></c:pt>"
    "<c:pt><c:v>1742</c:v></c:pt></c:chartSpace>"
)


def drawing(inside: str, said: str = "") -> str:
    return f'<w:p><w:r><w:drawing><w:docPr descr="{said}"/>{inside}</w:drawing></w:r></w:p>'


def test_diagrams_charts_and_what_is_said_of_pictures_are_read_in_place() -> None:
    body = (
        p("Before.")
        + drawing('<w:relIds r:dm="rId1"/>')
        + drawing('<w:chart r:id="rId2"/>', "The mill in 1931. Description automatically generated")
        + drawing("", "IMG 1.png")
        + p("After.")
    )
    made = docx(body, related={"d.xml": ("diagramData", DIAGRAM), "c.xml": ("chart", CHART)})
    assert read(made).text == (
        "Before.\n\nCollect the grain\nGrind it\n\nPicture: The mill in 1931.\n\n"
        "Yield by year | Barley | 1742\n\nAfter."
    )


def test_what_is_said_of_a_picture_on_a_slide_is_read() -> None:
    picture = '<p:pic><p:nvPicPr><p:cNvPr descr="The mill in 1931"/></p:nvPicPr></p:pic>'
    assert read(files.pptx([picture])).text == "Picture: The mill in 1931"


SAVED = (
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=B\r\n\r\n--B\r\n"
    b"Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"<h1>Minutes</h1><p>The caf=C3=A9 stays open.</p>\r\n--B--\r\n"
)


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.mht", SAVED, "Minutes\n\nThe café stays open."),
        ("a.htm", b"<html><body><p>Opened in May.</p></body></html>", "Opened in May."),
        ("a.docx", docx(p("Inner words.")), "Inner words."),
    ],
)
def test_a_document_that_stands_in_ones_place_is_read(name: str, data: bytes, text: str) -> None:
    made = docx('<w:altChunk r:id="rId1"/>', related={name: ("aFChunk", "")})
    result = read(files.archive({**files.unpacked(made), f"word/{name}": data}))
    assert (result.text, result.complete) == (text, True)


def test_documents_that_hold_each_other_are_read_once_and_told_of() -> None:
    inner = docx(p("Inner") + '<w:altChunk r:id="rId1"/>', related={"b.docx": ("aFChunk", "")})
    made = docx('<w:altChunk r:id="rId1"/>', related={"a.docx": ("aFChunk", "")})
    result = read(files.archive({**files.unpacked(made), "word/a.docx": inner}))
    assert result.text == "Inner"
    broken = docx(
        p("Words") + '<w:altChunk r:id="rId1"/>', related={"a.bin": ("aFChunk", "\0" * 9)}
    )
    assert not read(broken).complete


def test_a_file_that_names_no_parts_has_the_usual_ones() -> None:
    parts = files.unpacked(docx(p("Words")))
    del parts["_rels/.rels"]
    assert read(files.archive(parts)).text == "Words"


def test_a_list_may_begin_anew() -> None:
    level = '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    numbering = (
        f'<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="7">{level}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
        f'<w:num w:numId="2"><w:abstractNumId w:val="7"/>{anew}</w:num></w:numbering>'
    )
    body = "".join(
        f'<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr></w:pPr>'
        f"<w:r><w:t>{text}</w:t></w:r></w:p>"
        for text, number in (("a", 1), ("b", 1), ("c", 2), ("d", 2))
    )
    made = docx(body, related={"numbering.xml": ("numbering", numbering)})
    assert read(made).text == "1. a\n2. b\n1. c\n2. d"
