"""What the reader makes of questions and statements."""

import numpy as np
import pytest

from llm import reader, small_bert, weights

QUESTION = "what do we pay the landlord"
STATEMENTS = (
    "my sister pays 900 for hers",
    "the flat is 1,015 a month, due on the first",
    "Lena breaks out in hives from peanuts",
)


def test_what_answers_in_other_words_comes_before_what_is_anothers() -> None:
    (asked,) = reader.read([QUESTION], as_questions=True)
    sure = [reader.answers(asked, each) for each in reader.read(STATEMENTS, as_questions=False)]
    assert sure.index(max(sure)) == 1
    assert sure[0] < 0
    assert sure[2] < 0


def test_what_nothing_answers_is_told_from_what_is_answered() -> None:
    questions = ["What should I not cook for Lena?", "when is my wedding"]
    answered, unanswered = reader.read(questions, as_questions=True)
    told = reader.read(STATEMENTS, as_questions=False)
    assert max(reader.answers(answered, each) for each in told) > 0
    assert max(reader.answers(unanswered, each) for each in told) < 0


def test_the_same_in_other_words_is_told_from_another_persons() -> None:
    fact, again, hers = reader.read(
        ["I am allergic to penicillin", "penicillin brings me out in hives", "My sister is fifty"],
        as_questions=False,
    )
    assert reader.same(fact, again) > reader.same(fact, hers)


def test_a_text_reads_the_same_alone_and_among_others() -> None:
    alone = reader.read(STATEMENTS[:1], as_questions=False)[0]
    among = reader.read(STATEMENTS, as_questions=False)[0]
    assert np.allclose(alone.whole, among.whole, atol=1e-5)


def test_questions_are_read_otherwise_than_statements() -> None:
    (asked,) = reader.read([QUESTION], as_questions=True)
    (told,) = reader.read([QUESTION], as_questions=False)
    assert not np.allclose(asked.whole, told.whole, atol=1e-3)


@pytest.mark.parametrize("name", ["query.weight", "inner.weight", "outer.bias"])
def test_the_changes_lie_beside_the_weights_of_the_package(name: str) -> None:
    """Of another release of the package they would be added to whatever lies there."""
    untouched = small_bert.folder_of(small_bert.BGE) / small_bert.BGE.file
    changed = weights.changed_weights(reader.CHANGES, untouched)
    now = changed[f"layer.3.{name}"].numpy()
    assert 0.001 < np.abs(now).mean() < 1
    assert np.abs(now).max() < 10


def test_the_words_of_the_package_are_read() -> None:
    untouched = small_bert.folder_of(small_bert.BGE) / small_bert.BGE.file
    words = weights.changed_weights(reader.CHANGES, untouched)["word"].numpy()
    assert words.shape == (30_522, 384)
    assert words.dtype == np.uint8


def test_nothing_is_read_of_nothing() -> None:
    assert reader.read([], as_questions=True) == []
