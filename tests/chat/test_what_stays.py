"""News of a part of what was said leaves the rest of it as it was."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.keeping import editing
from memories.learning.changing.what_stays import what_stays
from memories.models import Change, Memory
from tests.chat.conftest import Talk


@pytest.mark.parametrize(
    ("old", "new", "rest"),
    [
        (
            "I live in Hull with my wife Jo",
            "we moved! now living in York",
            "I live with my wife Jo",
        ),
        (
            "My sister Ailsa lives in Leeds with her husband Piotr and their twins Ned and Freya",
            "Ailsa's moved too, they've left Leeds for Otley",
            "My sister Ailsa lives with her husband Piotr and their twins Ned and Freya",
        ),
        (
            "Work for a firm called Harrow & Dunn Pianos, my boss is Graham Pell",
            "Graham's retiring, new boss is a woman called Precious Adeyemi",
            "Work for a firm called Harrow & Dunn Pianos",
        ),
        (
            "Ich wohne mit meinem Mann Karl in Ulm",
            "Wir sind nach Bonn gezogen",
            "Ich wohne mit meinem Mann Karl",
        ),
        (
            "ich nehm morgens Ramipril 5 mg und abends Simvastatin 20 mg",
            "Simvastatin nehm ich nicht mehr, dafür jetzt Atorvastatin",
            "Ich nehm morgens Ramipril 5 mg",
        ),
        (
            "dienstags sing ich im Chor und donnerstags ist Wassergymnastik",
            "Wassergymnastik ist jetzt mittwochs",
            "Dienstags sing ich im Chor",
        ),
        (
            "I've the optician on 9 December at half four, and the quiz is on 19 December in Fife",
            "the optician rang, they've shifted me to the 14th",
            "The quiz is on 19 December in Fife",
        ),
        (
            "I've the optician on 9 December at half four, and the quiz is on 19 December in Fife",
            "the quiz is cancelled, nobody signed up",
            "I've the optician on 9 December at half four",
        ),
        (
            "am 9. Dezember um 14 Uhr ist Physio und am 19. (19. Dezember 2026) ist das Fest",
            "die Physio wurde auf den 14. verschoben, gleiche Zeit",
            "Am 19. (19. Dezember 2026) ist das Fest",
        ),
        ("I'm 38 and live in Leeds", "I moved to Harrogate", "I'm 38"),
        ("The rent is 900 and due on the 1st", "The rent is 950 now", "The rent is due on the 1st"),
        (
            "I play tennis on Mondays and chess on Fridays",
            "chess is on Thursdays now",
            "I play tennis on Mondays",
        ),
        (
            "Nadia is my boss and she's really strict",
            "Nadia left, Omar is my boss now",
            "Nadia is really strict",
        ),
    ],
)
def test_what_news_says_nothing_of_still_holds(old: str, new: str, rest: str) -> None:
    found = what_stays(old, new)
    assert found is not None
    assert found.words == rest
    assert found.part in old


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bath", "I live in Bristol"),
        ("My brother Wolfram lives in Toronto, Canada", "Wolfram moved to Vancouver"),
        ("I work at Acme as a nurse and commute by train", "I quit Acme"),
        ("I drive a blue Skoda", "we have a Yaris now"),
        ("I live with my wife Jo in Hull", "Jo and I split up"),
    ],
)
def test_what_is_one_fact_is_replaced_as_a_whole(old: str, new: str) -> None:
    assert what_stays(old, new) is None


def contents(user: User, state: Memory.State) -> list[str]:
    with acting_as(user):
        return sorted(Memory.objects.filter(state=state).values_list("content", flat=True))


def test_the_rest_is_told_and_gone_once_the_news_is_taken_back(alice: User, talk: Talk) -> None:
    talk.say("I live in Hull with my wife Jo")
    talk.anew().say("I moved to York")
    assert contents(alice, Memory.State.CURRENT) == ["I live with my wife Jo", "I moved to York"]
    assert "Jo" in talk.anew().say("What is my wife called?").text
    assert "York" in talk.anew().say("Where do I live?").text.partition("[1]")[0]
    with acting_as(alice):
        editing.keep_both(alice, Memory.objects.get(content="I moved to York"), by=Change.By.PERSON)
    assert contents(alice, Memory.State.CURRENT) == [
        "I live in Hull with my wife Jo",
        "I moved to York",
    ]


@pytest.mark.parametrize(
    ("before", "news", "question", "first"),
    [
        ("Mog is our cat", "Mog died last night :(", "Do I have a cat?", "No: Mog died"),
        ("im a teacher at hill school", "i quit my job", "Where do I work?", "You quit your job"),
        ("Minka ist unsere Katze", "minka ist gestorben", "Lebt Minka noch?", "Minka ist"),
    ],
)
def test_what_is_over_comes_first(
    talk: Talk, before: str, news: str, question: str, first: str
) -> None:
    talk.say(before)
    talk.anew().say(news)
    assert talk.anew().say(question).text.startswith(first)
