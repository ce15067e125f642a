"""Titles of conversations: what the first telling message is about, without what leads up to it."""

import re
from collections.abc import Iterable

from chat.builtin.choice import is_reply
from chat.builtin.requests import intent, small_talk
from chat.builtin.requests.intent import TAKING_AWAY, Kind
from memories.text import MASK, asks, beside_masks, sentences

# Characters of a title, and of a message that is looked at for it.
LONGEST, LOOKED_AT = 60, 480
# What says nothing of what a message is about.
_SMALL_TALK = frozenset({Kind.GREETING, Kind.THANKS, Kind.HELP})
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


def title_of(messages: Iterable[str]) -> str:
    """The title of a conversation by the person's messages in it, "" where none tells what of.

    What only wants something forgotten, or chooses what, is passed over, and so is what is left
    beside blacked-out words unless it says something by itself.
    """
    for text in messages:
        said = text[:LOOKED_AT]
        if intent.read(said).kind in TAKING_AWAY or is_reply(said):
            continue
        if MASK in said:
            left = (part for each in sentences(said) for part in beside_masks(said, each))
            said = " ".join(part.of(text).strip() for part in left)
        if title := title_from(said):
            return title
    return ""


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
    """What is to be remembered, else the sentence that asks, else the first that tells.

    A word alone is a title only where nothing else was said.
    """
    wanted = intent.read(line)
    if wanted.kind == Kind.REMEMBER:
        return wanted.of(line)
    opened = small_talk.OPENING.sub("", line)
    said = [span.of(opened) for span in sentences(opened)]
    telling = [
        words
        for sentence in said
        if intent.read(sentence).kind not in _SMALL_TALK
        and (words := _LEADS_UP.sub("", sentence).strip())
        and intent.read(words).kind not in _SMALL_TALK
        and _says(words)
    ]
    whole = [words for words in telling if not words.rstrip(" .!?…").isalpha()] or telling
    asking = (words for words in whole if asks(words))
    return next(asking, whole[0] if whole else line)


def _says(words: str) -> bool:
    """Whether a letter or a number is left of them, and no marks alone."""
    return any(letter.isalnum() for letter in words)
