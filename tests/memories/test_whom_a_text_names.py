"""Whom a text speaks of, however hurriedly it is typed."""

import pytest

from memories.answers.persons.people import told_of

KNOWN = frozenset({"joanne", "ben", "nadia"})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Joannes birthday is 14 march", {"joanne"}),
        ("nadias new number ends 0719", {"nadia"}),
        ("Nadia has two cats", {"nadia"}),
        # Several who are called so own nothing.
        ("what do the two Bens do?", {"bens"}),
        # Of nobody known it is a name of its own.
        ("we gave James cat a bell", {"james"}),
    ],
)
def test_a_possessive_without_its_apostrophe_names_who_is_known(text: str, names: set[str]) -> None:
    assert told_of(text, KNOWN).names == names
