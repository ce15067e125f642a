"""PDF files: reading order, paragraphs, headings, tables, empty and scanned pages, locks."""

import io
import textwrap
import time

import pytest
from pypdf import PdfWriter
from pypdf.generic import DictionaryObject, NameObject

from documents.reading import limits, pdf
from documents.reading.pdfminer_text import PdfminerFile
from tests.documents import files
from tests.documents.reading import read, refused

TOLD = (
    "The river rose in spring and the miller moved his flour upstairs, as he had done every year "
    "since the bridge was built. Nobody was surprised by it any more."
)
LEFT = textwrap.wrap(TOLD, 42)
RIGHT = textwrap.wrap(TOLD.replace("river", "lake").replace("miller", "baker"), 42)
IMAGE = (
    b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
    b" /BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream"
)
SCAN = b"q 612 0 0 792 0 0 cm /X Do Q"


def test_wrapped_lines_are_a_paragraph() -> None:
    hyphenated = ["The owner of the house was found to be un-", "known to the police. We went on."]
    page = files.lines(*textwrap.wrap(TOLD, 70)) + files.lines(*hyphenated, y=600)
    assert read(files.pdf([page])).text == (
        f"{TOLD}\n\nThe owner of the house was found to be unknown to the police. We went on."
    )


def test_columns_are_read_one_after_the_other() -> None:
    whole = f"{TOLD}\n\n{' '.join(RIGHT)}"
    in_order = files.lines(*LEFT, x=60) + files.lines(*RIGHT, x=320)
    assert read(files.pdf([in_order])).text == whole
    across = files.side_by_side(LEFT, RIGHT)
    assert read(files.pdf([across])).text == whole


def test_a_sentence_goes_on_over_the_page() -> None:
    result = read(files.pdf([files.lines("It was late when the"), files.lines("ship came in.")]))
    assert result.text == "It was late when the ship came in."
    assert [(start.number, start.start) for start in result.starts] == [(1, 0), (2, 21)]


def test_headings_are_larger_or_bold_or_in_the_outline() -> None:
    body = textwrap.wrap(TOLD, 70)
    page = (
        files.lines("The mill", size=20, y=750)
        + files.lines(*body, y=720)
        + files.lines("1.2 The harbour", font="F2", y=600)
        + files.lines(*body, y=580)
        + files.lines("An afterthought", y=500)
        + files.lines(*body, y=480)
    )
    plain = read(files.pdf([page]))
    assert told(plain) == [(1, "The mill"), (3, "1.2 The harbour")]
    writer = PdfWriter(io.BytesIO(files.pdf([page])))
    parent = writer.add_outline_item(title="The mill", page_number=0)
    writer.add_outline_item(title="An afterthought", page_number=0, parent=parent)
    out = io.BytesIO()
    writer.write(out)
    assert told(read(out.getvalue())) == [
        (1, "The mill"),
        (3, "1.2 The harbour"),
        (2, "An afterthought"),
    ]


def told(result: object) -> list[tuple[int, str]]:
    from documents.compose import ReadText

    assert isinstance(result, ReadText)
    return [(h.level, result.text[h.start : h.stop]) for h in result.headings]


def test_rows_of_a_table_stay_rows_however_they_are_drawn() -> None:
    columns = (("Name", "Ann", "Bo"), ("Town", "Oslo", "Rome"), ("Age", "40", "51"))
    page = b"\n".join(
        files.lines(*column, x=72 + 120 * place, step=20) for place, column in enumerate(columns)
    )
    assert read(files.pdf([page])).text == "Name | Town | Age\nAnn | Oslo | 40\nBo | Rome | 51"


def test_a_pages_number_is_not_its_text() -> None:
    page = files.lines(*textwrap.wrap(TOLD, 40)) + files.lines("- 17 -", y=40, x=300)
    assert read(files.pdf([page])).text == TOLD


def test_pages_without_text_are_named() -> None:
    empty, words = b"", files.lines("Here are some words.")
    result = read(files.pdf([words, empty, empty, words]))
    assert (result.pages, result.complete) == (4, True)
    assert result.notes == ("No text on pages 2 to 3.",)


