"""What people filled in or noted on the pages of a PDF: fields, boxes, notes, and XFA forms."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from lxml import etree
from pypdf import PageObject, PdfReader

from documents.reading.archives import local, refuse_declarations
from documents.reading.cleaning import lines, one_line
from documents.reading.pieces import Block

_MOST = 2_000
_LONGEST = 20_000
# Notes and text that lie on the page; what only marks words on it repeats them.
_NOTED = frozenset(("/FreeText", "/Text", "/Stamp", "/Highlight", "/Underline", "/StrikeOut"))
_HIDDEN = 2
_OFF = frozenset(("", "/Off", "Off"))


def on_page(page: PageObject) -> Iterator[Block]:
    """The fields of a page that hold something, then what was noted on it."""
    found = page.get("/Annots")
    annotations = list(found.get_object() if found is not None else [])[:_MOST]
    notes: list[Block] = []
    tight = False
    for each in annotations:
        with suppress(Exception):  # one that is broken leaves the others
            it = each.get_object()
            if int(it.get("/F", 0)) & _HIDDEN:
                continue
            kind = it.get("/Subtype")
            if kind == "/Widget" and (told := _field(it)):
                yield Block(told, tight=tight)
                tight = True
            elif kind in _NOTED and (said := lines(_text(it.get("/Contents")))):
                notes.append(Block(said if kind == "/FreeText" else f"Note: {said}"))
    yield from notes


def off_pages(reader: PdfReader) -> list[Block]:
    """The fields that hold something but stand on no page, as some programs leave them."""
    root: Any = reader.trailer["/Root"].get_object()
    form = root.get("/AcroForm")
    todo = list(form.get_object().get("/Fields", []))[::-1] if form is not None else []
    found: list[Block] = []
    for _ in range(_MOST):
        if not todo:
            break
        field = todo.pop().get_object()
        todo += list(field.get("/Kids", []))[::-1]
        hidden = int(field.get("/F", 0)) & _HIDDEN
        if "/Kids" not in field and not hidden and (told := _field(field)):
            found.append(Block(told, tight=bool(found)))
    return found


def _field(widget: Any) -> str:
    """A field with its name: "Surname: Miller". Of boxes to tick only those that are ticked."""
    kind, value = _inherited(widget, "/FT"), _inherited(widget, "/V")
    named = _inherited(widget, "/TU") or _inherited(widget, "/T")
    name = one_line(_text(named))[:200]
    if kind == "/Btn":
        state = str(widget.get("/AS", ""))
        if state in _OFF:
            return ""
        said = "yes" if state.lower() in {"/yes", "/on", "/1"} else state.lstrip("/")
    elif kind in ("/Tx", "/Ch"):
        values = [_text(each) for each in (value if isinstance(value, list) else [value])]
        shown = _choices(widget) if kind == "/Ch" else {}
        said = ", ".join(filter(None, (one_line(shown.get(each, each)) for each in values)))
    else:
        return ""
    return f"{name}: {said}" if name and said else said


def _choices(widget: Any) -> dict[str, str]:
    """What is shown for each value that can be chosen, where that is not the value itself."""
    listed = _inherited(widget, "/Opt")
    pairs = [each.get_object() for each in (listed if isinstance(listed, list) else [])[:_MOST]]
    return {
        _text(pair[0]): _text(pair[1])
        for pair in pairs
        if isinstance(pair, list) and len(pair) == 2
    }


def _inherited(field: Any, key: str) -> Any:
    for _ in range(20):
        value = field.get(key)
        if value is not None:
            return value.get_object()
        parent = field.get("/Parent")
        if parent is None:
            return None
        field = parent.get_object()
    return None


def _text(value: Any) -> str:
    """A string of the file, or the words of a stream; "" for anything else."""
    if value is None:
        return ""
    value = value.get_object() if hasattr(value, "get_object") else value
    if hasattr(value, "get_data"):
        return bytes(value.get_data())[:_LONGEST].decode("utf-8", "replace")
    return str(value)[:_LONGEST] if isinstance(value, str) else ""


def of_xfa(reader: PdfReader) -> list[Block]:
    """What was filled into an XFA form: its fields by their names. Its page says nothing."""
    root: Any = reader.trailer["/Root"].get_object()
    form = root.get("/AcroForm")
    parts = form.get_object().get("/XFA") if form is not None else None
    if parts is None:
        return []
    parts = parts.get_object()
    streams = [part.get_object() for part in parts] if isinstance(parts, list) else [parts]
    data = b"".join(bytes(s.get_data()) for s in streams if hasattr(s, "get_data"))
    refuse_declarations(data)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    tree = etree.fromstring(data, parser)
    found: list[Block] = []
    for filled in (each for each in tree.iter() if local(each) == "datasets"):
        for field in filled.iter():
            if len(field) == 0 and (said := lines(field.text or "")) and len(found) < _MOST:
                found.append(Block(f"{local(field)}: {said}", tight=bool(found)))
    return found
