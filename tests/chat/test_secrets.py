"""A password that was told, without a model: it answers who asks for it, and nobody else."""

import pytest

from database.acting import acting_as
from memories.models import Source
from memories.text import asks_for_secret, secret_spans, without_secret
from tests.chat.conftest import Talk
from tests.chat.turns import made, said_in


@pytest.mark.parametrize(
    ("told", "unrelated", "asks", "secret"),
    [
        (
            "mein wlan passwort ist Minka2014!",
            "welche telefonnummer hab ich?",
            "was ist mein wlan passwort?",
            "Minka2014!",
        ),
        (
            "the wifi password is BlueHeron!72",
            "what's my pin?",
            "what's the wifi password?",
            "BlueHeron!72",
        ),
    ],
)
def test_a_secret_answers_only_who_asks_for_it(
    talk: Talk, told: str, unrelated: str, asks: str, secret: str
) -> None:
    talk.say(told)
    assert secret[:5] not in talk.anew().say(unrelated).text
    assert secret in talk.anew().say(asks).text


@pytest.mark.parametrize(
    ("told", "request_", "secret"),
    [
        ("meine PIN ist 4711", "vergiss meine pin", "4711"),
        ("my email password is Quokka_88", "forget my email password", "Quokka_88"),
        ("My gate code is 9931.", "forget my gate code", "9931"),
    ],
)
def test_a_receipt_does_not_show_the_secret_that_was_forgotten(
    talk: Talk, told: str, request_: str, secret: str
) -> None:
    talk.say(told)
    ((what, shown),) = made(talk.user, done := talk.say(request_))
    assert done.text == said_in(request_, "Forgot that.")
    assert what == "forgotten"
    assert shown
    assert secret not in shown
    talk.say("undo")
    with acting_as(talk.user):
        assert Source.objects.filter(text=told).exists()


def test_where_a_secret_stands() -> None:
    changed = "The wifi password changed. It's GreenOtter#5 now. Nice weather."
    assert [span.of(changed) for span in secret_spans(changed)] == ["It's GreenOtter#5 now."]
    assert without_secret("meine PIN ist 4711") == "meine PIN ist ████"
    assert without_secret("I like tea") == "I like tea"


@pytest.mark.parametrize(
    ("question", "told", "asks"),
    [
        ("was ist meine geheimzahl?", "meine PIN ist 4711", True),
        ("what's the wifi code?", "the wifi password is Blue7!x", True),
        ("¿cuál es mi contraseña?", "la contraseña es Abc77!", True),
        ("what's my card number?", "4111 1111 1111 1111 is my card", True),
        ("what's my pin?", "the wifi password is Blue7!x", False),
        ("wie heißt meine katze?", "dein passwort ist Minka2014!", False),
    ],
)
def test_which_question_asks_for_a_secret(question: str, told: str, asks: bool) -> None:
    assert asks_for_secret(question, told) is asks


def test_a_code_is_told_to_whoever_asks_for_it_and_not_with_the_rest(talk: Talk) -> None:
    talk.say("My locker code at the pool is 4418.")
    talk.say("I play the cello.")
    told = talk.anew().say("What do you remember about me?").text
    assert "cello" in told
    assert "4418" not in told
    assert "1 more" in told
    assert "4418" in talk.anew().say("What's my locker code?").text
