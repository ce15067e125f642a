"""Which words of a request name what is to be forgotten: "[Celery] is fine now, take it off".

Each run of words is weighed by how it opens, what stands in it, how it closes, and as a whole; the
best is the topic (a semi-Markov model with one segment: Sarawagi and Cohen, 2004). What tells are
the words around and their order, in any language: names and all that is unknown are alike. Where
several clauses ask and tell, it counts which of them asks. bench.forgetting.tune_wordings learns
the weights.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from chat.builtin.requests.learned.tokens import TaggedWord
from memories.text import STOP_WORDS, Span, is_small, language_meant, names_in

Floats = NDArray[np.float64]

# Maximum number of words of a topic.
LONGEST = 18
# From this weight on a word asks.
_ASKS = 0.4
# Words that may stand for what another clause names.
_PRONOUNS = frozenset(
    "him her it them that this those these one ihn ihm sie ihr es das dem den die der lo la los las"
    " le les lui elle él ella ello eso ça cela hem haar het dat ze gli lei esso".split()
)
_ENDS_SENTENCE = frozenset(".!?;:")
# What a run is as a whole: one feature each, of which the first tell its length.
WHOLE = (
    *("1 word", "2 words", "3 words", "4 words", "5 to 7 words", "more words"),
    *("commas", "ends of sentences", "words that ask", "a pronoun", "in the first clause"),
    "small words alone",
)


@dataclass(frozen=True)
class TopicFeatures:
    """The features of each word as the first, as one within and as the last of a topic.

    `whole` are those of a run, (first, last, len(WHOLE)); `possible` which runs may be one.
    """

    opens: list[list[str]]
    inside: list[list[str]]
    closes: list[list[str]]
    whole: Floats
    possible: NDArray[np.bool_]


def features(text: str, words: Sequence[TaggedWord], asks: Mapping[str, float]) -> TopicFeatures:
    """The features of a message; `asks` are the weights of the features of what asks."""
    asking = [asks.get(f"asks {word.text}", 0.0) > _ASKS for word in words]
    clauses = [0, *accumulate(word.is_mark and word.text != "-" for word in words)][: len(words)]
    kinds = _kinds(text, words)
    where = _where(words, clauses, asking)
    opens, inside, closes = [], [], []
    for n, word in enumerate(words):
        three, two, one, this, then, next_, far = kinds[n : n + 7]
        begins = "|" if n == 0 or clauses[n - 1] != clauses[n] else "-"
        last = n + 1 == len(words) or words[n + 1].is_mark
        ends, at = "|" if last else "-", where[n]
        asked = "+" if any(asking[:n]) else "0"
        opens.append(
            [
                "opens",
                f"opens : {word.text}",
                f"opens {this}",
                f"opens -1 {one}",
                f"opens -1 {one} {this}",
                f"opens -2 {two} {one}",
                f"opens -2 {two} {one} {this}",
                f"opens -3 {three} {two} {one}",
                f"opens +1 {this} {then}",
                f"opens = {one} {this} {then}",
                f"opens {begins}",
                f"opens {begins} {at}",
                f"opens {begins} {this}",
                f"opens {asked} {at} {one}",
            ]
        )
        inside.append([*_within(words, n), *_inside(one, this, then, at, asked)])
        closes.append(
            [
                "closes",
                f"closes {this}",
                f"closes +1 {then}",
                f"closes +1 {this} {then}",
                f"closes +2 {then} {next_}",
                f"closes +2 {this} {then} {next_}",
                f"closes +3 {then} {next_} {far}",
                f"closes -1 {one} {this}",
                f"closes = {one} {this} {then}",
                f"closes {ends}",
                f"closes {ends} {at}",
                f"closes {ends} {this}",
            ]
        )
    whole, possible = _runs(text, words, clauses, asking)
    return TopicFeatures(opens, inside, closes, whole, possible)


def weighed(found: TopicFeatures, weights: Mapping[str, float], whole: Floats) -> Floats:
    """(first, last) floats: how much speaks for each run; `whole` are the weights of WHOLE."""
    rows = (found.opens, found.inside, found.closes)
    opens, inside, closes = (
        np.array([sum(weights.get(name, 0.0) for name in row) for row in each]) for each in rows
    )
    return scores(found, opens, inside, closes, whole)


def scores(
    found: TopicFeatures, opens: Floats, inside: Floats, closes: Floats, whole: Floats
) -> Floats:
    """(first, last) floats: how much speaks for each run, given what does for each word as its
    first, within it and as its last; -inf for what is none.
    """
    before = np.concatenate([[0.0], np.cumsum(inside)])
    together = before[None, 1:] - before[:-1, None]
    total = opens[:, None] + together + closes[None, :] + found.whole @ whole
    return np.where(found.possible, total, -np.inf)


def best_span(words: Sequence[TaggedWord], total: Floats) -> Span | None:
    """Where the likeliest topic stands; None where there is none: marks alone."""
    if not words or not np.isfinite(total).any():
        return None
    first, last = divmod(int(total.argmax()), total.shape[1])
    return Span(words[first].start, words[last].stop)


def _kinds(text: str, words: Sequence[TaggedWord]) -> list[str]:
    """What each word is, with three before and after: a small or known word, a name, or "?"."""
    language, named = language_meant(text), names_in(text)

    def kind(word: TaggedWord) -> str:
        of = next((each for each in named if each.start <= word.start < each.stop), None)
        if of is not None:
            return f"*{of.type[:2]}"
        if not word.role.startswith("?"):
            return word.role
        small = word.text in STOP_WORDS or is_small(word.text, language)
        return f"~{word.text}" if small else word.role

    return ["^", "^", "^", *map(kind, words), "$", "$", "$"]


def _where(
    words: Sequence[TaggedWord], clauses: Sequence[int], asking: Sequence[bool]
) -> list[str]:
    """The clause of each word: whether it asks, whether another asks by a pronoun, its place."""
    count = clauses[-1] + 1 if clauses else 1
    ask = {clause for clause, asks in zip(clauses, asking, strict=True) if asks}
    stand_in = {c for c, word in zip(clauses, words, strict=True) if word.text in _PRONOUNS}
    place = {0: "first", count - 1: "last"}
    return [
        f"{'asks' if c in ask else '-'} {'by pronoun' if (ask & stand_in) - {c} else '-'}"
        f" {'first' if c == 0 else place.get(c, 'between')} {min(count, 3)}"
        for c in clauses
    ]


def _within(words: Sequence[TaggedWord], n: int) -> list[str]:
    """What a word is, and what stands beside it."""
    said = ["^", "^", *(word.role for word in words), "$", "$"]
    two, one, word, after, then = said[n : n + 5]
    return [
        "in",
        f"in : {words[n].text}",
        f"in {word}",
        f"in -1 {one}",
        f"in +1 {after}",
        f"in -1 {one} {word}",
        f"in +1 {word} {after}",
        f"in -2 {two} {one} {word}",
        f"in +2 {word} {after} {then}",
        f"in = {one} {word} {after}",
    ]


def _inside(one: str, this: str, then: str, at: str, asked: str) -> list[str]:
    return [
        f"in kind {this}",
        f"in kind -1 {one} {this}",
        f"in kind +1 {this} {then}",
        f"in clause {at}",
        f"in clause {at} {this[:2]}",
        f"in clause {asked} {at}",
    ]


def _runs(
    text: str, words: Sequence[TaggedWord], clauses: Sequence[int], asking: Sequence[bool]
) -> tuple[Floats, NDArray[np.bool_]]:
    """The features of each run of words as a whole, and which of them may be a topic."""
    n, language = len(words), language_meant(text)
    small = [
        word.text in STOP_WORDS or word.text in _PRONOUNS or is_small(word.text, language)
        for word in words
    ]

    def between(flags: Sequence[bool]) -> Floats:
        before = np.concatenate([[0], np.cumsum(flags)])
        return np.asarray(before[None, 1:] - before[:-1, None], np.float64)

    at = np.arange(n)
    length = at[None, :] - at[:, None] + 1
    word = np.array([not each.is_mark for each in words], bool)
    possible = (length >= 1) & (length <= LONGEST) & word[:, None] & word[None, :]
    clause = np.array(clauses)
    pronoun = np.array([each.text in _PRONOUNS for each in words], bool)
    whole = np.stack(
        [
            *(length == many for many in (1, 2, 3, 4)),
            (length >= 5) & (length <= 7),
            length > 7,
            clause[None, :] - clause[:, None],
            between([each.text in _ENDS_SENTENCE for each in words]),
            between(asking),
            (length == 1) & pronoun[:, None],
            np.broadcast_to(clause[:, None] == 0, (n, n)),
            between([not each for each in small]) == 0,
        ],
        axis=-1,
    ).astype(np.float64)
    return whole * possible[:, :, None], possible
