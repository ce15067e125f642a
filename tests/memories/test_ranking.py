"""What makes a candidate come first, and when nothing found is an answer."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from llm.small_bert import MINILM
from memories.recall.answerability import comes_near, known
from memories.recall.ranking import Candidate, features, rank
from memories.recall.weights import ANSWERABLE, RANKING
from memories.text.question_parser import ParsedQuestion, understand
from memories.text.words import stems_of_names

MODEL = MINILM.model
NOW = datetime(2023, 9, 1, tzinfo=UTC)
DULL = Candidate(
    item=0,
    text="We had soup and then bread.",
    cosine=0.1,
    coverage=0.0,
    thread="t",
    turn=0,
    speaker="",
    author="person",
    happened_at=datetime(2023, 3, 1, tzinfo=UTC),
)


def asked(text: str, *names: str) -> ParsedQuestion:
    return understand(text, NOW, UTC, names)  # type: ignore[arg-type]


def dull(item: int, **changed: object) -> Candidate:
    return DULL._replace(item=item, turn=10 * item, **changed)  # type: ignore[arg-type]


def best(question: ParsedQuestion, *candidates: Candidate) -> int:
    return rank(question, candidates, MODEL)[0].candidate.item


@pytest.mark.parametrize(
    ("question", "better"),
    [
        (asked("What did we eat?"), {"cosine": 0.5}),
        (asked("What did we eat?"), {"coverage": 0.6}),
        (asked("What did Dana eat?", "Dana"), {"speaker": "Dana"}),
        (asked("What did we eat in May?"), {"happened_at": datetime(2023, 5, 9, tzinfo=UTC)}),
        (asked("What did we eat in May?"), {"happened_at": datetime(2023, 6, 4, tzinfo=UTC)}),
        (asked("When did we eat?"), {"text": "We had soup yesterday."}),
        (asked("Who ate with us?"), {"text": "We had soup with Ravi."}),
        (asked("What did you recommend?"), {"author": "assistant"}),
    ],
)
def test_what_speaks_for_a_candidate(question: ParsedQuestion, better: dict[str, object]) -> None:
    assert best(question, dull(1), dull(2, **better), dull(3)) == 2


@pytest.mark.parametrize("worse", [{"author": "assistant"}, {"text": "Did we have soup?"}])
def test_what_speaks_against_a_candidate(worse: dict[str, object]) -> None:
    ranked = rank(asked("What did we eat?"), [dull(2, **worse), dull(1), dull(3)], MODEL)
    assert ranked[-1].candidate.item == 2


@pytest.mark.parametrize("near", [{"cosine": 0.78, "coverage": 1.0}, {"cosine": 0.7}])
def test_the_question_asked_before_comes_after_what_answers_it(near: dict[str, object]) -> None:
    question = asked("Where does my brother live?")
    before = dull(1, text="Where does my brother live?", **near)
    answer = dull(2, text="Jonas moved to Trondheim.", cosine=0.35, coverage=0.2)
    others = [dull(n, cosine=0.1 + n / 500) for n in range(3, 12)]
    assert best(question, before, answer, *others) == 2
    alone = rank(question, [before, *others], MODEL)
    assert (
        known(question, alone) == known(question, rank(question, others, MODEL)) < ANSWERABLE.known
    )
    assert known(question, rank(question, [before], MODEL)) == 0.0


def test_a_turn_beside_a_match_gains_and_its_why_says_so() -> None:
    match = dull(1, cosine=0.8, coverage=1.0, text="How did you start to paint?")
    answer = DULL._replace(item=2, turn=11, text="Through my neighbour.")
    ranked = rank(asked("How did we start to paint?"), [dull(3), match, answer], MODEL)
    assert ranked[0].candidate.item == 2
    assert "said right around a match" in next(r.why for r in ranked if r.candidate.item == 2)


def test_what_stands_alone_is_not_behind_for_that() -> None:
    chat = dull(1, cosine=0.5, coverage=0.5)
    memory = dull(2, cosine=0.7, coverage=0.5, thread="")
    others = [dull(n) for n in range(3, 12)]
    assert best(asked("What did we eat?"), chat, memory, *others) == 2


def test_what_is_near_to_all_that_was_found_comes_after_what_is_as_near() -> None:
    question = asked("What did we eat?")
    usual, apart = dull(2, cosine=0.6, common=0.05), dull(1, cosine=0.6, common=-0.05)
    others = [dull(n, cosine=0.2) for n in range(3, 12)]
    ranked = rank(question, [usual, apart, *others], MODEL)
    assert [one.candidate.item for one in ranked[:2]] == [1, 2]
    # How near each is, and whether it is known, goes by itself.
    assert ranked[0].meaning == ranked[1].meaning
    plain = rank(question, [c._replace(common=0.0) for c in (usual, apart, *others)], MODEL)
    assert known(question, ranked) == known(question, plain)


def test_what_stands_in_a_document_about_the_question_comes_first() -> None:
    question = asked("What did we eat?")
    elsewhere, there = dull(2, cosine=0.6, about=-0.05), dull(1, cosine=0.6, about=0.05)
    ranked = rank(question, [elsewhere, there], MODEL)
    assert [one.candidate.item for one in ranked] == [1, 2]
    plain = rank(question, [c._replace(about=0.0) for c in (elsewhere, there)], MODEL)
    assert known(question, ranked) == known(question, plain)


def test_the_features_are_those_that_have_weights() -> None:
    found = features(asked("When?"), [dull(1), dull(2)], MODEL)
    assert set(found) == set(RANKING)
    assert all(len(values) == 2 for values in found.values())


def test_without_candidates_or_vectors_nothing_breaks() -> None:
    question = asked("What did we eat?")
    assert rank(question, [], MODEL) == []
    assert known(question, []) == 0.0
    words_only = [dull(1, cosine=None), dull(2, cosine=None, coverage=0.9)]
    ranked = rank(question, words_only, None)
    assert ranked[0].candidate.item == 2
    assert known(question, ranked) >= ANSWERABLE.known
    assert all(0 <= r.score <= 1 for r in ranked)


def test_known_needs_something_near() -> None:
    question = asked("What is my blood type?")
    far = rank(question, [dull(n, cosine=0.05 + n / 500) for n in range(1, 12)], MODEL)
    assert known(question, far) < ANSWERABLE.known
    near = rank(question, [dull(n) for n in range(1, 11)] + [dull(11, cosine=0.7)], MODEL)
    assert known(question, near) >= ANSWERABLE.known


def test_where_a_stranger_is_named_only_what_means_nearly_the_same_is_known() -> None:
    question = asked("Where does Zoltan live?")
    model = MODEL
    for share, answers in ((0.5, False), (0.9, True)):
        cosine = model.unrelated_cosine + share * (model.related_cosine - model.unrelated_cosine)
        near = [dull(n) for n in range(9)] + [dull(9, cosine=cosine, coverage=0.3)]
        ranked = rank(question, near, model)
        assert known(question, ranked) >= ANSWERABLE.known
        assert (known(question, ranked, stranger=True) >= ANSWERABLE.known) is answers
    assert comes_near(0.3, 0.0, stranger=False)
    assert comes_near(0.0, 0.3, stranger=False)
    assert not comes_near(0.2, 0.1, stranger=False)
    assert not comes_near(0.3, 0.9, stranger=True)
    assert comes_near(0.6, 0.0, stranger=True)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Where does Zoltan live?", ["zoltan"]),
        ("What did Priya Raman’s sister say?", ["priya", "raman"]),
        ("Zoltan lives where?", []),
        ("Hi. Who is he? Zoltan asked.", []),
        ("WHERE DOES ZOLTAN LIVE", []),
        ("Was hat Anna über das Fahrrad gesagt?", []),
        ("What do I do on Mondays in March?", []),
        ("where does zoltan live", []),
        ("", []),
    ],
)
def test_a_name_has_a_capital_inside_a_sentence(question: str, names: list[str]) -> None:
    assert stems_of_names(question) == names


def test_near_in_a_language_the_model_does_not_read_is_not_known() -> None:
    question = asked("Wie heißt meine Katze?")
    near = [dull(n) for n in range(1, 11)] + [dull(11, cosine=0.7)]
    assert known(question, rank(question, near, MODEL)) < ANSWERABLE.known
    assert known(question, rank(question, near, replace(MODEL, english=False))) >= ANSWERABLE.known
    worded = [*near[:-1], dull(11, cosine=0.7, coverage=0.8)]
    assert known(question, rank(question, worded, MODEL)) >= ANSWERABLE.known


def test_what_only_somebody_else_said_is_not_known_of_the_named() -> None:
    question = asked("What did Dana paint?", "Dana")
    lines = [dull(n, speaker=("Dana", "Ravi")[n % 2]) for n in range(1, 9)]
    painted = dull(9, cosine=0.6, coverage=1.0)
    by_dana = rank(question, [*lines, painted._replace(speaker="Dana")], MODEL)
    by_ravi = rank(question, [*lines, painted._replace(speaker="Ravi")], MODEL)
    assert known(question, by_dana) >= ANSWERABLE.known > known(question, by_ravi)


def test_what_others_say_to_the_named_is_theirs() -> None:
    question = asked("What did Dana paint?", "Dana")
    lines = [dull(n, speaker=("Dana", "Ravi")[n % 2]) for n in range(1, 9)]
    told = dull(9, cosine=0.7, coverage=0.5, speaker="Ravi")
    to_dana = rank(question, [*lines, told._replace(text="You painted a lake, Dana.")], MODEL)
    of_ravi = rank(question, [*lines, told._replace(text="I painted a lake, Dana.")], MODEL)
    assert known(question, to_dana) > known(question, of_ravi)
    assert known(question, of_ravi) < ANSWERABLE.known


def test_of_several_named_what_is_near_is_known_though_nothing_stands_out() -> None:
    question = asked("What do Dana and Ravi plan?", "Dana", "Ravi")
    alike = [
        dull(n, cosine=0.6 if n < 10 else 0.1, speaker=("Dana", "Ravi")[n % 2])
        for n in range(1, 12)
    ]
    assert known(question, rank(question, alike, MODEL)) >= ANSWERABLE.known
    far = [candidate._replace(cosine=0.05) for candidate in alike]
    assert known(question, rank(question, far, MODEL)) < ANSWERABLE.known
