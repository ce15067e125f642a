"""What is told later takes the place of what was: the old stays as history, with Undo."""

import pytest
from django.test import Client

from accounts.models import Project, User
from chat.models import Message
from database.acting import acting_as
from memories.forgetting import erase, forget
from memories.forgetting.forget import restore
from memories.keeping.editing import keep_both, move, uncorrect
from memories.keeping.vectors import embed_waiting
from memories.learning.changing.comparing import StatementPair, changes
from memories.learning.changing.updating import PERHAPS
from memories.models import Change, Memory
from memories.recall import Query, recall
from memories.text import asks_past
from tests.chat.conftest import Talk
from tests.chat.turns import states


def test_the_current_value_is_told_and_the_old_one_as_what_was(talk: Talk, alice: User) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("I live in Bath.")
    assert states(alice) == {"I live in Bristol.": "superseded", "I live in Bath.": "current"}
    told = talk.anew().say("Where do I live?")
    assert told.text.startswith("You live in Bath [1].")
    assert "Before that: You live in Bristol [2]." in told.text
    was = talk.anew().say("Where did I live before?")
    assert was.text.index("Bristol") < was.text.index("Bath")


@pytest.mark.parametrize("denial", ["I no longer live in Bath.", "We moved to York last week."])
def test_a_denial_and_a_move_change_it(talk: Talk, alice: User, denial: str) -> None:
    talk.say("I live in Bath.")
    talk.anew().say(denial)
    assert states(alice)["I live in Bath."] == "superseded"


def test_the_change_is_shown_and_both_can_be_kept(talk: Talk, alice: User, web: Client) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("I live in Bath.")
    with acting_as(alice):
        conversation = Message.objects.latest("created").conversation_id
        new = Memory.objects.get(content="I live in Bath.")
    page = web.get(f"/chat/{conversation}").content.decode()
    assert "Updated:" in page
    assert "Both are true" in page
    web.post(f"/memory/{new.pk}/both")
    assert set(states(alice).values()) == {"current"}


def test_undo_brings_back_what_was(talk: Talk, alice: User) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("I live in Bath.")
    with acting_as(alice):
        new = Memory.objects.get(content="I live in Bath.")
        uncorrect(alice, new, by=Change.By.PERSON)
    assert states(alice) == {"I live in Bristol.": "current"}


def test_several_go_and_come_back_together(talk: Talk, alice: User) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("I live in Bath.")
    talk.anew().say("I live in York.")
    with acting_as(alice):
        newest = Memory.objects.get(content="I live in York.")
        keep_both(alice, newest, by=Change.By.PERSON)
    assert states(alice) == {
        "I live in Bristol.": "superseded",
        "I live in Bath.": "current",
        "I live in York.": "current",
    }


def test_another_s_home_changes_nothing(talk: Talk, alice: User) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("My sister lives in Leeds.")
    assert states(alice)["I live in Bristol."] == "current"


@pytest.mark.parametrize(
    "request_", ["Forget everything about Bristol.", "Forget that I live in Bristol."]
)
def test_what_was_is_forgotten_alone(talk: Talk, alice: User, request_: str) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("I live in Bath.")
    talk.anew().say(request_)
    assert states(alice) == {"": "forgotten", "I live in Bath.": "current"}
    for asked in (
        "Where did I live before?",
        "Where do I live?",
        "What do you know about Bristol?",
    ):
        told = talk.anew().say(asked)
        assert "live in Bristol" not in told.text
        assert not any("Bristol" in quote for quote in told.quotes)
    with acting_as(alice):
        gone = Memory.objects.get(state=Memory.State.FORGOTTEN)
        restore(alice, gone.pk)
    assert "Bristol" in talk.anew().say("Where did I live before?").text


def test_what_holds_is_forgotten_with_what_was(talk: Talk, alice: User) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("I live in Bath.")
    with acting_as(alice):
        forget(alice, [Memory.objects.get(content="I live in Bath.").pk], by=Change.By.PERSON)
        assert not Memory.objects.exclude(state=Memory.State.FORGOTTEN).exists()


def test_the_rest_of_a_history_stays_together(talk: Talk, alice: User) -> None:
    for town in ("Bristol", "Bath", "York"):
        talk.anew().say(f"I live in {town}.")
    with acting_as(alice):
        middle = Memory.objects.get(content="I live in Bath.")
        erase(alice, middle.pk)
    told = talk.anew().say("Where do I live?").text
    assert "York" in told
    assert "Before that: You live in Bristol" in told


def test_history_stays_behind_its_walls(talk: Talk, alice: User, garden: Project) -> None:
    talk.say("I live in Bristol.")
    talk.anew().say("I live in Bath.")
    with acting_as(alice):
        memories = {m.content: m for m in Memory.objects.all()}
        move(alice, memories["I live in Bath."], garden, by=Change.By.PERSON)
    outside = recall(alice, Query("Where do I live?"))
    assert [item.text for item in outside.items if item.memory_id] == []
    inside = recall(alice, Query("Where do I live?", project=garden.pk))
    assert "I live in Bath." in [item.text for item in inside.items]
    with acting_as(alice):
        Memory.objects.filter(content="I live in Bristol.").update(local_only=True)
    leaving = Query("Where do I live?", project=garden.pk, leave_out_local_only=True)
    for item in recall(alice, leaving).items:
        assert item.before == ()


