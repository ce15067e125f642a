"""Plain text, Markdown, tables, web pages, mail and RTF: their words, as people read them."""

import base64
import codecs
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents.reading.encodings import encoding_of
from tests.documents.reading import read, refused

RUSSIAN = "Вчера мы ходили в театр и смотрели новую пьесу. Это было очень интересно."
SAMPLES = {
    "German": ("Die Straße führt über die Brücke nach Köln, wo Jürgen wohnt.", "cp1252 cp850"),
    "French": ("L’été dernier, j’ai visité une forêt. « Ça va », dit-elle à Noël.", "cp1252"),
    "Polish": ("Wczoraj poszedłem do sklepu, żeby kupić chleb i masło.", "cp1250 iso8859-2"),
    "Hungarian": ("Tegnap este elmentünk a színházba, és megnéztük az őszi előadást.", "cp1250"),
    "Romanian": ("Ieri seară am fost la teatru şi am văzut o piesă nouă, în oraş.", "cp1250"),
    "Ukrainian": ("Учора ми ходили до театру й бачили нову п'єсу, її всі хвалили.", "koi8-u"),
    "Russian": (RUSSIAN, "cp1251 koi8-r cp866 iso8859-5"),
    "Greek": ("Χθες πήγαμε στο θέατρο και είδαμε μια νέα παράσταση.", "cp1253"),
    "Turkish": ("Dün akşam tiyatroya gittik ve yeni bir oyun izledik.", "cp1254"),
    "Hebrew": ("אתמול הלכנו לתיאטרון וראינו הצגה חדשה.", "cp1255"),
    "Arabic": ("ذهبنا أمس إلى المسرح وشاهدنا مسرحية جديدة.", "cp1256 iso8859-6"),
    "Thai": ("เมื่อวานเราไปดูละครใหม่", "cp874"),
    "Japanese": ("昨日は新しい劇場に行きました。とても面白かったです。", "cp932 euc_jp iso2022_jp"),
    "Chinese": ("昨天我们去了新的剧院，看了一场非常有趣的演出。", "gb18030"),
    "Taiwanese": ("昨天我們去了新的劇院，看了一場非常有趣的演出。", "big5"),
    "Korean": ("어제 우리는 새로운 극장에 갔습니다. 공연이 정말 재미있었습니다.", "euc_kr"),
    "mainframe": ("The meeting of the board is moved\nfrom Monday to Thursday.", "cp500"),
    "English": ("They call this a “window”, and it’s – so to say – open.", "cp1252"),
}
ENCODED = [(text, name) for text, names in SAMPLES.values() for name in names.split()]
ALL_WIDE = "utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be".split()
ENCODED += [(text, name) for text, _ in SAMPLES.values() for name in ALL_WIDE]


@pytest.mark.parametrize(("text", "encoding"), ENCODED, ids=[f"{n}-{t[:6]}" for t, n in ENCODED])
def test_the_encoding_of_a_text_is_guessed(text: str, encoding: str) -> None:
    assert read(text.encode(encoding), "a.txt").text == text


@pytest.mark.parametrize("text", ["Le café", "Un très bon café", "Straße und Maß"])
def test_a_text_may_end_in_a_letter_of_an_older_encoding(text: str) -> None:
    assert read(text.encode("latin-1"), "a.txt").text == text


USUAL = ["Crème brûlée", "10 °C", "50 £ owed", "„Ja“, sagte er", "costs 5 €", "Zoë called"]


@pytest.mark.parametrize("text", USUAL)
@pytest.mark.parametrize(
    "before", ["", "The oven is hot enough by now, says Ann to her guests. " * 40]
)
def test_a_few_letters_beyond_ascii_are_in_the_usual_encoding(text: str, before: str) -> None:
    assert read((before + text).encode("cp1252"), "a.txt").text == (before + text)


