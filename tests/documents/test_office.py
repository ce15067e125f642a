"""Word files and slides: everything that is written in them, in order, and the hostile ones."""

import io
import tracemalloc
import zipfile

import pytest

from documents.reading import archives
from tests.documents import files
from tests.documents.files import STRICT, W, docx, p
from tests.documents.reading import read, refused

STYLES = (
    "styles",
    f'<w:styles xmlns:w="{W}">'
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My own"/>'
    '<w:basedOn w:val="H1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Deep"><w:name w:val="Deep"/>'
    '<w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style></w:styles>',
)


def test_headings_have_their_level() -> None:
    body = p("One", style="H1") + p("words") + p("Two", style="Mine") + p("Three", style="Deep")
    result = read(docx(body, related={"styles.xml": STYLES}))
    assert result.text == "One\n\nwords\n\nTwo\n\nThree"
    assert [heading.level for heading in result.headings] == [1, 1, 3]


def test_the_strict_form_is_read_like_the_usual_one() -> None:
    assert read(docx(p("Hello"), namespace=STRICT)).text == "Hello"


def numbered(text: str, depth: int = 0, number: int = 1) -> str:
    return (
        f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'
        f"</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
    )


def test_lists_have_the_numbers_that_are_shown() -> None:
    levels = (
        '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="2"/><w:numFmt w:val="lowerRoman"/>'
        '<w:lvlText w:val="%1.%2)"/></w:lvl>'
    )
    bullets = '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#61623;"/></w:lvl>'
    numbering = (
        "numbering",
        f'<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="8">{bullets}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num></w:numbering>',
    )
    body = (
        numbered("a")
        + numbered("b", 1)
        + numbered("c", 1)
        + numbered("d")
        + numbered("e", 1)
        + numbered("f", 0, 2)
    )
    assert read(docx(body, related={"numbering.xml": numbering})).text == (
        "1. a\n1.ii) b\n1.iii) c\n2. d\n2.ii) e\n- f"
    )


def test_tables_are_rows() -> None:
    def cell(text: str) -> str:
        return f"<w:tc>{p(text)}</w:tc>"

    row = f"<w:tr>{cell('Ann')}{cell('Oslo')}</w:tr><w:tr>{cell('Bo')}{cell('Rome')}</w:tr>"
    assert read(docx(p("Who") + f"<w:tbl>{row}</w:tbl>" + p("End"))).text == (
        "Who\nAnn | Oslo\nBo | Rome\n\nEnd"
    )


def test_what_stands_beside_the_text_is_not_lost() -> None:
    notes = (
        "footnotes",
        f'<w:footnotes xmlns:w="{W}"><w:footnote w:id="0" w:type="separator">{p("x")}</w:footnote>'
        f'<w:footnote w:id="2">{p("Under the line.")}</w:footnote></w:footnotes>',
    )
    comments = (
        "comments",
        f'<w:comments xmlns:w="{W}"><w:comment w:id="5" w:author="Ann">{p("Why?")}</w:comment>'
        "</w:comments>",
    )
    header = ("header", f'<w:hdr xmlns:w="{W}">{p("Above every page")}</w:hdr>')
    box = f"<w:pict><w:txbxContent>{p('In a box')}</w:txbxContent></w:pict>"
    body = (
        p("Words", inside='<w:footnoteReference w:id="2"/>')
        + p("More", inside='<w:commentReference w:id="5"/>')
        + p("Boxed", inside=box)
    )
    related = {"footnotes.xml": notes, "comments.xml": comments, "header1.xml": header}
    assert read(docx(body, related=related)).text == (
        "Words[2]\n[2] Under the line.\n\nMore\n\nComment by Ann: Why?\n\nBoxed\n\nIn a box\n\n"
        "Above every page"
    )


def test_what_was_deleted_or_hidden_is_not_read() -> None:
    body = (
        "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>here</w:t></w:r></w:ins>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t> hidden</w:t></w:r>"
        "<w:r><w:instrText>PAGE</w:instrText><w:t> now</w:t></w:r></w:p>"
    )
    assert read(docx(body)).text == "here now"


