"""How sure an answer is: one word for the page, the chat, the API and whoever else is told."""

from enum import StrEnum


class Verdict(StrEnum):
    """Whether what was found answers, comes closest, or has nothing to do with the question."""

    SURE = "sure"
    CLOSEST = "closest"
    UNKNOWN = "unknown"


# How likely an answer must be right to be given as one. Between this and LEAST it is given as what
# comes closest; below LEAST nothing is known. What the two limits do to people who were left out of
# the fit is in bench/results.
SURE = 0.55
LEAST = 0.06
# German and Spanish are read in English words, one by one: what has nothing to do with a question
# looks likelier then (tests/memories/test_pages_list.py).
LEAST_WORD_BY_WORD = 0.13


def verdict_of(likely: float, *, word_by_word: bool = False) -> Verdict:
    """`word_by_word`: the question, or what answers it best, was read in English words."""
    if likely >= SURE:
        return Verdict.SURE
    least = LEAST_WORD_BY_WORD if word_by_word else LEAST
    return Verdict.CLOSEST if likely >= least else Verdict.UNKNOWN
