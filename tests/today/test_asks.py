"""What a letter asks of its reader, and what only sounds like it: in five languages."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from today.asks import asks, is_machine

# A Monday.
SAID = datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("Europe/Berlin"))


def found(text: str) -> list[tuple[str, date | None]]:
    return [
        (" ".join(each.span.of(text).split()), each.due.date() if each.due else None)
        for each in asks(text, SAID)
    ]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("Could you send me the lease by Friday?", date(2026, 11, 27)),
        ("Please return the key tomorrow.", date(2026, 11, 24)),
        ("We need your signed form before we can go on.", None),
        ("Bring the ladder on Sunday?", date(2026, 11, 29)),
        ("Könntest du mir bis Freitag das Rad leihen?", date(2026, 11, 27)),
        ("Bitte füllen Sie das Formular aus.", None),
        ("¿Podrías mandarme el contrato mañana?", date(2026, 11, 24)),
        ("Pourriez-vous m'envoyer la facture ?", None),
        ("Potresti mandarmi il contratto?", None),
        ("Would it be possible to have a second chair?", None),
        ("We are still waiting for your signed copy and would be grateful to get it.", None),
        ("Wir bitten um Ihre Zusage bis zum 27. November.", date(2026, 11, 27)),
        ("Hättest du die Bohrmaschine bis morgen?", date(2026, 11, 24)),
        ("Wäre es möglich, dass wir den Schlüssel bekommen?", None),
        ("Nos falta la copia del contrato.", None),
        ("Serait-il possible de garder le chat ?", None),
        ("Fancy a walk on Thursday?", date(2026, 11, 26)),
        ("Mind sending me the address?", None),
        ("The balance is due by 1 December.", date(2026, 12, 1)),
        ("Bringst du am Samstag den Grill mit?", date(2026, 11, 28)),
        ("Vergiss bitte den Schirm nicht.", None),
        ("Tu peux me rappeler demain ?", None),
        ("Could you write two lines for the newsletter?", None),
    ],
)
def test_who_wants_a_deed_asks(text: str, due: date | None) -> None:
    assert found(f"Hi Robin,\n\n{text}\n\nDana") == [(text, due)]


@pytest.mark.parametrize(
    "text",
    [
        "Please find attached the minutes.",
        "Please let me know if you have any questions.",
        "How are you?",
        "Would you like to see more of our offers?",
        "The pond froze over.",
        "I could send you the lease.",
        "Bei Fragen stehen wir gern zur Verfügung.",
        "Bitte beachten Sie unsere Öffnungszeiten.",
        "Wie geht es dir?",
        "No dude en escribirnos.",
        "> Could you send me the lease?",
        "Please book now! Unsubscribe: https://tide.example/u",
        "Could you spare two minutes to tell us how we did?",
        "Please show this ticket to the driver.",
        "Anbei erhalten Sie Ihre Unterlagen.",
        "Bitte sorgen Sie dafür, dass jemand öffnet.",
        "Möchten Sie Ihren Besuch bewerten?",
        "Let me know if you need anything.",
        "Melde dich, wenn du etwas brauchst.",
        "Please give my love to your mother.",
        "Bitte grüß deine Mutter von mir.",
        "Do you remember when we got lost in Porto?",
        "What a week it's been, hasn't it?",
        "Was für ein Abend, oder?",
        "Puedes ver el mapa en la entrada.",
        "You need to know nothing. Please do not reply to this mail.",
    ],
)
def test_formulas_offers_and_advertisements_ask_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Please let me know if that is not convenient.",
        "Totally fine if not, I can ask Pia.",
        "Sag bitte Bescheid, falls es dir nicht passt.",
        "Confirm your card details within two days.",
        "Bitte bestätigen Sie Ihre Kontodaten.",
    ],
)
def test_a_way_out_and_what_a_thief_asks_are_nothing_to_do(text: str) -> None:
    assert found(f"Hi Robin,\n\n{text}\n\nDana") == []


def test_who_is_away_asks_nothing() -> None:
    text = "Hi,\n\nI am away until Monday. Please write to the front desk.\n"
    assert asks(text, SAID, subject="Out of office: your letter") == []
    assert asks(text, SAID, subject="Your letter")


def test_by_which_way_it_is_done_is_no_second_thing() -> None:
    text = "Hi,\n\nOtto's vaccination is due by 1 December. Please ring or book online.\n"
    assert len(found(text)) == 1


def test_a_question_counts_where_nothing_else_is_asked() -> None:
    text = "Lovely to meet you. Is the gate open? Best, Dana"
    assert found(text) == [("Is the gate open?", None)]
    both = "Is the gate open? Could you bring the key?"
    assert [words for words, _ in found(both)] == ["Could you bring the key?"]


def test_what_points_back_is_asked_with_what_it_points_at() -> None:
    text = "We still need your statement of May. Please send it to us by Friday."
    assert found(text) == [(text, date(2026, 11, 27))]


@pytest.mark.parametrize(
    "subject", ["Your order 4471", "Ihre Rechnung", "Tu pedido", "Votre commande"]
)
def test_of_what_everybody_gets_only_what_is_due_is_asked(subject: str) -> None:
    text = "Please check your details. Could you keep the box? Please pay the rest by Friday."
    words = [each.span.of(text) for each in asks(text, SAID, subject=subject)]
    assert words == ["Please pay the rest by Friday."]


def test_two_things_are_asked_apart() -> None:
    text = "Say which day suits you. Also bring the long ladder, I know you have it."
    assert len(found(text)) == 2


def test_machines_are_told_by_their_names() -> None:
    assert is_machine("no-reply@tide.example")
    assert is_machine("Tide Newsletter")
    assert not is_machine("Dana Whitfield")


@pytest.mark.parametrize(
    "text",
    [
        "Would you tell us how many plots are free? I need the figure by Thursday.",
        "Hättest du Lust, am 12. die Garderobe zu machen? Sag mir bitte bis Donnerstag, ja?",
        "Kannst du am Samstag die Frühschicht nehmen? Bräuchte deine Antwort bis Donnerstag.",
    ],
)
def test_until_when_it_is_asked_is_no_second_thing(text: str) -> None:
    [found] = asks(text, SAID)
    assert found.span.of(text) == text
    assert found.due
    assert found.due.strftime("%A") == "Thursday"
