"""What is done by what was said later, and what is not."""

import pytest

from today.task_completion import are_one, bare_deeds, settles, told_done
from today.task_gist import gist


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("remind me to renew the parking permit", "parking permit done, finally"),
        ("I need to call the plumber", "called the plumber, he comes on Monday"),
        ("I owe Tara 30 for the tickets", "gave tara her 30"),
        ("I promised Eva to look over her essay", "looked at eva's essay, lovely"),
        ("don't let me forget to order the tiles", "tiles ordered!"),
        ("Ich muss die Ladenmiete überweisen", "miete überwiesen"),
        ("Ich muss sie bis Freitag anrufen", "mit frau lenz telefoniert"),
        ("nicht vergessen: Hotel reservieren für Omas Fest", "hab das hotel reserviert"),
        ("Tengo que pagar la factura del gas", "factura del gas pagada, he pagado"),
        (
            "told Jo Brand I'll drop the cello round on Sunday as she's ill",
            "cello delivered, had tea",
        ),
        ("I need to sort the fence", "fence's fixed and looks new"),
        ("Please return the grey atlas", "the atlas is back at the library"),
        ("Ich muss den Antrag für das Boot einreichen", "Bootsantrag ist raus"),
        ("Ich hole morgen die Kinder", "beide Kinder eingesammelt"),
        ("Bring die langen Seile mit", "die Seile waren auch dabei"),
        ("Denkst du an den Kuchen?", "Kuchen ist eingepackt"),
        ("I said I'd cover the morning shift", "did the morning shift, she smiled??"),
        ("I’ll sell the piano by Friday.", "I’ve given up selling the piano."),
        ("Am Freitag muss ich Karl anrufen.", "Den Anruf bei Karl muss ich nicht mehr machen."),
    ],
)
def test_it_is_done_by_what_was_said(task: str, said: str) -> None:
    assert settles(told_done(said), gist(task))


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("I need to call the plumber", "the plumber is called Gerry"),
        ("I need to call the plumber", "forgot to call the plumber"),
        ("I need to call the plumber", "I still need to call the plumber"),
        ("I need to call the plumber", "did you call the plumber?"),
        ("I have to pay the rent", "paid the electrician"),
        ("I need to order the tiles", "I'll order the tiles tomorrow"),
        ("I promised Eva to look over her essay", "Eva called about the party"),
        ("Ich muss die Miete überweisen", "die Miete wird nächstes Jahr erhöht"),
        ("Ich muss Omar anrufen", "hab Petra angerufen"),
    ],
)
def test_it_is_not_done_by_what_is_of_something_else_or_not_done(task: str, said: str) -> None:
    assert not settles(told_done(said), gist(task))


def test_a_mail_is_what_was_to_be_sent_to_its_reader() -> None:
    task = gist("told dana i'd send her the floor plan by friday")
    mail = told_done("Hi Dana, here it is.", subject="Floor plan", to="Dana Whitfield")
    assert settles(mail, task)
    other = told_done("Hi Dana, lovely to see you.", subject="Sunday", to="Dana Whitfield")
    assert not settles(other, task)
    promise = told_done("I'll send you the floor plan soon.", subject="Sunday", to="Dana Whitfield")
    assert not settles(promise, task)


def test_what_is_asked_under_a_subject_is_answered_by_it() -> None:
    asked = gist("Please let me know so that I can order.", "The picnic")
    assert settles(told_done("told gran we're coming to the picnic"), asked, asked=True)


def test_whom_a_letter_promised_it_to_may_be_named_instead() -> None:
    task = gist("I'll ring you tomorrow and we'll find another day.", "Sunday", "Dana Whitfield")
    assert settles(told_done("Rang Dana, it's the 24th now"), task)
    sent = gist("I'll send you the invoice.", "Sunday", "Dana Whitfield")
    assert not settles(told_done("sent Dana a birthday card"), sent)


def test_a_thing_is_no_deed() -> None:
    task = gist("will bring the book")
    assert "book" in task.things
    assert not settles(told_done("booked the hotel"), task)


def test_two_tasks_are_one_in_other_words() -> None:
    first = gist("told dana i'd send her the floor plan by friday")
    assert are_one(first, gist("still have to send dana the floor plan today"))
    assert are_one(first, gist("I'll send you the floor plan on Friday.", "", "Dana Whitfield"))
    assert not are_one(first, gist("I'll send you the invoice on Friday.", "", "Dana Whitfield"))


def test_a_deed_alone_is_told_of() -> None:
    assert bare_deeds(told_done("wrapped!")) & gist("have to wrap the present").deeds
    assert not bare_deeds(told_done("sent!"))
