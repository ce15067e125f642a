"""What is said with doubt is not learned; whom a pronoun means is named."""

import pytest

from memories.learning import perhaps_told, told
from memories.learning.messages import said_surely


def contents(text: str) -> list[str]:
    return [each.content for each in told(text)]


@pytest.mark.parametrize(
    "text",
    [
        "I might move to Lyon next year.",
        "I think I could become a vegetarian at some point.",
        "I guess my blood type is AB, no idea really.",
        "My brother Iain probably has asthma, the doctors are still testing.",
        "I'm considering leaving Brightwell for a startup.",
        "Vielleicht ziehe ich nächstes Jahr nach Leipzig.",
        "Ich überlege, ob ich mir ein Lastenrad kaufe.",
        "Möglicherweise ist meine Tochter Mia laktoseintolerant.",
        "Quizás me mude a Valencia en otoño.",
        "Creo que mi hermano tiene diabetes, pero no estoy seguro.",
    ],
)
def test_what_is_doubted_teaches_nothing(text: str) -> None:
    assert contents(text) == []
    assert said_surely(text) == ""


def test_what_is_doubted_is_proposed() -> None:
    text = "I might move to Lyon next year."
    assert [each.content for each in perhaps_told(text)] == [text]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I live in Dundee, and perhaps I'll move to Perth one day.", "I live in Dundee"),
        (
            "I'm definitely allergic to penicillin, and maybe to latex too.",
            "I'm definitely allergic to penicillin",
        ),
        ("Ich wohne in Kiel, eventuell gehe ich später nach Hamburg.", "Ich wohne in Kiel"),
    ],
)
def test_the_half_that_is_sure_is_learned(text: str, kept: str) -> None:
    assert contents(text) == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "My birthday is in May and I work at the harbour office.",
        "I can't remember names and faces well.",
        "I think I prefer tea to coffee.",
        "I believe in ghosts and I collect old maps.",
        "I was born in may, my brother in june",
        "Perhaps you remember: my son Felix is allergic to walnuts.",
        "I want to walk the South Downs Way with my son, probably in June",
    ],
)
def test_what_only_looks_like_doubt_is_sure(text: str) -> None:
    assert said_surely(text)


@pytest.mark.parametrize(
    ("text", "learned"),
    [
        ("Clara called, she is a vet now.", "Clara is a vet now."),
        ("My sister Hanna visited us, her birthday is 4 July.", "Hanna's birthday is 4 July."),
        ("Ines texted me that she is engaged to Paul now.", "Ines is engaged to Paul now."),
        ("Clara hat angerufen, sie ist jetzt Tierärztin.", "Clara ist jetzt Tierärztin."),
        (
            "Meine Nachbarin Heike ist nett. Seit einem Jahr arbeitet sie im Krankenhaus.",
            "Seit einem Jahr arbeitet Heike im Krankenhaus.",
        ),
        ("Mi hermano Diego vino ayer, vive en Málaga.", "Diego vive en Málaga."),
        (
            "Mi amiga Lucía está en casa, su cumpleaños es el 2 de abril.",
            "El cumpleaños de Lucía es el 2 de abril.",
        ),
    ],
)
def test_a_pronoun_in_mid_sentence_is_named(text: str, learned: str) -> None:
    assert learned in contents(text)


@pytest.mark.parametrize(
    "text",
    ["Tom and Erik came by, he is a carpenter.", "Lukas und Timo waren da, er arbeitet bei Bosch."],
)
def test_of_two_nobody_is_named(text: str) -> None:
    assert not any(
        said.startswith(("Tom is", "Erik is", "Lukas arbeitet", "Timo arbeitet"))
        for said in contents(text)
    )