def test_what_was_corrected_is_told_as_nothing_that_was(talk: Talk, alice: User) -> None:
    talk.say("I live in Sacramento.")
    talk.say("No, I live in Davis.")
    told = talk.anew().say("Where do I live?")
    assert "Davis" in told.text
    assert "Sacramento" not in told.text


@pytest.mark.parametrize(
    "news",
    [
        "Actually, we moved to York last week.",
        "Actually I live in York now.",
        "Remember that I live in York.",
    ],
)
def test_news_on_request_and_in_place_of_a_correction(talk: Talk, alice: User, news: str) -> None:
    talk.say("I live in Bath.")
    talk.anew().say(news)
    told = talk.anew().say("Where do I live?")
    assert "York" in told.text.split("[1]")[0]
    assert states(alice)["I live in Bath."] == "superseded"


@pytest.mark.parametrize(
    ("told", "news", "asked", "value"),
    [
        ("Mein Chef heißt Nadia.", "Mein Chef heißt jetzt Omar", "Wie heißt mein Chef?", "Omar"),
        ("Ich wohne in Leeds.", "Eigentlich wohne ich in York.", "Wo wohne ich?", "York"),
        ("Ich wohne in Leeds.", "Nein, ich wohne doch in York.", "Wo wohne ich?", "York"),
        ("Ich arbeite bei Aldi.", "Inzwischen arbeite ich bei Bosch.", "Wo arbeite ich?", "Bosch"),
        ("Mi jefa es Nadia.", "Mi jefe ahora se llama Omar.", "¿Cómo se llama mi jefe?", "Omar"),
        ("Vivo en Leeds.", "En realidad vivo en York", "¿Dónde vivo?", "York"),
        ("Vivo en Leeds.", "No, vivo en York.", "¿Dónde vivo?", "York"),
        ("Trabajo en Siemens.", "Ahora trabajo en Bosch.", "¿Dónde trabajo?", "Bosch"),
    ],
)
def test_news_and_corrections_in_german_and_spanish(
    talk: Talk, alice: User, web: Client, told: str, news: str, asked: str, value: str
) -> None:
    talk.say(told)
    said = talk.anew().say(news)
    where = talk.conversation
    assert states(alice)[told] == "superseded"
    assert value in talk.anew().say(asked).text.split("[1]")[0]
    with acting_as(alice):
        new = Memory.objects.get(state="current")
    assert told in web.get(f"/memory/{new.pk}/history").content.decode()
    assert "Undo" in web.get(f"/chat/{said.conversation}").content.decode()
    talk.conversation = where
    talk.say("undo")
    assert states(alice)[told] == "current"


@pytest.mark.parametrize("denial", ["Ich wohne nicht mehr in Leeds.", "Ya no vivo en Leeds."])
def test_what_is_no_longer_so_in_german_and_spanish(talk: Talk, alice: User, denial: str) -> None:
    told = "Ich wohne in Leeds." if denial.startswith("Ich") else "Vivo en Leeds."
    talk.say(told)
    talk.anew().say(denial)
    assert states(alice)[told] == "superseded"


def test_old_words_alone_lead_to_what_holds(talk: Talk, alice: User) -> None:
    talk.say("I live in Bristol near the harbour.")
    talk.anew().say("I live in Bath.")
    found = recall(alice, Query("Bristol near the harbour", limit=1)).items
    assert [item.text for item in found] == ["I live in Bath."]
    assert [item.text for item in found[0].before] == ["I live in Bristol near the harbour."]


def test_the_past_is_asked_for_by_the_words_of_the_language() -> None:
    assert asks_past("Where did I live before?")
    assert asks_past("Wo wohnte ich vor dem Umzug?")
    assert asks_past("¿Dónde vivía antes?")
    assert not asks_past("Was zahle ich für das Studio?")
    assert not asks_past("Where do I live now?")


def test_who_asks_for_several_is_told_several(talk: Talk) -> None:
    talk.say("My brother Henning lives in Kiel and sails every free minute.")
    talk.anew().say("I visited my brother Arne in Freiburg, where he lives, his garden is a dream.")
    told = talk.anew().say("Where do my brothers live?").text
    assert "Kiel" in told
    assert "Freiburg" in told


def test_whose_things_are_asked_for_is_told_all_of_them(talk: Talk) -> None:
    talk.say("Mortgage comes out of the Nationwide account on the 1st")
    talk.anew().say("The Monzo account is the one for groceries, opened it with Ravi")
    told = talk.anew().say("Which bank accounts do I use?").text
    assert "Nationwide" in told
    assert "Monzo" in told


WALK = (
    "I'm planning to walk the Camino next May with Jolanta, we've been talking about it for years"
)
COFFEE = "I've stopped having coffee, it was giving me palpitations. It's all rooibos now!"


