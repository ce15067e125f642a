"""What is said again with another value, and what is said of one thing beside the rest."""

import pytest

from memories.learning.changing.restated import has_another_value, may_have_another_value


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My favourite colour is ochre.", "my favourite colour is teal"),
        ("The gate code is 9931", "The gate code is 1177 now."),
        ("The budget is 15k", "the budget is 18k"),
        ("Mein Lieblingsessen ist Labskaus", "Mein Lieblingsessen ist Grünkohl"),
        ("Das WLAN-Passwort ist Moewe7", "das WLAN-Passwort ist jetzt Robbe9"),
        ("La contraseña del wifi es Gaviota7", "La contraseña del wifi es Foca9"),
        ("Ida's favourite book is Momo", "Ida's favourite book is Krabat"),
    ],
)
def test_of_a_favourite_or_a_code_there_is_one(old: str, new: str) -> None:
    assert has_another_value(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The spare key is under the pot.", "The spare key is with Mrs Dale next door."),
        ("Die Pässe liegen im Schreibtisch", "Die Pässe liegen im Tresor"),
        ("Tom works at the harbour office.", "Tom works in the library."),
        ("Ben goes to Oak School", "Ben goes to Thorn School"),
        ("Our network is called Heron", "Our network is called Otter"),
    ],
)
def test_of_a_place_or_a_name_there_may_be_one(old: str, new: str) -> None:
    assert may_have_another_value(old, new)
    assert not has_another_value(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The car is red", "The car is dirty"),
        ("The car is red", "The bike is blue"),
        ("The party is on Friday", "The party is at Kit's"),
        ("The bus is 20 minutes late", "The bus is 5 euros"),
        ("My favourite colour is ochre", "My other favourite colour is teal"),
        ("My favourite colour is ochre", "My favourite colour is ochre, like the barn"),
        ("I like tea", "I like coffee"),
    ],
)
def test_what_is_said_of_one_thing_beside_the_rest_changes_nothing(old: str, new: str) -> None:
    assert not has_another_value(old, new)
    assert not may_have_another_value(old, new)
