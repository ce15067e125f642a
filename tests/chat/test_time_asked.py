"""A time that a question names: what is of another time is not told as the answer."""

from accounts.models import User
from chat.models import Message
from database.acting import acting_as
from tests.chat.conftest import Talk


def test_what_is_of_another_time_does_not_surely_answer(talk: Talk, alice: User) -> None:
    talk.say("We ate at the harbour grill in Whitby on 3 March 2026.")
    right = talk.anew().say("Where did we eat in March 2026?")
    assert "harbour grill" in right.text
    assert _verdict(alice) == "sure"
    talk.anew().say("Where did we eat in May 2026?")
    assert _verdict(alice) != "sure"


def _verdict(user: User) -> str:
    with acting_as(user):
        message = Message.objects.filter(role=Message.Role.ASSISTANT).latest("created")
        return str(message.details["verdict"])


def test_who_was_it_once_is_not_told_for_sure(talk: Talk, alice: User) -> None:
    talk.say("My old boss Nadia was a vegetarian.")
    talk.anew().say("Who is my boss?")
    assert _verdict(alice) != "sure"
    talk.anew().say("My boss is Omar Quist.")
    assert "Omar" in talk.anew().say("Who is my boss?").text
    assert _verdict(alice) == "sure"


def test_what_was_before_the_news_is_told_where_a_past_time_is_named(
    talk: Talk, alice: User
) -> None:
    talk.say("rent on the studio is 740 a month")
    talk.anew().say("The rent on the studio went up, 815 went out this month")
    before = talk.anew().say("What was the rent in January?")
    assert before.text.index("740") < before.text.index("815")
    # Neither was told then.
    assert _verdict(alice) == "closest"


def test_of_two_that_answer_the_earlier_is_told_to_who_asks_for_the_one_before(
    talk: Talk,
) -> None:
    talk.say("Dmitri is my flatmate")
    talk.anew().say("My flatmate is Saoirse now")
    assert "Saoirse" in talk.anew().say("Who is my flatmate?").text
    before = talk.anew().say("Who was my flatmate before?").text
    assert before.index("Dmitri") < before.index("Saoirse")
