"""How much a model is given of what, in o200k tokens, by how much it reads at once."""

from dataclasses import dataclass

from django.conf import settings

# What is recalled, the turns before the question, the files that came with it, and what tools give.
RECALLED, EARLIER, FILES, RESULTS = 4_000, 3_000, 6_000, 12_000
# The rules with the tools' descriptions, and a question.
RULES = 2_500
# Beyond this many times as much, more is no better.
LARGEST = 4.0
# A model that reads less than this has no room for tools.
WITH_TOOLS = 8_192


@dataclass(frozen=True)
class Budgets:
    """Maximum numbers of tokens; `answer` of what the model writes, None where nothing limits it.

    Without `results` it is offered no tools.
    """

    recalled: int
    earlier: int
    files: int
    results: int
    answer: int | None = None


def budgets() -> Budgets:
    """The budgets for a model with YARNNN_CHAT_WINDOW, or for one of which nothing is known."""
    window = settings.YARNNN_CHAT_WINDOW
    if not window:
        return Budgets(RECALLED, EARLIER, FILES, RESULTS)
    answer = min(settings.YARNNN_CHAT_MAX_TOKENS, window // 4)
    results = RESULTS if window >= WITH_TOOLS else 0
    room = max(window - answer - RULES, window // 8)
    scale = min(LARGEST, room / (RECALLED + EARLIER + FILES + results))
    recalled, earlier, files, found = (
        int(scale * most) for most in (RECALLED, EARLIER, FILES, results)
    )
    return Budgets(recalled, earlier, files, found, answer)
