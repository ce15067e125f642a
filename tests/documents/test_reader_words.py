"""What readers say of a file can be read in German."""

import ast
from collections.abc import Iterator

import pytest
from django.utils import translation

from documents.reader_messages import translated
from tests.environment import PROJECT

# What stands in the place of a value: by the name of what is filled in.
_VALUES = {
    "where": "Pages 2 to 9 and 12",
    "named_pages(slow)": "Page 3",
    "named_pages(broken)": "Page 3",
    "named_pages(read)": "Page 3",
    "named_pages(left)": "Pages 2, 5 and 7 to 9",
    "told[0].lower()": "p",
    "told[1:]": "ages 4 to 6",
    "_LEFT": "Attachments are named, not read:",
    "refusal.message": "There is nothing in this file.",
    "what_can_be_read()": "PDF and text",
    "what": "a picture (PNG)",
}
_SAYING = ("Note", "CannotRead")
_TOLD = {"takes", "take", "is", "are", "was", "were"}


def said() -> Iterator[str]:
    """The texts that are given to a person, with samples in the places of values."""
    reading = PROJECT / "documents"
    files = [*(reading / "reading").glob("*.py"), reading / "compose.py", reading / "ocr.py"]
    for path in (*files, reading / "file_types.py", reading / "sandbox.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "Note",
                "CannotRead",
            ):
                for text in node.args:
                    if isinstance(text, ast.JoinedStr):
                        yield "".join(map(_sample, text.values))
                    elif isinstance(text, ast.Constant) and " " in str(text.value):
                        yield str(text.value)


def _sample(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    expression = ast.unparse(part.value)
    return "TOLD" if expression == "told" else _VALUES.get(expression, "7")


@pytest.mark.parametrize("text", sorted(set(said())))
def test_what_a_reader_says_is_translated(text: str) -> None:
    forms = [text.replace("TOLD", form) for form in sorted(_TOLD)] if "TOLD" in text else [text]
    with translation.override("de"):
        assert any(translated(form) != form for form in forms)


def test_pages_and_kinds_are_put_in_german() -> None:
    with translation.override("de"):
        assert translated("Pages 2 to 9 and 12: OCR took too long for them.") == (
            "Seiten 2–9, 12: Die Texterkennung hat zu lange gebraucht."
        )
        told = translated("This is a picture (PNG). What can be read: PDF and text.")
    assert told.startswith("Das ist ein Bild (PNG). Gelesen werden können: PDF, Word")


def test_what_is_nobodys_of_ours_stays_as_it_is() -> None:
    with translation.override("de"):
        assert translated("Omar said so.") == "Omar said so."
