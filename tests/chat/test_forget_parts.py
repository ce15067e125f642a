"""Of a sentence about several only the part that was asked for goes, and what hangs on it."""

import pytest

from database.acting import acting_as
from memories.models import Source
from tests.chat.conftest import Talk
from tests.chat.turns import current, said_in


def said(talk: Talk) -> str:
    """All that the person said, as it stands now."""
    with acting_as(talk.user):
        own = Source.objects.filter(author=Source.Author.PERSON)
        return " / ".join(own.order_by("id").values_list("text", flat=True))


@pytest.mark.parametrize(
    ("told", "request_", "gone", "stays"),
    [
        ("mia is 8 and leo just turned 5", "forget everything about leo", "leo just", "mia is 8"),
        (
            "im 38, born 4 july 1988 in Bristol",
            "forget where i was born",
            "Bristol",
            "im 38",
        ),
        (
            "meine schwester inge hat am 3. mai geburtstag und wohnt in bremen",
            "vergiss mal inges geburtstag, den rest nicht",
            "3. mai",
            "wohnt in bremen",
        ),
        (
            "Sabine ist meine Tochter, sie ist Lehrerin in Köln",
            "vergiss Sabines Beruf",
            "Lehrerin",
            "Sabine ist meine Tochter",
        ),
        (
            "Tom is allergic to nuts and Sara hates cheese, she is vegan",
            "forget everything about Tom",
            "nuts",
            "is vegan",
        ),
        (
            "Mein Bruder Jonas wohnt in Ulm und hat Diabetes",
            "vergiss, wo Jonas wohnt",
            "Ulm",
            "hat Diabetes",
        ),
    ],
)
def test_only_the_part_that_was_asked_for_goes(
    talk: Talk, told: str, request_: str, gone: str, stays: str
) -> None:
    talk.say(told)
    assert talk.anew().say(request_).text == said_in(request_, "Forgot that.")
    assert stays in said(talk)
    assert gone not in said(talk)
    assert stays.lower() in " ".join(current(talk.user)).lower()


@pytest.mark.parametrize(
    ("told", "request_"),
    [
        ("my shoe size is 5 and a half", "please dont remember my shoe size"),
        ("my boss is called Priya and shes actually really nice", "forget my boss"),
    ],
)
def test_no_scrap_of_it_is_left(talk: Talk, told: str, request_: str) -> None:
    talk.say(told)
    assert talk.anew().say(request_).text.startswith(said_in(request_, "Forgot that."))
    assert current(talk.user) == []
    assert not set(told.split()) & set(said(talk).split(" / ")[0].split())


def test_the_value_goes_with_what_it_is_the_value_of(talk: Talk) -> None:
    talk.say("the wifi password changed, its GreenOtter#5 now")
    talk.anew().say("forget the wifi password")
    talk.say("yes")
    assert "GreenOtter" not in said(talk)


def test_what_may_be_said_of_another_stays(talk: Talk) -> None:
    talk.say("mia is 8 and leo just turned 5")
    talk.say("she's allergic to peanuts")
    talk.anew().say("forget everything about leo")
    assert "she's allergic to peanuts" in said(talk)


def test_a_request_to_forget_is_never_what_may_be_meant(talk: Talk) -> None:
    talk.say("the wifi password is BlueHeron!72")
    talk.say("mein Wlan-Passwort im Garten ist Kranich#9")
    talk.anew().say("forget the wifi passwords")
    asked = talk.anew().say("forget the wifi passwords")
    assert "forget the wifi passwords" not in asked.text.lower()
    assert len(asked.quotes) <= 2


def test_the_same_thing_of_the_same_person_is_meant_whatever_its_name(talk: Talk) -> None:
    talk.say("Clare's dog Otis bit the postman last week haha")
    talk.say("Clare is my neighbour")
    assert talk.anew().say("forget that clare's dog bit the postman").text == "Forgot that."
    assert current(talk.user) == ["Clare is my neighbour"]


def test_what_hardly_belongs_to_it_is_not_offered(talk: Talk) -> None:
    talk.say("my boss Priya is really strict")
    talk.say("I run on tuesdays w my neighbour Clare")
    talk.say("I work at a bakery")
    assert talk.anew().say("delete everything about my boss").text == "Forgot that."


def test_what_follows_without_a_subject_is_of_the_one_before(talk: Talk) -> None:
    talk.say("Ned is my lodger, he is from Galway and owes me 90 quid")
    talk.say("forget what Ned owes me")
    assert sorted(current(talk.user)) == ["Ned is from Galway", "Ned is my lodger"]


def test_all_of_one_goes_and_what_is_left_of_the_other_stays(talk: Talk) -> None:
    talk.say("Ole hat Asthma und spielt Schach, Momme ist 11 und mag Züge")
    talk.say("vergiss dass Ole Asthma hat")
    talk.say("alles über Momme vergessen bitte")
    assert list(current(talk.user)) == ["Ole spielt Schach"]


