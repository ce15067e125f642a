"""Who may be called what: forms of one name, but never a woman's for a man's."""

import pytest

from memories.text.names.lists import may_be_short_for


@pytest.mark.parametrize(("short", "name"), [("bill", "william"), ("pete", "peter")])
def test_a_short_form_is_of_the_same_name(short: str, name: str) -> None:
    assert may_be_short_for(short, name)


@pytest.mark.parametrize(("one", "other"), [("petra", "piotr"), ("pete", "petra")])
def test_a_woman_s_name_is_no_man_s(one: str, other: str) -> None:
    assert not may_be_short_for(one, other)
    assert not may_be_short_for(other, one)
