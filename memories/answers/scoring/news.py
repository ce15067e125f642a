"""How likely a later message holds in the place of what answers a question: boosted trees.

That one statement changes another a model tells that reads both (learning/changing); whether the
change is of what is asked, who is spoken of and how well the message answers tell: that Annika has
moved changes nothing of her birthday, nor of where my mother lives.
`python -m bench.answerer.tune_news -w` grows them.
"""

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.answers.persons.kinship import Kinship, MentionedPeople, PersonRef
from memories.answers.persons.people import told_of
from memories.answers.scoring.question import AnalysedQuestion
from memories.answers.scoring.reader_scores import ReaderScores
from memories.keeping.fingerprints import clauses_of
from memories.learning.changing.comparing import StatementPair, changes
from memories.learning.changing.endings import says_over
from memories.text import Span, in_english, sentences, stems
from memories.text.expected_answers import ExpectedAnswer
from memories.text.trees import read_trees

Floats = NDArray[np.float32]

TREES = Path(__file__).parent / "data" / "news.npz"

_NUMBER = re.compile(r"\d[\d.,:/]*")
_NAME = re.compile(r"\b[^\W\d_a-z]\w+")
# Likelier or less likely than this makes no difference.
_NEVER = 1e-4


@dataclass(frozen=True)
class LaterMessage:
    """A later message: its words, and how likely its best sentence answers the question.

    And the names (lower case) that other messages speak of.
    """

    text: str
    likely: float
    known: frozenset[str]


@dataclass(frozen=True)
class NewsFeatures:
    """Features for and against a message as news of an earlier one."""

    # As logits: that it changes what was told, as a whole and by the sentence that does so most;
    # that one changes what of it answers best; that it answers the question, and that what was
    # told before does.
    changes: float
    sentence: float
    clause: float
    answers: float
    told: float
    ahead: float
    # How alike both are as wholes, a cosine.
    alike: float
    # The shares of the words of each that the other has.
    of_old: float
    of_new: float
    # How many names both have.
    names: float
    # Whether it speaks of somebody whom what was told speaks of (1), or of others who were spoken
    # of elsewhere, and of none of these (-1).
    same: float
    # The same of what people are to the person.
    relation: float
    # Whether each speaks of the person themself, or of nobody.
    i_told: float
    i_tell: float
    # Whether others alone are told of, as its first words say.
    others: float
    # Whether both tell a number; whether it says that something is over.
    numbers: float
    over: float
    # Whether who somebody is is asked for, and it names nobody that was not named before.
    no_name: float
    # Whether the message has several sentences.
    long: float


NAMES = tuple(field.name for field in fields(NewsFeatures))


def likely_news(
    asked: AnalysedQuestion, old: str, likely: float, later: Sequence[LaterMessage], who: Kinship
) -> list[float]:
    """How likely each message is news of what was told before, and as likely answers, 0..1."""
    if not later:
        return []
    found = features(asked, old, likely, later, who)
    sure: list[float] = read_trees(TREES).sure(found).tolist()
    return sure


def features(
    asked: AnalysedQuestion, old: str, likely: float, later: Sequence[LaterMessage], who: Kinship
) -> Floats:
    """(messages, features) floats."""
    parts = [_parts(message.text) for message in later]
    clauses = [span.of(old) for span in clauses_of(old, Span(0, len(old)))] or [old]
    reads = ReaderScores(asked.text, [old, *clauses, *(text for each in parts for text in each)])
    clause = max(clauses, key=reads.answers)
    sure = _changes(old, parts)
    of_it = sure if clause == old else _changes(clause, parts)
    reader = _Reader(asked, reads, old, likely, who)
    rows = [astuple(reader.of(*each)) for each in zip(later, parts, sure, of_it, strict=True)]
    return np.array(rows, np.float32).reshape(len(later), -1)


def _changes(old: str, parts: Sequence[Sequence[str]]) -> list[list[float]]:
    """How likely each part of each message changes what was told before."""
    sure = iter(changes([StatementPair(old, text) for each in parts for text in each]))
    return [[next(sure) for _ in each] for each in parts]


def _parts(text: str) -> list[str]:
    """A message, and its sentences where it has several."""
    within = [span.of(text) for span in sentences(text)]
    return [text, *within] if len(within) > 1 else [text]


class _Reader:
    """The earlier statement, prepared for comparing messages with it."""

    def __init__(
        self, asked: AnalysedQuestion, reads: ReaderScores, old: str, likely: float, who: Kinship
    ) -> None:
        self._asked, self._reads = asked, reads
        self._old, self._likely = old, _logit(likely)
        self._who = who
        self._told = _told(old)
        self._words = _words(old)
        self._names = _names(old, self._told)

    def of(
        self,
        message: LaterMessage,
        parts: Sequence[str],
        sure: Sequence[float],
        of_it: Sequence[float],
    ) -> NewsFeatures:
        """`sure` is how likely each part changes what was told, `of_it` what of it answers."""
        text = message.text
        told, words, names = _told(text), _words(text), _names(text, _told(text))
        answers = _logit(message.likely)
        common = len(words & self._words)
        first = told.refs[0] if told.refs else None
        by_name = self._asked.wanted in (ExpectedAnswer.PERSON, ExpectedAnswer.NAME)
        return NewsFeatures(
            changes=_logit(sure[0]),
            sentence=_logit(max(sure)),
            clause=_logit(max(of_it)),
            answers=answers,
            told=self._likely,
            ahead=answers - self._likely,
            alike=max(self._reads.alike(self._old, part) for part in parts),
            of_old=common / max(1, len(self._words)),
            of_new=common / max(1, len(words)),
            names=float(len(names & self._names)),
            same=self._same(told, message.known),
            relation=_agree(_relations(self._told), _relations(told)),
            i_told=_speaks_of_me(self._told),
            i_tell=_speaks_of_me(told),
            others=float(first is not None and not first.start and told.me < 0),
            numbers=float(bool(_NUMBER.search(self._old) and _NUMBER.search(text))),
            over=float(says_over(text)),
            no_name=float(by_name and not names - self._names),
            long=float(len(sure) > 1),
        )

    def _same(self, told: MentionedPeople, known: frozenset[str]) -> float:
        acting, before = _acting(told), _acting(self._told)
        if any(self._who.same(one, other) for one in acting for other in self._told.others):
            return 1.0
        others = [ref for ref in acting if ref.names & known]
        return -1.0 if others and (before or len(others) == len(acting)) else 0.0


def _acting(told: MentionedPeople) -> list[PersonRef]:
    return [ref for ref in told.refs if not ref.placed]


def _agree(one: set[str], other: set[str]) -> float:
    if not one or not other:
        return 0.0
    return 1.0 if one & other else -1.0


def _speaks_of_me(told: MentionedPeople) -> float:
    if told.me >= 0:
        return 1.0
    return 0.0 if not told.others else -1.0


def _relations(told: MentionedPeople) -> set[str]:
    return {kind.family for ref in told.refs for _, kind in ref.kinds}


def _names(text: str, told: MentionedPeople) -> set[str]:
    return {name.lower() for name in _NAME.findall(text)} | told.names


def _told(text: str) -> MentionedPeople:
    return told_of(in_english(text))


def _words(text: str) -> set[str]:
    return set(stems(in_english(text)))


def _logit(sure: float) -> float:
    held = min(max(sure, _NEVER), 1 - _NEVER)
    return float(np.log(held / (1 - held)))
