"""What was asked beside statements, for the reader of pairs: some of them are it, others come near.

Questions of lives (bench/answerer/data/lives_*.txt), each with what answers it and with what the
reader takes most for an answer and is none. Near misses written by hand (near_[0-9]*.jsonl there):
facts with questions they answer, and with some about the same that they do not; and questions for
yes or no (yes_no_*.jsonl there), which a fact answers so or so, or leaves open. Follow-ups
(threads_*.jsonl there), completed as the chat completes them. And what requests to forget name
(bench/forgetting/data/meant_*.jsonl), with what of a life it means and what stays.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from django.utils import timezone
from numpy.typing import NDArray

from bench.answerer import written
from bench.reader.lives import Life, in_full
from chat.answering.turns import EarlierTurn
from chat.builtin.followup import stand_alone
from llm import reader
from llm.reader import EncodedText
from memories.text import in_english, in_second_person

THREADS = sorted(written.DATA.glob("threads_*.jsonl"))
NEAR = sorted(written.DATA.glob("near_[0-9]*.jsonl"))
YES_NO = sorted(written.DATA.glob("yes_no_*.jsonl"))
MEANT = sorted((Path(__file__).parents[1] / "forgetting" / "data").glob("meant_*.jsonl"))
TENTH = 10
# So many statements that come near and are not it are read beside those that are, drawn from the
# nearest; and so many of any others beside a request.
NEAREST, AMONG = 2, 4
NEAREST_TO_REQUESTS, AMONG_THOSE, ANY = 4, 6, 2
BESIDE_FOLLOW_UPS = 2


@dataclass(frozen=True)
class AskedPair:
    """What was asked and a statement, in English words, and whether the one asks for the other."""

    asked: str
    statement: str
    right: bool


def near_misses(*, left_out: bool) -> list[AskedPair]:
    """Those written by hand: the last tenth of each file is left out of training."""
    found = []
    for line in _lines(NEAR, left_out=left_out):
        fact = in_english(line["fact"])
        for told, right in (("yes", True), ("no", False)):
            found += [AskedPair(in_english(question), fact, right) for question in line[told]]
    for line in _lines(YES_NO, left_out=left_out):
        fact = in_english(line["fact"])
        for told, right in (("yes", True), ("no", True), ("open", False)):
            found += [AskedPair(in_english(question), fact, right) for question in line[told]]
    return found


def follow_ups(chance: random.Random, *, left_out: bool) -> list[AskedPair]:
    """Questions that need the one before, each beside what answers it, what answered before, and
    some of the rest: a tenth is left out.
    """
    found = []
    for line in _lines(THREADS, left_out=left_out):
        facts = [in_english(fact) for fact in line["facts"]]
        for thread in line["threads"]:
            earlier = _turns(thread["first"], line["facts"][thread["by"]])
            for then in thread["then"]:
                asked, carried = stand_alone(then["q"], earlier)
                in_full = in_english(f"{asked} ({carried})" if carried else asked)
                shown = {*then["right"], thread["by"]}
                rest = [n for n in range(len(facts)) if n not in shown]
                shown |= set(chance.sample(rest, min(BESIDE_FOLLOW_UPS, len(rest))))
                found += [AskedPair(in_full, facts[n], n in then["right"]) for n in sorted(shown)]
    return found


def of_requests(chance: random.Random, *, left_out: bool) -> list[AskedPair]:
    """What requests name, beside what they mean and what comes near: a tenth is left out, too."""
    found = []
    for life in _lines(MEANT, left_out=left_out):
        facts = [in_english(fact) for fact in life["facts"]]
        said = reader.read(facts, as_questions=False)
        topics = [in_english(request["topic"]) for request in life["requests"]]
        read = reader.read(topics, as_questions=True)
        for request, topic, asked in zip(life["requests"], topics, read, strict=True):
            right = {*request["gone"], *request["partial"]}
            wrong = [n for n in _nearest(asked, said) if n not in {*right, *request["either"]}]
            near = wrong[:AMONG_THOSE]
            chosen = chance.sample(near, min(NEAREST_TO_REQUESTS, len(near)))
            rest = wrong[AMONG_THOSE:]
            chosen += chance.sample(rest, min(ANY, len(rest)))
            found += [AskedPair(topic, facts[n], n in right) for n in [*right, *chosen]]
    return found


def of_lives(
    lives: Sequence[written.Life], chance: random.Random, share: float
) -> Iterator[AskedPair]:
    """A share of the questions of lives, each with what answers and with what comes near."""
    for life in in_full(lives, chance):
        asked = [n for n in range(len(life.questions)) if len(life.right[n]) < 2]
        chosen = [n for n in asked if chance.random() < share]
        if chosen:
            yield from _of_life(life, chosen, chance)


def area_under_curve(scores: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """How likely a pair that is right is above one that is not."""
    order = np.argsort(np.argsort(scores))
    many = int(right.sum())
    above = order[right].sum() - many * (many - 1) / 2
    return float(above / (many * (len(right) - many)))


def _turns(asked: str, answered: str) -> list[EarlierTurn]:
    """A question and its answer, as turns of a chat: facts are told to the person."""
    now = timezone.now()
    told = in_second_person(answered) or answered
    return [EarlierTurn(True, asked, now), EarlierTurn(False, f"{told} [1].", now)]


def _of_life(life: Life, chosen: Sequence[int], chance: random.Random) -> Iterator[AskedPair]:
    said = reader.read(life.statements, as_questions=False)
    asked = reader.read([life.questions[n] for n in chosen], as_questions=True)
    for n, question in zip(chosen, asked, strict=True):
        wrong = [at for at in _nearest(question, said) if at not in life.right[n]][:AMONG]
        for at in [*life.right[n], *chance.sample(wrong, min(NEAREST, len(wrong)))]:
            yield AskedPair(life.questions[n], life.statements[at], at in life.right[n])


def _nearest(asked: EncodedText, said: Sequence[EncodedText]) -> list[int]:
    """The places of statements, those first that answer likeliest."""
    scores = np.array([reader.answers(asked, each) for each in said])
    return [int(at) for at in np.argsort(-scores)]


def _lines(files: Sequence[Path], *, left_out: bool) -> Iterator[dict[str, Any]]:
    """The lines of each file but its last tenth, or these."""
    for file in files:
        lines = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
        cut = len(lines) - len(lines) // TENTH
        yield from lines[cut:] if left_out else lines[:cut]
