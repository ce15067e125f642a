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
SURE = 0.6
LEAST = 0.25
# Of a question that is put into English word by word more is wanted: so as many of those without an
# answer are admitted as of English ones.
LEAST_TRANSLATED = 0.35


def verdict_of(likely: float, *, translated: bool = False) -> Verdict:
    """How sure an answer is that is this likely to be right."""
    if likely >= SURE:
        return Verdict.SURE
    least = LEAST_TRANSLATED if translated else LEAST
    return Verdict.CLOSEST if likely >= least else Verdict.UNKNOWN
