"""What a later statement does to an earlier one."""

import pytest

from llm import pair_reader

CHANGED = (
    ("we rent a two-room flat off Union Street", "finally got the keys to the cottage in Falmouth"),
    ("I take my coffee black", "I have oat milk in my coffee now, black wrecks me"),
    ("Nadia signs off my holidays", "Nadia's gone to Siemens, Omar runs the team now"),
)
NOT = (
    ("we rent a two-room flat off Union Street", "the rent for the flat is 900 a month"),
    ("my sister Ines is allergic to shellfish", "my brother is allergic to cats"),
    ("I teach maths at the comprehensive", "on Saturdays I drive the bakery van"),
)

SAME = (
    ("Tilda plays the cello", "tilda's a cellist"),
    ("My brother lives in Leeds", "My brother's home is in Leeds"),
    ("I am vegetarian", "I don't eat meat"),
    ("Our dog is called Rusty", "We have a dog named Rusty"),
    ("Mum turns seventy in May", "my mother has her 70th birthday in May"),
    ("we rent a flat off Union Street", "our flat is a rental near Union Street"),
    ("I run every morning before work", "I go jogging each morning before I start work"),
    ("Omar is my boss", "My manager is Omar"),
    ("My sister has two boys", "my sister is the mother of two sons"),
)


@pytest.mark.parametrize(("first", "then"), CHANGED)
def test_news_in_other_words_takes_the_place_of_what_was_said(first: str, then: str) -> None:
    (relation,) = pair_reader.relations([(first, then)])
    assert relation.changed > 0.5


@pytest.mark.parametrize(("first", "then"), NOT)
def test_what_goes_with_it_or_is_anothers_changes_nothing(first: str, then: str) -> None:
    (relation,) = pair_reader.relations([(first, then)])
    assert relation.changed < 0.3


def test_the_same_again_is_never_news() -> None:
    assert all(relation.changed < 0.05 for relation in pair_reader.relations(SAME))


def test_the_same_again_is_known_but_for_a_rare_word() -> None:
    known = [relation for relation in pair_reader.relations(SAME) if relation.same == max(relation)]
    assert len(known) >= len(SAME) - 1


def test_shares_are_whole_and_the_same_alone_and_among_others() -> None:
    together = pair_reader.relations([*CHANGED, *NOT])
    for pair, relation in zip([*CHANGED, *NOT], together, strict=True):
        assert sum(relation) == pytest.approx(1, abs=1e-5)
        (alone,) = pair_reader.relations([pair])
        assert alone == pytest.approx(relation, abs=1e-4)


def test_nothing_is_read_of_nothing() -> None:
    assert pair_reader.relations([]) == []
