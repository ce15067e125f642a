"""Whether a passage answers a question: the features that decide, their weights, and why.

Likeness alone cannot tell: "When is Clara's birthday?" is as close to "My sister Clara is a vet"
as many a question is to its answer. So each thing a reader would check is a feature of its own:
is it about the same people, does it hold the kind of thing asked for, does it speak of the very
point and not of another thing of the same sort?

The weights are a logistic regression on people, their questions, and the same questions with less
known: `python -m bench.answerer.tune` fits them, and docs/chat.md says what they reach on people
left out of the fit. Four are held by hand, since nothing makes up for them: `absent`, `sibling`,
`opposed`, `told`.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from chat.builtin import relations, synonyms, taxonomy
from chat.builtin.answer_types import holds, leaves_unnamed
from chat.builtin.asked import Asked, Wanted, people_in, proper_names, take_apart
from chat.builtin.relations import Who
from chat.builtin.similarity import Nearness, learn_words, nearest_word
from memories.text import Word, content_words, stem_of

# How sure an answer must be to be given as one. Between this and LEAST it is said that it is not
# known for sure, with what comes closest; below LEAST nothing is known. What the two limits do to
# people who were left out of the fit stands in docs/chat.md.
SURE = 0.45
LEAST = 0.06
# How surely a memory must be what a topic names to be taken for it.
MEANT = 0.2
# A lead over the next best says no more beyond this.
LEAD, POINT_LEAD = 0.15, 0.3
# Passages more alike than this say the same: none of them is ahead of the other.
ALIKE = 0.6
# Two words that touch the same point of life cover each other this well.
SAME_POINT = 0.85
# A name is met from here on.
NAMED = 0.5
# What speaks of a topic covers its words and is like it as a whole, one of them the better.
TOUCHES = ((0.7, 0.22), (0.4, 0.5))


@dataclass(frozen=True)
class Features:
    """What is looked at. From 0 to 1 where nothing else is said."""

    # How alike question and passage are without the words both share: what is asked about the
    # thing, not the thing (0 unrelated, 1 the same in other words; may be beyond).
    point: float
    # How much more so than the best that says something else, -.3 to .3.
    point_lead: float
    # How much closer the question's words come to it, one by one, than to the best that says
    # something else, -.15 to .15.
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
    # The turn before told it already, and it does not hold the kind of thing now asked for: it is
    # close to a follow-up whatever that asks.
    told: float


BIAS = -3.76
WEIGHTS = Features(
    point=7.37,
    point_lead=3.46,
    lead=11.1,
    covered=1.01,
    lacks=-1.81,
    absent=-3.5,
    another=-1.93,
    missing_name=-1.5,
    sibling=-8.0,
    shared=0.6,
    unmet=-0.26,
    astray=-2.34,
    opposed=-4.0,
    unnamed=-3.49,
    told=-9.0,
)


@dataclass(frozen=True)
class _Read:
    """A passage, read once."""

    text: str
    words: tuple[Word, ...]
    stems: frozenset[str]
    names: frozenset[str]
    people: frozenset[taxonomy.Kind]
    points: frozenset[int]


def judge(asked: Asked, question: str, passages: Sequence[str], told: str = "") -> list[float]:
    """How surely each passage answers, 0..1.

    `question` is in full: a follow-up completed by what the turns before `told`.
    """
    return [_probability(found) for found in examine(asked, question, passages, told)]


def examine(asked: Asked, question: str, passages: Sequence[str], told: str = "") -> list[Features]:
    """The features of each passage."""
    before = frozenset(word.stem for word in content_words(told))
    near = Nearness([question, *passages])
    relatives = relations.who_is_who(passages)
    read = [_read(passage) for passage in passages]
    residues = [_residues(asked, question, passage) for passage in read]
    near.learn([text for pair in residues if pair for text in pair])
    learn_words(_compared(asked, read))
    points = [
        near.of(*(residue or (question, passage)))
        for residue, passage in zip(residues, passages, strict=True)
    ]
    apart = _that_say_something_else(near, passages)
    point_leads = _leads(points, apart, POINT_LEAD)
    leads = _leads([near.by_word(question, passage) for passage in passages], apart, LEAD)
    return [
        _features(asked, passage, relatives, before, point, point_lead, lead)
        for passage, point, point_lead, lead in zip(read, points, point_leads, leads, strict=True)
    ]


def _probability(found: Features) -> float:
    total = BIAS + sum(getattr(WEIGHTS, f.name) * getattr(found, f.name) for f in fields(Features))
    return 1 / (1 + math.exp(-total))


def _compared(asked: Asked, passages: Sequence[_Read]) -> list[str]:
    """The words that are compared one by one: where a word of the question is not met as it is."""
    keys = {*asked.keys, *asked.names}
    unmet = [passage for passage in passages if keys - passage.stems]
    return [*keys, *(word.spelling for passage in unmet for word in passage.words)] if unmet else []


def _read(passage: str) -> _Read:
    words = tuple(content_words(passage))
    return _Read(
        passage,
        words,
        frozenset(word.stem for word in words),
        proper_names(passage),
        people_in(passage),
        synonyms.points_in(passage),
    )


def _that_say_something_else(near: Nearness, passages: Sequence[str]) -> list[list[int]]:
    """For each passage, those it might be mistaken for."""
    return [
        [n for n, other in enumerate(passages) if n != own and near.of(passage, other) < ALIKE]
        for own, passage in enumerate(passages)
    ]


def _leads(values: Sequence[float], apart: Sequence[Sequence[int]], most: float) -> list[float]:
    """How far ahead each passage is of those that say something else."""
    return [
        max(-most, min(most, value - max(values[n] for n in others))) if others else 0.0
        for value, others in zip(values, apart, strict=True)
    ]


def _features(
    asked: Asked,
    passage: _Read,
    relatives: Who,
    before: frozenset[str],
    point: float,
    point_lead: float,
    lead: float,
) -> Features:
    held = holds(asked, passage.text, passage.stems, passage.names, passage.people)
    # Whoever tells a trade answers "what does she do?", whatever words tell it.
    shared = 1.0 if held and asked.wanted is Wanted.WORK else _shared(asked, passage)
    covers = [_cover(key, passage) for key in asked.keys]
    kind = 0.0 if held is None else 1.0 if held else -1.0
    spelled = next((w.spelling for w in passage.words if w.stem == asked.head), "")
    return Features(
        point=point,
        point_lead=point_lead,
        lead=lead,
        covered=sum(covers) / len(covers) if covers else 0.5 + 0.25 * kind + 0.25 * shared,
        lacks=float(held is False),
        absent=relations.absent(asked, passage.people, passage.names, relatives),
        another=float(relations.about_another(asked, passage.text)),
        missing_name=max((1 - _names(n, passage, relatives) for n in asked.names), default=0.0),
        sibling=float(_sibling(asked, passage)),
        shared=shared,
        unmet=_unmet(asked, passage),
        astray=_astray(asked, passage),
        opposed=float(_opposed(asked.text, passage.text)),
        unnamed=float(leaves_unnamed(asked, passage.text, passage.stems, passage.names, spelled)),
        told=float(not held and bool(before) and passage.stems <= before),
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
    if synonyms.points_in(key) & passage.points:
        return SAME_POINT
    kind = taxonomy.things().get(key)
    if kind and any(_same_thing(kind, found) for found in _things(passage, kind.family)):
        return 1.0
    return nearest_word(key, [word.spelling for word in passage.words])


def _things(passage: _Read, family: str) -> list[taxonomy.Kind]:
    """The everyday things of one class that a passage names."""
    known = taxonomy.things()
    return [known[s] for s in passage.stems if s in known and known[s].family == family]


def _same_thing(first: taxonomy.Kind, second: taxonomy.Kind) -> bool:
    return not first.member or not second.member or first.member == second.member


def _names(name: str, passage: _Read, relatives: Who) -> float:
    """How well a name in the question is met."""
    if name in passage.names or name in passage.text.lower():
        return 1.0
    if any(relations.fits(kind, found) for kind in relatives.is_(name) for found in passage.people):
        return 1.0
    return nearest_word(name, [word.spelling for word in passage.words])


def _asked_things(asked: Asked) -> list[taxonomy.Kind]:
    known = taxonomy.things()
    return [known[key] for key in {*asked.keys, asked.head} if key in known]


def _sibling(asked: Asked, passage: _Read) -> bool:
    for kind in _asked_things(asked):
        found = _things(passage, kind.family)
        if kind.member and found and not any(_same_thing(kind, other) for other in found):
            return True
    return False


def _shared(asked: Asked, passage: _Read) -> float:
    points = synonyms.points_in(asked.text)
    if not points:
        return 0.0
    return 1.0 if points & passage.points else -1.0


def _unmet(asked: Asked, passage: _Read) -> float:
    known = taxonomy.things()
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


_OWN = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur)\b")


def touch(topic: str, passages: Sequence[str]) -> list[bool]:
    """Which passages speak of a topic ("my car", "Clara"), in these words or in others."""
    asked = take_apart(topic)
    words = [word.stem for word in content_words(topic)]
    near = Nearness([topic, *passages])
    relatives = relations.who_is_who(passages)
    return [
        _touches(asked, words, _read(passage), near.of(topic, passage), relatives)
        for passage in passages
    ]


def _touches(
    asked: Asked, words: Sequence[str], passage: _Read, likeness: float, relatives: Who
) -> bool:
    if relations.about_family(asked):
        return any(person.family in taxonomy.FAMILY for person in passage.people)
    if _sibling(asked, passage) or relations.absent(
        asked, passage.people, passage.names, relatives
    ):
        return False
    if any(_names(name, passage, relatives) < NAMED for name in asked.names):
        return False
    # That one's sister is a vet tells nothing of one's cat.
    if relations.about_another(asked, passage.text):
        return False
    if asked.wanted is Wanted.WORK:
        held = holds(asked, passage.text, passage.stems, passage.names, passage.people)
        return bool(held and _OWN.search(passage.text))
    covered = min((_cover(word, passage) for word in words), default=0.0)
    return any(covered >= words_ and likeness >= whole for words_, whole in TOUCHES)


def best_match(topic: str, passages: Sequence[str]) -> list[int]:
    """Which passages tell what a topic ("my address", "where I work") is, the best first."""
    question = topic if re.match(r"(?:wh|how)", topic, re.IGNORECASE) else f"What is {topic}?"
    judged = judge(take_apart(question), question, passages)
    good = [number for number, p in enumerate(judged) if p >= MEANT]
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
        for table in (taxonomy.relations(), taxonomy.things())
        for stem in stems
        if (kind := table.get(stem))
    }
    same = {
        stem
        for table in (taxonomy.relations(), taxonomy.things())
        for stem, kind in table.items()
        if kind.member and any(table.get(own) == kind for own in stems)
    }
    return stems | general | same
