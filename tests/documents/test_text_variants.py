"""Mail, web pages, Markdown and text as programs really write them."""

import pytest

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
