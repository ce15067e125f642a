"""Whose words the lines of a mail are, in many programs' and languages' layouts."""

import pytest

from database.acting import acting_as
from documents.reading.quoting import Authorship, MailPiece, stretches
from gmail.models import Message
from gmail.reading.html_text import visible
from gmail.reading.parse import read_thread
from memories.models import Chunk
from tests.gmail.conftest import Arrive
from tests.gmail.letters import ME, mail, part, sent, thread


def of(whose: Authorship, text: str) -> str:
    found = [one.text for one in stretches([MailPiece(text)]) if one.whose is whose]
    return "\n".join(found)


def own(text: str) -> str:
    return of(Authorship.OWN, text)


ATTRIBUTIONS = [
    "On Mon, Mar 2, 2026 at 10:00 AM Dana Whitfield <dana@lakeside.example> wrote:",
    "On Mon, Mar 2, 2026 at 10:00 AM Dana Whitfield <\ndana@lakeside.example> wrote:",
    "On Mon, Mar 2, 2026 at 10:00 AM Dana Whitfield\n<dana@lakeside.example>\nwrote:",
    "On 2 Mar 2026, at 10:00, Dana Whitfield <dana@lakeside.example> wrote:",
    "At 10:00 AM 3/2/2026 -0500, Dana Whitfield wrote:",
    "On 02/03/2026 10:00, Dana Whitfield wrote:",
    "In article <abc@news.example>, Dana Whitfield <dana@lakeside.example> writes:",
    "Quoting Dana Whitfield <dana@lakeside.example>:",
    "* Dana Whitfield <dana@lakeside.example> [2026-03-02 10:00]:",
    "Dana Whitfield (dana@lakeside.example) wrote on 2 March 2026 10:00:",
    "Am Mo., 2. März 2026 um 10:00 Uhr schrieb Dana Whitfield <dana@lakeside.example>:",
    "Am 02.03.2026 um 10:00 schrieb Dana Whitfield:",
    "Dana Whitfield <dana@lakeside.example> schrieb am Mo., 2. März 2026, 10:00:",
    "Le lun. 2 mars 2026 à 10:00, Dana Whitfield <dana@lakeside.example> a écrit :",
    "Le 02/03/2026 à 10:00, Dana Whitfield a écrit\xa0:",
    "El lun, 2 mar 2026 a las 10:00, Dana Whitfield (<dana@lakeside.example>) escribió:",
    "Il giorno lun 2 mar 2026 alle ore 10:00 Dana Whitfield <dana@lakeside.example> ha scritto:",
    "Em seg., 2 de mar. de 2026 às 10:00, Dana Whitfield <dana@lakeside.example>\nescreveu:",
    "Op ma 2 mrt 2026 om 10:00 schreef Dana Whitfield <dana@lakeside.example>:",
    "Den mån 2 mars 2026 kl 10:00 skrev Dana Whitfield <dana@lakeside.example>:",
    "man. 2. mar. 2026 kl. 10.00 skrev Dana Whitfield <dana@lakeside.example>:",
    "ma 2. maalisk. 2026 klo 10.00 Dana Whitfield (dana@lakeside.example) kirjoitti:",
    "pon., 2 mar 2026 o 10:00 Dana Whitfield <dana@lakeside.example> napisał(a):",
    "W dniu 2.03.2026 o 10:00, Dana Whitfield pisze:",
    "po 2. 3. 2026 v 10:00 odesílatel Dana Whitfield <dana@lakeside.example> napsal:",
    "пн, 2 мар. 2026 г. в 10:00, Dana Whitfield <dana@lakeside.example>:",
    "2 марта 2026 г., 10:00 +03:00 от Dana Whitfield <dana@lakeside.example>:",
    "Dana Whitfield <dana@lakeside.example>, 2 Mar 2026 Pzt, 10:00 tarihinde şunu\nyazdı:",
    "Dana Whitfield <dana@lakeside.example> ezt írta (időpont: 2026. márc. 2., H, 10:00):",
    "În lun., 2 mar. 2026 la 10:00, Dana Whitfield <dana@lakeside.example> a scris:",
    "Στις Δευ 2 Μαρ 2026 στις 10:00 π.μ., ο χρήστης Dana <dana@lakeside.example> έγραψε:",
    "2026年3月2日(月) 10:00 Dana Whitfield <dana@lakeside.example>:",
    "Dana Whitfield <dana@lakeside.example> 于2026年3月2日周一 10:00写道：",
    "2026년 3월 2일 (월) 오전 10:00, Dana Whitfield <dana@lakeside.example>님이 작성:",
    "Vào Th 2, 2 thg 3, 2026 vào lúc 10:00 Dana <dana@lakeside.example> đã viết:",
    "Pada Sen, 2 Mar 2026 pukul 10.00 Dana Whitfield <dana@lakeside.example> menulis:",
]
HEADERS = [
    "From: Dana Whitfield <dana@lakeside.example>\nSent: Monday, March 2, 2026 10:00 AM\n"
    "To: Robin Hale\nSubject: RE: Flat",
    "*From:* Dana Whitfield\n*Date:* Monday, March 2, 2026 at 10:00\n*To:* Robin\n*Subject:* Flat",
    "Von: Dana Whitfield\nGesendet: Montag, 2. März 2026 10:00\nAn: Robin Hale\nBetreff: AW: Flat",
    "De : Dana Whitfield\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Robin Hale\nObjet : RE: Flat",
    "De: Dana Whitfield\nEnviado el: lunes, 2 de marzo de 2026\nPara: Robin\nAsunto: RE: Flat",
    "Da: Dana Whitfield\nInviato: lunedì 2 marzo 2026\nA: Robin\nOggetto: R: Flat",
    "Van: Dana Whitfield\nVerzonden: maandag 2 maart 2026\nAan: Robin\nOnderwerp: RE: Flat",
    "Från: Dana Whitfield\nSkickat: den 2 mars 2026\nTill: Robin\nÄmne: SV: Flat",
    "Od: Dana Whitfield\nWysłano: poniedziałek\nDo: Robin\nTemat: RE: Flat",
    "От: Dana Whitfield\nОтправлено: 2 марта 2026\nКому: Robin\nТема: RE: Flat",
    "差出人: Dana Whitfield\n送信日時: 2026年3月2日\n宛先: Robin\n件名: RE: Flat",
    "发件人: Dana Whitfield\n发送时间: 2026年3月2日\n收件人: Robin\n主题: RE: Flat",
    "-----Original Message-----\nFrom: Dana\nTo: Robin; Ken Ode;\n ann@m.example\nSubject: Flat",
    "-----Ursprüngliche Nachricht-----\nVon: Dana\nAn: Robin\nBetreff: Flat",
    "________________________________\nFrom: Dana\nSent: Monday\nTo: Robin\nSubject: Flat",
]


