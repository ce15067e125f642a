"""What only tells that something is over: "bin gar nicht mehr im Chor", "we're not in Hull now".

Requests are often worded with the same "no longer" ("du musst das nicht mehr wissen"). Who says it
of a life asks for nothing: read without these words, the message has nothing left that asks.
"""

import re

from chat.builtin.requests.worded import how_likely
from memories.text import lazily

# Less likely than that a message asks for nothing.
_ASKS_NOTHING = 0.5
_OVER = lazily(
    r"(?:\b(?:gar|überhaupt|längst|schon|auch|eh|helemaal)\s+)*\b(?:nicht?|net|ned|nimmer|nie|kein\w*|nix|niet)\b(?P<de>[^.,;!?]*?)\b(?:mehr|meer)\b"
    r"|(?:\bnot|n['’]t)\b(?P<en>[^.,;!?]*?)\bany\s?(?:more|longer)\b|\b(?:no|any)\s?(?:longer|more)\b"
    r"|\bnimmer\b|\bya\s+no\b|\bn(?:e\s+|['’])(?P<fr>[^.,;!?]*?)\bplus\b(?:\s+du\s+tout)?|\bnon\s+(?P<it>[^.,;!?]*?)\bpiù\b",
    re.IGNORECASE,
)
# It turns to whoever is to forget.
_ADDRESSES = lazily(
    r"\b(?:you\w*|u|ur|du(?!\s+tout)|dir|dich|dein\w*|ihnen|bitte|please|pls|plz|let|tú|te|ti|tu|vous|por\s+favor|porfa|jij|je(?!\s+n(?:e\b|['’])))\b",
    re.IGNORECASE,
)


def tells_of_an_end(said: str) -> bool:
    """Whether a message tells that something is so no longer, and asks for nothing."""
    if not _OVER.search(said) or _ADDRESSES.search(said):
        return False
    return how_likely(_OVER.sub(_between, said)) < _ASKS_NOTHING


def _between(found: "re.Match[str]") -> str:
    """What stands between the words that say that it is over."""
    return next(filter(None, found.groups()), "")
