"""Whether there is a relation is read from who is what to whom, in no word of the question."""

import pytest

from tests.chat.conftest import Talk
from tests.chat.turns import said_in

TOLD = (
    "meine Tochter heißt Lena und studiert Jura",
    "My husband Frank drives lorries for Nordfrost",
    "My neighbour Tom's sister is a judge",
)


def test_whoever_is_spoken_of_is_there(talk: Talk) -> None:
    for said in TOLD:
        talk.anew().say(said)
    for question, cited in (
        ("Do I have kids?", "Tochter"),
        ("Hab ich Kinder?", "Tochter"),
        ("¿Tengo hijos?", "Tochter"),
        ("Am I married?", "Frank"),
        ("Have I got a husband", "Frank"),
    ):
        told = talk.anew().say(question)
        assert told.text.startswith(f"{said_in(question, 'Yes')}: "), question
        assert cited in told.quotes[0], question
    # Another's is not one's own.
    for question in ("Do I have a sister?", "Hab ich Geschwister?"):
        assert not talk.anew().say(question).text.startswith("Yes"), question


ONES_OWN = (
    "we've two bairns, Oisín whos 19 and reading law at Bangor, and Morvern who is 14",
    "mein Schatz heisst Flurin, ist Glaser aus Ilanz",
    "die Aita hat seit Mai einen Freund, den Corvin, der ist Maurer und fährt Töff",
)


def test_whoever_is_told_by_how_the_name_stands_is_of_the_circle(talk: Talk) -> None:
    for said in ONES_OWN:
        talk.anew().say(said)
    for question, told in (
        ("do i have children?", "Yes: You've two bairns"),
        ("who is Oisín's sister?", "You've two bairns"),
        ("wie heisst mein Freund?", "Dein Schatz heisst Flurin"),
        ("wer ist mein Partner?", "Dein Schatz heisst Flurin"),
        ("hat Aita einen Freund?", "Ja: Die Aita hat seit Mai einen Freund"),
    ):
        assert talk.anew().say(question).text.startswith(told), question
    # What is told of a friend is no yes for the first.
    assert not talk.anew().say("fährt Aita Töff?").text.startswith("Ja")
    assert talk.anew().say("fährt Corvin Töff?").text.startswith("Ja")


FAMILY = (
    "missus is called rhian, works at the dvla",
    "boy owen is 7, plays for mumbles rangers under 8s",
    "Mein Schwager Udo hat einen Wohnwagen in Bansin",
    "My sister Ana lives in Porto and her son Leo plays chess",
    "the postman is called Pat",
)


def test_who_they_are_is_told_of_each_and_of_no_other(talk: Talk) -> None:
    for said in FAMILY:
        talk.anew().say(said)
    for question, names in (
        ("Who's in my family?", {"rhian", "owen", "Udo", "Ana"}),
        ("What is my son called?", {"owen"}),
        ("Wie heißt mein Schwager?", {"Udo"}),
        ("What's my nephew's name?", {"Leo"}),
        ("Who are my siblings?", {"Ana"}),
    ):
        told = talk.anew().say(question)
        assert told.message.details["verdict"] == "sure", question
        assert {name for name in names if name in told.text} == names, question
        assert "Pat" not in told.text, question
    for question in ("What is my brother called?", "Wie heißt meine Tochter?"):
        assert talk.anew().say(question).message.details["verdict"] == "unknown", question