def test_one_of_several_forms_of_the_same_thing_is_read() -> None:
    mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    body = (
        f"<w:p><w:r><mc:AlternateContent {mc}><mc:Choice><w:t>once</w:t></mc:Choice>"
        "<mc:Fallback><w:t>twice</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    assert read(docx(body)).text == "once"


def test_pages_are_those_that_word_noted() -> None:
    noted = "<w:lastRenderedPageBreak/>"
    asked = '<w:br w:type="page"/>'
    body = (
        p("One")
        + f"<w:p><w:r><w:t>Still one.</w:t></w:r><w:r>{noted}<w:t>Two.</w:t></w:r></w:p>"
        + f"<w:p><w:r>{asked}</w:r></w:p><w:p><w:r>{noted}<w:t>Three.</w:t></w:r></w:p>"
    )
    result = read(docx(body))
    assert result.pages == 3
    assert [result.text[start.start :][:4] for start in result.starts] == ["One\n", "Two.", "Thre"]
    assert read(docx(p("One") + f"<w:p><w:r>{asked}<w:t>Two</w:t></w:r></w:p>")).pages is None


def test_the_title_is_the_files_own() -> None:
    core = '<c xmlns:d="x"><d:title>On mills</d:title></c>'
    relations = files.relations(
        ("officeDocument", "word/document.xml"), ("core-properties", "docProps/core.xml")
    )
    data = docx(p("Hello"), parts={"docProps/core.xml": core, "_rels/.rels": relations})
    assert read(data).title == "On mills"


def test_slides_are_pages_with_titles_tables_and_notes() -> None:
    a = "http://schemas.openxmlformats.org/drawingml/2006/main"
    cells = "".join(f"<a:tc><a:p><a:r><a:t>{t}</a:t></a:r></a:p></a:tc>" for t in ("Ann", "Oslo"))
    table = f'<p:graphicFrame xmlns:a="{a}"><a:tbl><a:tr>{cells}</a:tr></a:tbl></p:graphicFrame>'
    slides = [
        files.shape("The plan", "title")
        + files.shape("First we walk")
        + files.shape("3", "sldNum"),
        table,
    ]
    result = read(files.pptx(slides, notes={1: "Speak slowly"}))
    assert result.pages == 2
    assert result.text == "The plan\n\nFirst we walk\n\nNotes: Speak slowly\nAnn | Oslo"
    assert [heading.level for heading in result.headings] == [1]


def test_what_stands_in_every_slides_margin_is_read_once() -> None:
    margin = files.shape("Guild of Millers", "ftr") + files.shape("7 May", "dt")
    slides = [files.shape("One") + margin, files.shape("Two") + margin]
    text = read(files.pptx(slides)).text
    assert text.split() == "One Guild of Millers 7 May Two".split()


def test_a_cut_off_archive_is_damaged() -> None:
    assert refused(docx(p("Hello"))[:300]).code == "damaged"


def test_an_archive_that_unpacks_to_far_too_much_is_not_opened() -> None:
    bomb = docx(p("Hello"), parts={"word/media/a.bin": bytes(50_000_000)})
    assert len(bomb) < 100_000
    refusal = refused(bomb)
    assert refusal.code == "bomb"
    assert "not opened" in refusal.message


def test_an_archive_of_many_parts_that_unpack_to_far_too_much_is_not_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(archives, "LARGEST_WHOLE", 400_000)
    parts = {f"word/media/{n}.bin": bytes(100_000) for n in range(4)}
    assert refused(docx(p("Hello"), parts=parts)).code == "bomb"


def test_a_part_that_holds_more_than_it_says_is_not_unpacked() -> None:
    data = docx(p("Hello") + f"<!--{'x' * 100_000_000}-->")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = archive.getinfo("word/document.xml").file_size
    lying = data.replace(size.to_bytes(4, "little"), (1_000).to_bytes(4, "little"))
    tracemalloc.start()
    try:
        assert refused(lying).code == "damaged"
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_an_archive_of_countless_parts_is_not_opened() -> None:
    data = files.archive({"word/document.xml": "", **{f"p{n}": "" for n in range(20_001)}})
    assert refused(data).code == "bomb"


LAUGHS = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_do_not_grow(encoding: str) -> None:
    document = f'<w:document xmlns:w="{W}"><w:body>{p("&b;")}</w:body></w:document>'
    for part in ("word/document.xml", "word/styles.xml", "_rels/.rels"):
        laughing = (LAUGHS + document.replace("&amp;b;", "&b;")).encode(encoding)
        data = docx(p("x"), related={"styles.xml": STYLES}, parts={part: laughing})
        assert refused(data).code == "entities"


def test_xml_nested_without_end_is_refused() -> None:
    deep = "<w:sdt>" * 5000 + "</w:sdt>" * 5000
    assert refused(docx(deep)).code == "damaged"


def test_files_outside_of_the_archive_are_not_reached() -> None:
    relations = files.relations(("officeDocument", "../../../../etc/passwd"))
    assert refused(docx(p("x"), parts={"_rels/.rels": relations})).code == "damaged"


def test_nobody_is_asked_for_a_linked_part() -> None:
    relation = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="rId1" Type="x/styles" Target="http://example.org/s" '
        'TargetMode="External"/></Relationships>'
    )
    assert read(docx(p("x"), parts={"word/_rels/document.xml.rels": relation})).text == "x"