@given(st.binary(max_size=60), st.sampled_from(["", "utf-7", "latin-1", "x-nothing", "utf-16"]))
@settings(derandomize=True, deadline=None)
def test_whatever_the_bytes_are_there_is_a_codec_for_them(data: bytes, declared: str) -> None:
    data.decode(encoding_of(data, declared), errors="replace")


def test_a_mark_decides() -> None:
    data = codecs.BOM_UTF16_BE + "Zürich".encode("utf-16-be")
    assert read(data, "a.txt").text == "Zürich"


def test_a_file_that_changes_its_kind_half_way_is_refused() -> None:
    data = b"These are words, and more of them. " * 3000 + bytes(range(256)) * 300
    assert refused(data, "a.txt").code == "not_text"


def test_lines_with_what_they_are_about_before_a_colon_stay_lines() -> None:
    notes = (
        "Committee: chair Hilda Voss, treasurer Malcolm Reay (07700 900461)\n"
        "Subs for the year: 85 pounds, due 31 January 2027\n"
        "New venue from January: St Mary the Virgin church, Wednesdays 19:00"
    )
    assert read(notes.encode(), "a.txt").text == notes


def test_wrapped_lines_are_paragraphs_again() -> None:
    told = "The river rose in spring and the miller moved his flour upstairs, as he had done every "
    told += "year since the bridge was built, and nobody was surprised by it any more."
    wrapped = textwrap.fill(told, 60)
    verse = "Roses are red,\nViolets are blue."
    text = read(f"{wrapped}\n\n{verse}\n".encode(), "a.txt").text
    assert text == f"{told}\n\n{verse}"


def test_a_hyphen_at_a_lines_end_goes_when_the_word_is_known_without() -> None:
    lines = [
        "The quick investigation showed that nothing whatever was miss-",
        "ing from the vault, and that the well-known investigators who in-",
        "vestigated it had been thorough about it, which is what a well-",
        "known firm may be expected to be in all such cases.",
    ]
    text = read("\n".join(lines).encode(), "a.txt").text
    assert "missing from" in text
    assert "investigated it" in text
    assert "a well-known firm" in text


def test_form_feeds_part_the_pages_of_a_text() -> None:
    result = read(b"First page.\n\fSecond page.\n\f\fFourth page.\n", "a.txt")
    assert result.pages == 4
    told = [(start.number, result.text[start.start :][:6]) for start in result.starts]
    assert [told[0], told[1], told[3]] == [(1, "First "), (2, "Second"), (4, "Fourth")]
    assert result.notes == ("No text on page 3.",)


def test_headings_of_a_text_stand_alone() -> None:
    text = "CHAPTER I\n\nIt was late.\n\n1.2 The harbour\n\nShips came.\n\nTHE END OF IT\n\nQuiet."
    result = read(text.encode(), "a.txt")
    told = [
        (heading.level, result.text[heading.start : heading.stop]) for heading in result.headings
    ]
    assert told == [(2, "CHAPTER I"), (2, "1.2 The harbour"), (2, "THE END OF IT")]


def test_markdown_is_read_as_the_page_it_makes() -> None:
    text = """---
title: "On bees"
---
# Bees

They *fly* [far](https://example.org/x).
A second line.

- one
- two

| who | where |
|-----|-------|
| Ann | Oslo  |

<script>alert(1)</script>
"""
    result = read(text.encode(), "a.md")
    assert result.title == "On bees"
    assert result.text == (
        "Bees\n\nThey fly far. A second line.\n- one\n- two\nwho | where\nAnn | Oslo"
    )
    assert [(heading.level, heading.start) for heading in result.headings] == [(1, 0)]


def test_rows_of_a_table_say_what_their_columns_are() -> None:
    data = b'name;town;age\n"Ann; the elder";Oslo;40\nBo;"Rio\nde Janeiro";51\n'
    assert read(data, "a.csv").text == (
        "name | town | age\n"
        "name: Ann; the elder | town: Oslo | age: 40\n"
        "name: Bo | town: Rio de Janeiro | age: 51"
    )


