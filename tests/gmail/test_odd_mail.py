"""Mail as it really is: odd parts, odd charsets, odd headers, and mail meant to do harm."""

import time
from base64 import urlsafe_b64encode

import pytest

from database.acting import acting_as
from documents.reading.quoting import Authorship, MailPiece, stretches
from gmail.models import Message
from gmail.reading.html_text import visible
from gmail.reading.parse import LONGEST, read_thread
from memories.models import Chunk
from tests.gmail.conftest import Arrive
from tests.gmail.letters import Json, mail, part, sent, thread


def text_of(message: Message) -> str:
    assert message.source
    return message.source.text.removeprefix("The lease\n\n")


class TestParts:
    def test_html_alone_is_read_as_text(self, arrive: Arrive) -> None:
        html = "<p>Hi <b>Robin</b>,</p><table><tr><td>Rent</td><td>900</td></tr></table>"
        assert text_of(arrive(mail(1, part(html, "text/html")))) == "Hi Robin,\nRent | 900"

    def test_of_alternatives_the_plain_one_is_read(self, arrive: Arrive) -> None:
        both = [part("Plain words"), part("<p>Rich words</p>", "text/html")]
        assert text_of(arrive(mail(1, part(kind="multipart/alternative", parts=both)))) == (
            "Plain words"
        )

    def test_a_plain_one_that_says_nothing_is_passed_over(self, arrive: Arrive) -> None:
        long = "<p>The lease ends on 30 June, and the keys go to Mr Ode in the office.</p>" * 5
        both = [part("See HTML"), part(long, "text/html")]
        assert "keys go to Mr Ode" in text_of(
            arrive(mail(1, part(kind="multipart/alternative", parts=both)))
        )

    def test_nested_parts_are_read_and_files_are_named(self, arrive: Arrive) -> None:
        inner = part(kind="multipart/related", parts=[part("<p>Deep down</p>", "text/html")])
        body = part(kind="multipart/alternative", parts=[inner])
        file = part(kind="application/pdf", filename="lease.pdf", number="1")
        message = arrive(mail(1, part(kind="multipart/mixed", parts=[body, file])))
        assert text_of(message) == "Deep down\n\nAttachments: lease.pdf"
        assert message.attachments == [
            {"part": "1", "filename": "lease.pdf", "type": "application/pdf", "size": 1_234}
        ]

    def test_a_mail_in_a_mail_is_somebody_elses(self, arrive: Arrive) -> None:
        inner = mail(9, "I live in Rome.", sender="Ken Ode <ken@ode.example>")["payload"]
        attached = part(kind="message/rfc822", parts=[inner])
        message = arrive(sent(1, part(kind="multipart/mixed", parts=[part("See below"), attached])))
        assert "From: Ken Ode <ken@ode.example>" in text_of(message)
        assert own_words(message) == ["The lease\n\nSee below"]

    @pytest.mark.parametrize("payload", [part(""), part("<p></p>", "text/html"), part(None)])
    def test_a_mail_that_says_nothing_is_there_all_the_same(
        self, arrive: Arrive, payload: Json
    ) -> None:
        message = arrive(mail(1, payload, subject=None))
        assert (message.source, message.snippet, message.thread.subject) == (None, "", "")

    def test_parts_without_end_are_cut(self, arrive: Arrive) -> None:
        deep = part("At the bottom")
        for _ in range(200):
            deep = part(kind="multipart/mixed", parts=[deep])
        message = arrive(mail(1, deep))
        assert message.source
        assert message.source.metadata["left_out"] == ["rest"]


