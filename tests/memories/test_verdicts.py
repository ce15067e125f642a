"""How sure it is that something answers: one place says so, of an answer and of what is near."""

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.answers import find_answer, look_near
from memories.answers.shapes import Question
from memories.answers.verdicts import (
    LEAST,
    SURE,
    Verdict,
    verdict_of,
    verdict_of_recalled,
    verdict_of_written,
)
from memories.keeping import remember
from memories.keeping.vectors import embed_waiting
from memories.models import Change
from memories.recall import ANSWERABLE, Query, RecallResult, recall


@pytest.fixture
def known(alice: User) -> User:
    with acting_as(alice):
        for fact in ("I live in Bergen.", "My sister Marit keeps bees.", "I drive a red van."):
            assert remember(alice, fact, by=Change.By.PERSON).memory
    while embed_waiting(alice.pk):
        pass
    return alice


def test_by_its_likelihood_an_answer_is_sure_or_comes_closest_or_is_none() -> None:
    assert verdict_of(SURE) is Verdict.SURE
    assert verdict_of(SURE - 0.01) is verdict_of(LEAST) is Verdict.CLOSEST
    assert verdict_of(LEAST - 0.01) is Verdict.UNKNOWN


def test_what_was_recalled_is_as_sure_as_it_is_near(known: User) -> None:
    items = recall(known, Query("Where do I live?")).items
    assert verdict_of_recalled(RecallResult(items, ANSWERABLE.known)) is Verdict.SURE
    assert verdict_of_recalled(RecallResult(items, ANSWERABLE.known - 0.01)) is Verdict.CLOSEST
    assert verdict_of_recalled(RecallResult((), 1.0)) is Verdict.UNKNOWN
    assert verdict_of_recalled(recall(known, Query("bees"))) is Verdict.SURE
    assert verdict_of_recalled(recall(known, Query("Who is Zoltan?"))) is not Verdict.SURE


def test_what_they_wrote_is_sure_and_what_they_wrote_at_another_time_is_not() -> None:
    assert verdict_of_written(inside=True, outside=True) is Verdict.SURE
    assert verdict_of_written(inside=False, outside=True) is Verdict.CLOSEST
    assert verdict_of_written(inside=False) is Verdict.UNKNOWN


def test_beside_a_sure_answer_all_is_given_and_else_only_what_comes_near(known: User) -> None:
    question = "Where do I live?"
    query = Query(question, limit=10)
    answer = find_answer(known, Question(question))
    assert answer.verdict is Verdict.SURE
    found = recall(known, query)
    near = [item.id for item in found.near().items]
    assert len(near) < len(found.items)
    for verdict, given in (
        (answer.verdict, [item.id for item in found.items]),
        (Verdict.CLOSEST, near),
        (Verdict.UNKNOWN, near),
    ):
        shown = look_near(known, query, answer.recalled, verdict)
        assert [item.id for item in shown] == given
