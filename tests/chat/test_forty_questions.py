"""Forty questions about twenty-five facts, written by someone who had not seen the answerer.

Each answerable question shares at most one content word with its fact; ten have no answer. An
answer that says it does not know for sure, and what comes closest, counts for what it is: it has
said that it does not know, and it cites what it cites.
"""

import json
from pathlib import Path

import pytest

from chat.builtin.phrases import CLOSEST, UNKNOWN
from tests.chat.conftest import Talk

pytestmark = pytest.mark.long

QUESTIONS = json.loads(Path(__file__).with_name("forty_questions.json").read_text())


def test_enough_are_answered_with_the_right_fact_and_enough_are_not_made_up(talk: Talk) -> None:
    facts = {fact["id"]: fact["text"] for fact in QUESTIONS["facts"]}
    for fact in facts.values():
        talk.anew().say(fact)
    cited: list[tuple[str, str]] = []
    not_cited: list[tuple[str, str]] = []
    doubted: list[str] = []
    honest: list[str] = []
    sure_but_wrong: list[tuple[str, str]] = []
    for question in QUESTIONS["questions"]:
        told = talk.anew().say(question["q"])
        unknown = told.text.startswith((UNKNOWN, "I know nothing about"))
        unsure = unknown or told.text.endswith(CLOSEST)
        assert unsure or told.quotes
        assert unknown is not bool(told.quotes)
        right = question["fact"] and any(q in facts[question["fact"]] for q in told.quotes)
        if not unsure and not right:
            sure_but_wrong.append((question["q"], told.text))
        if question["fact"] is None:
            honest += [question["q"]] if unsure else []
            continue
        (cited if right else not_cited).append((question["q"], told.text))
        doubted += [question["q"]] if unsure else []
    assert len(cited) >= 24, not_cited
    assert len(honest) >= 8, sure_but_wrong
    assert len(sure_but_wrong) <= 3, sure_but_wrong
    # Doubt is for what is doubtful: most of what is known is told as such.
    assert len(doubted) <= 10, doubted
