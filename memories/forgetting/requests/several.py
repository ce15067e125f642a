"""The several things that one request names: "my pay and Wes's birthday"."""

import re

_AND = re.compile(
    r"\s*(?:,\s*)?\b(?:and(?:\s+also)?|und(?:\s+auch)?|y|et|as\s+well\s+as|sowie|plus)\s+"
    r"|\s*,\s+(?=.*\b(?:and|und|y|et)\b)",
    re.IGNORECASE,
)
_OF_THE_FIRST = re.compile(r"(?:his|her|their|its|su|sus|sein\w*|ihr\w*)\s", re.IGNORECASE)
_THE_THING = re.compile(
    r"^(?:the\s+(?:thing|bit|stuff|story|business)\s+(?:about|with)|das\s+mit|die\s+sache\s+mit|lo\s+del?)\s+",
    re.IGNORECASE,
)
_AND_HOW = re.compile(
    r",?\s+(?:and|und|y)\s+(?=(?:what|where|when|who|how|which|was|wo|wann|wer|wie|qué|dónde|cuándo"
    r"|quién|cómo|cuánto)\s)",
    re.IGNORECASE,
)


def things_named(topic: str, *, states: bool) -> list[str]:
    """The things a topic names: what is told of one ("she and her baby") is not apart.

    Of a statement only a question beside it is another: "that Vi moves and how much I weigh".
    """
    if not states:
        parts = [_THE_THING.sub("", part) for part in _AND.split(topic)]
        return [topic] if any(_OF_THE_FIRST.match(part) for part in parts[1:]) else parts
    return [part for part in _AND_HOW.split(topic) if part]


def is_one(topic: str, text: str) -> bool:
    """Whether what "and" joins in a topic stands there so: "Bishop and Daughters"."""
    words, at = text.casefold(), topic.casefold()
    around = [(at[: m.start()].split()[-1:], at[m.end() :].split()[:1]) for m in _AND.finditer(at)]
    return any(
        re.search(rf"\b{re.escape(a)}\s+\w+\s+{re.escape(b)}\b", words)
        for one, other in around
        for a in one
        for b in other
    )
