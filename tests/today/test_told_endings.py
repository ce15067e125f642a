"""What people say when a thing is done, off, or done by another; and what only sounds like it."""

import pytest

from today.task_completion import settles, told_done
from today.task_gist import gist


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (
            "I told the vicar I'd send him the seating plan by Tuesday",
            "seating plan's out, vicar and all",
        ),
        (
            "I need to put the shelves up in the nursery",
            "The nursery shelves are up and level, mostly",
        ),
        (
            "Promised Keir I'd upload the choir recording by Sunday",
            "recording is up, bum notes included",
        ),
        ("I have to return Fatima's drill", "Fatima picked up her drill herself this morning"),
        (
            "I said I'd drive Uncle Ray to the eye clinic on Monday",
            "Uncle Ray's eye clinic is cancelled, the consultant's ill",
        ),
        (
            "told the landlord I'd read the meters by Friday",
            "Meters read, photos sent to the landlord",
        ),
        ("I need to hand in my timesheet by Thursday", "timesheet's in"),
        (
            "I promised to take the twins swimming on Saturday",
            "swimming's off, the twins have chickenpox",
        ),
        (
            "remind me to order a birthday cake for Jonas",
            "Jonas's mother ordered the birthday cake herself",
        ),
        ("I owe Priya twenty quid for the curry", "Priya has her twenty quid"),
        ("I have to book the ferry to Arran by Wednesday", "that's the ferry booked"),
        ("ich muss dem vermieter bis freitag die zählerstände schicken", "zählerstände sind raus"),
        (
            "hab lukas versprochen, dass ich ihm am sonntag das regal aufbau",
            "regal steht, lukas hat schon bücher drin",
        ),
        ("die steuererklärung muss ich bis ende juli abgeben", "steuererklärung ist durch"),
        (
            "ich hol morgen das paket für die nachbarin ab",
            "die nachbarin hat ihr paket selbst abgeholt",
        ),
        ("ich soll bis donnerstag das protokoll hochladen", "protokoll ist online"),
        (
            "hab tante gerda gesagt, ich häng ihr am samstag die gardinen auf",
            "gardinen hängen, tante gerda strahlt",
        ),
        ("ich muss die winterreifen noch aufziehen lassen", "winterreifen sind drauf"),
        ("ich geh morgen mit oma zum ohrenarzt", "omas termin beim ohrenarzt fällt aus"),
        (
            "ich bring dem hausmeister morgen den kellerschlüssel zurück",
            "der hausmeister hat den kellerschlüssel",
        ),
        (
            "ich muss mich bis mittwoch für den töpferkurs anmelden",
            "töpferkurs angemeldet, platz sieben",
        ),
        (
            "ich muss noch die blumen für die hochzeit bestellen",
            "ordered the flowers for the wedding",
        ),
        ("hab mama gesagt ich ruf sie am abend an", "talked to mama for an hour"),
        ("Ich muss den Mietvertrag kündigen", "rental contract cancelled"),
    ],
)
def test_it_ends_by_what_is_told(task: str, said: str) -> None:
    assert settles(told_done(said), gist(task))


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("I need to put the shelves up in the nursery", "The nursery is up the stairs on the left"),
        (
            "Promised Keir I'd upload the choir recording by Sunday",
            "Keir is up in Leeds until Sunday",
        ),
        ("I have to return Fatima's drill", "Fatima has a new kitchen"),
        (
            "I said I'd drive Uncle Ray to the eye clinic on Monday",
            "Uncle Ray is off the cigarettes",
        ),
        ("I'll pay the window cleaner tomorrow", "the window cleaner's been, twelve pounds now"),
        ("told the landlord I'd read the meters by Friday", "the landlord read us the riot act"),
        (
            "I promised to take the twins swimming on Saturday",
            "swimming costumes are too small for the twins",
        ),
        (
            "Must write the obituary for Aunt Cass before the weekend",
            "Aunt Cass wrote to me every week for thirty years",
        ),
        (
            "remind me to order a birthday cake for Jonas",
            "Jonas was sick on his birthday last year",
        ),
        ("I have to book the dentist", "read a good book about a dentist"),
        ("I need to send Mo the accounts by Friday", "I counted the jars in the larder"),
        (
            "ich muss dem vermieter bis freitag die zählerstände schicken",
            "der vermieter ist raus aus dem krankenhaus",
        ),
        (
            "hab lukas versprochen, dass ich ihm am sonntag das regal aufbau",
            "lukas steht auf metal",
        ),
        (
            "die steuererklärung muss ich bis ende juli abgeben",
            "die steuererklärung liegt noch auf dem tisch",
        ),
        ("ich muss noch den flug nach porto buchen", "der flug nach porto ist teuer geworden"),
        ("ich soll bis donnerstag das protokoll hochladen", "das protokoll ist drei seiten lang"),
        (
            "hab tante gerda gesagt, ich häng ihr am samstag die gardinen auf",
            "tante gerda hat neue gardinen gekauft",
        ),
        (
            "ich muss die winterreifen noch aufziehen lassen",
            "winterreifen sind ab november pflicht",
        ),
        ("ich geh morgen mit oma zum ohrenarzt", "der ohrenarzt hat im august urlaub"),
        (
            "ich bring dem hausmeister morgen den kellerschlüssel zurück",
            "der hausmeister hat den keller gestrichen",
        ),
        (
            "ich muss mich bis mittwoch für den töpferkurs anmelden",
            "im töpferkurs ist noch genau ein platz frei",
        ),
        ("hab mama gesagt ich ruf sie am abend an", "mama hat gesagt, es schneit"),
    ],
)
def test_it_does_not_end_by_what_sounds_like_it(task: str, said: str) -> None:
    assert not settles(told_done(said), gist(task))


def test_a_letter_to_another_is_not_what_was_promised() -> None:
    task = gist("You'll have the offer by the 26th.", "Lights", "Dr Sittenauer")
    told = told_done("Hello, here is our offer.", subject="Offer", to="Monika Ash")
    assert not settles(told, task)
    assert settles(told_done("Our offer is attached.", subject="Offer", to="Dr Sittenauer"), task)


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("I have to return Fatima's drill", "the drill is in the shed"),
        ("I need to buy milk tomorrow", "the milk is off"),
        ("ich muss den schlüssel morgen zurückbringen", "der schlüssel liegt auf dem tisch"),
        ("ich muss die rechnung bis freitag bezahlen", "die rechnung ist da"),
        ("I'll send Ana the photos on Sunday", "Ana sent me her photos"),
        ("ich muss lena die fotos schicken", "lena hat mir ihre fotos geschickt"),
        ("I promised Jo I'd mend her bike", "Jo's bike was stolen"),
        ("I have to email Tom the minutes", "the minutes are not finished"),
        ("I must submit the form by Monday", "got the form from the office"),
        ("I need to send the parcel to Kim", "the parcel from Kim arrived"),
        ("ich muss das buch zurückgeben", "hab das buch gelesen"),
        ("I need to pick up the prescription", "the doctor wrote the prescription"),
        ("I need to phone the council about the bins", "the bins are out"),
        ("Ich muss die Präsentation bis Montag schicken", "die präsentation ist halb fertig"),
        ("I owe Dan 20 euros", "Dan has paid me back for the pizza"),
    ],
)
def test_what_befalls_its_thing_or_others_did_does_not_end_it(task: str, said: str) -> None:
    assert not settles(told_done(said), gist(task))
