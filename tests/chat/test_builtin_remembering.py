"""The built-in answerer is told something: what it keeps, proposes, and knows already."""

from datetime import UTC, datetime

import pytest

from chat.answering.proposals import accept
from chat.answering.relearn import remember_again
from chat.models import Proposal
from database.acting import acting_as
from memories.forgetting.forget import forget
from memories.models import Change, Chunk, Memory, Source
from tests.chat.conftest import Talk
from tests.chat.turns import changes_of, current, made


def test_a_statement_is_noted_and_what_was_learned_stands_under_the_answer(talk: Talk) -> None:
    told = talk.say("I live in Sacramento. The weather was dreadful.")
    assert told.text == "Got it."
    assert made(talk.user, told) == [("remembered", "I live in Sacramento.")]


def test_what_states_nothing_about_the_person_makes_no_memory(talk: Talk) -> None:
    told = talk.say("The bridge was closed because of the storm.")
    assert told.text == "Saved in this chat. Want me to remember it?"
    assert made(talk.user, told) == [("offered", "The bridge was closed because of the storm.")]
    assert current(talk.user) == []


UNSURE = "Keen on a second dog."


def test_what_is_not_sure_enough_to_be_learned_is_proposed(talk: Talk) -> None:
    told = talk.say(f"I live in Sacramento. {UNSURE}")
    assert told.text == "Got it."
    assert made(talk.user, told) == [
        ("remembered", "I live in Sacramento."),
        ("propose_remember", UNSURE),
    ]
    with acting_as(talk.user):
        (wanted,) = Proposal.objects.filter(message=told.message)
        accept(talk.user, wanted)
        memory = Memory.objects.get(content=UNSURE)
        evidence = memory.evidence.select_related("chunk__source").get()
        assert evidence.quote == UNSURE
        assert evidence.chunk
        assert told.message.answers
        assert evidence.chunk.source_id == told.message.answers.source_id
    assert made(talk.user, told)[-1] == ("remembered", UNSURE)
    # What is known is proposed no more.
    assert "propose_remember" not in dict(made(talk.user, talk.anew().say(UNSURE)))


def test_alone_it_is_saved_and_proposed_once(talk: Talk) -> None:
    told = talk.say(UNSURE)
    assert told.text == "Saved in this chat. I can find it when you ask."
    assert made(talk.user, told) == [("propose_remember", UNSURE)]


@pytest.mark.parametrize(
    "text",
    [
        # Work to be done, and what it is done with.
        f"Write a poem about a dog. {UNSURE}",
        f"Translate this: {UNSURE}",
        f"Make this shorter:\n{UNSURE}",
        # Others' words, small talk, a question.
        f'Anna wrote: "{UNSURE}"',
        "haha ok",
        "Is a second dog a good idea?",
    ],
)
def test_homework_is_not_proposed(talk: Talk, text: str) -> None:
    told = talk.say(text)
    assert "propose_remember" not in dict(made(talk.user, told))


def test_what_was_forgotten_is_not_proposed(talk: Talk) -> None:
    told = talk.say(UNSURE)
    talk.anew().say(f"Remember that I am {UNSURE[0].lower()}{UNSURE[1:]}")
    talk.say("Forget that I am keen on a second dog")
    assert current(talk.user) == []
    assert made(talk.user, talk.read(told.message.pk)) == []
    again = talk.anew().say(UNSURE)
    assert "propose_remember" not in dict(made(talk.user, again))


def test_remember_that_keeps_the_words_and_knows_them_when_told_again(talk: Talk) -> None:
    told = talk.say("Please remember that the spare key hangs behind the clock.")
    assert made(talk.user, told) == [("remembered", "The spare key hangs behind the clock")]
    assert current(talk.user) == ["The spare key hangs behind the clock"]
    again = talk.say("Remember that the spare key hangs behind the clock")
    assert again.text.startswith("I know that already")
    assert again.quotes == ("the spare key hangs behind the clock",)
    assert len(current(talk.user)) == 1


