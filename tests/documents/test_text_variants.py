"""Mail, web pages, Markdown and text as programs really write them."""

from html import escape

import pytest

from documents.chunking import parts_of
from tests.documents.reading import read

HEAD = "From: a@example.org\nSubject: x\nMIME-Version: 1.0\n"


def mail(form: str, body: str) -> str:
    """What is read of a mail of this form, without its head."""
    return read(f"{HEAD}Content-Type: {form}\n\n{body}".encode(), "a.eml").text.split("\n\n", 1)[1]


def alternatives(plain: str, page: str) -> str:
    return mail(
        "multipart/alternative; boundary=b",
        f"--b\nContent-Type: text/plain\n\n{plain}\n"
        f"--b\nContent-Type: text/html\n\n{page}\n--b--\n",
    )


def test_a_plain_text_that_only_points_to_the_page_is_not_the_mail() -> None:
    told = "The granary will be auctioned on the fourth of May, in the great hall of the town."
    assert alternatives("Please use an HTML viewer.", f"<p>{told}</p>") == told
    assert alternatives(told, f"<h1>News</h1><p>{told}</p>") == told


def test_a_file_coded_in_the_midst_of_a_mail_is_named_not_read() -> None:
    coded = 'begin 644 map.gif\nM1TE&.#EA9`!D`/<```0"!(2"A,3"Q$1"1*2BI\n`\nend\n'
    assert (
        mail("text/plain", f"The map:\n\n{coded}\nBye.")
        == "The map:\n\nBye.\n\nAttachments: map.gif"
    )


def test_a_server_says_why_a_mail_was_not_delivered() -> None:
    text = mail(
        "multipart/report; boundary=b",
        "--b\n\nNot delivered.\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; x\n\nDiagnostic-Code: smtp; 550 no such box\n--b--\n",
    )
    assert text == "Not delivered.\n\nReason: smtp; 550 no such box"


def test_marks_of_enriched_text_are_not_words() -> None:
    body = "<bold>Strong</bold> words <color><param>red</param>here</color>, 1 << 2."
    assert mail("text/enriched", body) == "Strong words here, 1 < 2."


@pytest.mark.parametrize(
    ("charset", "body", "told"),
    [
        ("utf-7", b"Die Stra+AN8-e", "Die Straße"),
        ("hz-gb-2312", b"~{<:Ky2;SI~} it says", "己所不由 it says"),
        ("cp-850", "Straße".encode("cp850"), "Straße"),
        ("x-gbk", "图书馆".encode("gbk"), "图书馆"),
    ],
)
def test_rare_names_and_codes_of_charsets_are_known(charset: str, body: bytes, told: str) -> None:
    data = f"{HEAD}Content-Type: text/plain; charset={charset}\n\n".encode() + body
    assert read(data, "a.eml").text.endswith(f"\n\n{told}")


def test_a_page_in_utf_16_without_a_mark_is_a_page() -> None:
    page = "<html><head><meta charset=utf-16></head><body><p>Библиотека закрыта</p></body></html>"
    for codec in ("utf-16-le", "utf-16-be"):
        assert read(page.encode(codec), "a.html").text == "Библиотека закрыта"


def test_lists_of_a_page_have_their_numbers() -> None:
    page = "<ol><li>one<ul><li>deep</ul><li value=5>five<li>six</ol><ol start=3><li>three</ol>"
    assert read(f"<html>{page}</html>".encode()).text == (
        "1. one\n- deep\n5. five\n6. six\n3. three"
    )
    assert read(b"<html><ol><li><li>two</ol><p>1.</p></html>").text == "2. two\n\n1."


def test_what_is_said_of_a_picture_is_read_where_it_is_a_sentence() -> None:
    page = '<html><p>Seen: <img alt="The mill in 1931"><img alt="logo.png"></p></html>'
    assert read(page.encode()).text == "Seen: The mill in 1931"


def test_what_stands_before_a_markdown_text_is_read() -> None:
    text = "---\ntitle: Sowing\nauthor: Ann Miller\n---\n# Rye\n\nSow[^1].\n\n[^1]: https://example.org/x\n"
    result = read(text.encode(), "a.md")
    assert result.title == "Sowing"
    assert result.text == "author: Ann Miller\n\nRye\n\nSow[^1].\n\n[^1]: https://example.org/x"


def test_colours_of_a_terminal_are_not_words() -> None:
    assert read(b"\x1b[31mred\x1b[0m and more", "a.log").text == "red and more"


WROTE = "On Mon, 2 Mar 2026 at 10:00, Dana Whitfield <dana@lake.example> wrote:"
QUOTING = (
    f"I moved to Leeds in May.\n\n{WROTE}\n> I live in Rome.\n> > Le lun. 1 mars 2026 à 9:00,"
    " Max <max@lake.example> a écrit :\n> > I sell boats.\n\nMy boat is called Ravn.\n"
)


def test_of_a_quote_the_line_above_it_is_shown_and_found_by_no_question() -> None:
    html = f"<p>I moved to Leeds in May.</p><p>{escape(WROTE)}</p><p>I live in Rome.</p>"
    wrapped = QUOTING.replace("Whitfield <", "Whitfield\n<")
    for form, body in (("plain", QUOTING), ("plain", wrapped), ("html", html)):
        result = read(f"{HEAD}Content-Type: text/{form}\n\n{body}".encode(), "a.eml")
        parts = [part.span.of(result.text) for part in parts_of(result)]
        assert "wrote:" in result.text
        assert not any(said in part for part in parts for said in ("wrote", "écrit", "March"))
        assert any("I moved to Leeds" in part for part in parts)
        assert any("I live in Rome" in part for part in parts)


def test_what_is_quoted_in_a_mail_of_ones_own_is_another_s() -> None:
    result = read(f"{HEAD}\n{QUOTING}".encode(), "a.eml")
    quoted = [part.span.of(result.text) for part in parts_of(result) if part.own_words is False]
    own = [part.span.of(result.text) for part in parts_of(result) if part.own_words is None]
    assert "\n".join(quoted) == "> I live in Rome.\n> > I sell boats."
    assert [part for part in own if "boat" in part] == ["My boat is called Ravn."]


def test_an_answer_below_an_attribution_without_its_quote_is_found() -> None:
    """Outlook's users cut the quote away: nothing else of the mail would be left."""
    result = read(f"{HEAD}\n{WROTE}\n\nI moved to Leeds in May.".encode(), "a.eml")
    assert any("I moved to Leeds" in part.span.of(result.text) for part in parts_of(result))
    assert not any(part.own_words is False for part in parts_of(result))