class TestAttributions:
    @pytest.mark.parametrize("line", ATTRIBUTIONS)
    def test_above_a_quote_it_is_nobodys_words(self, line: str) -> None:
        text = f"I live in Leeds now.\n\n{line}\n\n> I live in Rome.\n> Do you?\n\nSo I said."
        assert own(text) == "I live in Leeds now.\nSo I said."
        assert of(Authorship.ATTRIBUTION, text) == line
        assert of(Authorship.QUOTE, text) == "> I live in Rome.\n> Do you?"

    @pytest.mark.parametrize("line", ATTRIBUTIONS)
    def test_in_a_quote_too(self, line: str) -> None:
        quoted = "\n".join(f"> {one}" for one in line.split("\n"))
        text = f"Fine.\n\nDana wrote:\n> No.\n>\n{quoted}\n> > I live in Rome.\n> Yes."
        assert of(Authorship.ATTRIBUTION, text) == f"Dana wrote:\n{quoted}"
        assert of(Authorship.QUOTE, text) == "> No.\n>\n> > I live in Rome.\n> Yes."

    @pytest.mark.parametrize(
        ("text", "attribution"),
        [
            ('>>>>> "D" == Dana Whitfield <d@m.example> writes:\nD> I live in Rome.', ">>>>>"),
            ("> From: Dana <d@m.example>\n> Date: 2 March 2026\n>\n> I live in Rome.", "> From"),
        ],
    )
    def test_older_programs(self, text: str, attribution: str) -> None:
        assert of(Authorship.ATTRIBUTION, text).startswith(attribution)
        assert "Rome" in of(Authorship.QUOTE, text)
        assert own(f"{text}\n\nNot me.") == "Not me."

    @pytest.mark.parametrize("line", [one for one in ATTRIBUTIONS if not one.startswith("Quoting")])
    def test_with_the_quote_cut_away_what_follows_is_own(self, line: str) -> None:
        text = f"{line}\n\nI moved to Leeds in March.\n\nThe cat came along."
        assert own(text) == "I moved to Leeds in March.\n\nThe cat came along."
        assert own(f"Hi Dana,\n\n{text}").endswith("The cat came along.")

    @pytest.mark.parametrize("line", [one for one in ATTRIBUTIONS if not one.startswith("Quoting")])
    def test_below_an_answer_what_bears_no_sign_is_the_quote(self, line: str) -> None:
        assert own(f"I moved to Leeds.\n\n{line}\n\nI am Dana and live in Rome.") == (
            "I moved to Leeds."
        )

    @pytest.mark.parametrize("headers", [one for one in HEADERS if not one.startswith("_")])
    def test_headers_at_the_top_with_a_signed_quote_below_swallow_no_answer(
        self, headers: str
    ) -> None:
        text = f"{headers}\n\n> I live in Rome.\n> Do you?\nI moved to Leeds."
        assert (
            own(text)
            == own(f"Hi Dana,\n\n{text}").removeprefix("Hi Dana,\n")
            == ("I moved to Leeds.")
        )
        assert of(Authorship.QUOTE, text) == "> I live in Rome.\n> Do you?"
        # Below an answer, the quote is a mail that quotes one itself.
        assert own(f"I live in Oslo now, by the sea.\n\n{text}") == (
            "I live in Oslo now, by the sea."
        )

    @pytest.mark.parametrize("headers", HEADERS)
    def test_header_blocks(self, headers: str) -> None:
        text = f"I moved to Leeds.\n\n{headers}\n\nI live in Rome."
        assert own(text).strip("_\n") == "I moved to Leeds."
        assert of(Authorship.QUOTE, text) == "I live in Rome."
        assert "Flat" in of(Authorship.ATTRIBUTION, text)

    @pytest.mark.parametrize(
        "text",
        [
            "My sister wrote a book.",
            "On 12 March I fly to Rome:",
            "Here is what I have to do:\n\n- pay the rent\n- call Dana",
            "From: Leeds\nI go by train.",
            "On 12 March 2026 at 10:00 we meet at the pier: bring a coat.",
            "Write to Dana <dana@lakeside.example> and to Ken:\n\nthey know.",
        ],
    )
    def test_prose_is_none(self, text: str) -> None:
        assert own(text) == text

    def test_answers_stand_between_what_they_answer(self) -> None:
        text = (
            "Dana wrote:\n> Where do you live?\nIn Leeds.\n\n"
            "On 2 March 2026 at 10:00, Ken Ode wrote:\n\nI have a dog, Ken."
        )
        assert own(text) == "In Leeds.\nI have a dog, Ken."

    def test_words_that_another_mail_of_the_thread_has_are_no_answer(self) -> None:
        told = "I live in Rome, in a flat with two balconies, and I work at the harbour."
        letters = read_thread(
            thread(
                mail(1, told),
                sent(
                    2,
                    f"On 2 March 2026 at 10:00, Dana <d@m.example> wrote:\n{told}",
                    to="d@m.example",
                ),
            )
        ).letters
        assert [span.of(letters[1].text) for span in letters[1].own] == ["The lease"]


