"""What only tells that something is over: "bin gar nicht mehr im Chor", "we're not in Hull now".

Requests are often worded with the same "no longer" ("du musst das nicht mehr wissen"). Who says it
of a life asks for nothing: read without these words, the message has nothing left that asks.
"""

import re

from chat.builtin.requests.learned.worded import how_likely
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
    r"\b(?:kannst?e?|könntest|brauchst|darfst|sollst|solltest|puedes|podrías|peux|puoi|podes|możesz"
    r"|hoef\w*|you\w*|u|ur|du(?!\s+tout)|dir|dich|dein\w*|ihnen|bitte|please|pls|plz|let|tú|te|ti|tu|vous|por\s+favor|porfa|jij|je(?!\s+n(?:e\b|['’])))\b",
    re.IGNORECASE,
)
_KEPT = lazily(
    r"\b(?:no need|memor\w+|records?|notes|files?|in here|out of there|from there|in there|on file"
    r"|from this app|gedächtnis|speicher\w*|gespeichert\w*|notizen|unterlagen|hier drin|da drin"
    r"|da raus|hier raus|memoria|notas|registros?|mémoire|fichiers?|ricordi|geheugen|pamię\w+)\b",
    re.IGNORECASE,
)
_ORDERS = lazily(
    r"^\W*(?:(?:so|and|ok|okay|now|just|then|und|also|dann|jetzt|y)[,!]?\s+)*"
    r"(?:take|get|throw|kill|pull|cut|bin(?=\s+(?:the|my|our|that)\b)|blot|cross|rub|shred|chuck|unload|let|put|stop|leave"
    r"|nimm|mach|lass|schmei(?:ß|ss)|wirf|räum|radier\w*|tu|hau|kick|hör|saca|tira|elimina|quita"
    r"|retire|enlève|jette|togli|leva|butta|tira|apaga|haal|gooi|usuń|wyrzuć)\b",
    re.IGNORECASE,
)


def addresses(said: str) -> bool:
    """Whether a message turns to whoever is to forget, gives an order or names where it is kept."""
    return any(each.search(said) for each in (_ADDRESSES, _KEPT, _ORDERS))


def names_the_memory(said: str) -> bool:
    """Whether a message names where things are kept: "no record of", "hier drin"."""
    return bool(_KEPT.search(said))


def tells_of_an_end(said: str) -> bool:
    """Whether a message tells that something is so no longer, and asks for nothing."""
    if addresses(said):
        return False
    if not _OVER.search(said):
        return False
    return how_likely(_OVER.sub(_between, said)) < _ASKS_NOTHING


def _between(found: "re.Match[str]") -> str:
    """What stands between the words that say that it is over."""
    return next(filter(None, found.groups()), "")