def test_news_of_one_thing_changes_nothing_of_another(talk: Talk, alice: User) -> None:
    """However much it sounds like news."""
    (sure,) = changes([StatementPair(WALK, COFFEE)])
    assert sure < PERHAPS
    talk.say(WALK)
    talk.anew().say(COFFEE)
    assert "superseded" not in states(alice).values()


def test_a_part_of_a_sentence_answers_with_the_whole(talk: Talk, alice: User) -> None:
    talk.say("I've supported Motherwell all my life, my grandad took me to every home match.")
    assert len(states(alice)) == 2
    question = "Which football club am I a fan of?"
    told = talk.anew().say(question)
    assert told.text.startswith("You've supported Motherwell all your life, your grandad took you")
    assert told.quotes == ("I've supported Motherwell all my life",)
    talk.anew().say("Forget that my grandad took me to every home match")
    told = talk.anew().say(question)
    assert "Motherwell" in told.text
    assert "grandad" not in told.text


def test_a_town_in_a_country_replaces_nothing(talk: Talk, alice: User) -> None:
    talk.say("Tom lives in Scotland.")
    talk.anew().say("Tom lives in Leith.")
    assert set(states(alice).values()) == {"current"}
    assert "Leith" in talk.anew().say("Where does Tom live?").text


def test_what_is_over_is_history_and_what_came_then_is_told_first(talk: Talk, alice: User) -> None:
    talk.say("My boss is Nadia.")
    talk.anew().say("Nadia left on Friday. The new boss is Omar.")
    assert states(alice)["My boss is Nadia."] == "superseded"
    told = talk.anew().say("Who is my boss?").text
    assert "Omar" in told
    assert told.index("Omar") < told.index("Before that: Your boss is Nadia")


def test_another_boss_is_no_news_of_a_sister(talk: Talk) -> None:
    talk.say("Meine Schwester Lena ist Lehrerin in Kiel.")
    talk.anew().say("Früher war Helene meine Chefin, seit September ist es Herr Amin.")
    told = talk.anew().say("Was macht meine Schwester beruflich?").text
    assert "Lehrerin" in told
    assert "Helene" not in told


@pytest.mark.parametrize(
    ("told", "question", "now"),
    [
        (
            ("my dentist is Dr. Aya Lindqvist", "Dr Lindqvist retired. I'm with Dr. Rao now."),
            "Who's my dentist?",
            "Rao",
        ),
        (
            (
                "my physio is called Beatrix",
                "Beatrix moved to Norway! They gave me Joakim instead.",
            ),
            "Who is my physio?",
            "Joakim",
        ),
        (
            (
                "Trabajo de cocinera en el Mesón Olmo, casi siempre de noche",
                "¡Por fin dejé el mesón! Desde el martes soy bibliotecaria en Lugo.",
            ),
            "¿De qué trabajo ahora?",
            "bibliotecaria",
        ),
        (
            (
                "Die Kletterhalle kostet mich 41,50 im Monat",
                "meine Halle wird teurer, ab Mai ziehen die 47 ein",
            ),
            "Was zahle ich monatlich für die Kletterhalle?",
            "47",
        ),
    ],
)
def test_news_is_read_message_by_message(
    talk: Talk, told: tuple[str, str], question: str, now: str
) -> None:
    for said in told:
        talk.anew().say(said)
    first = talk.anew().say(question).text.partition("[1]")[0]
    assert now in first


def test_where_several_are_asked_for_what_is_of_a_kind_is_told_too(talk: Talk, alice: User) -> None:
    for said in (
        "weekdays I teach maths at Ashby college",
        "On saturdays I drive the bakery van for the Kettles, good money",
        "My sister sings in a choir on Thursdays",
    ):
        talk.anew().say(said)
    while embed_waiting(alice.pk):
        pass
    told = talk.anew().say("What jobs do I have?").text
    assert "maths" in told
    assert "bakery van" in told
    assert "choir" not in told


def test_a_second_one_replaces_nothing(talk: Talk, alice: User) -> None:
    talk.say("book club, first Tuesday of the month, in the library, mostly cake")
    talk.anew().say("joined a second book club, it's online, Sundays at 8pm")
    assert "superseded" not in states(alice).values()


def test_who_is_named_as_still_there_is_not_replaced(talk: Talk, alice: User) -> None:
    talk.say("cat's called Marmite. you can guess the colour")
    talk.anew().say("Picked up Pickle from the shelter, tabby, one ear. Marmite is under the bed")
    assert "superseded" not in states(alice).values()


@pytest.mark.parametrize(
    ("said", "question", "sure"),
    [
        ("我住在柏林。我的血型是A型。", "我的血型是什么？", True),
        ("I live in Ulm and my blood sugar is fine.", "我的血型是什么？", False),
    ],
)
def test_a_question_in_another_script_is_one(
    talk: Talk, said: str, question: str, *, sure: bool
) -> None:
    """It is answered by its words, or not at all."""
    talk.say(said)
    told = talk.anew().say(question)
    assert bool(told.quotes) is sure
    assert ("I don’t know that yet" in told.text) is not sure