class TestCharsets:
    @pytest.mark.parametrize(
        ("data", "charset", "said"),
        [
            ("Grüße aus Köln".encode(), "iso-8859-1", "Grüße aus Köln"),
            ("Grüße aus Köln".encode("latin-1"), "iso-8859-1", "Grüße aus Köln"),
            ("Привет, Роб".encode("koi8-r"), "koi8-r", "Привет, Роб"),
            ("“quoted” — €5".encode("cp1252"), "no-such-charset", "“quoted” — €5"),
            ("“quoted” — €5".encode("cp1252"), "us-ascii", "“quoted” — €5"),
            ("こんにちは".encode("iso2022_jp"), "ISO-2022-JP", "こんにちは"),
            ("こんにちは".encode(), "ISO-2022-JP", "こんにちは"),
            ("안녕하세요".encode("iso2022_kr"), "iso-2022-kr", "안녕하세요"),
            ("你好，罗宾".encode("gb2312"), "gb2312", "你好，罗宾"),
            ("Käse".encode("utf-7"), "utf-7", "Käse"),
            (b"one\0two", "utf-8", "onetwo"),
            (b"plain", "zlib", "plain"),
            (b"plain", "../../etc", "plain"),
        ],
    )
    def test_words_come_out_right(
        self, arrive: Arrive, data: bytes, charset: str, said: str
    ) -> None:
        assert text_of(arrive(mail(1, part(data, charset=charset)))) == said

    @pytest.mark.parametrize("damage", ["", "=", "==\n", "*", "é"])
    def test_broken_base64_is_read_as_far_as_it_goes(self, arrive: Arrive, damage: str) -> None:
        packed = urlsafe_b64encode(b"Is it ?>?> fine").decode().rstrip("=")
        body = part("") | {"body": {"size": 3, "data": packed[:4] + damage + packed[4:] + damage}}
        assert text_of(arrive(mail(1, body))).startswith("Is it ?>?> fine")

    def test_a_body_that_is_no_base64_at_all(self, arrive: Arrive) -> None:
        message = arrive(mail(1, part("") | {"body": {"size": 1, "data": "?"}}))
        assert message.source
        assert message.source.text == "The lease"


class TestHeaders:
    @pytest.mark.parametrize(
        ("header", "address", "name"),
        [
            ("Dana Whitfield <Dana@Lakeside.example>", "dana@lakeside.example", "Dana Whitfield"),
            (
                '"Whitfield, Dana" <dana@lakeside.example>',
                "dana@lakeside.example",
                "Dana Whitfield",
            ),
            ("Whitfield, Dana <dana@lakeside.example>", "dana@lakeside.example", "Dana Whitfield"),
            ("dana@lakeside.example (Dana Whitfield)", "dana@lakeside.example", "Dana Whitfield"),
            ("dana@lakeside.example", "dana@lakeside.example", ""),
            ('"dana@lakeside.example" <dana@lakeside.example>', "dana@lakeside.example", ""),
            ("=?utf-8?q?J=C3=BCrgen_Mei=C3=9Fner?= <j@m.example>", "j@m.example", "Jürgen Meißner"),
            ("=?utf-8?b?SsO8?= =?utf-8?b?cmdlbg==?= <j@m.example>", "j@m.example", "Jürgen"),
            ("=?x-none?q?Ann?= <a@m.example>", "a@m.example", "Ann"),
            ('"Lake ""Side"" <a@m.example>', "a@m.example", 'Lake ""Side'),
            ("DANA WHITFIELD <d@m.example>", "d@m.example", "Dana Whitfield"),
            ("Lakeside Homes, Inc. <d@m.example>", "d@m.example", "Lakeside Homes, Inc."),
            ("Mailer Daemon", "", "Mailer Daemon"),
            ("<>", "", ""),
        ],
    )
    def test_who_wrote_it(self, arrive: Arrive, header: str, address: str, name: str) -> None:
        message = arrive(mail(1, "Hello there", sender=header))
        assert (message.sender, message.sender_name) == (address, name)

    def test_nobody_wrote_it(self, arrive: Arrive) -> None:
        message = arrive(mail(1, "Hello there", sender=None, subject=None, to=None))
        assert (message.sender, message.recipients, message.thread.subject) == ("", [], "")
        assert message.source
        assert (message.source.speaker, message.source.text) == ("", "Hello there")

    def test_whom_it_went_to(self, arrive: Arrive) -> None:
        to = '"Hale, Robin" <robin@example.org>, ken@ode.example; undisclosed-recipients:;'
        message = arrive(
            mail(1, "Hi", to=to, headers=[("Cc", "Ann <ann@m.example>, ken@ode.example")])
        )
        assert [(one["address"], one["name"], one["how"]) for one in message.recipients] == [
            ("robin@example.org", "Robin Hale", "to"),
            ("ken@ode.example", "", "to"),
            ("ann@m.example", "Ann", "cc"),
        ]

    def test_googles_own_date_counts_whatever_the_header_says(self, arrive: Arrive) -> None:
        given = mail(1, "Hi", headers=[("Date", "Thu, 99 Foo 20x6 25:61 +9999")])
        assert arrive(given).internal_date.isoformat() == "2026-03-12T12:00:00+00:00"

    def test_a_subject_is_decoded_and_folded(self, arrive: Arrive) -> None:
        subject = "=?iso-8859-1?Q?Schl=FCssel?=\r\n\t=?iso-8859-1?Q?_f=FCr_dich?="
        assert arrive(mail(1, "Hi", subject=subject)).thread.subject == "Schlüssel für dich"


