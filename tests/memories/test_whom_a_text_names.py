"""Whom a text speaks of, however hurriedly it is typed."""

import pytest

from memories.answers.persons.people import told_of
from memories.text import names_in, written_out

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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my gf is priya shes a vet", {"priya"}),
        ("mums called maureen she turns 60", {"maureen"}),
        ("got a staffie called biscuit", {"biscuit"}),
        ("my shift partner is gaz hes leaving", {"gaz"}),
        ("I think my sis joanne has my MOT papers. She said so", {"joanne"}),
        # A thing that is also a name, and what is called off.
        ("pay the bill and rob will be happy", set()),
        ("they called off the match", set()),
        # Whoever types with capitals names people so.
        ("I gave Tom and anna a lift", {"tom"}),
    ],
)
def test_whoever_types_without_capitals_names_people_too(text: str, names: set[str]) -> None:
    assert told_of(text).names == names


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("i dont know what im doing", "I don't know what I'm doing"),
        ("Cant swim, wont try", "Can't swim, won't try"),
        ("whats hes like", "what's he's like"),
        ("Im Sommer bin ich in Bonn", "Im Sommer bin ich in Bonn"),
        ("im Dougal and i work on the ferries", "I'm Dougal and I work on the ferries"),
        ("my id card ran out, we were ill", "my id card ran out, we were ill"),
    ],
)
def test_contractions_get_their_apostrophes(typed: str, written: str) -> None:
    assert written_out(typed) == written


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ich wohne mit meinem Mann Jan in Göttingen.", ["Jan"]),
        ("Jan fährt am Donnerstag nach Hause.", ["Jan"]),
        ("My sister June runs a choir.", ["June"]),
        ("Am 3. Jan. habe ich Geburtstag.", []),
        ("Ich war im Jan. krank.", []),
        ("Die Miete steigt Ende Jan.", []),
        ("The course starts Jan 2027 or in June.", []),
        ("My exam is on June 4th.", []),
    ],
)
def test_a_name_that_is_a_month_is_one_where_it_stands_as_one(text: str, names: list[str]) -> None:
    assert [each.name for each in names_in(text) if each.name] == names