def test_a_table_without_a_header_has_no_names() -> None:
    assert read(b"1,2,3\n4,5,6\n7,8,9\n", "a.csv").text == "1 | 2 | 3\n4 | 5 | 6\n7 | 8 | 9"


PAGE = """<!doctype html><html lang="en"><head><title> The  mill </title><style>b{}</style>
<script>steal()</script></head><body>
<nav>Home About</nav>
<h1>The <i>mill</i></h1>
<p>It stood by the
river.<br>It fell.</p><p hidden>secret one</p><p style="display : none">secret two</p>
<noscript>secret three</noscript><template>secret four</template>
<ul><li>flour<li>bread</ul>
<table><tr><th>Year<th>Sacks<tr><td>1901<td>40</table>
<script>document.write("secret five")</script><!-- secret six -->
<div onclick="x()">Come <b>in</b>!</div></body></html>"""


def test_a_web_page_is_what_its_readers_see() -> None:
    result = read(PAGE.encode())
    assert result.title == "The mill"
    assert result.text == (
        "The mill\n\nIt stood by the river.\nIt fell.\n- flour\n- bread\n"
        "Year | Sacks\n1901 | 40\n\nCome in!\n\nHome About"
    )
    assert "secret" not in result.text
    assert "steal" not in result.text


def test_a_web_page_says_its_encoding() -> None:
    page = '<html><head><meta charset="iso-8859-2"></head><body><p>żółty</p></body></html>'
    assert read(page.encode("iso8859-2")).text == "żółty"


def test_a_page_of_frames_says_what_it_says_without_them() -> None:
    page = (
        "<frameset cols='50%,50%'><frame src='a.html'><noframes><body><p>See the list.</p></body>"
    )
    assert read(f"<html>{page}</noframes></frameset></html>".encode(), "a.html").text == (
        "See the list."
    )


def test_a_note_in_rich_text_is_set_apart() -> None:
    told = rb"{\rtf1\ansi Words{\footnote {\super 1} A note.} go on.\par More.}"
    assert read(told).text == "Words [1 A note.] go on.\n\nMore."


def test_a_page_nested_without_end_is_read() -> None:
    page = "<div>" * 20_000 + "deep down" + "</div>" * 20_000
    assert read(f"<html><body>{page}</body></html>".encode()).text == "deep down"


MAIL = b"""From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>
To: bo@example.org
Subject: =?iso-2022-jp?B?GyRCJDkkXyReJDskcxsoQg==?=
Date: Mon, 2 Nov 2026 10:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/html; charset=utf-8

<p>Come at <b>nine</b></p>
--c
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Komm um f=FCnf.
--c--
--b
Content-Type: application/pdf; name="../../plan.pdf"
Content-Disposition: attachment; filename="../../plan.pdf"
Content-Transfer-Encoding: base64

JVBERi0=
--b--
"""


def test_a_mail_has_its_people_its_words_and_its_attachments_names() -> None:
    result = read(MAIL)
    assert result.title == "すみません"
    assert result.written
    assert result.written.isoformat() == "2026-11-02T10:00:00+01:00"
    assert result.text == (
        "From: Jürgen <j@example.org>\nTo: bo@example.org\nDate: Mon, 2 Nov 2026 10:00:00 +0100\n"
        "Subject: すみません\n\nKomm um fünf.\n\nAttachments: plan.pdf"
    )
    assert result.complete
    assert result.notes == (
        "Attachments are named, not read: upload them as well to find what they say.",
    )


def test_a_mail_whose_parts_have_another_border_is_read() -> None:
    head = b"From: a@example.org\nSubject: caf\xe9\nContent-Type: multipart/mixed; boundary=x\n\n"
    parted = head + b"--y\nContent-Type: text/html\n\n<p>Words in it.</p>\n--y--\n"
    assert read(parted).text == "From: a@example.org\nSubject: café\n\nWords in it."
    assert read(head + b"Only these words.").text.endswith("\n\nOnly these words.")


