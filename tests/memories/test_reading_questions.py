"""How questions and statements are read: in English words, for whom they are about."""

from collections.abc import Callable

import pytest

from memories.answers.passages import points_back, says_little, statements_in
from memories.answers.persons.kinship import ME, Kinship
from memories.answers.persons.people import names_in, told_of
from memories.answers.scoring.question import take_apart
from memories.text import in_english
from memories.text.expected_answers import ExpectedAnswer
from memories.text.names.lists import given_names, names_that_are_words
from memories.text.sentences import headings


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Wie viel Miete zahlen wir?", "how much rent pay we?"),
        ("Wann hat meine Mama Geburtstag?", "when has my mother birthday?"),
        ("Petras Windhund heißt Socken", "Petra's greyhound called Socken"),
        ("Was trinkt mein Partner am liebsten?", "what drink my partner favourite?"),
        ("Wo ist mein Hausschlüssel?", "where is my key?"),
        ("¿Dónde trabaja mi hermano?", "¿where work my brother?"),
        ("soy alérgica a los gatos", "i am allergic to the cat"),
        ("¿Qué instrumento toco?", "¿what instrument i play?"),
        ("Where do I live?", "Where do I live?"),
        ("Was it raining?", "Was it raining?"),
        ("Où habite ma sœur ?", "Où habite ma sœur ?"),
    ],
)
def test_german_and_spanish_are_read_in_english_words(said: str, meant: str) -> None:
    assert in_english(said) == meant


def test_a_compound_that_is_not_listed_is_read_by_its_parts() -> None:
    assert in_english("Mein Gartenstuhl ist kaputt") == "my garden chair is broken"
    assert in_english("Die Kellertür-Kombination ist 77") == "the back door combination is 77"
    assert "house key" in in_english("Wo ist der Haustürschlüsselbund?")
    assert "Baden-Baden" in in_english("Ich wohne in Baden-Baden")
    # Not by small words, whose sense is lost in them: over, night.
    assert "over" not in in_english("In welcher Pension übernachte ich?")


def test_the_english_for_a_phrase_is_read_no_second_time() -> None:
    # "lent" stands for "le presté", and is no form of "lente".
    assert in_english("¿A quién le presté el libro?").endswith("lent the book?")


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What's Iker's phone number?", ExpectedAnswer.PHONE),
        ("what is Ann's email address", ExpectedAnswer.MAIL),
        ("Wie alt ist meine Oma?", ExpectedAnswer.AGE),
        ("¿Cuántos años tiene mi abuela?", ExpectedAnswer.AGE),
        ("Which shoe size do I take?", ExpectedAnswer.SIZE),
        ("¿Dónde vive Jannis?", ExpectedAnswer.PLACE),
        ("Wie heißt unsere Katze?", ExpectedAnswer.NAME),
        ("Wer ist mein Chef?", ExpectedAnswer.PERSON),
        ("Wie viel Miete zahlen wir?", ExpectedAnswer.MONEY),
        ("Um wie viel Uhr muss ich los?", ExpectedAnswer.CLOCK),
        ("What time does the cat need her injections?", ExpectedAnswer.CLOCK),
        ("Do I like olives?", ExpectedAnswer.WHETHER),
        ("who's my employer?", ExpectedAnswer.WORK),
    ],
)
def test_what_kind_of_thing_is_asked_for_is_read_in_three_languages(
    question: str, wanted: ExpectedAnswer
) -> None:
    assert take_apart(question).wanted is wanted


@pytest.mark.parametrize(
    ("said", "name", "kin"),
    [
        ("My sister Petra does stage lights.", "petra", (ME, "sister")),
        ("Mein Bruder heißt Jannis.", "jannis", (ME, "brother")),
        ("Unai, el hermano de Iker, es bombero", "unai", ("iker", "brother")),
        ("La madre de Iker se llama Begoña", "begoña", ("iker", "mother")),
        ("Iker's manager is a guy called Ruaridh", "ruaridh", ("iker", "")),
        ("Oma Traudl nimmt Marcumar", "traudl", (ME, "grandmother")),
        ("Rosa is my aunt", "rosa", (ME, "aunt")),
        ("My GP is Dr Banerjee at the surgery", "banerjee", (ME, "")),
        ("Petra flies with her friend Annika", "annika", ("petra", "")),
        ("Unai has two sons, Maddi and Nahia", "maddi", ("unai", "son")),
    ],
)
def test_a_sentence_tells_who_somebody_is_to_whom(
    said: str, name: str, kin: tuple[str, str]
) -> None:
    who = Kinship([told_of(in_english(said))])
    assert kin in {(owner, kind.member) for owner, kind, known in who.pairs if known == name}


