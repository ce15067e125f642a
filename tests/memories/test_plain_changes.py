"""What plainly changes something, and what only looks like it."""

import pytest

from memories.learning.plain_changes import plainly_changes


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bristol.", "I live in Bath."),
        ("We live in Ghent", "btw we just moved to Leuven"),
        ("I live in Bath.", "I no longer live in Bath."),
        ("My boss is Nadia.", "My new boss is Omar."),
        ("Ich wohne in Köln", "Ich bin nach Bonn gezogen"),
        ("Ich wohne in Köln", "Ich wohne nicht mehr in Köln"),
        ("Vivo en Sevilla", "ahora vivo en Cádiz"),
        ("Vivo en Sevilla", "Ya no vivo en Sevilla"),
        ("My number is 07700 900318", "my new number is 07700 900762"),
    ],
)
def test_another_value_and_a_denial_change_it(old: str, new: str) -> None:
    assert plainly_changes(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bath.", "My sister lives in Leeds."),
        ("My sister lives in Leeds.", "I live in Bath."),
        ("I live in Bath.", "I live in Bath."),
        ("I like tea.", "I like coffee."),
        ("I have a dog.", "I no longer eat meat."),
        ("My boss is Nadia.", "My sister's boss is Omar."),
        ("Ich wohne in Köln", "Meine Schwester ist nach Bonn gezogen"),
        ("I live in Bath.", "I used to live in Leeds."),
    ],
)
def test_what_only_looks_like_it_changes_nothing(old: str, new: str) -> None:
    assert not plainly_changes(old, new)
