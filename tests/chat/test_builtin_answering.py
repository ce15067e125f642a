"""The built-in answerer is asked: the answer, what comes close, or that it is not known."""

import pytest

from accounts.models import Project, User
from chat import converse
from chat.answering import answer
from chat.builtin.phrases import CLOSEST
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from gmail.source_kind import GMAIL
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Source
from memories.source_kinds import CHAT
from tests.chat.conftest import Talk
from tests.chat.turns import UNKNOWN, current, unsure


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
    talk.say("I am allergic to hazelnuts.")
    talk.say("I prefer tea to coffee.")
    told = talk.anew().say("Do I carry an allergy pen?")
    assert told.text.endswith(CLOSEST)
    assert told.quotes == ("I am allergic to hazelnuts.",)
    told = talk.anew().say("What do I drink? Do I carry an allergy pen?")
    assert told.text == (
        "You prefer tea to coffee [1]. You are allergic to hazelnuts [2]."
        " For the rest, that’s the closest I have."
    )


def test_of_two_questions_in_one_the_half_that_is_known_is_told_as_a_half(talk: Talk) -> None:
    talk.say("My sister Clara is a vet in Lisbon.")
    talk.say("I prefer tea to coffee.")
    told = talk.anew().say("What is Clara's job and what does her car cost her a month?")
    assert told.text == "Your sister Clara is a vet in Lisbon [1]. The rest I don’t know yet."
    assert told.message.details["verdict"] == "closest"
    told = talk.anew().say(
        "What is Clara's job and what does her car cost her a month? Do I carry an allergy pen?"
    )
    assert "The rest I don’t know yet." in told.text
    told = talk.anew().say("What is Clara's job and where does she do it?")
    assert told.text == "Your sister Clara is a vet in Lisbon [1]."


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("The car is at the garage until Friday.", "Why is the car at the garage?"),
        ("I moved from Bath to Bristol last week.", "why did I move?"),
        ("Das Auto ist bis Freitag in der Werkstatt.", "Warum ist das Auto in der Werkstatt?"),
    ],
)
def test_what_happened_is_no_reason(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    talk.say("I don't like olives.")
    answer = talk.anew().say(asked)
    assert answer.message.details["verdict"] != "sure"


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("We sold the kayak because of my shoulder.", "Why did we sell the kayak?"),
        ("I gave up the night shifts, they ruined my sleep.", "why don't I work nights any more?"),
        ("Wir haben das Boot verkauft, weil mein Rücken kaputt ist.", "Warum ist das Boot weg?"),
    ],
)
def test_a_reason_is_told_named_as_one_or_not(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    talk.say("I don't like olives.")
    answer = talk.anew().say(asked)
    assert answer.quotes[:1] == (told,)


def test_whether_it_is_still_so_is_answered_by_its_end(talk: Talk) -> None:
    talk.say("I gave up the night shifts, they ruined my sleep.")
    talk.say("I love olives.")
    told = talk.anew().say("do I still do night shifts?")
    assert told.quotes[:1] == ("I gave up the night shifts, they ruined my sleep.",)
    assert "olives" not in told.text


def give(user: User, text: str) -> None:
    """Keep a document, and wait until it is found by what it means."""
    with acting_as(user):
        keep(user, NewSource(DOCUMENT, text, title="Notes"))
    while embed_waiting(user.pk):
        pass


@pytest.mark.parametrize(
    ("question", "doubt", "quoted"),
    [
        ("When was the boiler serviced?", "", "serviced on 3 March 2024"),
        ("Which tradesman knows our boiler?", CLOSEST, "by Hallam Heating"),
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
            keep(talk.user, NewSource(CHAT, asked, thread="move"))
        keep(talk.user, NewSource(GMAIL, mail, author=Source.Author.OTHER, speaker="Ines"))
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
    assert talk.anew().say("What is my dog called?").quotes == ("My dog is called Bolt",)
    assert talk.say("How old is he?").quotes == ("he's four.",)
    for question in ("What breed is he?", "When is his birthday?"):
        assert unsure(talk.say(question).text), question
    # His birthday is not known either.
    assert unsure(talk.say("And Tom?").text)


def test_what_is_known_of_an_area_of_life_is_listed(talk: Talk) -> None:
    talk.say("I'm allergic to penicillin.")
    talk.anew().say("My knee surgery is on 12 December.")
    talk.anew().say("I work as a gardener at Kew.")
    told = talk.anew().say("What do you know about my health?").text
    assert "penicillin" in told
    assert "surgery" in told
    assert "Kew" not in told


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


def test_several_questions_are_answered_together_and_the_unknown_is_said(talk: Talk) -> None:
    talk.say("I live in Sacramento. My dog is called Bolt.")
    told = talk.anew().say("Where do I live? What is my dog called?")
    assert told.text == "You live in Sacramento [1]. Your dog is called Bolt [2]."
    told = talk.anew().say("Where do I live? And when is Ana’s birthday?")
    assert told.text == "You live in Sacramento [1]. The rest I don’t know yet."


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


def test_an_answer_is_in_the_language_of_what_was_said(talk: Talk) -> None:
    assert talk.say("Wie heißt meine Schwägerin?").text.startswith("Das weiß ich noch nicht.")
    # Where a message does not tell, in that of those before it.
    assert talk.say("Undo").text == "In diesem Chat gibt es nichts rückgängig zu machen."
    assert talk.anew().say("What is my sister-in-law called?").text.startswith(UNKNOWN)
