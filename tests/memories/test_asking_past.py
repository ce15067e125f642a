"""Which questions ask for what was."""

import pytest

from memories.text import asks_past


@pytest.mark.parametrize(
    "question",
    ["Where did I live before?", "Who was my old boss?", "Wo habe ich früher gewohnt?"],
)
def test_what_was(question: str) -> None:
    assert asks_past(question)


@pytest.mark.parametrize("question", ["How old is Pickle?", "how old am I", "Wie alt ist Svea?"])
def test_how_old_somebody_is_asks_for_now(question: str) -> None:
    assert not asks_past(question)
