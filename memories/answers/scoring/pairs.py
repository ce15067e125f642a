"""Which two passages answer a question together, and how likely what is told answers it whole.

"Where does my dentist's sister live?" takes who the sister is and where she lives: that the two
speak of the same person is told by looking at both at once, as is that they are of a kind, for "Who
earns more?". Boosted trees judge each two of the likeliest passages; more trees, whether what is
told of these is all that it takes. `python -m bench.answerer.tune_pairs` grows both.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memories.answers.persons.kinship import Kinship, subjects
from memories.answers.scoring.analysed_passage import AnalysedPassage
from memories.answers.scoring.facts_needed import different, takes_two
from memories.answers.scoring.features import AnswerFeatures
from memories.answers.scoring.likelihood import COLUMNS, rows
from memories.answers.scoring.question import AnalysedQuestion
from memories.answers.scoring.reader_scores import ReaderScores
from memories.text.trees import read_trees

Floats = NDArray[np.float32]

TREES = Path(__file__).parent / "data" / "pairs.npz"
WHOLE_TREES = Path(__file__).parent / "data" / "pairs_whole.npz"

# Number of the likeliest passages paired: on dev sets both are among the first twelve in 90 of 100
# questions that take two.
LOOKED_AT = 12
# Share of the likelihood of all pairs at which no more facts are told, and maximum number of facts.
ENOUGH, MOST = 0.8, 4
# A pair that is less likely than this share of the likeliest adds nothing to it.
BESIDE = 0.1
# Minimum probability of a passage that answers alone, and maximum probability of any pair then.
ALONE, HARDLY = 0.9, 0.1
_NAME = re.compile(r"\b[A-Z][\w'-]+")
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True)
class JointAnswer:
    """The passages told, the likeliest pair first, and how likely they are all it takes."""

    told: tuple[int, ...]
    likely: float


@dataclass(frozen=True)
class QuestionPassages:
    """A question with the passages that may answer it, and what is known of each."""

    asked: AnalysedQuestion
    reads: ReaderScores
    passages: Sequence[AnalysedPassage]
    who: Kinship
    found: Sequence[AnswerFeatures]
    likely: Sequence[float]
    # What a rule of memories.answers.passage_ranking joins, if one does.
    joined: frozenset[int] = frozenset()
    # What answers one of two questions in one sentence, where nothing answers the other.
    half: JointAnswer | None = None


@dataclass(frozen=True)
class PairFeatures:
    """The pairs of a question, by their places among the passages, and a row of features each."""

    pairs: list[tuple[int, int]]
    rows: Floats


NONE = PairFeatures([], np.zeros((0, 0), np.float32))


def together(question: QuestionPassages) -> JointAnswer | None:
    """What answers together, where there are two passages at least, and one does not alone."""
    paired = pair_up(question)
    if not paired.pairs:
        return None
    sure = read_trees(TREES).sure(paired.rows)
    if not question.joined and max(question.likely) >= ALONE and float(sure.max()) < HARDLY:
        return None
    told = to_tell(paired.pairs, sure)
    whole = read_trees(WHOLE_TREES).sure(row_of_whole(question, paired, sure, told))
    return JointAnswer(told, float(whole[0]))


def pair_up(question: QuestionPassages) -> PairFeatures:
    """Each two of the likeliest passages that say something else."""
    texts = [passage.text for passage in question.passages]
    order = sorted(range(len(texts)), key=lambda n: -question.likely[n])
    best = different(question.reads, texts, order, LOOKED_AT)
    pairs = list(combinations(best, 2))
    if not pairs:
        return NONE
    place = {n: float(at) for at, n in enumerate(best)}
    covered = {n: question.reads.covered(texts[n]) for n in best}
    each = rows(question.found, COLUMNS)
    between = np.array(
        [
            [place[one], place[other], *_between(question, one, other, covered)]
            for one, other in pairs
        ],
        np.float32,
    )
    alone = np.array(question.likely, np.float32)[:, None]
    of_each = np.hstack([alone, each])
    one, other = ([pair[n] for pair in pairs] for n in (0, 1))
    return PairFeatures(pairs, np.hstack([of_each[one], of_each[other], between]))


def to_tell(pairs: Sequence[tuple[int, int]], sure: Floats) -> tuple[int, ...]:
    """The members of the likeliest pairs, likeliest first, until it is likely that all are told."""
    told: list[int] = []
    enough = ENOUGH * float(sure.sum())
    for at in np.argsort(-sure, kind="stable"):
        if told and sure[at] < BESIDE * sure.max():
            break
        told += [n for n in pairs[at] if n not in told]
        if len(told) >= MOST or _mass(pairs, sure, told) >= enough:
            break
    return tuple(told[:MOST])


def row_of_whole(
    question: QuestionPassages, paired: PairFeatures, sure: Floats, told: Sequence[int]
) -> Floats:
    """(1, columns) what tells whether the passages told are all that the question takes."""
    likeliest = sorted(question.likely, reverse=True)[:2]
    first = question.found[int(np.argmax(question.likely))]
    values = [
        float(sure.max()),
        _mass(paired.pairs, sure, told),
        float(sure.sum()),
        *likeliest,
        takes_two(question.reads),
        float(len(told)),
        float(question.joined <= set(told)) if question.joined else -1.0,
        first.first,
        first.ahead,
        first.spread,
        first.missing_name,
        first.absent,
    ]
    return np.array([values], np.float32)


def _mass(pairs: Sequence[tuple[int, int]], sure: Floats, told: Sequence[int]) -> float:
    """How likely one of the pairs within what is told answers."""
    within = [one in told and other in told for one, other in pairs]
    return float(sure[np.array(within)].sum())


def _between(
    question: QuestionPassages, one: int, other: int, covered: Mapping[int, Floats]
) -> list[float]:
    """What is told by looking at two passages at once; `covered` by each of the passages."""
    first, second = question.passages[one], question.passages[other]
    reads, who = question.reads, question.who
    alone = [float(reads.counts @ covered[n]) for n in (one, other)]
    both = float(reads.counts @ np.maximum(covered[one], covered[other]))
    names = set(_NAME.findall(first.text)) & set(_NAME.findall(second.text))
    stems = first.stems & second.stems
    of_first, of_second = subjects(first.told), subjects(second.told)
    return [
        takes_two(reads),
        *alone,
        both,
        both - max(alone),
        reads.alike(first.text, second.text),
        reads.near(first.text, second.text),
        reads.near(second.text, first.text),
        float(len(names)),
        float(len(names - set(_NAME.findall(question.asked.text)))),
        float(len(stems)),
        float(len(stems - set(question.asked.keys))),
        float(any(who.same(a, b) for a in of_first for b in of_second)),
        float(any(who.same(a, b) for a in first.told.refs for b in second.told.refs)),
        float(bool(_NUMBER.search(first.text))),
        float(bool(_NUMBER.search(second.text))),
        float(bool(question.joined)),
        float(question.joined == {one, other}),
    ]
