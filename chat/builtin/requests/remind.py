"""Wishes to be reminded, in the languages in which Today reads tasks."""

import re

_LEAD = r"^(?:(?:hey|ok|okay|so|and|please|yarnnn|bitte|und|por\s+favor|oye)[,!]?\s+)*"
_POLITE = r"(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?|you\s+(?:must|should)\s+)?"
_REMIND = re.compile(
    # Not "remind me what …", "remind me of my PIN": these ask.
    rf"{_LEAD}{_POLITE}(?:remind\s+me\s+(?:again\s+)?(?:to|that|on|at|in|by|tomorrow|tonight|next|every)\b"
    r"|don['’]?t\s+let\s+me\s+forget\s+to\b"
    r"|(?:kannst\s+du\s+mich\s+|erinner\w*\s+mich\s+)(?:bitte\s+)?(?:\w+\s+){0,4}?(?:daran|dran|an|zu)\b"
    r"|(?:recu[eé]rdame|acu[eé]rdame)\s+(?!c[oó]mo\b|qu[eé]\s+(?:es|era)\b|cu[aá]|d[oó]nde\b|qui[eé]n\b|si\b)"
    r"|que\s+no\s+se\s+me\s+olvide\b)",
    re.IGNORECASE,
)


def asks_to_be_reminded(said: str) -> bool:
    """Whether a message asks to be reminded of something to come, not of what is known."""
    return _REMIND.match(said) is not None
