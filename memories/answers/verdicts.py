"""How sure an answer is: one word for the page, the chat, the API and whoever else is told."""

from enum import StrEnum

from memories.recall import ANSWERABLE, RecallResult


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


def verdict_of_recalled(recalled: RecallResult) -> Verdict:
    """How sure it is by nearness alone, which takes no time: where no question is asked.

    So for topics and lists; what answers a question is told by `find_answer`.
    """
    if not recalled.items:
        return Verdict.UNKNOWN
    return Verdict.SURE if recalled.known >= ANSWERABLE.known else Verdict.CLOSEST


def verdict_of_written(*, inside: bool, outside: bool = False) -> Verdict:
    """How sure it is where who wrote what is asked for.

    `inside` is whether something is by those, of that time and topic; `outside`, of another time.
    """
    if inside:
        return Verdict.SURE
    return Verdict.CLOSEST if outside else Verdict.UNKNOWN