def test_a_mail_inside_a_mail_is_read_however_it_is_coded() -> None:
    inner = b"From: b@example.org\nSubject: Inner\n\nThe inner words.\n"
    head = b"From: a@example.org\nSubject: Outer\nContent-Type: multipart/mixed; boundary=q\n\n"
    part = b"--q\nContent-Type: message/rfc822\n"
    coded = b"Content-Transfer-Encoding: base64\n\n" + base64.b64encode(inner)
    for sent in (part + b"\n" + inner, part + coded):
        text = read(head + b"--q\n\nSee below.\n" + sent + b"\n--q--\n", "a.eml").text
        assert text.endswith(
            "See below.\n\nFrom: b@example.org\nSubject: Inner\n\nThe inner words."
        )


def test_a_mail_without_a_body_is_empty() -> None:
    result = read(
        b"From: a@example.org\nSubject: Hi\nContent-Type: multipart/mixed; boundary=x\n\n"
    )
    assert (result.text, result.words) == ("", 0)
    assert result.notes == ("This mail has no text: only its headers are there.",)


@pytest.mark.parametrize(
    ("charset", "body", "told"),
    [
        ("ks_c_5601-1987", "스티해".encode("cp949"), "스티해"),
        ("utf-8", "über".encode("cp1252"), "über"),
        ("x-nothing", "über".encode(), "über"),
        ("iso-2022-jp", "すみません。".encode("iso2022_jp"), "すみません。"),
        ("us-ascii", "Привет, друзья".encode("koi8-r"), "Привет, друзья"),
    ],
)
def test_a_mails_charset_is_checked(charset: str, body: bytes, told: str) -> None:
    head = f"From: a@example.org\nSubject: x\nContent-Type: text/plain; charset={charset}\n\n"
    assert read(head.encode() + body).text.endswith(f"\n\n{told}")


def test_rich_text_is_read_with_its_letters_pages_and_rows() -> None:
    data = (
        rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial Cyr;}}"
        rb"{\info{\title On mills}}{\stylesheet{\s1 heading 1;}}"
        rb"{\pard\s1 The mill\par}\pard It stood \'fcber the river\u8212?fine.{\v hidden}"
        rb"{\*\generator Riched}\par{\f1\'cf\'f0\'e8\'e2\'e5\'f2}{\pict\wmetafile8 010203}\par"
        rb"\page Second \{page\}\par\trowd\cellx1\cellx2 a\cell b\cell\row}"
    )
    result = read(data)
    assert result.title == "On mills"
    assert result.pages == 2
    assert result.text == (
        "The mill\n\nIt stood über the river—fine.\n\nПривет\n\nSecond {page}\na | b"
    )
    assert [(heading.level, heading.stop) for heading in result.headings] == [(1, 8)]


def test_what_nobody_sees_is_not_kept() -> None:
    hidden = "in\u00advi\u200bsible \u202eeuqinU\u202c te\U000e0041xt of\ufb01ce\x07"
    assert read(hidden.encode(), "a.txt").text == "invisible euqinU text office"


def test_words_are_counted_in_every_script() -> None:
    assert read(b"One two-three don't 4", "a.txt").words == 4
    assert read("昨日は".encode(), "a.txt").words == 3


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It was the best of times and it was the worst of times, for all of us."),
        ("de", "Es war die beste und die schlechteste Zeit, und das ist nicht zu ändern."),
        ("ru", RUSSIAN),
        ("ja", SAMPLES["Japanese"][0]),
        ("zh", SAMPLES["Chinese"][0]),
        ("", "Lorem ipsum dolor sit amet"),
    ],
)
def test_the_language_is_told(language: str, text: str) -> None:
    assert read(text.encode(), "a.txt").language == language
