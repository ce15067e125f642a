"""Whether a passage answers a question: the features that decide.

Likeness alone cannot tell: "When is Clara's birthday?" is as close to "My sister Clara is a vet"
as many a question is to its answer. So each thing a reader would check is a feature of its own: is
it about the same people, does it hold the kind of thing asked for, does it speak of the very point
and not of another thing of the same sort?

memories.answers.scoring.weights makes of them how likely it is that a passage answers.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

from memories.answers.persons import people
from memories.answers.persons.people import Ref, Told, Who
from memories.answers.scoring.answer_types import holds, leaves_unnamed
from memories.answers.scoring.asked import Asked, Wanted
from memories.answers.scoring.similarity import Nearness, learn_words, nearest_word
from memories.answers.vocabulary import synonyms, taxonomy
from memories.text import Word, content_words, in_english

# A lead over the next best says no more beyond this.
LEAD, POINT_LEAD = 0.3, 0.6
# Passages more alike than this say the same: none of them is ahead of the other.
ALIKE = 0.6
# Two words that touch the same point of life cover each other this well.
SAME_POINT = 0.85
# The vectors of words are looked at for so many of the nearest.
WORD_BY_WORD = 16


@dataclass(frozen=True)
class Features:
    """What is looked at. From 0 to 1 where nothing else is said."""

    # How alike question and passage are (0 unrelated, 1 the same in other words; may be beyond).
    whole: float
    # The same without the people: what is asked about them, not who they are.
    matter: float
    # The same without the words both share.
    point: float
    # How likely the model that finds takes it to answer.
    found: float
    # How close the question's words come to it, one by one.
    by_word: float
    # How much further it is in these than the best that says something else.
    matter_lead: float
    point_lead: float
    found_lead: float
    by_word_lead: float
    # The same among passages about the people asked about.
    lead_among_theirs: float
    # Which place it takes by all of them together: 1 for the best, ½ for the second …; and among
    # those about the people asked about.
    place: float
    place_among_theirs: float
    # How well the question's carrying words are covered by the passage: on average, the least
    # covered, and by how telling they are.
    covered: float
    least_covered: float
    covered_by_weight: float
    # The kind of thing asked for stands there (1), not (-1), or any would do.
    kind: float
    # Whom the question speaks of is spoken of: all (1), none (0); ½ where it speaks of nobody.
    met: float
    # The passage is about them, about another, about the person themself.
    about_them: float
    about_another: float
    about_me: float
    # What the question asks of the person themself (1) or of others (0).
    asks_me: float
    # How many people the question speaks of.
    aims: float
    # Another stands in the same relation: Iker's boss where one's own is asked for.
    rival: float
    # A name in the question is missing; none is known of that stands nowhere.
    missing_name: float
    # It speaks of another of the same kind: the dog where the cat was asked for.
    sibling: float
    # The point of everyday life touched by both, by how telling it is; the question touches none.
    shared: float
    pointless: float
    # The very thing asked for ("the budget") is not there.
    unmet: float
    # It names whom or what the question is about, and nothing of what is asked about it.
    astray: float
    # One likes what the other dislikes.
    opposed: float
    # "Which podcast?" meets "podcasts", none of them named.
    unnamed: float
    # The turn before told it already, and it does not hold the kind of thing now asked for.
    told: float
    # What is asked for: one of these.
    wants_time: float
    wants_number: float
    wants_person: float
    wants_place: float
    wants_whether: float
    # In content words, up to 20 (1).
    length: float
    asked_length: float
    # Somebody is asked about who is known by name, and the passage is about another or oneself.
    absent: float
    # One's own things are asked for, and it is about somebody else.
    others_own: float
    # The months, weekdays and years named in the question stand there (1) or not (-1).
    in_time: float
    # The thing asked for ("which hotel") is named itself, or a kind of it is (1), or not (-1).
    head_named: float
    # "Who is Clara?" meets what Clara is to somebody; "Who is my sister?" meets her name.
    defines: float


NAMES = tuple(field.name for field in fields(Features))


@dataclass(frozen=True)
class Reading:
    """A passage, read once. `text` is in English."""

    text: str
    words: tuple[Word, ...]
    stems: frozenset[str]
    told: Told
    points: frozenset[int]
    matter: str


def read(passage: str, known: frozenset[str] = frozenset()) -> Reading:
    """Read a passage in whatever language it is."""
    text = in_english(passage)
    words = tuple(content_words(text))
    told = people.told_of(text, known)
    return Reading(
        text,
        words,
        frozenset(word.stem for word in words),
        told,
        synonyms.points_in(text),
        _matter(text, told),
    )


def aims_of(asked: Asked, who: Who) -> tuple[Ref, ...]:
    """Whom a question is about: "my partner's brother" is about the brother."""
    refs = [ref for ref in asked.told.refs if ref.kinds or not ref.placed or ref.names & who.people]
    owners = {owner for ref in refs for owner, _ in ref.kinds}
    return tuple(
        ref
        for ref in refs
        if not (ref.owns and (who.resolved(ref) | _nodes(ref)) & owners and len(refs) > 1)
    )


def _nodes(ref: Ref) -> frozenset[str]:
    return frozenset(people.node(owner, kind) for owner, kind in ref.kinds) | ref.names


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
        self.seen_points = Counter(point for p in passages for point in p.points)
        self.seen_stems = Counter(stem for p in passages for stem in p.stems)
        self.near = Nearness(question, [p.text for p in passages])
        self.matter = _matter(question, asked.told)
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
        self._learn_words(found, matters)
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

    def _learn_words(self, found: Sequence[float], matters: Sequence[float]) -> None:
        """Which passages are compared word by word: the nearest; and their words, in one batch."""
        order = sorted(range(len(found)), key=lambda n: -(found[n] + matters[n]))
        self.nearest = {id(self.passages[n]) for n in order[:WORD_BY_WORD]}
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
        subjects = people.subjects(passage.told)
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
            sibling=float(_sibling(asked, passage)),
            shared=self._shared(passage),
            pointless=float(not self.points),
            unmet=self._unmet(covers),
            astray=_astray(asked, passage, covers),
            opposed=float(_opposed(asked.text, passage.text)),
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
        """How much a word or point says that so many of the passages have."""
        return math.log(1 + (len(self.passages) + 1) / (seen + 0.5))

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
            _same_thing(kind, found) for found in _things(passage, kind.family)
        )
        return 1.0 if same or head in passage.stems else -1.0

    def _in_time(self, passage: Reading) -> float:
        asked = _times(self.asked.text)
        if not asked:
            return 0.0
        return 1.0 if asked & _times(passage.text) else -1.0

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
            people.fits(kind, other)
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
        if kind and any(_same_thing(kind, found) for found in _things(passage, kind.family)):
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


_TIME_NAMED = re.compile(
    r"\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?:[a-z]{2,6})?\b|\b(mon|tues|wednes|thurs|fri|"
    r"satur|sun)days?\b|\b((?:19|20)\d\d)\b|\b(spring|summer|autumn|winter|christmas|easter)\b",
    re.IGNORECASE,
)
_NO_MONTHS = frozenset("mar marry married market mark marks janitor decent decaf junk".split())


def _times(text: str) -> set[str]:
    """The months, weekdays, years and seasons a text names."""
    return {
        next(group for group in match.groups() if group).lower()
        for match in _TIME_NAMED.finditer(text)
        if match.group().lower() not in _NO_MONTHS
    }


def _matter(text: str, told: Told) -> str:
    """A text without the people it speaks of."""
    return _WHOSE.sub(
        lambda match: (
            ""
            if _bare(match.group()) in told.names or people.relation(match.group())
            else match.group()
        ),
        text,
    )


_WHOSE = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word.lower())


def _without(text: str, shared: set[str]) -> str:
    kept, last = [], 0
    for word in content_words(text):
        if word.stem in shared:
            kept.append(text[last : word.start])
            last = word.stop
    kept.append(text[last:])
    return " ".join("".join(kept).split()) or "it"


def _things(passage: Reading, family: str) -> list[taxonomy.Kind]:
    """The everyday things of one class that a passage names."""
    known = taxonomy.things()
    return [known[s] for s in passage.stems if s in known and known[s].family == family]


def _same_thing(first: taxonomy.Kind, second: taxonomy.Kind) -> bool:
    return not first.member or not second.member or first.member == second.member


def _asked_things(asked: Asked) -> list[taxonomy.Kind]:
    known = taxonomy.things()
    return [known[key] for key in {*asked.keys, asked.head} if key in known]


def _sibling(asked: Asked, passage: Reading) -> bool:
    """Whether a passage speaks of others of a class, and of none that is asked about."""
    kinds = [kind for kind in _asked_things(asked) if kind.member]
    for family in {kind.family for kind in kinds}:
        found = _things(passage, family)
        wanted = [kind for kind in kinds if kind.family == family]
        if found and not any(_same_thing(kind, other) for kind in wanted for other in found):
            return True
    return False


def _astray(asked: Asked, passage: Reading, covers: dict[str, float]) -> float:
    words = {word.stem for word in content_words(asked.text)}
    rest = [key for key in asked.keys if key not in passage.stems]
    if not words & passage.stems or not rest:
        return 0.0
    return 1 - max(covers[key] for key in rest)


_LIKES = re.compile(
    r"\b(?:like[sd]?|love[sd]?|favou?rite|prefers?|enjoys?|fan of)\b", re.IGNORECASE
)
_DISLIKES = re.compile(
    r"\b(?:hate[sd]?|dislikes?|can['’]?t stand|cannot stand|detests?|loathes?|"
    r"do(?:es)?n['’]t like|not (?:\w+ )?like)\b",
    re.IGNORECASE,
)


def _opposed(question: str, passage: str) -> bool:
    likes, dislikes = bool(_LIKES.search(question)), bool(_DISLIKES.search(question))
    liked, disliked = bool(_LIKES.search(passage)), bool(_DISLIKES.search(passage))
    return (likes and not dislikes and disliked) or (dislikes and liked and not disliked)
