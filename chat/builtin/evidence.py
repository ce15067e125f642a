"""Whether a passage answers a question: the features that decide, their weights, and why.

Likeness alone cannot tell: "When is Clara's birthday?" is as close to "My sister Clara is a vet"
as many a question is to its answer. So each thing a reader would check is a feature of its own:
is it about the same people, does it hold the kind of thing asked for, does it speak of the very
point and not of another thing of the same sort?

The weights began as a logistic regression over questions written for this (bench/answerer/
questions.json). Some are higher than fitted, since nothing makes up for them: `absent`, `sibling`.
`python -m bench.answerer.tune` fits anew on everybody in bench/answerer/people.py, and prints what
new and present weights reach.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from chat.builtin import kinds, meanings, who
from chat.builtin.asked import Asked, Wanted, people_in, proper_names, take_apart
from chat.builtin.holding import holds, leaves_unnamed
from chat.builtin.nearness import Nearness, nearest_word
from chat.builtin.who import Who
from memories.words import Word, content_words, stem_of

# From here on a passage counts as an answer. It is low because what is weighed is stricter on words
# that no list here knows. Of ten people and one (others.json, the forty questions), some of them
# never looked at before, 77 % of the questions with an answer get it, and to 65 % of those without
# one it is said that it is not known. A higher one answers less and makes up less.
ENOUGH = 0.055
# A lead over the next best says no more beyond this.
LEAD = 0.15
# Passages more alike than this say the same: none of them is ahead of the other.
ALIKE = 0.6
# Two words that touch the same point of life cover each other this well.
SAME_POINT = 0.85


@dataclass(frozen=True)
class Features:
    """What is looked at. From 0 to 1 where nothing else is said."""

    # How alike question and passage are (0 unrelated, 1 the same in other words; may be beyond).
    likeness: float
    # The same without the words both share: what is asked about the thing, not the thing.
    point: float
    # How much more alike than the best that says something else, -.15 to .15.
    lead: float
    # How well the question's carrying words are covered by the passage, on average.
    covered: float
    # The kind of thing asked for does not stand there.
    lacks: float
    # Somebody the question speaks of is left out.
    absent: float
    # It is about a relative where the person asked about themself.
    another: float
    # A name in the question is missing.
    missing_name: float
    # It speaks of another of the same kind: the dog where the cat was asked for.
    sibling: float
    # Both touch the same point of everyday life (1), or the question's points are missed (-1).
    shared: float
    # The very thing asked for ("the budget") is not there.
    unmet: float
    # It names whom or what the question is about, and nothing of what is asked about it.
    astray: float
    # One likes what the other dislikes.
    opposed: float
    # "Which podcast?" meets "podcasts", none of them named.
    unnamed: float


BIAS = -4.75
WEIGHTS = Features(
    likeness=1.2,
    point=5.4,
    lead=10.1,
    covered=1.1,
    lacks=-4.1,
    absent=-5.0,
    another=-2.1,
    missing_name=-1.8,
    sibling=-6.0,
    shared=1.4,
    unmet=-0.6,
    astray=-3.0,
    opposed=-7.2,
    unnamed=-2.5,
)


@dataclass(frozen=True)
class _Read:
    """A passage, read once."""

    text: str
    words: tuple[Word, ...]
    stems: frozenset[str]
    names: frozenset[str]
    people: frozenset[kinds.Kind]
    points: frozenset[int]


def judge(asked: Asked, question: str, passages: Sequence[str]) -> list[float]:
    """How surely each passage answers, 0..1. `question` is in full: a follow-up completed."""
    return [_probability(found) for found in examine(asked, question, passages)]


def examine(asked: Asked, question: str, passages: Sequence[str]) -> list[Features]:
    """The features of each passage."""
    near = Nearness([question, *passages])
    likeness = [near.of(question, passage) for passage in passages]
    relatives = who.who_is_who(passages)
    read = [_read(passage) for passage in passages]
    residues = [_residues(asked, question, passage) for passage in read]
    near.learn([text for pair in residues if pair for text in pair])
    return [
        _features(
            asked,
            passage,
            likeness[number],
            near.of(*residue) if residue else likeness[number],
            _lead(near, passages, likeness, number),
            relatives,
        )
        for number, (passage, residue) in enumerate(zip(read, residues, strict=True))
    ]


def _probability(found: Features) -> float:
    total = BIAS + sum(getattr(WEIGHTS, f.name) * getattr(found, f.name) for f in fields(Features))
    return 1 / (1 + math.exp(-total))


def _read(passage: str) -> _Read:
    words = tuple(content_words(passage))
    return _Read(
        passage,
        words,
        frozenset(word.stem for word in words),
        proper_names(passage),
        people_in(passage),
        meanings.points_in(passage),
    )


def _lead(near: Nearness, passages: Sequence[str], likeness: Sequence[float], number: int) -> float:
    """How far ahead a passage is of those that say something else."""
    others = [
        like
        for other, like in enumerate(likeness)
        if other != number and near.of(passages[number], passages[other]) < ALIKE
    ]
    return max(-LEAD, min(LEAD, likeness[number] - max(others))) if others else 0.0


def _features(
    asked: Asked, passage: _Read, likeness: float, point: float, lead: float, relatives: Who
) -> Features:
    held = holds(asked, passage.text, passage.stems, passage.names, passage.people)
    # Whoever tells a trade answers "what does she do?", whatever words tell it.
    shared = 1.0 if held and asked.wanted is Wanted.WORK else _shared(asked, passage)
    covers = [_cover(key, passage) for key in asked.keys]
    kind = 0.0 if held is None else 1.0 if held else -1.0
    spelled = next((w.spelling for w in passage.words if w.stem == asked.head), "")
    return Features(
        likeness=likeness,
        point=point,
        lead=lead,
        covered=sum(covers) / len(covers) if covers else 0.5 + 0.25 * kind + 0.25 * shared,
        lacks=float(held is False),
        absent=who.absent(asked, passage.people, passage.names, relatives),
        another=float(who.about_another(asked, passage.text)),
        missing_name=max((1 - _names(n, passage, relatives) for n in asked.names), default=0.0),
        sibling=float(_sibling(asked, passage)),
        shared=shared,
        unmet=_unmet(asked, passage),
        astray=_astray(asked, passage),
        opposed=float(_opposed(asked.text, passage.text)),
        unnamed=float(leaves_unnamed(asked, passage.text, passage.stems, passage.names, spelled)),
    )


def _residues(asked: Asked, question: str, passage: _Read) -> tuple[str, str] | None:
    """Question and passage without the words they share; None where nothing is to be told apart."""
    shared = {word.stem for word in content_words(asked.text)} & passage.stems
    if asked.wanted is Wanted.ANYTHING:
        shared -= {asked.head}
    if not shared or asked.wanted is Wanted.WORK:
        return None
    return _without(question, shared), _without(passage.text, shared)


def _without(text: str, shared: set[str]) -> str:
    kept, last = [], 0
    for word in content_words(text):
        if word.stem in shared:
            kept.append(text[last : word.start])
            last = word.stop
    kept.append(text[last:])
    return " ".join("".join(kept).split()) or "it"


def _cover(key: str, passage: _Read) -> float:
    """How well a passage covers one word of the question."""
    if key in passage.stems:
        return 1.0
    if meanings.points_in(key) & passage.points:
        return SAME_POINT
    kind = kinds.things().get(key)
    if kind and any(_same_thing(kind, found) for found in _things(passage, kind.family)):
        return 1.0
    return nearest_word(key, [word.spelling for word in passage.words])


def _things(passage: _Read, family: str) -> list[kinds.Kind]:
    """The everyday things of one class that a passage names."""
    known = kinds.things()
    return [known[s] for s in passage.stems if s in known and known[s].family == family]


def _same_thing(first: kinds.Kind, second: kinds.Kind) -> bool:
    return not first.member or not second.member or first.member == second.member


def _names(name: str, passage: _Read, relatives: Who) -> float:
    """How well a name in the question is met."""
    if name in passage.names or name in passage.text.lower():
        return 1.0
    if any(who.fits(kind, found) for kind in relatives.is_(name) for found in passage.people):
        return 1.0
    return nearest_word(name, [word.spelling for word in passage.words])


def _asked_things(asked: Asked) -> list[kinds.Kind]:
    known = kinds.things()
    return [known[key] for key in {*asked.keys, asked.head} if key in known]


def _sibling(asked: Asked, passage: _Read) -> bool:
    for kind in _asked_things(asked):
        found = _things(passage, kind.family)
        if kind.member and found and not any(_same_thing(kind, other) for other in found):
            return True
    return False


def _shared(asked: Asked, passage: _Read) -> float:
    points = meanings.points_in(asked.text)
    if not points:
        return 0.0
    return 1.0 if points & passage.points else -1.0


def _unmet(asked: Asked, passage: _Read) -> float:
    known = kinds.things()
    things = [k for k in asked.keys if k == asked.head or (k in known and known[k].member)]
    return max((1 - _cover(thing, passage) for thing in things), default=0.0)


def _astray(asked: Asked, passage: _Read) -> float:
    words = {word.stem for word in content_words(asked.text)}
    rest = [key for key in asked.keys if key not in passage.stems]
    if not words & passage.stems or not rest:
        return 0.0
    return 1 - max(_cover(key, passage) for key in rest)


_LIKES = re.compile(
    r"\b(?:like[sd]?|love[sd]?|favou?rite|prefers?|enjoys?|fan of)\b", re.IGNORECASE
)
_DISLIKES = re.compile(
    r"\b(?:hate[sd]?|dislikes?|can['’]?t stand|cannot stand|detests?|loathes?|"
    r"do(?:es)?n['’]t like|not like)\b",
    re.IGNORECASE,
)


def _opposed(question: str, passage: str) -> bool:
    likes, dislikes = bool(_LIKES.search(question)), bool(_DISLIKES.search(question))
    liked, disliked = bool(_LIKES.search(passage)), bool(_DISLIKES.search(passage))
    return (likes and not dislikes and disliked) or (dislikes and liked and not disliked)


def best_match(topic: str, passages: Sequence[str]) -> list[int]:
    """Which passages tell what a topic ("my address", "where I work") is, the best first."""
    question = topic if re.match(r"(?:wh|how)", topic, re.IGNORECASE) else f"What is {topic}?"
    judged = judge(take_apart(question), question, passages)
    good = [number for number, p in enumerate(judged) if p >= ENOUGH]
    return sorted(good, key=lambda number: -judged[number])


def likeness(text: str, others: Sequence[str]) -> list[float]:
    """How alike each of some texts is to a text: 0 unrelated, 1 the same in other words."""
    near = Nearness([text, *others])
    return [near.of(text, other) for other in others]


def stems_with_kin(text: str) -> set[str]:
    """The stems of a text, and of other words for what it names: "sister", "sibling"."""
    stems = {word.stem for word in content_words(text)}
    general = {
        stem_of(kind.family)
        for table in (kinds.relations(), kinds.things())
        for stem in stems
        if (kind := table.get(stem))
    }
    same = {
        stem
        for table in (kinds.relations(), kinds.things())
        for stem, kind in table.items()
        if kind.member and any(table.get(own) == kind for own in stems)
    }
    return stems | general | same
