"""People with what they said and questions about it, for fitting and measuring the answerer.

questions.json was written with the answerer in view. The others were written by people who had not
seen it (the last four of others.json by one who had seen its features, after which the weights were
fitted without them): others.json and tests/chat/forty_questions.json tell one fact a message,
talkers.json is the chatter of some weeks, long-winded or terse, with changes of mind; lives.json
twenty-one people who write as they text, in English, German and Spanish, with many near misses;
bench/sets/dev people whose questions have hardly a word of what answers them. Of data/ (written.py)
a fifth is here: with the others the reader was trained.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.answerer.written import Life, for_fitting
from memories.answers.passages import says_little, statements_in

_HERE = Path(__file__).parent
_SETS = sorted((_HERE.parent / "sets" / "dev").glob("facts_questions*.json"))
_FORTY = _HERE.parents[1] / "tests" / "chat" / "forty_questions.json"


@dataclass(frozen=True)
class Question:
    """A question, and which passages answer it: none where nobody said it."""

    text: str
    right: frozenset[str]


@dataclass(frozen=True)
class Person:
    """What one person said, as the passages that an answer is looked for in."""

    group: str
    passages: tuple[str, ...]
    questions: tuple[Question, ...]


def people(further: Sequence[Path] = ()) -> list[Person]:
    """Everybody, those written with the answerer in view first; `further` are as lives.json."""
    own = [_fact_teller("own", p) for p in _read(_HERE / "questions.json")]
    others = [_fact_teller("others", p) for p in _read(_HERE / "others.json")]
    forty = _fact_teller("others", _read(_FORTY))
    talkers = [_talker(p) for p in _read(_HERE / "talkers.json")]
    lives = [_life(p) for path in (_HERE / "lives.json", *further) for p in _read(path)]
    sets = [_of_a_set(_read(path)) for path in _SETS]
    return [*own, *others, forty, *talkers, *lives, *sets, *(map(_written, for_fitting()))]


def _read(path: Path) -> Any:
    return json.loads(path.read_text())


def _fact_teller(group: str, person: dict[str, Any]) -> Person:
    facts = {fact["id"]: fact["text"] for fact in person["facts"]}
    asked = [(q["q"], q["fact"]) for q in person["questions"]]
    asked += [(question, None) for question in person.get("unknown", ())]
    questions = [Question(q, frozenset({facts[fact]} if fact else ())) for q, fact in asked]
    return Person(group, tuple(facts.values()), tuple(questions))


def _life(person: dict[str, Any]) -> Person:
    """Questions may take several facts: those that one of them answers in part are left out."""
    return _of_facts("lives", person, asked="q", by="facts")


def _of_a_set(person: dict[str, Any]) -> Person:
    return _of_facts("sets", person, asked="question", by="fact_ids")


def _of_facts(group: str, person: dict[str, Any], *, asked: str, by: str) -> Person:
    """A person whose questions name the ids of the facts that answer them."""
    facts = {fact["id"]: fact["text"] for fact in person["facts"]}
    questions = [
        Question(each[asked], frozenset(facts[fact] for fact in each[by]))
        for each in person["questions"]
    ]
    return Person(group, tuple(facts.values()), tuple(questions))


def _written(life: Life) -> Person:
    told = life.statements
    questions = [
        Question(asked.text, frozenset(told[n] for n in asked.right if n in told))
        for asked in life.questions
        if not asked.before
    ]
    return Person("written", tuple(told.values()), tuple(questions))


def _talker(person: dict[str, Any]) -> Person:
    passages = tuple(
        span.of(text) for text in person["said"] for span in statements_in(text, says_little)
    )
    questions = [
        Question(asked["question"], frozenset(filter(_answers(asked), passages)))
        for asked in person["asked"]
    ]
    # What takes more than one passage to answer is left out.
    kept = [
        question
        for question, asked in zip(questions, person["asked"], strict=True)
        if question.right or "answer" not in asked
    ]
    return Person("talkers", passages, tuple(kept))


def _answers(asked: dict[str, Any]) -> Callable[[str], bool]:
    """Whether a passage has an answer in it, and not an outdated one."""

    def answers(passage: str) -> bool:
        words = passage.lower()
        wrong = any(each.lower() in words for each in asked.get("not", ()))
        return not wrong and any(each.lower() in words for each in asked.get("answer", ()))

    return answers
