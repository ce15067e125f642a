"""Which sentences a request to forget means: boosted trees over what speaks for each.

The rules (meant, named, single) know names, codes and kin exactly, and little else: "our
four-legged friend" is no word of theirs. A model that reads both tells how well a sentence answers
the topic (llm.reader); the trees weigh that against the other sentences and what the rules found.
`python -m bench.forgetting.tune_meant -w` grows them.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llm import asked_reader, reader
from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import ForgetMatches, Unit
from memories.forgetting.requests.parts.clause import clause_of, may_be_of, of_another
from memories.forgetting.requests.persons.owners import is_of_the_same
from memories.forgetting.requests.persons.roles import (
    PersonRole,
    names_of,
    roles_asked,
    speaks_of,
    ties_in,
)
from memories.forgetting.requests.single import ASKED, denies, fits
from memories.text import Gist, gist, in_english, stems
from memories.text.identifiers import Identifier, identifiers
from memories.text.names.spellings import Name, names_asked, naming
from memories.text.trees import read_trees

Floats = NDArray[np.float32]

TREES = Path(__file__).parent / "data" / "weighing.npz"
# Maximum number of sentences weighed: those found by rules, by recall, and the latest.
WEIGHED = 60
# Maximum number of them read together with what is named (some 7 ms each): those found by rules and
# the best answers. The logit of the others.
READ_TOGETHER, NOT_TOGETHER = 10, -9.0
# Minimum probability of a sentence forgotten without asking: found by rules, the likeliest without
# them, and others beside it; and of one that is offered or asked about.
GOES, GOES_ALONE, GOES_BESIDE, PERHAPS = 0.7, 0.92, 0.9, 0.1
# Minimum probability of a remaining sentence to be offered too, or how well (a logit) it must
# answer what names nobody: a "yes" forgets it too.
OFFERED, ANSWERS_WELL = 0.3, 7.5
# And what the rules did not even ask about: what goes wrongly is worse than a question.
GOES_UNFOUND = 0.98
# Minimum probability of a second candidate that keeps the likeliest from going alone.
NOT_ALONE = 0.5


@dataclass(frozen=True)
class Topic:
    """The topic a request names, and how: see chat.builtin.requests.forget."""

    text: str
    told: Gist
    names: Sequence[Name]
    ids: Sequence[Identifier]
    everything: bool
    states: bool
    about: bool


@dataclass(frozen=True)
class RequestFeatures:
    """Features for and against a sentence being meant."""

    # How well it answers the topic (a logit), behind the best, ahead of the next and of the mean.
    answers: float
    behind: float
    ahead: float
    above: float
    place: float
    # The same by the model that reads topic and sentence at once: as what is to be forgotten.
    meant: float
    behind_meant: float
    ahead_meant: float
    # How much of what is asked comes near nothing in it; how alike both are as wholes (a cosine),
    # and that behind the best.
    unmet: float
    alike: float
    behind_alike: float
    # The share of the topic's words in it, as themselves or by meaning, and behind the best; and
    # how many as themselves.
    fit: float
    behind_fit: float
    words: float
    # Whether it names all (1) or some whom the topic names, or none of them (-1).
    named: float
    # Whether it names or speaks of whoever the topic tells by what they are to the person (1): the
    # son is Hartmut; or there is nobody of whom that is told (-1).
    tied: float
    # Whether one denies what the other does not.
    opposite: float
    # Whether it has the topic's identifiers (1), or others (-1).
    ids: float
    # Whether it tells of another than the topic; of the person; whether the topic is theirs.
    anothers: float
    mine: float
    asks_mine: float
    # What the rules found: it goes, it is asked about, it may belong to what goes.
    goes: float
    asked: float
    more: float
    # Whether anything goes by the rules, and how much.
    rules_sure: float
    going: float
    # Whether recall found it; whether the sentence before it in its message is likely.
    hinted: float
    beside: float
    # How the request is put, and how many sentences there are.
    everything: float
    states: float
    about: float
    topic_words: float
    units: float


NAMES = tuple(field.name for field in fields(RequestFeatures))


def weighed(topic: Topic, units: Sequence[Unit], meant: ForgetMatches) -> ForgetMatches:
    """What a request means, of what the rules found and of all sentences that may be meant."""
    near = worth_weighing(units, meant)
    if not near:
        return meant
    weighing = features(topic, near, meant)
    sure = read_trees(TREES).sure(weighing)
    answers = dict(zip(near, weighing[:, NAMES.index("answers")].tolist(), strict=True))
    likely = dict(zip(near, sure.tolist(), strict=True))
    best = sorted(near, key=lambda unit: -likely[unit])
    perhaps = [unit for unit in best if likely[unit] >= PERHAPS and _may_be(topic, unit, meant)]
    goes = [
        unit
        for unit in perhaps
        if likely[unit]
        >= least(_goes(unit, meant), found=_touched(unit, meant), first=unit is perhaps[0])
    ]
    if goes and _says_the_opposite(topic, perhaps[0], meant):
        goes = []
    asked_about = [not meant.sure and _touched(unit, meant) for unit in perhaps]
    if not topic.everything and several([likely[unit] for unit in perhaps], asked_about):
        goes = []
    # Everything about Lena is all that names her, however much there is.
    named = [u for u in near if _goes(u, meant) and topic.everything and _named(topic, u.text) > 0]
    goes += [unit for unit in named if unit not in goes]
    if not goes:
        asked = [p for unit in perhaps for p in _said_by(topic, unit, meant)]
        return ForgetMatches(list(dict.fromkeys(asked))[:ASKED], sure=False)
    goes.sort(key=near.index)
    # What is known to go by its name is more than can be weighed.
    rest = [p for p in meant.passages if meant.sure and not any(_overlaps(u, p) for u in near)]
    going = [*rest, *(p for unit in goes for p in _said_by(topic, unit, meant))]
    left = [unit for unit in perhaps if unit not in goes]
    well = [] if topic.names else [unit for unit in left if answers[unit] >= ANSWERS_WELL]
    left = [unit for unit in left if likely[unit] >= OFFERED or unit in well]
    more = [p for unit in left for p in _said_by(topic, unit, meant)]
    return ForgetMatches(list(dict.fromkeys(going)), more=list(dict.fromkeys(more))[:ASKED])


def _may_be(topic: Topic, unit: Unit, meant: ForgetMatches) -> bool:
    """Whether a sentence may be meant: "that I have diabetes" is not that Anna has it."""
    found = _touched(unit, meant) or any(_overlaps(unit, each) for each in meant.more)
    if found or not topic.states or is_of_the_same(topic.text, unit.text):
        return True
    return may_be_of(topic.told, topic.names, unit)


def _says_the_opposite(topic: Topic, unit: Unit, meant: ForgetMatches) -> bool:
    """Whether a sentence denies what the topic does not: who means it, says so once more."""
    return not _goes(unit, meant) and denies(topic.text) != denies(unit.text)


def least(by_rules: bool, *, found: bool, first: bool) -> float:
    """So likely must a sentence be to go: one that goes by the rules, that they `found` at least,
    or neither; the likeliest, or not.
    """
    if by_rules:
        return GOES
    if not found:
        return GOES_UNFOUND
    return GOES_ALONE if first else GOES_BESIDE


def several(likely: Sequence[float], asked_about: Sequence[bool]) -> bool:
    """Whether it is one of several, of which the rules ask which: nobody said.

    So it is where more than one that they ask about is likelier to be meant than not.
    """
    return sum(a and p >= NOT_ALONE for p, a in zip(likely, asked_about, strict=True)) > 1


def _goes(unit: Unit, meant: ForgetMatches) -> bool:
    return meant.sure and _touched(unit, meant)


def worth_weighing(units: Sequence[Unit], meant: ForgetMatches) -> list[Unit]:
    """The sentences that are weighed, in the order in which they were said."""
    first = [unit for unit in units if _touched(unit, meant)]
    first += [unit for unit in units if unit.hinted and unit not in first]
    first += [unit for unit in reversed(units) if unit not in first]
    chosen = set(first[:WEIGHED])
    return [unit for unit in units if unit in chosen]


def _said_by(topic: Topic, unit: Unit, meant: ForgetMatches) -> list[Passage]:
    """The part of a sentence to forget: what the rules found, or the clause that says it."""
    found = [p for p in (*meant.passages, *meant.more) if _overlaps(unit, p)]
    return found or [clause_of(topic.text, topic.told, unit)]


def features(topic: Topic, units: Sequence[Unit], meant: ForgetMatches) -> Floats:
    """(units, features) floats of what the rules `meant` and what else there is."""
    texts = [unit.text for unit in units]
    named, said = in_english(topic.text), [in_english(text) for text in texts]
    (asked,) = reader.read([named], as_questions=True)
    (stated,) = reader.read([named], as_questions=False)
    read = reader.statements(said)
    counts = reader.counts(asked)
    answers = np.array([reader.answers(asked, each) for each in read])
    alike = np.array([float(stated.whole @ each.whole) for each in read])
    gists = [gist(text) for text in texts]
    roles = roles_asked(topic.text)
    names = names_asked(" / ".join(names_of(roles, ties_in(units)))) if roles else []
    fit = np.array([fits(topic.told, each, topic.names) for each in gists])
    wanted = set(stems(topic.text))
    order = np.argsort(-answers)
    touched = [_touched(unit, meant) for unit in units]
    together = _together(named, said, np.lexsort((-answers, ~np.array(touched))))
    place = np.empty(len(units))
    place[order] = np.arange(len(units))
    best = answers[order[0]]
    second = answers[order[1]] if len(units) > 1 else best - 10
    rows = []
    for n, (unit, told) in enumerate(zip(units, gists, strict=True)):
        before = units[n - 1] if n else None
        beside = before is not None and before.passage.source == unit.passage.source
        rows.append(
            RequestFeatures(
                answers=answers[n],
                behind=best - answers[n],
                ahead=answers[n] - (second if n == order[0] else best),
                above=answers[n] - answers.mean(),
                place=min(place[n], 9),
                meant=together[n],
                behind_meant=together.max() - together[n],
                ahead_meant=together[n] - max(np.delete(together, n), default=NOT_TOGETHER),
                unmet=float(counts[reader.covered(asked, read[n]) < 0.55].sum()),
                alike=alike[n],
                behind_alike=alike.max() - alike[n],
                fit=fit[n],
                behind_fit=fit.max() - fit[n],
                words=len(wanted & set(stems(unit.text))),
                named=_named(topic, unit.text),
                tied=_tied(roles, names, unit.text),
                opposite=float(topic.told.denies % 2 != told.denies % 2),
                ids=_has_ids(topic, unit.text),
                anothers=float(of_another(topic.told, told)),
                mine=float("me" in told.whose),
                asks_mine=float("me" in topic.told.whose),
                goes=float(_goes(unit, meant)),
                asked=float(not meant.sure and _touched(unit, meant)),
                more=float(any(_overlaps(unit, each) for each in meant.more)),
                rules_sure=float(meant.sure and bool(meant.passages)),
                going=min(len(meant.passages), 9),
                hinted=float(unit.hinted),
                beside=answers[n - 1] if beside else -9.0,
                everything=float(topic.everything),
                states=float(topic.states),
                about=float(topic.about),
                topic_words=min(len(topic.told.words), 9),
                units=min(len(units), WEIGHED),
            )
        )
    return np.array([astuple(row) for row in rows], np.float32).reshape(len(units), -1)


def _together(named: str, said: Sequence[str], order: NDArray[np.int64]) -> Floats:
    """(said,) how likely each is meant, the first in this order read at once with what is named."""
    first = order[:READ_TOGETHER]
    found = np.full(len(said), NOT_TOGETHER, np.float32)
    found[first] = asked_reader.meant([(named, said[n]) for n in first])
    return found


def _touched(unit: Unit, meant: ForgetMatches) -> bool:
    return any(_overlaps(unit, each) for each in meant.passages)


def _overlaps(unit: Unit, passage: Passage) -> bool:
    mine = unit.passage
    return mine.source == passage.source and passage.start < mine.stop and passage.stop > mine.start


def _named(topic: Topic, text: str) -> float:
    if not topic.names:
        return 0.0
    met = [bool(naming(text, [name])) for name in topic.names]
    return 1.0 if all(met) else 0.5 if any(met) else -1.0


def _tied(roles: Sequence[PersonRole], names: Sequence[Name], text: str) -> float:
    if not roles:
        return 0.0
    if speaks_of(text, roles, names) or (names and naming(text, names)):
        return 1.0
    return 0.0 if names else -1.0


def _has_ids(topic: Topic, text: str) -> float:
    if not topic.ids:
        return 0.0
    held = identifiers(text)
    met = any(each.is_(wanted) for each in held for wanted in topic.ids)
    return 1.0 if met else -1.0 if held else -0.5
