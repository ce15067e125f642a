"""Whether a passage answers a question: the features that decide.

Likeness alone cannot tell: "When is Clara's birthday?" is as close to "My sister Clara is a vet"
as many a question is to its answer. So each thing a reader would check is a feature of its own: is
it about the same people, does it hold the kind of thing asked for, does it speak of the very point
and not of another thing of the same sort?

memories.answers.scoring.weights makes of them how likely it is that a passage answers.
"""

import math
from collections import Counter
from collections.abc import Sequence

from memories.answers.persons.kinship import Ref, Who, fits
from memories.answers.persons.kinship import subjects as subjects_of
from memories.answers.scoring.answer_types import holds, leaves_unnamed
from memories.answers.scoring.asked import Asked, Wanted
from memories.answers.scoring.features import Features
from memories.answers.scoring.reading import Reading, aims_of, matter_of
from memories.answers.scoring.signs import (
    astray,
    opposed,
    same_thing,
    sibling,
    things_in,
    times_in,
)
from memories.answers.scoring.similarity import Nearness, learn_words, nearest_word
from memories.answers.vocabulary import synonyms, taxonomy
from memories.text import content_words

# A lead over the next best says no more beyond this.
LEAD, POINT_LEAD = 0.3, 0.6
# Passages more alike than this say the same: none of them is ahead of the other.
ALIKE = 0.6
# Two words that touch the same point of life cover each other this well.
SAME_POINT = 0.85
# The vectors of words are looked at for so many of the nearest.
WORD_BY_WORD = 16


def examine(
    asked: Asked, passages: Sequence[Reading], who: Who, question: str = "", told: str = ""
) -> list[Features]:
    """The features of each passage.

    `question` is in full: a follow-up completed by what the turns before `told`.
    """
    if not passages:
        return []
    return _Examiner(asked, passages, who, question or asked.text, told).examine()


