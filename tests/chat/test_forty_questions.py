"""Forty questions about twenty-five facts, written by someone who had not seen the answerer.

Each answerable question shares at most one content word with its fact; ten have no answer. An
answer that says it does not know for sure, and what comes closest, counts for what it is: it has
said that it does not know, and it cites what it cites. One question, one verdict: the chat, the API
and the Memory page say the same.
"""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from chat.builtin.phrases import CLOSEST, UNKNOWN
from memories.answers import Verdict
from memories.keeping.vectors import embed_waiting
from tests.chat.conftest import Talk, Told
from tests.chat.test_api import key_of
from tests.chat.test_one_verdict import TWENTY

pytestmark = pytest.mark.long

QUESTIONS = json.loads(Path(__file__).with_name("forty_questions.json").read_text())


def test_sixty_questions_asked_of_page_chat_and_api(talk: Talk, web: Client, alice: User) -> None:
    """What it takes to tell and ask them all is spent once, for all that is said of the answers."""
    key: Any = key_of(alice)
    for fact in QUESTIONS["facts"]:
        talk.anew().say(fact["text"])
    verdicts: dict[str, tuple[str, str, str]] = {}
    answers: dict[str, Told] = {}
    for question in [*(asked["q"] for asked in QUESTIONS["questions"]), *TWENTY]:
        query = urlencode({"q": question})
        recalled = web.get(f"/api/recall?{query}", **key).json()["verdict"]
        page = web.get(f"/memory?{query}").content.decode()
        shown = re.search(r'data-verdict="(\w+)"', page)
        answered = web.post(
            "/api/chat", {"message": question}, content_type="application/json", **key
        ).json()
        while embed_waiting(alice.pk):
            pass
        verdicts[question] = (recalled, shown[1] if shown else "", answered["verdict"])
        answers[question] = talk.read(answered["message"])
    assert_the_same_is_said(verdicts)
    assert_enough_is_answered_and_little_made_up(answers)


def assert_the_same_is_said(verdicts: dict[str, tuple[str, str, str]]) -> None:
    differing = {question: each for question, each in verdicts.items() if len(set(each)) > 1}
    assert len(verdicts) == 60
    assert not differing
    assert {each[0] for each in verdicts.values()} == set(Verdict)


def assert_enough_is_answered_and_little_made_up(answers: dict[str, Told]) -> None:
    facts = {fact["id"]: fact["text"] for fact in QUESTIONS["facts"]}
    cited: list[tuple[str, str]] = []
    not_cited: list[tuple[str, str]] = []
    doubted: list[str] = []
    honest: list[str] = []
    sure_but_wrong: list[tuple[str, str]] = []
    for question in QUESTIONS["questions"]:
        told = answers[question["q"]]
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
