"""What is a task, and what only sounds like one: in three languages."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from memories.text import asks_to_be_reminded
from today.commitments import commitments

# A Monday.
SAID = datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("Europe/Berlin"))


def found(text: str, *, addressed: bool = False) -> list[tuple[str, date | None]]:
    return [
        (each.span.of(text), each.due.date() if each.due else None)
        for each in commitments(text, SAID, addressed=addressed)
    ]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("I’ll send the draft by Friday.", date(2026, 11, 27)),
        ("I need to call the dentist.", None),
        ("Remind me to water the plants.", None),
        ("I promised Dana to bring the cake.", None),
        ("i'm gonna pick up the parcel tomorrow", date(2026, 11, 24)),
        ("Bis Freitag schicke ich dir den Entwurf.", date(2026, 11, 27)),
        ("Ich muss noch die Rechnung bezahlen.", None),
        ("Ich hab Anna versprochen, den Kuchen mitzubringen.", None),
        ("Te mando el borrador el viernes.", date(2026, 11, 27)),
        ("Enviaré el contrato el lunes.", date(2026, 11, 30)),
        ("Tengo que llamar al dentista.", None),
        ("I really must write to the council.", None),
        ("I promised Dana I would knit a hat.", None),
        ("The ladder must go back by Friday.", date(2026, 11, 27)),
        ("Die Leiter muss bis Freitag zurück.", date(2026, 11, 27)),
    ],
)
def test_a_promise_is_a_task_with_its_day(text: str, due: date | None) -> None:
    assert found(text) == [(text, due)]


@pytest.mark.parametrize(
    "text",
    [
        "I'll be in Rome on Friday.",
        "I have to take pills every morning.",
        "I'm going to Lisbon in March.",
        "If you want I'll send it tomorrow.",
        "Should I send it on Friday?",
        "do i have to send it by friday",
        "I'll definitely check them out.",
        "I sent the draft on Friday.",
        "He will send it by Friday.",
        "I'll move to Bath on 1 March.",
        "Ich bin am Freitag in Rom.",
        "Ich muss jeden Montag früh aufstehen.",
        "Ich werde im März umziehen.",
        "Voy a Madrid el viernes.",
        "Tengo que decir que me gusta.",
        "Me llamo Ana.",
        "> I'll send the draft by Friday.",
        "He promised to paint the fence.",
        "I promised Dana not to climb the roof.",
        "Ich mach Kurse, Dienstag und Freitag ab 8.",
    ],
)
def test_a_state_a_habit_a_wish_and_anothers_words_are_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "wish",
    [
        "Remind me to order batteries",
        "can you remind me tomorrow about the bins?",
        "Erinner mich morgen an den Zahnarzt",
        "Kannst du mich bitte daran erinnern, Milch zu kaufen?",
        "Recuérdame comprar leche mañana",
    ],
)
def test_whoever_wants_to_be_reminded_finds_it_where_the_chat_says(wish: str) -> None:
    assert asks_to_be_reminded(wish)
    assert len(found(wish)) == 1


def test_in_a_letter_its_reader_waits() -> None:
    assert found("I'll forward you the invoice.") == []
    assert found("I'll forward you the invoice.", addressed=True) != []
    assert found("I'll put it up on Friday and send you a photo.", addressed=True) != []
    assert found("Du bekommst es bis Freitag.", addressed=True) != []


def test_only_the_sentence_that_promises_is_the_task() -> None:
    text = "The pond froze over. I must pay the rent by tomorrow! How are you?"
    assert found(text) == [("I must pay the rent by tomorrow!", date(2026, 11, 24))]


@pytest.mark.parametrize(
    "text",
    [
        "Bitte nicht vergessen: ich bin gegen Penicillin allergisch.",
        "Ich darf nicht vergessen, dass ich kein Penicillin vertrage.",
        "Nicht vergessen: Penicillinallergie!",
        "Don’t forget that I’m allergic to penicillin.",
        "Remind me that I can’t eat nuts.",
        "Recuérdame que soy alérgica a la penicilina.",
    ],
)
def test_what_is_to_be_kept_in_mind_is_no_deed(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ich wollte das Klavier bis Freitag verkaufen, habe es mir anders überlegt.",
        "Am Freitag muss ich doch nicht Karl anrufen.",
        "I was going to sell the piano by Friday, but I changed my mind.",
        "I’m not going to paint the fence by Friday after all.",
        "Tengo que llamar a Ana el viernes, pero ya no hace falta.",
    ],
)
def test_a_plan_that_was_given_up_is_none(text: str) -> None:
    assert found(text) == []


def test_a_fact_with_a_day_is_still_to_be_reminded_of() -> None:
    assert found("Remind me that the rent is due on Friday.")
    assert found("Erinner mich daran, dass ich Karl anrufen muss.")


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        (
            "My sister Clara is a vet and I need to send Sam the photos by Friday.",
            ["I need to send Sam the photos by Friday."],
        ),
        (
            "I have to call Sam tomorrow and I must send the form by Friday.",
            ["I have to call Sam tomorrow", "I must send the form by Friday."],
        ),
        ("I need to call Sam and send the form by Friday.", None),
        ("I need to call Sam and have to send the form.", None),
        ("Ich muss Sam anrufen und muss bis Freitag den Antrag schicken.", None),
        ("Ich muss bis Freitag den Antrag schicken und meine Mutter kommt am Sonntag.", None),
    ],
)
def test_of_a_sentence_about_more_the_part_that_binds_is_the_task(
    text: str, tasks: list[str] | None
) -> None:
    assert [each.span.of(text) for each in commitments(text, SAID)] == (tasks or [text])


@pytest.mark.parametrize(
    "said",
    [
        "Put the forty-five pounds through the caretaker's door on the way home.",
        "eigentlich wollt ich danach noch an die diagramme, aber dann kam jonte",
        "I was going to have it out with Bernard, but he apologised.",
        "The garage can take the car on Friday, so that's the MOT booked.",
        "The third quote can wait until after the meeting, nobody's clearing anything before.",
    ],
)
def test_what_is_told_is_no_promise(said: str) -> None:
    assert not list(commitments(said, SAID))