class _Examiner:
    """One question against its passages."""

    def __init__(
        self, asked: Asked, passages: Sequence[Reading], who: Who, question: str, told: str
    ) -> None:
        self.asked, self.passages, self.who = asked, passages, who
        self.question = question
        self.before = frozenset(word.stem for word in content_words(told))
        self.aims = aims_of(asked, who)
        self.known_aims = [aim for aim in self.aims if who.resolved(aim)]
        self.points = synonyms.points_in(asked.text)
        self.near = Nearness(question, [p.text for p in passages])
        self.matter = matter_of(question, asked.told)
        self.residues = [self._residue(p) for p in passages]
        self.near.learn([self.matter, *(p.matter for p in passages)])
        self.near.learn([text for pair in self.residues if pair for text in pair])

    def examine(self) -> list[Features]:
        passages = self.passages
        matters = [self.near.of(self.matter, p.matter) for p in passages]
        points = [
            self.near.of(*(residue or (self.question, p.text)))
            for residue, p in zip(self.residues, passages, strict=True)
        ]
        found = [self.near.answers(p.text) for p in passages]
        by_word = [self.near.by_word(p.text) for p in passages]
        apart = self._that_say_something_else()
        met = [self._met(p) for p in passages]
        theirs = [[n for n in others if met[n] >= met[own] > 0] for own, others in enumerate(apart)]
        self._look_closely(found, matters)
        wholes = [self.near.of(self.question, p.text) for p in passages]
        together = [sum(each) for each in zip(wholes, matters, found, by_word, strict=True)]
        among = [[n for n in range(len(passages)) if met[n] >= met[own]] for own in range(len(met))]
        columns = zip(
            passages,
            matters,
            points,
            found,
            by_word,
            _leads(matters, apart, POINT_LEAD),
            _leads(points, apart, POINT_LEAD),
            _leads(found, apart, POINT_LEAD),
            _leads(by_word, apart, LEAD),
            _leads(found, theirs, POINT_LEAD),
            _places(together, [range(len(passages))] * len(passages)),
            _places(together, among),
            met,
            strict=True,
        )
        return [self._features(*each) for each in columns]

    def _look_closely(self, found: Sequence[float], matters: Sequence[float]) -> None:
        """Choose the nearest: they are compared word by word, and say how telling a word is.

        What else was recalled must not sway the verdict: it differs by who asks, since in a chat
        the question itself was said.
        """
        order = sorted(range(len(found)), key=lambda n: -(found[n] + matters[n]))[:WORD_BY_WORD]
        self.nearest = {id(self.passages[n]) for n in order}
        self.seen_points = Counter(point for n in order for point in self.passages[n].points)
        self.seen_stems = Counter(stem for n in order for stem in self.passages[n].stems)
        keys = set(self.asked.keys)
        words = [
            word.spelling
            for p in self.passages
            if id(p) in self.nearest and keys - p.stems
            for word in p.words
        ]
        learn_words([*keys, *words])

    def _features(
        self,
        passage: Reading,
        matter: float,
        point: float,
        found: float,
        by_word: float,
        matter_lead: float,
        point_lead: float,
        found_lead: float,
        by_word_lead: float,
        lead_among_theirs: float,
        place: float,
        place_among_theirs: float,
        met: float,
    ) -> Features:
        asked = self.asked
        held = holds(asked, passage.text, passage.stems, passage.told)
        covers = {key: self._cover(key, passage) for key in asked.keys}
        weights = {key: self._telling(self.seen_stems[key]) for key in asked.keys}
        spelled = next((w.spelling for w in passage.words if w.stem == asked.head), "")
        subjects = subjects_of(passage.told)
        about_them = any(self.who.same(aim, s) for aim in self.aims for s in subjects)
        return Features(
            whole=self.near.of(self.question, passage.text),
            matter=matter,
            point=point,
            found=found,
            by_word=by_word,
            matter_lead=matter_lead,
            point_lead=point_lead,
            found_lead=found_lead,
            by_word_lead=by_word_lead,
            lead_among_theirs=lead_among_theirs,
            place=place,
            place_among_theirs=place_among_theirs,
            covered=sum(covers.values()) / len(covers) if covers else 0.5,
            least_covered=min(covers.values(), default=0.5),
            covered_by_weight=(
                sum(covers[key] * weights[key] for key in covers) / sum(weights.values())
                if covers
                else 0.5
            ),
            kind=0.0 if held is None else 1.0 if held else -1.0,
            met=met,
            about_them=float(about_them),
            about_another=float(bool(subjects) and not about_them),
            about_me=float(not subjects),
            asks_me=float(asked.told.me >= 0),
            aims=float(len(self.aims)),
            rival=float(self._rival(passage)),
            missing_name=self._missing(passage),
            sibling=float(sibling(asked, passage)),
            shared=self._shared(passage),
            pointless=float(not self.points),
            unmet=self._unmet(covers),
            astray=astray(asked, passage, covers),
            opposed=float(opposed(asked.text, passage.text)),
            unnamed=float(
                leaves_unnamed(asked, passage.text, passage.stems, passage.told, spelled)
            ),
            told=float(not held and bool(self.before) and passage.stems <= self.before),
            wants_time=float(asked.wanted in (Wanted.TIME, Wanted.CLOCK)),
            wants_number=float(asked.wanted in _NUMBERS),
            wants_person=float(asked.wanted in (Wanted.PERSON, Wanted.NAME)),
            wants_place=float(asked.wanted is Wanted.PLACE),
            wants_whether=float(asked.wanted is Wanted.WHETHER),
            length=min(1.0, len(passage.words) / 20),
            asked_length=min(1.0, len(asked.keys) / 6),
            absent=float(met == 0 and self._about_somebody_else(subjects)),
            others_own=float(
                not self.aims
                and asked.told.me >= 0
                and passage.told.me < 0
                and asked.wanted is not Wanted.PERSON
                and any(s.kinds or s.names & self.who.people for s in subjects)
            ),
            in_time=self._in_time(passage),
            head_named=self._head_named(passage),
            defines=float(self._defines(passage)),
        )

    def _telling(self, seen: int) -> float:
        """How much a word or point says that so many of the nearest passages have."""
        return math.log(1 + (len(self.nearest) + 1) / (seen + 0.5))

    def _met(self, passage: Reading) -> float:
        if not self.aims:
            return 0.5
        met = [any(self.who.same(aim, ref) for ref in passage.told.refs) for aim in self.aims]
        return sum(met) / len(met)

    def _about_somebody_else(self, subjects: Sequence[Ref]) -> bool:
        """Whether those asked about are known by name, or the passage is of another relative."""
        if self.known_aims:
            return True
        families = {kind.family for aim in self.aims for _, kind in aim.kinds}
        return bool(families & taxonomy.FAMILY) and any(
            kind.family in taxonomy.FAMILY for s in subjects for _, kind in self.who.kinds_of(s)
        )

    def _head_named(self, passage: Reading) -> float:
        head = self.asked.head
        if not head:
            return 0.0
        kind = taxonomy.things().get(head)
        same = kind is not None and any(
            same_thing(kind, found) for found in things_in(passage, kind.family)
        )
        return 1.0 if same or head in passage.stems else -1.0

    def _in_time(self, passage: Reading) -> float:
        asked = times_in(self.asked.text)
        if not asked:
            return 0.0
        return 1.0 if asked & times_in(passage.text) else -1.0

    def _defines(self, passage: Reading) -> bool:
        """Whether a passage tells who somebody is, where just that is asked."""
        who_is = self.asked.wanted in (Wanted.PERSON, Wanted.NAME) and not self.asked.keys
        if not who_is or len(self.asked.told.refs) > 1:
            return False
        return any(
            ref.names and ref.kinds and self.who.same(aim, ref)
            for aim in self.aims
            for ref in passage.told.refs
        )

    def _rival(self, passage: Reading) -> bool:
        """Whether somebody else stands in the relation asked about."""
        kinds = [kind for aim in self.aims for _, kind in aim.kinds]
        return any(
            fits(kind, other)
            for kind in kinds
            for ref in passage.told.refs
            for _, other in ref.kinds
            if not any(self.who.same(aim, ref) for aim in self.aims)
        )

    def _missing(self, passage: Reading) -> float:
        """Whether a name in the question that is not a known person's is missing."""
        named = [ref for ref in self.asked.told.refs if ref not in self.aims and not ref.kinds]
        names = {name for ref in named for name in ref.names}
        if not names:
            return 0.0
        lower = passage.text.lower()
        return max(0.0 if name in lower else 1.0 for name in names)

    def _shared(self, passage: Reading) -> float:
        if self.asked.wanted is Wanted.WORK and holds(
            self.asked, passage.text, passage.stems, passage.told
        ):
            # Whoever tells a trade answers "what does she do?", whatever words tell it.
            return 1.0
        if not self.points:
            return 0.0
        weights = {point: self._telling(self.seen_points[point]) for point in self.points}
        both = sum(weights[point] for point in self.points & passage.points)
        return both / max(weights.values()) if both else -1.0

    def _cover(self, key: str, passage: Reading) -> float:
        """How well a passage covers one word of the question."""
        if key in passage.stems:
            return 1.0
        if synonyms.points_in(key) & passage.points:
            return SAME_POINT
        kind = taxonomy.things().get(key)
        if kind and any(same_thing(kind, found) for found in things_in(passage, kind.family)):
            return 1.0
        if id(passage) not in self.nearest:
            return 0.0
        return nearest_word(key, [word.spelling for word in passage.words])

    def _unmet(self, covers: dict[str, float]) -> float:
        known = taxonomy.things()
        keys = self.asked.keys
        things = [k for k in keys if k == self.asked.head or (k in known and known[k].member)]
        return max((1 - covers[thing] for thing in things), default=0.0)

    def _residue(self, passage: Reading) -> tuple[str, str] | None:
        """Question and passage without the words they share; None where nothing is to tell."""
        shared = {word.stem for word in content_words(self.asked.text)} & passage.stems
        if self.asked.wanted is Wanted.ANYTHING:
            shared -= {self.asked.head}
        if not shared or self.asked.wanted is Wanted.WORK:
            return None
        return _without(self.question, shared), _without(passage.text, shared)

    def _that_say_something_else(self) -> list[list[int]]:
        """For each passage, those it might be mistaken for."""
        texts = [p.text for p in self.passages]
        return [
            [n for n, other in enumerate(texts) if n != own and self.near.of(text, other) < ALIKE]
            for own, text in enumerate(texts)
        ]


_NUMBERS = frozenset(
    {Wanted.NUMBER, Wanted.AGE, Wanted.SIZE, Wanted.PHONE, Wanted.MAIL, Wanted.MONEY}
)


def _leads(values: Sequence[float], apart: Sequence[Sequence[int]], most: float) -> list[float]:
    """How far ahead each passage is of those that say something else."""
    return [
        max(-most, min(most, value - max(values[n] for n in others))) if others else 0.0
        for value, others in zip(values, apart, strict=True)
    ]


def _places(values: Sequence[float], among: Sequence[Sequence[int]]) -> list[float]:
    """1 for the best of those it is among, ½ for the second, and so on."""
    return [
        1 / (1 + sum(values[n] > value for n in others))
        for value, others in zip(values, among, strict=True)
    ]


def _without(text: str, shared: set[str]) -> str:
    kept, last = [], 0
    for word in content_words(text):
        if word.stem in shared:
            kept.append(text[last : word.start])
            last = word.stop
    kept.append(text[last:])
    return " ".join("".join(kept).split()) or "it"
