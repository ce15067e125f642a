"""Whether a passage answers a question: the features that decide.

A model reads both and tells how likely one answers the other (llm.reader). What it cannot see are
features of their own: who is who to the person, what was told before, what of a kind is asked for,
and what else is known. memories.answers.scoring.likelihood makes of them how likely it is that a
passage answers.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from memories.answers.persons.kinship import Kinship, PersonRef, fits
from memories.answers.persons.kinship import subjects as subjects_of
from memories.answers.scoring.analysed_passage import AnalysedPassage, aims_of
from memories.answers.scoring.answer_types import holds
from memories.answers.scoring.cues import (
    opposed,
    over,
    owned_by_another,
    says_all,
    sibling,
    times_in,
)
from memories.answers.scoring.features import READ_TENTH, AnswerFeatures
from memories.answers.scoring.question import AnalysedQuestion
from memories.answers.scoring.reader_scores import ReaderScores
from memories.answers.vocabulary import taxonomy
from memories.text import content_words
from memories.text.expected_answers import ExpectedAnswer

# A lead over the next best says no more beyond this.
LEAD = 0.6
# What is this much less likely than the likeliest takes nothing from it.
NO_RIVAL = 0.01
# Number of ranks told apart among passages that say something else.
RANKS = 9
# Number of the likeliest passages read together with the question (some 7 ms each), how far behind
# the first they may be (1 of 500 right ones is further), and the score of those not read.
READ_TOGETHER, FAR_BEHIND, NOT_TOGETHER = 8, 0.5, -1.0
# How well nothing answers, where there is no second or third.
NOTHING = -3.0


@dataclass(frozen=True)
class _Among:
    """How all passages are read together: see AnswerFeatures."""

    shares: Sequence[float]
    leads: Sequence[float]
    together: Sequence[float]
    together_leads: Sequence[float]
    ranks: Sequence[float]
    best: tuple[float, float, float]
    ahead: float
    spread: float


def examine(
    asked: AnalysedQuestion,
    passages: Sequence[AnalysedPassage],
    who: Kinship,
    question: str = "",
    told: str = "",
) -> list[AnswerFeatures]:
    """The features of each passage.

    `question` is in full: a follow-up completed by what the turns before `told`.
    """
    if not passages:
        return []
    return _Examiner(asked, passages, who, question or asked.text, told).examine()


class _Examiner:
    """One question against its passages."""

    def __init__(
        self,
        asked: AnalysedQuestion,
        passages: Sequence[AnalysedPassage],
        who: Kinship,
        question: str,
        told: str,
    ) -> None:
        self.asked, self.passages, self.who = asked, passages, who
        self.before = frozenset(word.stem for word in content_words(told))
        self.aims = aims_of(asked, who)
        self.known_aims = [aim for aim in self.aims if who.resolved(aim)]
        self.reads = ReaderScores(question, [p.text for p in passages])

    def examine(self) -> list[AnswerFeatures]:
        read = [self.reads.answers(p.text) / READ_TENTH for p in self.passages]
        among = self._among(read)
        return [self._features(n, read[n], among) for n in range(len(read))]

    def _together(self, read: Sequence[float]) -> list[float]:
        """How well each of the likeliest answers, read at once with the question."""
        likeliest = sorted(range(len(read)), key=lambda n: -read[n])[:READ_TOGETHER]
        likeliest = [n for n in likeliest if read[n] >= max(read) - FAR_BEHIND]
        scores = self.reads.together([self.passages[n].text for n in likeliest])
        found = [NOT_TOGETHER] * len(read)
        for n, score in zip(likeliest, scores, strict=True):
            found[n] = score / READ_TENTH
        return found

    def _features(self, n: int, read: float, among: _Among) -> AnswerFeatures:
        asked, passage = self.asked, self.passages[n]
        held = holds(asked, passage.text, passage.stems, passage.told)
        met = self._met(passage)
        subjects = subjects_of(passage.told)
        about_them = any(self.who.same(aim, s) for aim in self.aims for s in subjects)
        # What denies it, or is over, answers whoever asks whether it is so.
        whether = asked.wanted is ExpectedAnswer.WHETHER
        return AnswerFeatures(
            read=read,
            read_share=among.shares[n],
            read_lead=among.leads[n],
            together=among.together[n],
            together_lead=among.together_leads[n],
            rank=among.ranks[n],
            first=among.best[0],
            second=among.best[1],
            third=among.best[2],
            ahead=among.ahead,
            spread=among.spread,
            kind=0.0 if held is None else 1.0 if held else -1.0,
            covered=float(bool(asked.keys) and says_all(asked.keys, passage.stems)),
            met=met,
            about_them=float(about_them),
            about_another=float(bool(subjects) and not about_them),
            about_me=float(not subjects),
            asks_me=float(asked.told.me >= 0),
            aims=float(len(self.aims)),
            rival=float(self._rival(passage)),
            missing_name=self._missing(passage),
            sibling=float(sibling(asked, passage)),
            opposed=float(not whether and opposed(asked.text, passage.text)),
            told=float(not held and bool(self.before) and passage.stems <= self.before),
            wants_time=float(asked.wanted in (ExpectedAnswer.TIME, ExpectedAnswer.CLOCK)),
            wants_number=float(asked.wanted in _NUMBERS),
            wants_person=float(asked.wanted in (ExpectedAnswer.PERSON, ExpectedAnswer.NAME)),
            wants_place=float(asked.wanted is ExpectedAnswer.PLACE),
            wants_whether=float(whether),
            asked_length=min(1.0, len(asked.keys) / 6),
            absent=float(met == 0 and self._about_somebody_else(subjects)),
            others_own=float(self._is_of_another(passage, subjects)),
            in_time=self._in_time(passage),
            over=float(not whether and over(asked, passage)),
        )

    def _among(self, read: Sequence[float]) -> _Among:
        different, ranks = self._different(read)
        best = [read[n] for n in different[:3]] + [NOTHING] * 3
        together = self._together(read)
        return _Among(
            self._shares(read, different),
            self._leads(read),
            together,
            self._leads(together),
            ranks,
            (best[0], best[1], best[2]),
            best[0] - fmean(read),
            pstdev(read),
        )

    def _different(self, read: Sequence[float]) -> tuple[list[int], list[float]]:
        """The likeliest that say something else each, in order; how many come before each."""
        different: list[int] = []
        ranks = [float(RANKS)] * len(read)
        for n in sorted(range(len(read)), key=lambda n: -read[n]):
            text = self.passages[n].text
            place = self._place_of(text, different)
            if place == len(different):
                if place == RANKS:
                    break
                different.append(n)
            ranks[n] = float(place)
        return different, ranks

    def _place_of(self, text: str, different: Sequence[int]) -> int:
        """Where what says the same stands among these; behind all where none does."""
        same = (self.reads.same(self.passages[n].text, text) for n in different)
        return next((place for place, is_same in enumerate(same) if is_same), len(different))

    def _shares(self, read: Sequence[float], different: Sequence[int]) -> list[float]:
        """How likely each is the one that answers, beside all others and that nothing does.

        What says the same again counts once.
        """
        odds = [math.exp(READ_TENTH * value) for value in read]
        rivals = {n for n in different if odds[n] >= NO_RIVAL * max(odds)}
        total = 1 + sum(odds[n] for n in rivals)
        return [each / (total if n in rivals else total + each) for n, each in enumerate(odds)]

    def _leads(self, read: Sequence[float]) -> list[float]:
        """How far ahead each passage is of the best that says something else."""
        order = sorted(range(len(read)), key=lambda n: -read[n])
        texts = [p.text for p in self.passages]
        found = []
        for own, value in enumerate(read):
            others = (n for n in order if n != own and not self.reads.same(texts[own], texts[n]))
            other = next(others, None)
            lead = 0.0 if other is None else value - read[other]
            found.append(max(-LEAD, min(LEAD, lead)))
        return found

    def _met(self, passage: AnalysedPassage) -> float:
        if not self.aims:
            return 0.5
        met = [any(self.who.same(aim, ref) for ref in passage.told.refs) for aim in self.aims]
        return sum(met) / len(met)

    def _about_somebody_else(self, subjects: Sequence[PersonRef]) -> bool:
        """Whether those asked about are known by name, or the passage is of another relative."""
        if self.known_aims:
            return True
        families = {kind.family for aim in self.aims for _, kind in aim.kinds}
        return bool(families & taxonomy.FAMILY) and any(
            kind.family in taxonomy.FAMILY for s in subjects for _, kind in self.who.kinds_of(s)
        )

    def _is_of_another(self, passage: AnalysedPassage, subjects: Sequence[PersonRef]) -> bool:
        """Whether one's own things are asked for, and it tells of somebody else or of theirs."""
        asked = self.asked
        mine = not self.aims and asked.told.me >= 0 and asked.wanted is not ExpectedAnswer.PERSON
        if not mine or passage.told.me >= 0:
            return False
        theirs = any(s.kinds or s.names & self.who.people for s in subjects)
        return theirs or owned_by_another(asked, passage)

    def _in_time(self, passage: AnalysedPassage) -> float:
        asked = times_in(self.asked.text)
        if not asked:
            return 0.0
        return 1.0 if asked & times_in(passage.text) else -1.0

    def _rival(self, passage: AnalysedPassage) -> bool:
        """Whether somebody else stands in the relation asked about."""
        kinds = [kind for aim in self.aims for _, kind in aim.kinds]
        return any(
            fits(kind, other)
            for kind in kinds
            for ref in passage.told.refs
            for _, other in ref.kinds
            if not any(self.who.same(aim, ref) for aim in self.aims)
        )

    def _missing(self, passage: AnalysedPassage) -> float:
        """Whether a name in the question that is not a known person's is missing."""
        named = [ref for ref in self.asked.told.refs if ref not in self.aims and not ref.kinds]
        names = {name for ref in named for name in ref.names}
        if not names:
            return 0.0
        lower = passage.text.lower()
        return max(0.0 if name in lower else 1.0 for name in names)


_NUMBERS = frozenset(
    {
        ExpectedAnswer.NUMBER,
        ExpectedAnswer.AGE,
        ExpectedAnswer.SIZE,
        ExpectedAnswer.PHONE,
        ExpectedAnswer.MAIL,
        ExpectedAnswer.MONEY,
    }
)
