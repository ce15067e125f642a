"""People with what they said and questions about it, for fitting and measuring the answerer.

questions.json was written with the answerer in view. The others were written by people who had not
seen it (the last four of others.json by one who had seen its features, after which the weights were
fitted without them): others.json and tests/chat/forty_questions.json tell one fact a message,
talkers.json is the chatter of some weeks, long-winded or terse, with changes of mind; lives.json
twenty-one people who write as they text, in English, German and Spanish, with many near misses;
bench/sets/dev people whose questions have hardly a word of what answers them, and people who told
two to four things, of which one takes another's place or does not. Of data/ (written.py) a fifth is
here, and the near misses of whole lives (near_lives_*.jsonl): with the others the readers were
trained.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.answerer.judge import has_all, people_of
from bench.answerer.written import DATA, Life, for_fitting
from memories.answers.passages import says_little, statements_in

_HERE = Path(__file__).parent
_DEV = _HERE.parent / "sets" / "dev"
_SETS = sorted([*_DEV.glob("facts_questions*.json"), *_DEV.glob("first_evenings*.json")])
_CHANGES = sorted([*_DEV.glob("contradictions*.json"), *_DEV.glob("changes*.json")])
_NEAR = sorted(DATA.glob("near_lives_*.jsonl"))
# So many facts of such a file are one person's.
_OF_ONE = 20
_FORTY = _HERE.parents[1] / "tests" / "chat" / "forty_questions.json"


@dataclass(frozen=True)
class Question:
    """A question, which passages answer it, none where nobody said it, and which come near."""

    text: str
    right: frozenset[str]
    near: frozenset[str] = frozenset()


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
    sets = [_of_a_set(person) for path in _SETS for person in people_of(path)]
    changes = [_of_a_change(case) for path in _CHANGES for case in _read(path)]
    written = map(_written, for_fitting())
    near = [person for path in _NEAR for person in _near_missers(path)]
    return [*own, *others, forty, *talkers, *lives, *sets, *written, *changes, *near]


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
        Question(each[asked], *(frozenset(facts[fact] for fact in ids) for ids in _ids(each, by)))
        for each in person["questions"]
    ]
    return Person(group, tuple(facts.values()), tuple(questions))


def _ids(question: dict[str, Any], by: str) -> tuple[list[str], list[str]]:
    """The ids of the facts that answer a question, and of those that come near."""
    return question[by], question.get("near_facts", [])


def _of_a_change(case: dict[str, Any]) -> Person:
    """Somebody who told what changed: what was so answers as well, that it is no more others tell.

    What is asked of the past only what was so answers.
    """
    passages = _passages(each["text"] for each in case["statements"])
    asked = [(case["question"], [*case["current_keys"], *case["old_keys"]])]
    if before := case.get("history_question"):
        asked.append((before["question"], before["keys"]))
    questions = [Question(q, frozenset(p for p in passages if _has_any(k, p))) for q, k in asked]
    return Person("changes", passages, tuple(questions))


def _near_missers(path: Path) -> Iterator[Person]:
    """People whose facts each come with what they answer, and with what only comes near."""
    told = [json.loads(line) for line in path.read_text().splitlines()]
    for start in range(0, len(told), _OF_ONE):
        facts = told[start : start + _OF_ONE]
        questions = [
            Question(text, *((fact, frozenset()) if which == "yes" else (frozenset(), fact)))
            for each in facts
            for fact in [frozenset({each["fact"]})]
            for which in ("yes", "no")
            for text in each[which]
        ]
        yield Person("near", tuple(each["fact"] for each in facts), tuple(questions))


def _has_any(keys: Sequence[str], text: str) -> bool:
    return any(has_all([key], text) for key in keys)


def _passages(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(span.of(text) for text in said for span in statements_in(text, says_little))


def _written(life: Life) -> Person:
    told = life.statements
    questions = [
        Question(
            asked.text,
            *(frozenset(told[n] for n in ids if n in told) for ids in (asked.right, asked.near)),
        )
        for asked in life.questions
        if not asked.before
    ]
    return Person("written", tuple(told.values()), tuple(questions))


def _talker(person: dict[str, Any]) -> Person:
    passages = _passages(person["said"])
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