def test_what_is_known_already_is_said_to_be_known_since_when_and_cited(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    again = talk.anew().say("I live in Sacramento.")
    assert again.text == "I know that already: You live in Sacramento [1]."
    with acting_as(talk.user):
        Memory.objects.update(created=datetime(2020, 3, 12, 12, tzinfo=UTC))
    again = talk.anew().say("I live in Sacramento!")
    assert again.text == "I know that already, since 12 March 2020: You live in Sacramento [1]."
    assert again.quotes == ("I live in Sacramento.",)
    assert made(talk.user, again) == [("known", "I live in Sacramento.")]
    # What no rule learns, and the person had remembered.
    talk.say("Remember that the bridge is closed.")
    again = talk.anew().say("The bridge is closed.")
    assert again.text == "I know that already: The bridge is closed [1]."


@pytest.mark.parametrize(
    ("forgotten", "again"),
    [
        ("Anna has diabetes.", "Anna has diabetes."),
        ("I live in Ghent.", "I live in Ghent."),
        ("The bridge is closed.", "Oh, the bridge is closed!"),
    ],
)
def test_what_was_forgotten_and_is_hidden_is_said_to_be_and_can_be_remembered_again(
    talk: Talk, forgotten: str, again: str
) -> None:
    talk.say(f"Remember that {forgotten}")
    with acting_as(talk.user):
        forget(talk.user, [Memory.objects.get().pk], by=Change.By.PERSON)
    told = talk.anew().say(again)
    assert told.text.startswith("You asked me to forget that")
    ((what, _),) = made(talk.user, told)
    assert what == "withheld"
    with acting_as(talk.user):
        said = told.message.answers
        assert said
        memory = remember_again(talk.user, said, changes_of(talk.user, told)[0].start)
        assert memory
        assert not Chunk.objects.filter(source=said.source, hidden__isnull=False).exists()
    assert made(talk.user, told) == [("remembered", memory.content)]


def test_what_is_held_back_beside_what_is_learned_is_asked_about(talk: Talk) -> None:
    """No rule learns that the bridge is closed: it is hidden, and not without a word."""
    talk.say("Remember that the bridge is closed.")
    with acting_as(talk.user):
        forget(talk.user, [Memory.objects.get().pk], by=Change.By.PERSON)
    told = talk.anew().say("I live in Ghent. Oh, the bridge is closed!")
    assert [what for what, _ in made(talk.user, told)] == ["remembered", "withheld"]
    with acting_as(talk.user):
        said = told.message.answers
        assert said
        (start,) = (c.start for c in changes_of(talk.user, told) if c.what == "withheld")
        assert remember_again(talk.user, said, start)
        said.refresh_from_db()
        assert not said.details["held"]
        assert not Chunk.objects.filter(source=said.source, hidden__isnull=False).exists()


def test_a_greeting_is_answered_briefly(talk: Talk) -> None:
    assert talk.say("Hello!").text.startswith("Hello!")
    assert talk.say("Thank you!").text == "You’re welcome."


def test_a_temporary_chat_neither_recalls_nor_learns_nor_keeps(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.anew()
    told = talk.say("Where do I live? My dog is called Bolt.", temporary=True)
    assert "temporary" in told.text
    assert told.quotes == ()
    talk.say("Remember that I play the cello")
    with acting_as(talk.user):
        assert Source.objects.count() == 2
    assert current(talk.user) == ["I live in Sacramento."]


def test_it_says_what_it_can_do(talk: Talk) -> None:
    talk.say("I teach maths.")
    assert "I remember what you tell me" in talk.anew().say("what can you actually do").text


def test_a_secret_gets_one_honest_word_and_can_be_sealed(talk: Talk) -> None:
    told = talk.say("my wifi password is Tulip42rain")
    assert "whoever runs this installation can read" in told.text
    assert "Tulip42rain" not in told.text
    assert current(talk.user) == []
    talk.say("yes")
    assert "Tulip42rain" not in talk.anew().say("What is my wifi password?").text
    talk.say("my wifi password is Tulip42rain")
    talk.say("forget my password")
    assert "Tulip42rain" not in talk.anew().say("What is my wifi password?").text
    assert "Tulip42rain" not in talk.anew().say("mein WLAN-Passwort ist Tulip42rain").text
    talk.say("Vergiss mein Passwort")
    assert "Tulip42rain" not in talk.anew().say("Wie ist mein WLAN-Passwort?").text
    kept = talk.anew().say("Remember that my wifi password is Tulip42rain")
    assert "no password manager" in kept.text
    assert "no password manager" not in talk.anew().say("Remember that I like rain").text


@pytest.mark.parametrize("yes", ["yes please", "sure, remember it", "ja, merk dir das"])
def test_a_yes_remembers_what_was_offered(talk: Talk, yes: str) -> None:
    offered = "The bridge was closed because of the storm."
    talk.say(offered)
    told = talk.say(yes)
    assert told.text == "Got it."
    assert current(talk.user) == [offered]
    assert talk.say("thank you, that is all").text != "Got it."


def test_a_yes_remembers_what_was_proposed_and_is_not_found_itself(talk: Talk) -> None:
    talk.say(UNSURE)
    talk.say("yes, remember that")
    assert current(talk.user) == [UNSURE]
    with acting_as(talk.user):
        assert not Proposal.objects.exists()
        found = Chunk.objects.filter(source__text="yes, remember that", item__isnull=False)
        assert not found.exists()


def test_to_remember_what_was_learned_already_changes_nothing(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    assert talk.say("yeah, remember that").text == "Got it."
    assert current(talk.user) == ["I live in Sacramento."]


def test_a_mere_ok_lifts_no_forgetting_and_takes_no_proposal(talk: Talk) -> None:
    talk.say("I am allergic to walnuts.")
    talk.say("Forget that I am allergic to walnuts")
    talk.anew().say("I am allergic to walnuts.")
    talk.say("ok")
    assert current(talk.user) == []
    talk.say("I am allergic to walnuts.")
    talk.say("yes, remember it again")
    assert current(talk.user) == ["I am allergic to walnuts."]
    talk.say(UNSURE)
    talk.say("ok")
    assert UNSURE not in current(talk.user)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("the shed combination is 3815, remember that", "The shed combination is 3815"),
        ("Der Schuppencode ist 3815, merk dir das bitte", "Der Schuppencode ist 3815"),
        ("El código del garaje es 3815, recuérdalo", "El código del garaje es 3815"),
    ],
)
def test_the_request_may_stand_behind_it(talk: Talk, said: str, kept: str) -> None:
    talk.say(said)
    assert list(current(talk.user)) == [kept]
