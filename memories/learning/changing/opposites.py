"""What cannot both be so, and is no news: "I'm allergic to nuts", "I'm not allergic to nuts"."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from memories.text import statement

_NOT = "not"
# The stems of words that deny, which say nothing of what is denied.
_DENYING = frozenset(
    "never no not none neither nie niemal nicht kein keine keinen keinem keiner nein nunca jamá"
    " ningún ninguna tampoco".split()
)
_LIKED = "like"
_LIKES = frozenset("like love ador enjoy mag mög lieb gust encant".split())
_HATES = frozenset("hate detest loath dislik hass verabscheu odi detesto".split())


def contradicts(old: str, new: str) -> bool:
    """Whether one says that something is so and the other that it is not, of one and the same."""
    before, now = statement(old), statement(new)
    if before.whom != now.whom or (before.signs ^ now.signs) - {_NOT}:
        return False
    was, told = _said(before.stems), _said(now.stems)
    if was != told or not was - {_LIKED}:
        return False
    return _denied(before.stems, before.signs) != _denied(now.stems, now.signs)


def _said(stems: Iterable[str]) -> frozenset[str]:
    """What is said to be so or not: "hate olives" is of liking olives."""
    liked = _LIKES | _HATES
    return frozenset(_LIKED if stem in liked else stem for stem in stems if stem not in _DENYING)


def _denied(stems: Iterable[str], signs: AbstractSet[str]) -> bool:
    return (_NOT in signs) != (not _HATES.isdisjoint(stems))
