"""Small files of every kind, made here: as real ones are, and as hostile ones are."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def pdf(
    pages: Sequence[bytes],
    *,
    objects: Sequence[bytes] = (),
    resources: bytes = b"",
    catalog: bytes = b"",
    trailer: bytes = b"",
) -> bytes:
    """A PDF whose pages have these content streams; font /F1 is Helvetica, /F2 is bold.

    Further `objects` are numbered from 5 on.
    """
    made = [
        b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        *objects,
    ]
    kids = []
    for content in pages:
        made.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        made.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R /F2 4 0 R >> %s >> >>" % (len(made), resources)
        )
        kids.append(len(made))
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    made[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (listed, len(kids))
    return _assembled(made, trailer)


def _assembled(made: Sequence[bytes], trailer: bytes) -> bytes:
    out, places = b"%PDF-1.7\n", []
    for number, content in enumerate(made, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R %s >>\n"
        b"startxref\n%d\n%%%%EOF\n" % (len(made) + 1, table, len(made) + 1, trailer, len(out))
    )


def lines(
    *texts: str, x: int = 72, y: int = 720, size: int = 10, step: int = 12, font: str = "F1"
) -> bytes:
    """A content stream that prints these lines one below the other."""
    drawn = [
        b"BT /%s %d Tf 1 0 0 1 %d %d Tm (%s) Tj ET"
        % (font.encode(), size, x, y - place * step, _quoted(text))
        for place, text in enumerate(texts)
    ]
    return b"\n".join(drawn)


def side_by_side(left: Sequence[str], right: Sequence[str]) -> bytes:
    """Two columns, drawn line by line across both."""
    drawn = []
    for place, (one, other) in enumerate(zip(left, right, strict=True)):
        y = 700 - place * 12
        drawn.append(
            b"BT /F1 9 Tf 1 0 0 1 60 %d Tm (%s) Tj 1 0 0 1 320 %d Tm (%s) Tj ET"
            % (y, _quoted(one), y, _quoted(other))
        )
    return b"\n".join(drawn)


def _quoted(text: str) -> bytes:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("cp1252")


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP file with these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in parts.items():
            written.writestr(name, content)
    return out.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """The parts of a ZIP file by their names."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def relations(*related: tuple[str, str]) -> str:
    """A part with relations rId1, rId2, … of these kinds to these targets."""
    listed = "".join(
        f'<Relationship Id="rId{number}" Type="{R}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(related, start=1)
    )
    return f'<Relationships xmlns="{_RELATIONS}">{listed}</Relationships>'


def docx(
    body: str,
    *,
    namespace: str = W,
    related: Mapping[str, tuple[str, str]] | None = None,
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """A Word file. `related` are parts by name, with their relation to the document and content."""
    related = related or {}
    document = (
        f'<w:document xmlns:w="{namespace}" xmlns:r="{R}"><w:body>{body}</w:body></w:document>'
    )
    return archive(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations(("officeDocument", "word/document.xml")),
            "word/document.xml": document,
            "word/_rels/document.xml.rels": relations(
                *((kind, name) for name, (kind, _) in related.items())
            ),
            **{f"word/{name}": content for name, (_, content) in related.items()},
            **(parts or {}),
        }
    )


def p(text: str, *, style: str = "", inside: str = "") -> str:
    """A paragraph of Word's; `inside` is further XML of its run."""
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{named}<w:r><w:t>{escape(text)}</w:t>{inside}</w:r></w:p>"


def pptx(slides: Sequence[str], *, notes: Mapping[int, str] | None = None) -> bytes:
    """Slides with these shapes, and the notes of some of them by their number from 1."""
    notes = notes or {}
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in range(1, len(slides) + 1))
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'<p:presentation xmlns:p="{P}" xmlns:r="{R}">'
        f"<p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(
            *(("slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1))
        ),
    }
    for number, shapes in enumerate(slides, start=1):
        parts[f"ppt/slides/slide{number}.xml"] = _tree("sld", shapes)
        if number in notes:
            parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
                ("notesSlide", f"../notesSlides/notes{number}.xml")
            )
            parts[f"ppt/notesSlides/notes{number}.xml"] = _tree("notes", shape(notes[number]))
    return archive(parts)


def _tree(root: str, shapes: str) -> str:
    return (
        f'<p:{root} xmlns:p="{P}" xmlns:a="{A}"><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld>'
        f"</p:{root}>"
    )


def shape(text: str, kind: str = "body") -> str:
    """A text box of a slide; of kind "title" it is the slide's title."""
    return (
        f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
        f"<p:txBody><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
