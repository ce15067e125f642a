"""Forty questions about twenty-five facts, written by someone who had not seen the answerer.

Each answerable question shares at most one content word with its fact; ten have no answer.
"""

import json
from pathlib import Path

from chat.builtin.telling import UNKNOWN
from tests.chat.conftest import Talk

QUESTIONS = json.loads(Path(__file__).with_name("forty_questions.json").read_text())


def test_enough_are_answered_with_the_right_fact_and_enough_are_not_made_up(talk: Talk) -> None:
    facts = {fact["id"]: fact["text"] for fact in QUESTIONS["facts"]}
    for fact in facts.values():
        talk.anew().say(fact)
    right: list[str] = []
    wrong: list[tuple[str, str]] = []
    honest: list[str] = []
    made_up: list[str] = []
    for question in QUESTIONS["questions"]:
        told = talk.anew().say(question["q"])
        if question["fact"] is None:
            (honest if UNKNOWN in told.text else made_up).append(question["q"])
        elif any(quote in facts[question["fact"]] for quote in told.quotes):
            right.append(question["q"])
        else:
            wrong.append((question["q"], told.text))
    assert len(right) >= 24, wrong
    assert len(honest) >= 8, made_up