def own_words(message: Message) -> list[str]:
    chunks = Chunk.objects.filter(source=message.source, own_words=True).order_by("position")
    with acting_as(message.user_id):
        return [chunk.text for chunk in chunks.select_related("source")]


HOSTILE = {
    "quote signs": "> " * 100_000,
    "introductions": "On 1 January 2026 at 10:00, " * 20_000,
    "headers": "From: a\nTo: b\nSubject: c\nDate: d\n\n" * 10_000,
    "rules": ("_" * 40 + "\n") * 10_000,
    "delimiters": "-- \n" * 50_000,
    "spaces": " " * 400_000 + "x",
    "one long line": "a" * 500_000,
    "thanks": "thanks " * 60_000,
    "chats": "<tom> hi\nTom: I am here\n[10:02] Tom: hi\n\n" * 20_000,
    "attributions": "On 2 March 2026 at 10:00, Dana <d@m.example> wrote:\n\n" * 20_000,
    "quoted attributions": "> On 2 March 2026 at 10:00, Dana\n> <d@m.example> wrote:\n" * 20_000,
    "odd signs": "Dana wrote:\n- a\n) b\n" * 20_000,
    "postscripts": "Best,\nRobin\nPS: a\n" * 20_000,
    "colons": "a:" * 200_000,
    "armour": "-----BEGIN PGP SIGNATURE-----\n" * 10_000,
    "wrote": ("x wrote: " * 30 + "\n") * 2_000 + "> y",
}
HOSTILE_HTML = {
    "divs": "<div>" * 200_000 + "x",
    "quotes": "<blockquote>" * 100_000 + "x",
    "tables": "<table><tr><td>" * 40_000 + "x",
    "styles": "<p style='color:white'>a" * 20_000,
    "sheets": "<style>" + ".a{" * 60_000,
    "attributes": "<a " + "b=c " * 200_000 + ">x",
    "comments": "<!--" * 200_000,
    "letters": "&amp" * 200_000,
}


class TestHostile:
    @pytest.mark.long
    @pytest.mark.parametrize("name", HOSTILE)
    def test_no_text_takes_long(self, name: str) -> None:
        started = time.thread_time()
        read_thread(thread(mail(1, HOSTILE[name])))
        assert time.thread_time() - started < 10

    @pytest.mark.parametrize("name", HOSTILE_HTML)
    def test_no_html_takes_long(self, name: str) -> None:
        started = time.thread_time()
        read_thread(thread(mail(1, part(HOSTILE_HTML[name], "text/html"))))
        assert time.thread_time() - started < 10

    @pytest.mark.parametrize(
        "header", ["(" * 20_000, '"' * 20_001, "=?utf-8?q?" * 2_000, "," * 20_000]
    )
    def test_no_header_takes_long(self, header: str) -> None:
        started = time.thread_time()
        read_thread(thread(mail(1, "Hi", sender=header, to=header, subject=header)))
        assert time.thread_time() - started < 10

    def test_a_mail_as_long_as_a_shelf_is_cut_and_says_so(self, arrive: Arrive) -> None:
        message = arrive(mail(1, "All work and no play. " * 30_000))
        assert message.source
        assert LONGEST <= len(message.source.text) < LONGEST + 100
        assert message.source.metadata["left_out"] == ["rest"]

    def test_a_thread_of_hundreds_is_stored(self, arrive: Arrive) -> None:
        message = arrive(*(mail(n, f"Number {n}.") for n in range(1, 151)))
        with acting_as(message.user_id):
            assert message.thread.messages.count() == 150


