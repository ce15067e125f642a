"""What was put right, moved or ended a moment ago, and what only sounds like it."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.keeping.vectors import embed_waiting
from memories.models import Memory
from tests.chat.conftest import Talk
from tests.chat.turns import current, states


@pytest.mark.parametrize(
    ("told", "correction", "now"),
    [
        ("My new place is flat 26, Heron Court.", "oops its flat 62, muddled my digits", "62"),
        (
            "I've got rowing every Monday at eight",
            "Correction, it's not Mondays any more, rowing moved to Thursdays.",
            "Thursdays",
        ),
        (
            "Wir haben den Grill behalten und das Zelt zurückgeschickt",
            "Hab mich vertan, den Grill haben wir zurückgeschickt, das Zelt behalten",
            "Zelt behalten",
        ),
    ],
)
def test_what_was_just_said_wrongly_is_history(
    talk: Talk, alice: User, told: str, correction: str, now: str
) -> None:
    for words in ("I sing in a choir.", told, correction):
        talk.say(words)
    found = states(alice)
    assert (found[told], found["I sing in a choir."]) == ("superseded", "current")
    assert any(now in words for words, state in found.items() if state == "current")
    assert not any("every not" in words for words in found)


def test_what_is_moved_without_a_month_stays_in_its_month(talk: Talk, alice: User) -> None:
    talk.say("My dentist appointment is on 14 April at 9:30.")
    talk.say("The dentist rang, my appointment is moved to the 22nd, same time.")
    (now,) = (words for words, state in states(alice).items() if state == "current")
    assert "22 April" in now
    assert "9:30" in now
    with acting_as(alice):
        on = Memory.objects.get(user=alice, content=now).event_time
    assert on is not None
    assert str(on.astimezone(alice.zone).date())[5:] == "04-22"


def test_a_name_put_right_stands_in_the_whole_sentence(talk: Talk, alice: User) -> None:
    talk.say("My boss at Quill's is Lydia, 52")
    talk.say("sorry, Linda, not Lydia")
    assert states(alice) == {
        "My boss at Quill's is Lydia, 52": "superseded",
        "My boss at Quill's is Linda, 52": "current",
    }


@pytest.mark.parametrize(
    ("told", "beside", "moved"),
    [
        (
            "next thursday at half two i've the dentist, Dr Bruns",
            "the organ is inspected next week wednesday at 10 o'clock",
            "dentist has been moved to the 10th of december, 9 o'clock",
        ),
        (
            "nächsten donnerstag um halb drei hab ich zahnarzt bei dr. bruns",
            "nächste woche mittwoch ist abnahme der orgel, um 10 uhr",
            "zahnarzt ist verschoben auf den 10. dezember, 9 uhr",
        ),
    ],
)
def test_an_appointment_that_is_moved_is_no_other(
    talk: Talk, alice: User, told: str, beside: str, moved: str
) -> None:
    for words in (told, beside, moved):
        talk.anew().say(words)
    found = {words[:12].lower(): state for words, state in states(alice).items()}
    assert found[told[:12].lower()] == "superseded"
    assert found[beside[:12].lower()] == "current"


def test_what_a_replaced_sentence_says_besides_stays_history(talk: Talk, alice: User) -> None:
    talk.say("My favourite dish is labskaus, I dislike coffee and I collect stamps")
    talk.anew().say("My favourite dish is risotto now, no longer labskaus")
    talk.anew().say("forget that I dislike coffee")
    current_now = [words for words, state in states(alice).items() if state == "current"]
    assert not any("labskaus" in words and "risotto" not in words for words in current_now)


@pytest.mark.parametrize(
    ("told", "news"),
    [
        (
            [
                "Das Zeitungsabo vom Boten kostet 39 Euro im Monat",
                "Hofmann baut mir eine Küchenbank, 890 Euro",
            ],
            "Die Küchenbank kostet jetzt 960 statt 890, weil das Holz teurer geworden ist",
        ),
        (
            [
                "Am 5. Januar hab ich Termin beim Steuerberater, 14 Uhr",
                "am 10. Dezember um 8:15 hab ich Zahnarzt",
            ],
            "der Zahnarzttermin ist verschoben auf den 17. Dezember um 10 Uhr",
        ),
    ],
)
def test_two_prices_or_appointments_are_not_one(
    talk: Talk, alice: User, told: list[str], news: str
) -> None:
    for words in told:
        talk.anew().say(words)
    talk.anew().say(news)
    with acting_as(alice):
        replaced = Memory.objects.filter(user=alice, state=Memory.State.SUPERSEDED)
        assert [each.content[:20] for each in replaced] == [told[1][:1].upper() + told[1][1:20]]


def test_the_only_hour_is_put_right_by_a_fragment(talk: Talk) -> None:
    talk.say("physio on the 9th at 11.15 with a lad called Jarek")
    talk.say("make that half 11")
    assert "half 11" in talk.say("When is physio?").text.partition("Before")[0]


def test_a_new_one_comes_after_who_was_left(talk: Talk, alice: User) -> None:
    talk.say("my partner Callum and I have been together 6 years")
    talk.anew().say("Callum and I split up, he's moved back to his mum's in Haltwhistle")
    talk.anew().say("started seeing someone, Anders, he restores pianos")
    while embed_waiting(alice.pk):
        pass
    assert "Anders" in talk.anew().say("who is my partner?").text.partition("[1]")[0]


def test_what_ended_is_answered_no(talk: Talk) -> None:
    talk.say("I lent my mate Rhona 300 quid in august, she still owes me")
    talk.anew().say("Rhona paid me back the 300 today")
    assert talk.anew().say("does Rhona owe me anything?").text.startswith("No: Rhona paid you back")
    assert not talk.anew().say("did Rhona pay me back?").text.startswith("No")


def test_who_else_is_so_makes_it_no_yes(talk: Talk) -> None:
    talk.say("Rhona's engaged to Fergus, wedding's 8 may, I'm bridesmaid at 46!!")
    assert not talk.anew().say("am I engaged?").text.startswith("Yes")
    talk.anew().say("I'm thinking of getting a hen")
    assert not talk.anew().say("do I have any hens?").text.startswith("Yes")


def test_a_slip_leaves_nothing_of_what_was_wrong(talk: Talk, alice: User) -> None:
    talk.say("Unser Wohnmobil ist ein Hymer, Baujahr 2008.")
    talk.say("Korrektur: Baujahr 2011, hab grad in den Fahrzeugschein geguckt")
    with acting_as(alice):
        (now,) = Memory.objects.filter(user=alice, state=Memory.State.CURRENT)
    assert now.content == "Unser Wohnmobil ist ein Hymer, Baujahr 2011."


def test_another_weekday_is_one_of_the_same_week(talk: Talk, alice: User) -> None:
    talk.say("Elternabend ist nächsten Mittwoch um 19 Uhr")
    talk.say("Korrektur: Elternabend ist Donnerstag und schon 18:30")
    with acting_as(alice):
        was, now = Memory.objects.filter(user=alice).order_by("created")
    assert was.event_time
    assert now.event_time
    assert (now.event_time.date() - was.event_time.date()).days == 1
    assert "um 18:30 Uhr" in now.content


def test_a_question_typed_in_a_hurry_is_not_learned(talk: Talk) -> None:
    told = talk.say("gibts bei mir im haus nen lift")
    assert told.text.startswith("Das weiß ich noch nicht.")
    assert not current(talk.user)
