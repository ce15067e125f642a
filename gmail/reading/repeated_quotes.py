"""Which quotes only repeat what the thread holds anyway."""

import re
from collections.abc import Iterable, Sequence

from documents.reading.quoting import AttributedLines, Authorship

# Length of a compared run, in words; line breaks and quote marks are ignored.
_RUN = 4
# A quote is repeated when this share of its runs stands elsewhere in the thread.
_MOST = 0.8
_LONGEST = 200_000
_WORD = re.compile(r"[^\W_]+")

_NOT_SAID = (Authorship.QUOTE, Authorship.ATTRIBUTION)

Runs = frozenset[int]


def runs_of(said: Iterable[Sequence[AttributedLines]]) -> Runs:
    """The runs of words that the mails of a thread say themselves, quotes aside."""
    found: set[int] = set()
    for stretches in said:
        for stretch in stretches:
            if stretch.whose not in _NOT_SAID and not stretch.unproven:
                found.update(_runs(stretch.text))
    return frozenset(found)


def without_repeated(
    stretches: Sequence[AttributedLines], runs: Runs
) -> tuple[list[AttributedLines], bool]:
    """A mail without the quotes below its words that the thread holds; whether there were any.

    A quote that is answered below stays: without it, the answer would hang in the air.
    """
    last = max((n for n, one in enumerate(stretches) if one.whose is Authorship.OWN), default=-1)
    gone = {
        n
        for n, one in enumerate(stretches)
        if (n > last and one.whose is Authorship.QUOTE and _is_held(one.text, runs))
        or (one.unproven and _is_held(one.text, runs))
    }
    kept: list[AttributedLines] = []
    quotes = False
    for n in range(len(stretches) - 1, -1, -1):
        one = stretches[n]
        if one.whose is not Authorship.ATTRIBUTION:
            quotes = one.whose in (Authorship.QUOTE, Authorship.FORWARD) and n not in gone
        # Without the quote below it, an attribution says nothing.
        if n not in gone and (quotes or one.whose is not Authorship.ATTRIBUTION):
            kept.append(one)
    return kept[::-1], bool(gone)


def _is_held(quote: str, runs: Runs) -> bool:
    own = list(_runs(quote))
    return sum(run in runs for run in own) >= _MOST * len(own)


def _runs(text: str) -> Iterable[int]:
    words = _WORD.findall(text[:_LONGEST].lower())
    if len(words) < _RUN:
        return [hash(tuple(words))] if words else []
    return (hash(tuple(words[n : n + _RUN])) for n in range(len(words) - _RUN + 1))