@pytest.mark.parametrize(
    ("told", "request_", "gone", "left"),
    [
        (
            "landlord is Alhaji Bello, his GTB account is 0123 456 879",
            "please remove account 0123456879",
            "0123",
            "landlord is Alhaji Bello",
        ),
        (
            "steuernummer 41/372/00958, steuerberater ist herr yilmaz",
            "41 372 00958 bitte löschen",
            "372",
            "steuerberater ist herr yilmaz",
        ),
        (
            "Safe is behind the towels in the cupboard, combination 19-44-07.",
            "Forget what the safe combination is.",
            "19-44",
            "Safe is behind the towels",
        ),
        (
            "Bankomatkarten-PIN ist 6094, die von der Kreditkarte 9604.",
            "Vergiss, wie der PIN von der Kreditkarte lautet.",
            "9604",
            "Bankomatkarten-PIN ist 6094",
        ),
        (
            "La clave del wifi es Giralda#1198 y la de la alarma 2605.",
            "olvida cuál es la clave de la alarma",
            "2605",
            "Giralda#1198",
        ),
    ],
)
def test_a_number_goes_with_what_tells_of_it_alone(
    talk: Talk, told: str, request_: str, gone: str, left: str
) -> None:
    talk.say(told)
    talk.anew().say(request_)
    assert gone not in said(talk)
    assert left in said(talk)


@pytest.mark.parametrize(
    ("request_", "gone", "left"),
    [
        ("forget everything about Ben", "Ben", ["Bea (7)", "Flora (with Karin) is 14"]),
        ("forget everything about Bea", "Bea", ["Ben (12)", "Flora (with Karin) is 14"]),
        ("forget everything about Karin", "Karin", ["Ben (12) and Bea (7)", "is 14"]),
    ],
)
def test_brackets_are_of_the_one_before_them(
    talk: Talk, request_: str, gone: str, left: list[str]
) -> None:
    talk.say("Got two kids, Ben (12) and Bea (7)")
    talk.say("My daughter Flora (with Karin) is 14 and comes by train")
    talk.anew().say(request_)
    words = said(talk).rpartition(" / ")[0]
    assert gone not in words
    assert [each for each in left if each not in words] == []


def test_what_might_have_been_a_request_can_be_forgotten(talk: Talk) -> None:
    talk.say("IBAN vom Girokonto: DE21 7505 0000 0012 3465 87")
    talk.anew().say("Lösch bitte die IBAN DE21750500000012346587")
    assert "7505" not in said(talk)


@pytest.mark.parametrize(
    ("request_", "left"),
    [
        ("forget what I told you about my sister", ["His sister Leni is four"]),
        ("forget everything about Max's brother", ["His sister Leni is four"]),
        ("vergiss alles zu Jona. Nicht Jonas!", ["jonas ist vegan"]),
        ("delete all entries about Jona (not Jonas)", ["jonas ist vegan"]),
        ("vergiss alles über Jona", ["Luis (that's my brother) is here", "jonas ist vegan"]),
        ("alles über jona weg, also meinen bruder. jonas bleibt natürlich", ["jonas ist vegan"]),
    ],
)
def test_what_is_anothers_stays(talk: Talk, request_: str, left: list[str]) -> None:
    for each in ("My grandson Max is 8. His sister Leni is four", "jonas ist vegan"):
        talk.say(each)
    talk.say("Luis (that's my brother) is here till June")
    talk.say("Mein Bruder Jona studiert")
    talk.anew().say(request_)
    assert [words for words in left if words not in said(talk)] == []


def test_what_asks_whether_to_forget_something_tells_nothing_of_it(talk: Talk) -> None:
    talk.say("We got a parrot called Coco, he screams at night")
    asked = talk.say("scrub the bit about the parrot screaming")
    assert "Do you mean this?" in asked.text
    assert "crub" not in talk.anew().say("What do you know about Coco?").text


@pytest.mark.parametrize("then", ["none", "Robin comes to tea tomorrow"])
def test_what_only_sounded_like_a_request_is_found(talk: Talk, then: str) -> None:
    talk.say("We got a parrot called Coco, he screams at night")
    asked = talk.say("scrub the bit about the parrot screaming in the radio play")
    assert "Would you like something forgotten?" in asked.text
    talk.say(then)
    assert "radio play" in talk.anew().say("What about the radio play?").text


def test_what_was_left_of_a_replaced_sentence_is_forgotten_with_it(talk: Talk) -> None:
    talk.say("I have a canary called Pip and Jo next door has a parrot")
    talk.say("I sold the canary")
    talk.anew().say("forget that Jo has a parrot")
    assert not any("parrot" in words or "Pip" in words for words in current(talk.user))
    assert "parrot" not in said(talk)


def test_the_last_message_goes_after_a_word_of_regret(talk: Talk) -> None:
    talk.say("Mein Augenarzt ist der Dr. Trautner am Maxplatz")
    talk.say("ups, das wollt ich dir gar net sagen. vergiss die letzte nachricht")
    assert not current(talk.user)


def test_what_alone_is_to_be_kept_stays(talk: Talk) -> None:
    talk.say("Der Schrebergarten ist Parzelle 17, die Pacht macht 210 Euro im Jahr")
    talk.say("Die Parzellennummer brauchst du dir nicht merken, nur die Pacht")
    assert any("210" in words for words in current(talk.user))


def test_the_wish_is_no_memory(talk: Talk) -> None:
    talk.say("Bernd hat am 19. Oktober Geburtstag")
    talk.say("dass der bernd am 19. oktober geburtstag hat kannst vergessen")
    assert not current(talk.user)


def test_what_somebody_does_is_no_second_name_in_a_list(talk: Talk) -> None:
    talk.say("Der Elke ihr Bruder heißt Ottmar und schuldet mir noch eine Kiste Bier")
    talk.say("Vergiss den Ottmar")
    assert not any("heißt schuldet" in words for words in current(talk.user))