@pytest.mark.parametrize(
    ("said", "question", "decided"),
    [
        ("I've got twins, Zara and Idris, they're 9", "Do I have brothers?", ""),
        ("allergic to penicillin and i cant stand mushrooms", "am i allergic to anything", "Yes"),
        ("allergic to penicillin and i cant stand mushrooms", "do i like mushrooms", "No"),
        ("I don't eat pork or beef", "Do I eat beef?", "No"),
        ("me n tom are getting married 20 june", "is kev married", ""),
        ("I don't care for curry, but Dorothy loves it.", "Do I like curry?", "No"),
        ("I don't care for curry, but Dorothy loves it.", "Does Dorothy like curry?", ""),
        ("früher hab ich geraucht aber seit 2015 nix mehr", "rauche ich noch?", ""),
        ("Kaffee trink ich nur schwarz, Milch mag ich nicht", "trink ich Milch im Kaffee?", ""),
        ("Montags hab ich immer zu", "arbeite ich montags?", ""),
        ("ich mag lieber Schlager als Rock", "mag ich Rock?", ""),
        ("vivo en Leganés con mi pareja, Rubén", "¿estoy casada?", ""),
    ],
)
def test_only_the_clause_that_says_it_decides(
    talk: Talk, said: str, question: str, decided: str
) -> None:
    talk.say(said)
    told = talk.anew().say(question).text
    assert (told.partition(":")[0] if told[:4] in ("Yes:", "No: ") else "") == decided


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("hab ich einen hund?", "Struppi"),
        ("wie heißt mein mann?", "Dein mann heißt Uwe"),
        ("wie heiße ich?", "Gisela Brandt"),
    ],
)
def test_that_somebody_is_well_again_changes_nothing_else(
    talk: Talk, question: str, first: str
) -> None:
    for said in (
        "Unser hund heißt Struppi, is n Dackel",
        "Mein mann heißt Uwe, hatte ne knie-OP, geht grad an Krücken",
        "ich heiß übrigens Gisela Brandt",
        "Uwe ist jetzt wieder fit, keine krücken mehr",
    ):
        talk.anew().say(said)
    assert first in talk.anew().say(question).text.partition(" [1]")[0]


def test_what_no_longer_holds_decides_nothing(talk: Talk) -> None:
    talk.say("My brother is Kev, he lives in Leeds too")
    talk.anew().say("Kev moved to Hull")
    told = talk.anew().say("Does Kev live in Leeds?")
    assert told.text.startswith("Kev moved to Hull [1]. ")


def test_news_of_another_alone_changes_nothing_of_ones_own(talk: Talk) -> None:
    talk.say("My dentist is Dr Rao.")
    talk.anew().say("Ben was promoted. He sits on the fifth floor now.")
    talk.anew().say("My desk is on the third floor.")
    talk.anew().say("Ben's office moved. His desk is on the sixth floor now.")
    told = talk.anew().say("Which floor is my desk on?")
    assert told.text.startswith("Your desk is on the third floor [1]")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When is Annika's birthday?", "2 March"),
        ("What is Annika's job?", "baker"),
        ("Where does my mother live?", "Emden"),
        ("Where does Annika live?", "Leer"),
    ],
)
def test_that_somebody_has_moved_is_news_of_where_they_live_alone(
    talk: Talk, question: str, answer: str
) -> None:
    for said in (
        "My daughter Annika is a baker, she lives in Aurich.",
        "My mother lives in Emden.",
        "Annika's birthday is on 2 March.",
        "Annika has moved, she lives in Leer now.",
    ):
        talk.anew().say(said)
    assert answer in talk.anew().say(question).text.partition(" [1]")[0]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Ich mag keinen Rosenkohl", "Mag ich Rosenkohl?"),
        ("cant stand mushrooms", "do i like mushrooms"),
    ],
)
def test_what_is_not_liked_is_said_so_first(talk: Talk, said: str, question: str) -> None:
    talk.say(said)
    assert talk.anew().say(question).text.startswith(f"{said_in(question, 'No')}: ")


@pytest.mark.parametrize(
    ("said", "question", "begins"),
    [
        ("My nephew Jonas is allergic to shellfish", "does jonas have any allergies?", "Yes: "),
        ("allergic to penicillin", "am I allergic to anything?", "Yes: "),
        ("Tom doesn't hate mushrooms now, he loves them", "Does Tom love mushrooms?", "Yes: "),
        (
            "Am liebsten trinke ich Tee, Kaffee trinke ich nicht mehr",
            "Trinke ich Kaffee?",
            "Nein: ",
        ),
        ("Sam is coeliac and Olu doesn't drink", "Is Sam coeliac?", "Yes: "),
        ("Inge wohnt nicht mehr in Celle", "wohnt Inge in Celle?", "Nein: "),
    ],
)
def test_yes_or_no_is_what_the_clause_says(
    talk: Talk, said: str, question: str, begins: str
) -> None:
    talk.say(said)
    assert talk.anew().say(question).text.startswith(begins)


def test_another_ones_birthday_is_not_ones_own(talk: Talk) -> None:
    talk.say("Tom's birthday is on 3 March.")
    assert "March" not in talk.anew().say("When is my birthday?").text


def test_a_thing_in_small_letters_is_nobody_spoken_of_before(talk: Talk) -> None:
    talk.say("die fußpflege kommt am 8. januar um 14 uhr")
    talk.say("Matthias bringt mir den Weihnachtsbaum")
    assert "januar" in talk.say("wann kommt die fußpflege?").text