def test_somebody_is_found_through_somebody_else() -> None:
    who = Kinship(
        told_of(in_english(said))
        for said in (
            "My partner Iker drinks tea",
            "La madre de Iker se llama Begoña",
            "Unai, el hermano de Iker, es bombero",
        )
    )
    (law,) = told_of("Where does my mother-in-law live?").refs
    assert who.resolved(law) == {"begoña"}
    *_, brother = told_of("What is the job of my partner's brother?").refs
    assert who.resolved(brother) == {"unai"}


def test_a_brother_is_no_sister_and_another_ones_boss_not_mine() -> None:
    who = Kinship([told_of("My sister Clara is a vet."), told_of("Tom's boss is called Ann.")])
    (brother,) = told_of("Where does my brother live?").refs
    assert who.resolved(brother) == frozenset()
    (boss,) = told_of("Who's my boss?").refs
    assert who.resolved(boss) == frozenset()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Anna has diabetes. I am not allergic to nuts.",
            ["Anna has diabetes.", "I am not allergic to nuts."],
        ),
        ("Mein Bruder ist Koch. Ich bin Lehrer.", ["Mein Bruder ist Koch.", "Ich bin Lehrer."]),
        ("Anna has diabetes. She takes insulin.", ["Anna has diabetes. She takes insulin."]),
        ("I can't eat nuts. Anna too.", ["I can't eat nuts. Anna too."]),
        ("Booked Lisbon. 2 to 6 July.", ["Booked Lisbon. 2 to 6 July."]),
    ],
)
@pytest.mark.parametrize("belongs", [says_little, points_back])
def test_what_is_said_of_two_people_is_no_one_passage(
    text: str, told: list[str], belongs: Callable[[str, str], bool]
) -> None:
    assert [span.of(text) for span in statements_in(text, belongs)] == told


def test_a_name_is_no_form_of_a_small_word() -> None:
    assert in_english("als was arbeitet jens").endswith("work jens")


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Wo liegt Maltes Xyzzer?", set()),
        ("Welcher Xyzzer war bei meinem Mann zu hoch?", set()),
        ("Bis wann darf ich ohne neuen Xyzzer fahren?", set()),
        ("Was geben wir für den Großen aus?", set()),
        ("Was will Malte studieren?", {"malte"}),
        ("Wo wohnt Ngozi?", {"ngozi"}),
        ("Was isst der Max?", {"max"}),
    ],
)
def test_a_german_noun_is_no_name(said: str, names: set[str]) -> None:
    assert names_in(said) == names


def test_the_headings_of_a_document_belong_to_no_sentence_beside_them() -> None:
    text = (
        "Lease of 2026\n\n1. Parties\nThe landlord is Mr Okafor.\n\n2. Pets\nThe tenant may keep"
        " one small dog with his consent. Not two.\n\n## Notice\n\nTwo months.\n\nRent: £850\n"
        "Deposit: £900\n"
    )
    assert [span.of(text) for span in headings(text)] == [
        "Lease of 2026",
        "1. Parties",
        "2. Pets",
        "## Notice",
    ]
    assert [span.of(text) for span in statements_in(text, points_back, headings(text))] == [
        "Lease of 2026",
        "The landlord is Mr Okafor.",
        "The tenant may keep one small dog with his consent. Not two.",
        "Two months.\n\nRent: £850\nDeposit: £900",
    ]


def test_what_one_cannot_stand_is_not_turned_round() -> None:
    assert in_english("Ich kann Oliven nicht ausstehen").endswith("dislike")
    assert "dislike" in in_english("No soporto las aceitunas")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("where does zoltan live", {"zoltan"}),
        ("wo wohnt zoltan", {"zoltan"}),
        ("how much was the bill", set()),
        ("has the dean answered yet", set()),
        ("what mark did i get in french", set()),
        ("do i have peace of mind", set()),
        ("when do i meet priya", {"priya"}),
        ("Where does my sister live?", set()),
    ],
)
def test_a_given_name_is_one_in_small_letters_too(question: str, names: set[str]) -> None:
    assert take_apart(question).told.names == names


def test_names_that_are_words_are_given_names() -> None:
    assert names_that_are_words() <= given_names().keys()


def test_a_capital_tells_a_german_noun_from_a_verb() -> None:
    assert "number" in in_english("Welche Zahlen stelle ich am Schloss ein?").split()
    assert "pay" in in_english("Wann zahlen wir die Miete?").split()
    assert "war" in in_english("Opa hat vom Krieg erzählt").split()
    assert "get" in in_english("Wann krieg ich mein Geld?").split()
    assert "war film" in in_english("Opa mag keinen Kriegsfilm")
