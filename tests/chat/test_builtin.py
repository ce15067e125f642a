"""The built-in answerer, as a person meets it: says things, asks, forgets, corrects."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import Project, User
from chat import converse
from chat.answering import answer
from chat.answering.proposals import accept
from chat.answering.relearn import remember_again
from chat.builtin.phrases import CLOSEST
from chat.display import ShownChange, changes
from chat.models import Message, Proposal
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from gmail.source_kind import GMAIL
from memories.forgetting.forget import forget, undo
from memories.keeping.sources import Said, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Chunk, Memory, SearchItem, Source
from memories.source_kinds import CHAT
from tests.chat.conftest import Talk, Told

UNKNOWN = "I don’t know that yet."


def unsure(text: str) -> bool:
    """Whether an answer says that it is none, or only comes close."""
    return text.startswith((UNKNOWN, "I know nothing")) or text.endswith(CLOSEST)


def current(user: User) -> list[str]:
    with acting_as(user):
        return sorted(
            Memory.objects.filter(state=Memory.State.CURRENT).values_list("content", flat=True)
        )


def changes_of(user: User, told: Told) -> list[ShownChange]:
    """What a turn did, as it stands under the answer."""
    with acting_as(user):
        answer = Message.objects.select_related("answers").get(pk=told.message.pk)
        return changes(user, answer)


def made(user: User, told: Told) -> list[tuple[str, str]]:
    return [(change.what, change.content) for change in changes_of(user, told)]


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


def test_a_question_in_other_words_is_answered_with_the_fact_cited(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("My sister Clara is a vet in Lisbon.")
    talk.say("I prefer tea to coffee.")
    told = talk.anew().say("Which city is my home in?")
    assert told.text == "You live in Sacramento [1]."
    assert told.quotes == ("I live in Sacramento.",)
    assert talk.anew().say("What does Clara do for a living?").quotes == (
        "My sister Clara is a vet in Lisbon.",
    )


@pytest.mark.parametrize(
    "question",
    ["What is my cat’s name?", "When is Clara’s birthday?", "Where does my brother live?"],
)
def test_what_is_not_known_is_said_to_be_unknown_however_near_it_is(
    talk: Talk, question: str
) -> None:
    talk.say("My dog is called Bolt.")
    talk.say("My sister Clara is a vet in Lisbon.")
    told = talk.anew().say(question)
    assert told.text.startswith(UNKNOWN)
    assert told.quotes == ()


def test_what_only_comes_close_is_told_as_such(talk: Talk) -> None:
    talk.say("My sister Clara is a vet in Lisbon.")
    talk.say("I prefer tea to coffee.")
    told = talk.anew().say("When did Clara become a vet?")
    assert told.text.endswith(CLOSEST)
    assert told.quotes == ("My sister Clara is a vet in Lisbon.",)
    told = talk.anew().say("What do I drink? When did Clara become a vet?")
    assert told.text == (
        "You prefer tea to coffee [1]. Your sister Clara is a vet in Lisbon [2]."
        " For the rest, that’s the closest I have."
    )


def give(user: User, text: str) -> None:
    """Keep a document, and wait until it is found by what it means."""
    with acting_as(user):
        keep(user, Said(DOCUMENT, text, title="Notes"))
    while embed_waiting(user.pk):
        pass


@pytest.mark.parametrize(
    ("question", "doubt", "quoted"),
    [
        ("When was the boiler serviced?", "", "serviced on 3 March 2024"),
        ("Which room has radiators?", CLOSEST, "radiators in the attic"),
        ("What did the service cost?", UNKNOWN, ""),
    ],
)
def test_a_document_is_told_from_in_the_same_three_ways(
    talk: Talk, question: str, doubt: str, quoted: str
) -> None:
    text = (
        "The boiler was serviced on 3 March 2024 by Hallam Heating. The warranty covers parts for"
        " five years. The radiators in the attic were bled, and the pressure was set to 1.5 bar."
    )
    give(talk.user, text)
    told = talk.say(question)
    assert doubt in told.text
    assert unsure(told.text) is bool(doubt)
    assert quoted in "".join(told.quotes[:1])
    assert bool(told.quotes) is bool(quoted)


def test_what_is_told_of_another_says_neither_yes_nor_no_of_oneself(talk: Talk) -> None:
    give(talk.user, "Anna has diabetes. I am not allergic to peanuts.")
    assert "Yes" not in talk.say("Do I have diabetes?").text
    assert talk.anew().say("Does Anna have diabetes?").text.startswith("Yes: ")
    assert talk.anew().say("Am I allergic to peanuts?").text.startswith("No: ")


def test_a_sentence_of_a_document_that_points_back_is_told_with_the_one_before(talk: Talk) -> None:
    text = (
        "Plan of the allotment, spring to autumn. The water tank is filled from the roof of the"
        " shed. We planted twelve tomatoes along the south wall. My sister Ines waters them in"
        " July. The beans climb the fence beside the gate."
    )
    give(talk.user, text)
    told = talk.say("Who waters the tomatoes?")
    assert "tomatoes along the south wall. My sister Ines waters them" in told.text


def test_a_mail_is_found_however_often_the_same_was_asked_before(talk: Talk) -> None:
    mail = "Your parcel for the new flat waits at the depot."
    with acting_as(talk.user):
        for number in range(40):
            asked = f"What about the flat, the new flat, attempt {number}?"
            keep(talk.user, Said(CHAT, asked, thread="move"))
        keep(talk.user, Said(GMAIL, mail, author=Source.Author.OTHER, speaker="Ines"))
    assert talk.say("What do you remember about the new flat?").quotes == (mail,)


@pytest.mark.parametrize("topic", ["Zanzibar", "my brother", "quantum physics", "my cat"])
def test_of_what_was_never_told_nothing_unrelated_is_listed(talk: Talk, topic: str) -> None:
    talk.say("My sister Clara is a vet in Lisbon.")
    talk.say("My dog is called Bolt.")
    talk.say("I drive an old Volvo.")
    told = talk.anew().say(f"What do you remember about {topic}?")
    assert told.text.startswith("I don’t know anything about")
    assert told.quotes == ()
    told = talk.anew().say("What do you remember about my car?")
    assert told.quotes == ("I drive an old Volvo.",)


def test_asking_makes_no_memory_and_is_no_answer_to_itself(talk: Talk) -> None:
    talk.say("Where is my passport?")
    assert talk.anew().say("Where is my passport?").text.startswith(UNKNOWN)
    assert current(talk.user) == []


def test_a_follow_up_leans_on_the_turns_before(talk: Talk) -> None:
    talk.say("My sister Clara is a vet in Lisbon.")
    talk.say("My brother Tom drives a truck.")
    talk.say("Tell me about my sister.")
    assert talk.say("Where does she work?").quotes[:1] == ("My sister Clara is a vet in Lisbon.",)


def test_what_was_just_told_answers_a_follow_up_only_where_it_holds_what_is_asked(
    talk: Talk,
) -> None:
    talk.say("My dog is called Bolt, he's four.")
    talk.say("My brother Tom drives a truck.")
    talk.say("I live in Sacramento.")
    bolt = "My dog is called Bolt, he's four."
    assert talk.anew().say("What is my dog called?").quotes == (bolt,)
    assert talk.say("How old is he?").quotes == (bolt,)
    for question in ("What breed is he?", "When is his birthday?"):
        assert unsure(talk.say(question).text), question
    # His birthday is not known either.
    assert unsure(talk.say("And Tom?").text)


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


@pytest.mark.parametrize(
    "other", ["I am not allergic to peanuts.", "Anna is allergic to peanuts.", "She is, too."]
)
def test_after_forgetting_the_opposite_and_what_is_of_another_is_heard_as_it_is(
    talk: Talk, other: str
) -> None:
    talk.say("I am allergic to peanuts.")
    talk.say("Forget that I am allergic to peanuts.")
    told = talk.anew().say(other)
    assert told.text in ("Got it.", "Saved in this chat. Want me to remember it?")
    with acting_as(talk.user):
        assert told.message.answers
        assert told.message.answers.source
        assert told.message.answers.source.text == other
        assert not Chunk.objects.filter(
            source=told.message.answers.source, hidden__isnull=False
        ).exists()


def test_forgetting_names_it_does_it_and_can_be_undone(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    told = talk.say("Forget where I live")
    (done,) = told.message.details["did"]
    assert made(talk.user, told) == [("forgotten", "I live in Sacramento.")]
    assert current(talk.user) == []
    assert talk.anew().say("Where do I live?").text.startswith(UNKNOWN)
    with acting_as(talk.user):
        undo(talk.user, done["batch"])
    assert current(talk.user) == ["I live in Sacramento."]


def test_forgetting_leaves_no_word_of_it_behind(talk: Talk) -> None:
    talk.say("Remember that the canary is called Xylophon.")
    talk.say("What is the canary called?")
    talk.say("Forget that the canary is called Xylophon.")
    with acting_as(talk.user):
        kept = " ".join(Source.objects.values_list("text", flat=True))
        title = talk.conversation.title if talk.conversation else ""
    assert "Xylophon" not in kept
    assert "Xylophon" not in title


def test_forget_that_means_what_was_cited_last(talk: Talk) -> None:
    talk.say("My dog is called Bolt.")
    talk.say("I prefer tea to coffee.")
    talk.say("What is my pet called?")
    talk.say("Forget that.")
    assert current(talk.user) == ["I prefer tea to coffee."]


def test_two_that_fit_are_asked_about_and_a_number_chooses(talk: Talk) -> None:
    talk.say("Remember that my landlord wants 20 euros more")
    talk.say("Remember that my landlord plays the drums")
    asked = talk.say("Forget about my landlord")
    assert asked.text.startswith("Which one shall I forget?")
    assert len(current(talk.user)) == 2
    drums = 1 if asked.text.index("drums") < asked.text.index("euros") else 2
    talk.say(f"the {('first', 'second')[drums - 1]} one")
    assert current(talk.user) == ["My landlord wants 20 euros more"]


@pytest.mark.parametrize(
    ("reply", "left"),
    [("both", 0), ("1 and 2", 0), ("neither", 2), ("the one about the drums", 1), ("Hello", 2)],
)
def test_the_question_which_is_answered_in_words_too(talk: Talk, reply: str, left: int) -> None:
    talk.say("Remember that my landlord wants 20 euros more")
    talk.say("Remember that my landlord plays the drums")
    talk.say("Forget about my landlord")
    talk.say(reply)
    assert len(current(talk.user)) == left


def test_everything_about_someone_is_forgotten_without_asking(talk: Talk) -> None:
    talk.say("Remember that Rui owes me 20 euros")
    talk.say("Remember that Rui plays the drums")
    talk.say("I prefer tea to coffee.")
    talk.say("Forget everything about Rui")
    assert current(talk.user) == ["I prefer tea to coffee."]


@pytest.mark.long
@pytest.mark.parametrize(("reply", "gone"), [("yes", True), ("all of them", True), ("none", False)])
def test_what_is_a_lot_is_shown_before_it_is_forgotten(talk: Talk, reply: str, gone: bool) -> None:
    things = "tea jazz chess wool rye figs dusk snow moss rain tin".split()
    for thing in things:
        talk.say(f"Remember that Rui likes {thing}")
    talk.say("I prefer tea to coffee.")
    told = talk.say("Forget everything about Rui")
    assert "That would be 11 things." in told.text
    assert "6. Rui likes" in told.text
    assert len(current(talk.user)) == len(things) + 1
    talk.say(reply)
    assert len(current(talk.user)) == (1 if gone else len(things) + 1)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        ("Anna has diabetes", "Forget that I have diabetes."),
        ("Tom lives in Ghent", "Forget that I live in Ghent."),
        ("My sister is allergic to peanuts", "Please forget that I am allergic to peanuts."),
        ("Tom lives in Ghent and I live in Hull", "Forget that I live in Ghent."),
    ],
)
def test_asking_to_forget_ones_own_forgets_nothing_of_another(
    talk: Talk, known: str, asked: str
) -> None:
    talk.say(f"Remember that {known}.")
    assert "nothing to forget" in talk.anew().say(asked).text
    assert current(talk.user) == [known]


def test_nothing_that_fits_is_nothing_forgotten(talk: Talk) -> None:
    talk.say("I prefer tea to coffee.")
    told = talk.say("Forget my passport number")
    assert "nothing to forget" in told.text
    assert current(talk.user) == ["I prefer tea to coffee."]


@pytest.mark.parametrize(
    ("words", "now"),
    [
        ("Actually, I moved to Davis.", "I moved to Davis"),
        ("No, it's Davis", "I live in Davis."),
        ("Actually it's not Sacramento but Davis", "I live in Davis."),
        # As pasted from a table: it took minutes.
        (f"Actually it's not Sacramento{' ' * 1_500}but{' ' * 1_500}Davis", "I live in Davis."),
    ],
)
def test_a_correction_takes_the_place_of_what_was_said_and_keeps_it_as_history(
    talk: Talk, words: str, now: str
) -> None:
    talk.say("I live in Sacramento.")
    told = talk.say(words)
    assert made(talk.user, told) == [("corrected", now)]
    assert current(talk.user) == [now]
    with acting_as(talk.user):
        (new,) = Memory.objects.filter(state=Memory.State.CURRENT)
        assert new.supersedes
        assert new.supersedes.content == "I live in Sacramento."
    assert "Davis" in talk.anew().say("Where do I live?").text


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ("I switched from Acme to Borealis in March.", "Actually I moved from Borealis to Cobalt."),
        ("I switched from Acme to Borealis.", "Actually, I switched from Borealis to Cobalt."),
        ("I switched to Borealis in March.", "Actually, I switched to Cobalt in May 2031."),
        ("I bought a boat in 2019.", "Actually, I bought a house in 2024."),
        ("I live in Ghent.", "Actually, my sister lives in Bruges."),
        ("I live in Ghent.", "Actually, Tom moved to Bruges."),
        ("My sister lives in Bergen.", "Actually, my brother lives in Oslo."),
        ("I work at Borealis.", "Actually, I play the cello in an orchestra."),
        ("My dog is called Rex.", "Actually, my cat is called Tom."),
    ],
)
def test_what_may_be_something_else_or_later_takes_the_place_of_nothing(
    talk: Talk, known: str, words: str
) -> None:
    talk.say(known)
    told = talk.say(words)
    ((what, content),) = made(talk.user, told)
    assert what in ("remembered", "asked")
    assert current(talk.user) == sorted([known, content])
    assert talk.anew().say("What do you know about me?").quotes


@pytest.mark.parametrize(
    ("known", "words", "now"),
    [
        ("I switched from Acme to Borealis in March.", "Actually I switched from Acme to Cobalt in"
         " March.", "I switched from Acme to Cobalt in March"),
        ("I switched from Acme to Borealis in March.", "No, it's Cobalt",
         "I switched from Acme to Cobalt in March."),
        ("I moved to Sacramento.", "Actually, I moved to Davis.", "I moved to Davis"),
        ("My dentist is Okafor.", "No, my dentist is Adeyemi.", "My dentist is Adeyemi"),
        ("I am allergic to peanuts.", "Actually, I'm not allergic to peanuts.",
         "I'm not allergic to peanuts"),
        ("I prefer tea.", "Actually, I prefer coffee.", "I prefer coffee"),
        ("My car is red.", "Actually, my car is blue.", "My car is blue"),
        ("My cello lesson is on Thursdays at six.", "Actually, my cello lesson is on Wednesdays at"
         " five.", "My cello lesson is on Wednesdays at five"),
    ],
)  # fmt: skip
def test_the_same_with_another_value_is_corrected_and_can_be_taken_back(
    talk: Talk, web: Client, known: str, words: str, now: str
) -> None:
    talk.say(known)
    fields = ("content", "state", "valid_until", "updated", "tags", "confidence", "kind", "pinned")
    with acting_as(talk.user):
        before = Memory.objects.values(*fields).get()
        was = Memory.objects.get()
    told = talk.say(words)
    assert made(talk.user, told) == [("corrected", now)]
    with acting_as(talk.user):
        was.refresh_from_db()
        assert was.state == Memory.State.SUPERSEDED
        new = Memory.objects.get(state=Memory.State.CURRENT)
    page = web.get(f"/chat/{told.conversation}").content.decode()
    url = f"/memory/{new.pk}/uncorrect"
    assert f'action="{url}"' in page
    # The old one is in a list, and in the history of the new one.
    assert known in web.get("/memory?tab=superseded").content.decode()
    assert known in web.get(f"/memory/{new.pk}/history").content.decode()
    back = web.post(url, {"next": f"/chat/{told.conversation}"})
    assert back.headers["Location"] == f"/chat/{told.conversation}"
    with acting_as(talk.user):
        assert Memory.objects.values(*fields).get() == before
        assert SearchItem.objects.filter(memory=was).exists()
        undone = Change.objects.filter(memory=was).order_by("at").values_list("what", flat=True)
        assert list(undone) == ["remembered", "corrected", "restored"]
    assert made(talk.user, told) == [("restored", known)]
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert f"Restored: <bdi>{known}</bdi>" in page.replace("&#x27;", "'")
    assert web.post(url).status_code == 404


def test_a_correction_of_nothing_known_is_simply_remembered(talk: Talk) -> None:
    talk.say("I prefer tea to coffee.")
    talk.say("Actually, my passport expires in 2031.")
    assert "My passport expires in 2031" in current(talk.user)
    assert len(current(talk.user)) == 2


def test_what_do_you_know_about_me_lists_it_with_citations(talk: Talk) -> None:
    assert "I don’t know anything about you yet" in talk.say("What do you know about me?").text
    talk.say("I live in Sacramento.")
    talk.say("My dog is called Bolt.")
    told = talk.say("What do you remember about me?")
    assert told.text.startswith("This is what I know about you:")
    assert set(told.quotes) == {"I live in Sacramento.", "My dog is called Bolt."}


def test_what_do_you_know_about_something_tells_only_of_that(talk: Talk) -> None:
    talk.say("My sister Clara is a vet in Lisbon.")
    talk.say("I prefer tea to coffee.")
    told = talk.anew().say("What do you know about my sister?")
    assert told.quotes == ("My sister Clara is a vet in Lisbon.",)
    assert "I don’t know anything about" in talk.anew().say("What do you know about my boat?").text


def test_a_project_sees_its_own_and_the_persons_and_everywhere_sees_neither_of_it(
    talk: Talk, garden: Project
) -> None:
    talk.say("I live in Sacramento.")
    talk.anew().say("We plant the roses in March.", project=garden)
    assert talk.anew().say("When do we plant the roses?").text.startswith(UNKNOWN)
    inside = talk.anew().say("When do we plant the roses?", project=garden)
    assert inside.quotes == ("We plant the roses in March.",)
    assert talk.anew().say("Where do I live?", project=garden).quotes == ("I live in Sacramento.",)


def test_words_that_look_like_markers_cite_nothing(talk: Talk) -> None:
    talk.say("Remember that my seat is row [7] on the left.")
    told = talk.anew().say("Where is my seat?")
    assert "[7]" not in told.text
    assert len(told.quotes) == 1


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


def test_several_questions_are_answered_together_and_the_unknown_is_said(talk: Talk) -> None:
    talk.say("I live in Sacramento. My dog is called Bolt.")
    told = talk.anew().say("Where do I live? What is my dog called?")
    assert told.text == "You live in Sacramento [1]. Your dog is called Bolt [2]."
    told = talk.anew().say("Where do I live? And when is Ana’s birthday?")
    assert told.text == "You live in Sacramento [1]. The rest I don’t know yet."


def test_what_was_corrected_is_not_found_again_where_it_was_said(talk: Talk) -> None:
    talk.say("I live in Sacramento. My dog is called Bolt.")
    talk.say("Actually, I moved to Davis.")
    told = talk.anew().say("Where do I live?")
    assert told.quotes == ("I moved to Davis",)
    talk.anew().say("Forget that I moved to Davis")
    assert "Sacramento" not in talk.anew().say("Where do I live?").text
    assert talk.anew().say("What is my pet called?").quotes == ("My dog is called Bolt.",)


def test_what_was_said_a_moment_ago_is_known_in_other_words_at_once(talk: Talk) -> None:
    with acting_as(talk.user):
        converse.say(talk.user, None, "I live in Sacramento.")
        turn = converse.say(talk.user, None, "Which city is my home in?")
    answer.answer_now(talk.user.pk, turn.answer.pk)
    assert talk.read(turn.answer.pk).quotes == ("I live in Sacramento.",)


def test_a_fact_told_twice_in_other_words_is_not_doubted_for_it(talk: Talk) -> None:
    talk.say("I live in Sacramento.")
    talk.say("My home is in Sacramento.")
    assert "Sacramento" in talk.anew().say("Which town do I call home?").text


def test_short_sentences_in_a_row_answer_together(talk: Talk) -> None:
    talk.say("booked lisbon. 2 to 6 july. flying from manchester")
    talk.say("I like tea.")
    told = talk.anew().say("When is our trip to Lisbon?")
    assert told.quotes == ("booked lisbon. 2 to 6 july. flying from manchester",)
    assert "2 to 6 july" in told.text


def test_it_says_what_it_can_do(talk: Talk) -> None:
    talk.say("I teach maths.")
    assert "I remember what you tell me" in talk.anew().say("what can you actually do").text


def test_what_is_known_of_somebody_is_told_by_whatever_name_in_pages(talk: Talk) -> None:
    talk.say("My boss is Stephanie Adeyemi.")
    for day in range(1, 13):
        talk.say(f"Steph told joke number {day} today")
    talk.say("Stephanie Tanner is in an old series, says a magazine.")
    told = talk.anew().say("What do you know about my boss?")
    assert "about your boss (Stephanie Adeyemi)" in told.text
    assert "That’s 10 of 13." in told.text
    rest = talk.say("more")
    assert "That’s 11 to 13 of 13." in rest.text
    cited = {*told.quotes, *rest.quotes}
    assert len(cited) == 13
    assert not any("Tanner" in quote for quote in cited)


def test_of_two_of_one_name_it_asks_which(talk: Talk) -> None:
    talk.say("Dana Whitfield plays chess.")
    talk.say("Dana Okafor plays golf.")
    told = talk.anew().say("What do you know about Dana?")
    assert "Dana Whitfield (1 thing) and Dana Okafor (1 thing). Which do you mean?" in told.text


def test_a_secret_gets_one_honest_word_and_can_be_sealed(talk: Talk) -> None:
    told = talk.say("my wifi password is Tulip42rain")
    assert "whoever runs this installation can read" in told.text
    assert "Tulip42rain" not in told.text
    assert current(talk.user) == []
    talk.say("forget my password")
    assert "Tulip42rain" not in talk.anew().say("What is my wifi password?").text
    assert "Tulip42rain" not in talk.anew().say("mein WLAN-Passwort ist Tulip42rain").text
    talk.say("Vergiss mein Passwort")
    assert "Tulip42rain" not in talk.anew().say("Wie ist mein WLAN-Passwort?").text
    kept = talk.anew().say("Remember that my wifi password is Tulip42rain")
    assert "no password manager" in kept.text
    assert "no password manager" not in talk.anew().say("Remember that I like rain").text