class TestQuotes:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("> Where do you live now?\nIn Leeds.\n> And the cat?\nHere.", "In Leeds.\nHere."),
            ("> Favourite colour\nblue\n> Town\nLeeds", "blue\nLeeds"),
            ("> Is it\nRome or\n> not?\nNo.", "No."),
            ("Dana Whitfield joked:\n> I live in Rome.\n\nIn Leeds.", "In Leeds."),
            ("R> I live in Rome.\nR> Do you?\n\nIn Leeds.", "In Leeds."),
            ("Dana wrote:\n) I live in Rome.\n) Do you?\n\nIn Leeds.\n\n) Oh.", "In Leeds."),
            ("On Mon, 2 Mar 2026, Dana wrote:\n--]I live in Rome.\n\nIn Leeds.", "In Leeds."),
        ],
    )
    def test_signs(self, text: str, said: str) -> None:
        assert own(text) == said

    def test_the_tail_of_a_long_line_is_part_of_the_quote(self) -> None:
        long = "> We talked about the garden for a long while, and about the old apple"
        assert own(f"{long}\ntrees.\n> Then it rained.\n\nIt did.") == "It did."

    def test_in_gmails_own_html_answers_stand_between_quotes(self) -> None:
        html = (
            '<div>Hello.</div><div class="gmail_quote"><div class="gmail_attr">'
            "On 2 Mar 2026 at 10:00 Dana wrote:<br></div><blockquote>Where do you live?"
            "</blockquote><div>I live in Leeds.</div><blockquote>And the cat?</blockquote>"
            "<div>Here.</div></div>"
        )
        found = [one.text for one in stretches(visible(html)) if one.whose is Authorship.OWN]
        assert found == ["Hello.", "I live in Leeds.", "Here."]