def test_scanned_pages_are_told_from_empty_ones() -> None:
    drawn = b"/XObject << /X 5 0 R >>"
    words = files.lines("Here are some words.")
    result = read(files.pdf([words, SCAN, SCAN, SCAN], objects=[IMAGE], resources=drawn))
    assert not result.complete
    assert result.notes == ("No text on pages 2 to 4: only pictures, as in scans.",)
    whole = read(files.pdf([SCAN, SCAN], objects=[IMAGE], resources=drawn))
    assert whole.text == ""
    assert whole.notes == ("There is no text in it: its 2 pages are pictures, as scans are.",)


def locked(user: str, algorithm: str) -> bytes:
    writer = PdfWriter(io.BytesIO(files.pdf([files.lines("Behind the lock.")])))
    writer.encrypt(user_password=user, owner_password="owner", algorithm=algorithm)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256"])
def test_a_lock_without_a_password_is_opened_and_one_with_is_not(algorithm: str) -> None:
    assert read(locked("", algorithm)).text == "Behind the lock."
    refusal = refused(locked("secret", algorithm))
    assert refusal.code == "locked"
    assert "password" in refusal.message


def test_attached_files_are_named_and_not_opened() -> None:
    writer = PdfWriter(io.BytesIO(files.pdf([files.lines("See the plan.")])))
    writer.add_attachment("plan.txt", b"the secret plan")
    out = io.BytesIO()
    writer.write(out)
    result = read(out.getvalue())
    assert result.text == "See the plan."
    assert (result.notes, result.complete) == (("Attached files were not read: plan.txt.",), True)
    writer.root_object[NameObject("/Collection")] = DictionaryObject()
    out = io.BytesIO()
    writer.write(out)
    assert not read(out.getvalue()).complete


def test_invisible_text_is_read_as_scans_with_a_text_layer_have_it() -> None:
    assert read(files.pdf([b"BT 3 Tr /F1 9 Tf 72 700 Td (Under the scan.) Tj ET"])).text == (
        "Under the scan."
    )


def test_a_damaged_file_gives_what_can_be_read() -> None:
    data = files.pdf([files.lines("Still here.")])
    broken = data[: data.index(b"xref")] + b"trailer\n<< /Root 1 0 R /Size 7 >>\n%%EOF\n"
    result = read(broken)
    assert result.text == "Still here."
    assert refused(data[:60]).code == "damaged"


def test_a_damaged_page_does_not_take_the_others_along() -> None:
    words = files.lines("Here are some words.")
    broken = files.lines("Before the damage.") + b"\nBT [ (odd) ( /F5 ] N)Tj <zz> FR ET >> ]"
    result = read(files.pdf([words, broken, words]))
    assert result.pages == 3
    assert result.text.count("Here are some words.") == 2


def test_forms_that_draw_each_other_end() -> None:
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 12"
        b" /Resources << /Font << /F1 3 0 R >> /XObject << /X %d 0 R >> >> >>"
        b"\nstream\n/X Do /X Do \nendstream"
    )
    page = files.lines("On the page.") + b" /X Do"
    data = files.pdf([page], objects=[form % 6, form % 5], resources=b"/XObject << /X 5 0 R >>")
    assert "On the page." in read(data).text


def laughing() -> bytes:
    """A page with ten to the power of fifteen words."""
    return files.pdf([b"/X Do"], objects=laughs(), resources=b"/XObject << /X 5 0 R >>")


def laughs(depth: int = 12) -> list[bytes]:
    """Forms that draw the next one ten times each, as objects from 5 on.

    A reader that stops at some depth, or after some forms, still meets more than it can read soon.
    """
    forms = []
    for place in range(depth):
        last = place == depth - 1
        drawn = b"BT /F1 9 Tf %s ET" % (b"(ha) Tj " * 1000) if last else b"/X Do " * 10
        inner = b"" if last else b"/XObject << /X %d 0 R >>" % (place + 6)
        forms.append(
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length %d"
            b" /Resources << /Font << /F1 3 0 R >> %s >> >>\nstream\n%s\nendstream"
            % (len(drawn), inner, drawn)
        )
    return forms