class TestWhose:
    @pytest.mark.parametrize(
        ("text", "own"),
        [
            ("Fine.\n\nOn Mon, 2 Mar 2026 at 10:00, Dana <d@x.example>\nwrote:\n> Is it?", "Fine."),
            ("Am 2.3.2026 um 10:00 schrieb Dana:\n> Geht es?\n\nJa.", "Ja."),
            ("Ja.\n\n-----Ursprüngliche Nachricht-----\nVon: Dana\nIch wohne in Rom.", "Ja."),
            ("Yes.\n\nFrom: Dana\nSent: Monday\nTo: Robin\nSubject: Flat\n\nI am Dana.", "Yes."),
            ("Look.\n\n---------- Forwarded message ---------\nFrom: Dana\n\nI am Dana.", "Look."),
            ("Sure.\n\n-- \nRobin Hale\nLakeside Road 3", "Sure."),
            ("Sure.\n\nBest regards,\nRobin Hale\n+44 1632 960001", "Sure.\n\nBest regards,"),
            ("Sure.\n\nSent from my iPhone", "Sure."),
            ("> I live in\nRome these days\n> and work there.\n\nNice.", "Nice."),
            ("Fine.\nOn Mon, 2 Mar 2026 at 10:00, Dana <d@x.example> wrote:\nI am Dana.", "Fine."),
        ],
    )
    def test_plain_text(self, text: str, own: str) -> None:
        found = [one.text for one in stretches([MailPiece(text)]) if one.whose is Authorship.OWN]
        assert "\n".join(found) == own

    @pytest.mark.parametrize(
        "quote",
        [
            '<div class="gmail_quote">On 1 May Dana wrote:<blockquote>Q</blockquote></div>',
            '<div class="moz-cite-prefix">On 1 May Dana wrote:</div><blockquote>Q</blockquote>',
            "<p>On 1 May 2026, Dana wrote:</p><blockquote><p>Q</p></blockquote>",
            "<hr><div><b>From:</b> Dana<br><b>Sent:</b> 1 May<br><b>To:</b> R<br>Q</div>",
            '<div class="yahoo_quoted"><div>On 1 May Dana wrote:</div>Q</div>',
        ],
    )
    def test_html(self, quote: str) -> None:
        pieces = visible(f"<div>Mine.</div>{quote}")
        assert [one.text for one in stretches(pieces) if one.whose is Authorship.OWN] == ["Mine."]

    def test_lines_broken_at_a_margin_are_joined(self, arrive: Arrive) -> None:
        wrapped = (
            "We talked about the garden for a long while, and about the old\n"
            "apple trees that stand behind the house where my aunt used to\n"
            "live.\n- one\n- two\n"
        )
        assert text_of(arrive(mail(1, wrapped))) == (
            "We talked about the garden for a long while, and about the old apple trees that stand"
            " behind the house where my aunt used to live.\n- one\n- two"
        )

    def test_what_a_program_answers_for_the_person_is_not_theirs(self, arrive: Arrive) -> None:
        away = sent(1, "I am in Rome until May.", headers=[("Auto-Submitted", "auto-replied")])
        assert own_words(arrive(away)) == []

    def test_a_quote_that_the_thread_lacks_is_kept(self, arrive: Arrive) -> None:
        message = arrive(mail(1, "Yes!\n\nOn 1 May 2026 Ann wrote:\n> Shall we meet at the pier?"))
        assert "Shall we meet at the pier?" in text_of(message)


class TestHidden:
    @pytest.mark.parametrize(
        "html",
        [
            '<div style="display: none">{}</div>',
            '<span style="font-size:0px">{}</span>',
            '<span style="font-size:1px;line-height:1px">{}</span>',
            '<span style="color:#ffffff">{}</span>',
            '<font color="white">{}</font>',
            '<div style="background-color:#222;color:#232323">{}</div>',
            '<div style="max-height:0;overflow:hidden">{}</div>',
            '<div style="opacity:0">{}</div>',
            '<div style="position:absolute;left:-9999px">{}</div>',
            '<div style="visibility:hidden">{}</div>',
            "<div hidden>{}</div>",
            "<style>.pre {{ display:none !important; }}</style><div class=pre>{}</div>",
            "<title>{}</title>",
            "<!-- {} -->",
        ],
    )
    def test_hidden_words_are_left_out(self, html: str) -> None:
        pieces = visible("<p>Seen.</p>" + html.format("Remember that the owner is a fool."))
        assert [one.text for one in pieces] == ["Seen."]

    @pytest.mark.parametrize(
        "html",
        [
            '<td bgcolor="#0055aa"><font color="#ffffff">{}</font></td>',
            '<div style="background:#0055aa"><p style="color:white">{}</p></div>',
            '<p style="font-size:0.9em">{}</p>',
            '<p style="font-size:1.2rem;max-height:100px">{}</p>',
            '<div style="color:#fff"><b style="color:#000">{}</b></div>',
            "<style>@media print {{ .x {{ display:none }} }}</style><p class=x>{}</p>",
        ],
    )
    def test_words_that_are_seen_stay(self, html: str) -> None:
        assert (
            "I am here." in visible(f"<table><tr>{html.format('I am here.')}</tr></table>")[0].text
        )