class TestPasted:
    @pytest.mark.parametrize(
        "log",
        [
            "<tom> I moved to Rome",
            "<tom> I moved to Rome\n<anna> my dog died",
            "[10:02] <tom> I moved to Rome\n[10:03] <anna> oh",
            "10:02 <@tom> I moved to Rome\n10:03 * anna waves",
            "[10:02] Tom Berger: I moved to Rome\nand I like it",
            "12/03/2026, 10:02 - Tom: I moved to Rome\n12/03/2026, 10:03 - Anna: my dog died",
            "[12.03.26, 10:02:33] Tom: I moved to Rome",
            "Tom: I moved to Rome\nAnna: my dog died",
            "Tom: hi\nAnna: hello\nTom: I moved to Rome",
            "Tom Berger  10:02 AM\nI moved to Rome\nAnna Ode  10:03 AM\nmy dog died",
            "Tom — Today at 10:02\nI moved to Rome\nAnna — Today at 10:05\nmy dog died",
        ],
    )
    def test_a_chat_is_not_the_writers(self, log: str) -> None:
        assert (
            own(f"Look at this:\n\n{log}\n\nI live in Leeds.") == "Look at this:\nI live in Leeds."
        )
        assert own(log) == ""

    @pytest.mark.parametrize(
        "text",
        [
            "When: Friday\nWhere: the pier",
            "Monday: I am in Leeds\nTuesday: I am in Rome",
            "Dana: can you bring the key?",
            "<grin> I like it here.",
            "Pros: I like it\nCons: it is far",
            "Colour: blue\nSize: 42\nShape: round",
            "Note: I moved.\nPS: I have a dog.",
            "Write to <dana@lakeside.example> today.",
        ],
    )
    def test_notes_are(self, text: str) -> None:
        assert own(text) == text


class TestEndings:
    @pytest.mark.parametrize(
        "name",
        ["Best regards,\nRobin", "-- \nRobin Hale\nLakeside Road 3", "Cheers\nRobin\n+44 1632"],
    )
    @pytest.mark.parametrize("ps", ["PS: ", "P.S. ", "PS ", "PPS: ", "P.P.S.: ", "ps: "])
    def test_a_postscript_below_the_name_is_own(self, name: str, ps: str) -> None:
        said = own(f"Sure.\n\n{name}\n\n{ps}I moved to Leeds.")
        assert said.startswith("Sure.")
        assert said.endswith(f"{ps}I moved to Leeds.")
        assert "Robin" not in said

    def test_below_two_delimiters_all_is_signature(self) -> None:
        text = "I moved to Leeds.\n\n--r.\n-- \nRobin, opinions are my own.\n-- \nThe walkers' list"
        assert own(text) == "I moved to Leeds."

    def test_thanks_in_the_midst_end_nothing(self) -> None:
        text = "Thanks!\n\nI will be in Leeds from Friday on.\nSee you there."
        assert own(text) == text

    def test_a_dash_and_a_name(self) -> None:
        assert own("I moved to Leeds.\n\n--r.") == "I moved to Leeds."
        assert own("Shopping:\n- milk and bread from the corner") == (
            "Shopping:\n- milk and bread from the corner"
        )


def chunks_of(message: Message) -> str:
    found = (
        Chunk.objects.filter(source=message.source).order_by("position").select_related("source")
    )
    with acting_as(message.user_id):
        return "\n".join(chunk.text for chunk in found)


@pytest.mark.django_db
class TestKept:
    LINE = "On 2 March 2026 at 10:00, Ann Ode <ann@m.example> wrote:"

    def test_who_is_quoted_is_shown_and_not_found(self, arrive: Arrive) -> None:
        for number, given in enumerate((mail, sent)):
            words = f"{self.LINE}\n> Shall we meet?\n\nYes, at noon."
            message = arrive(given(number, words), number=str(number))
            assert message.source
            assert f"{self.LINE}\n> Shall we meet?" in message.source.text
            assert "wrote" not in chunks_of(message)
            assert "Shall we meet?" in chunks_of(message)
            assert message.snippet.startswith("> Shall we meet?")

    def test_of_a_quote_that_is_not_kept_neither_is_the_attribution(self, arrive: Arrive) -> None:
        message = arrive(
            mail(1, "Shall we meet at the pier on Friday?", sender="Ann <ann@m.example>", to=ME),
            sent(
                2,
                f"Yes.\n\n{self.LINE}\n> Shall we meet at the pier on Friday?",
                to="ann@m.example",
            ),
        )
        assert message.source
        assert "wrote" not in message.source.text

    def test_html(self, arrive: Arrive) -> None:
        html = (
            f'<div>Yes.</div><div class="gmail_quote">{self.LINE}<blockquote>Q?</blockquote></div>'
        )
        assert "wrote" not in chunks_of(arrive(mail(1, part(html, "text/html"))))
