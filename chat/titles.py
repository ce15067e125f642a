"""Titles of conversations: what the first message is about, without what leads up to it."""

import re

from chat.builtin.requests import intent
from chat.builtin.requests.intent import Kind
from memories.text import MASK, asks, sentences

# Characters of a title, and of a message that is looked at for it.
LONGEST, LOOKED_AT = 60, 480
# What says nothing of what a message is about.
_SMALL_TALK = frozenset({Kind.GREETING, Kind.THANKS, Kind.HELP})
# What is named after these is what it is about.
_OF_ITS_PART = frozenset({Kind.ABOUT, Kind.REMEMBER, Kind.FORGET})
_LEADS_UP = re.compile(
    r"^(?:(?:hi|hello|hey|hallo|hola|ok(?:ay)?|so|well|please|bitte|by the way|btw|übrigens)\b"
    r"[\s,.!–-]*"
    r"|(?:can|could|would|will) you (?:please )?(?:tell me|help me(?: with)?|explain|show me)\s+"
    r"|(?:kannst|könntest) du (?:mir )?(?:bitte )?(?:sagen|erklären),?\s+"
    r"|(?:do you (?:know|remember)|i (?:want|would like|['’]d like) to (?:know|tell you|ask)"
    r"|i was wondering|i wonder|tell me|weißt du(?: noch)?|sag mir|ich möchte wissen),?\s+"
    r"(?:(?:that|if|whether|dass|ob)\s+)?)+",
    re.IGNORECASE,
)


def title_from(text: str) -> str:
    """What a message is about, in at most 60 characters; without what is blacked out."""
    line = " ".join(re.sub(rf"{MASK}+", " … ", text[:LOOKED_AT]).split())
    subject = _subject(line)
    if not _says(subject):
        return ""
    subject = subject[:1].upper() + subject[1:]
    if len(subject) <= LONGEST:
        return subject
    return subject[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,.;:-–—") + "…"


def _subject(line: str) -> str:
    """The topic where one is named, else the sentence that asks, else the first that tells."""
    wanted = intent.read(line)
    if wanted.kind in _OF_ITS_PART:
        return wanted.of(line)
    telling = [
        words
        for span in sentences(line)
        if (words := _LEADS_UP.sub("", span.of(line)).strip())
        and intent.read(words).kind not in _SMALL_TALK
        and _says(words)
    ]
    asking = (words for words in telling if asks(words))
    return next(asking, telling[0] if telling else line)


def _says(words: str) -> bool:
    """Whether a letter or a number is left of them, and no marks alone."""
    return any(letter.isalnum() for letter in words)