def test_what_runs_up_the_margin_comes_after_the_page_and_is_no_heading() -> None:
    body = textwrap.wrap(TOLD, 70)
    stamp = b"\nBT /F1 20 Tf 0 1 -1 0 30 200 Tm (Printed in June 2021) Tj ET\n"
    page = files.lines(*body[:3], y=720) + stamp + files.lines(*body[3:], y=684)
    plain = read(files.pdf([files.lines(*body, y=720)]))
    stamped = read(files.pdf([page]))
    assert stamped.headings == ()
    assert stamped.text.strip() == f"{plain.text.strip()}\n\nPrinted in June 2021"


def test_a_title_of_two_lines_is_one_heading_whatever_its_fonts() -> None:
    title = files.lines("The lock-keeper: A Handbook for", size=18, y=750)
    title += b"\n" + files.lines("Small Canals", size=18, y=728, font="F2")
    page = title + b"\n" + files.lines(*textwrap.wrap(TOLD, 70), y=690)
    assert told(read(files.pdf([page]))) == [(1, "The lock-keeper: A Handbook for Small Canals")]


def test_running_text_is_no_heading_because_it_follows_small_print() -> None:
    table = files.lines(*["One row of a long table in small print stands here"] * 50, size=6)
    sentence = "The keeper lets the water of the lock out before the barge may come"
    text = files.lines(*[sentence] * 20, y=680, size=8, step=24)
    page = files.lines("On locks", size=12) + b"\n" + text
    result = read(files.pdf([table, table, page]))
    assert [result.text[it.start : it.stop] for it in result.headings] == ["On locks"]


def test_a_paragraph_in_large_letters_is_no_heading() -> None:
    notice = files.lines(
        *["Whoever swims in the harbour swims at their own risk and"] * 5, size=16, step=18
    )
    small = files.lines(*["Printed by the office of the harbour."] * 40, y=500, size=8)
    assert read(files.pdf([notice + b"\n" + small])).headings == ()


# The alarm may come while something is cleaned up: Python swallows that one, and another comes.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_page_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "PAGE_SECONDS", 0.5)
    refusal = refused(laughing())
    assert refusal.code == "time"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_slow_page_keeps_no_other_from_being_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be read whole, by either reader, if it were given the time that a file has."""
    monkeypatch.setattr(pdf, "PAGE_SECONDS", 0.2)
    drawn = b"/XObject << /X 5 0 R >>"
    pages = [b"/X Do", files.lines("After it.")]
    result = read(files.pdf(pages, objects=laughs(4), resources=drawn))
    assert result.text == "After it."
    assert result.notes[0] == "Page 1 takes too long to read."
    assert not result.complete


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_file_that_takes_too_long_to_open_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "OPEN_SECONDS", 0.001)
    refusal = refused(files.pdf([b""] * 3_000))
    assert (refusal.code, refusal.message) == ("time", pdf.SLOW)


def test_nobody_looks_twice_at_an_empty_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand of them would each be read by the slower reader as well."""
    looked: list[int] = []
    monkeypatch.setattr(PdfminerFile, "lines", lambda _, place: looked.append(place))
    assert read(files.pdf([b"", b"q Q", files.lines("Words.")])).text == "Words."
    assert looked == []


def test_reading_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "ALL_SECONDS", 0.0)
    words = files.lines("Here are some words.")
    result = read(files.pdf([words, words]))
    assert not result.complete
    assert result.notes[0] == "Pages 1 to 2 were not read: it took too long."


def test_what_takes_too_long_is_stopped_even_where_errors_are_swallowed() -> None:
    def swallowing() -> None:
        while True:
            try:
                sum(range(100))
            except Exception:  # noqa: BLE001, S112 — as libraries do
                continue

    with pytest.raises(limits.TooSlow), limits.within(0.05):
        swallowing()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_takes_too_long_is_stopped_even_where_python_swallows_it() -> None:
    class Slow:
        def __del__(self) -> None:
            until = time.monotonic() + 0.2
            while time.monotonic() < until:
                pass

    def waiting() -> None:
        Slow()
        while True:
            pass

    with pytest.raises(limits.TooSlow), limits.within(0.05):
        waiting()
