"""The same said again with another value: "the wifi password is Kiwi22", then "… is Mango44".

Nothing in the words of either is news, and most of what is said of one thing holds beside the rest:
"the car is red", "the car is at the garage". What one thing has one of is told by what is asked of
it (a favourite, a code) or by the kind of both values. English, German, Spanish.
"""

import re
from datetime import UTC, datetime

from memories.text import told_times
from memories.text.fact_parts import differ
from memories.text.fact_patterns import MINE, OPENING
from memories.text.patterns import lazily

# Whose or which one it is, and that it is something: what stands then is the value.
_NOW = r"(?:\s+(?:now|jetzt|nun|inzwischen|mittlerweile|ahora|actually))?"
_WHOSE = (
    rf"(?:{MINE}|the|his|her|their|der|die|das|seine?|ihre?|el|la|los|las|su)\s+"
    r"|[^\W\d_][\w-]+['’]s?\s+|(?-i:[A-ZÄÖÜ])[\w-]+s\s+"
)
_VALUE = rf"(?P<value>[^,;.!?()–—]{{1,60}}?){_NOW}\s*(?:$|[,;!?()–—]|\.(?:\s|$))"
_SAID = lazily(
    rf"{OPENING}(?P<thing>(?:{_WHOSE})(?:[\w&'’-]+\s+){{1,5}}?)(?P<is>(?:(?:is|are)\s+called|is|are"
    r"|ist|sind|es|son|está|están|liegt|liegen|steht|hängt|lautet|heißt|heisst|se\s+llaman?)"
    rf"{_NOW})\s+{_VALUE}",
    re.IGNORECASE,
)
# Where somebody works or goes to school: of most there is one.
_GOES = lazily(
    rf"{OPENING}(?P<thing>(?:(?:my|our|mein\w*|unser\w*|mi)\s+(?:\w+\s+){{1,3}}?"
    r"|(?-i:[^\W\d_a-z])\w+\s+|i\s+|ich\s+))"
    rf"(?:works?|goes\s+to|arbeitet?|geht|trabaja|va){_NOW}\s+{_VALUE}",
    re.IGNORECASE,
)
# What everything has one of.
_ONE = lazily(
    r"\b(?:favou?rite|password|passcode|passphrase|pin|code|combination|number|nickname|surname"
    r"|lieblings\w+|passwort|kennwort|geheimzahl|zahlencode|\w*nummer|spitzname|nachname"
    r"|favorit[oa]|contraseña|clave|código|apodo|apellido)\b",
    re.IGNORECASE,
)
# What may be one of several all the same: "my other favourite".
_OF_SEVERAL = lazily(
    r"\b(?:other|another|second|one of|ander\w+|zweite\w*|otr[oa]s?|segund[oa]|also|too|auch"
    r"|también)\b",
    re.IGNORECASE,
)
_PLACE = lazily(
    r"^(?:in|at|for|on|under|behind|with|by|inside|next to|im|unter|hinter|bei|beim|neben|auf|am"
    r"|en|con|debajo|detrás|encima|dentro)\s",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d[\d.,:]*k?\b")
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def has_another_value(old: str, new: str) -> bool:
    """Whether the later gives another value of what everything has one of, or another number."""
    both = _of_one_thing(old, new)
    if both is None:
        return False
    thing, was, now = both
    return bool(_ONE.search(thing)) or _are_numbers(was, now)


def may_have_another_value(old: str, new: str) -> bool:
    """Whether the later may do so: another place, another name, another school."""
    both = _of_one_thing(old, new)
    if both is None:
        return False
    _, was, now = both
    if told_times(was, _ANY_DAY) or told_times(now, _ANY_DAY):
        return False
    places = _PLACE.match(was) and _PLACE.match(now)
    return bool(places) or (was[:1].isupper() and now[:1].isupper())


def _of_one_thing(old: str, new: str) -> tuple[str, str, str] | None:
    """What both tell of in the same words, and the value of each; None where they do not."""
    old, new = " ".join(old.split()), " ".join(new.split())
    pairs = ((said.match(old), said.match(new)) for said in (_SAID, _GOES))
    was, now = next((pair for pair in pairs if all(pair)), (None, None))
    if not was or not now or _OF_SEVERAL.search(old) or _OF_SEVERAL.search(new):
        return None
    if _plain(was["thing"]) != _plain(now["thing"]) or not differ(was["value"], now["value"]):
        return None
    return was["thing"], was["value"], now["value"]


def _plain(thing: str) -> str:
    return thing.lower().replace("’", "'").strip()


def _are_numbers(was: str, now: str) -> bool:
    """Whether both values are numbers, of the same unit: "40 euros", "45"."""
    if not (_NUMBER.search(was) and _NUMBER.search(now)):
        return False
    first, second = (" ".join(_NUMBER.sub(" ", each).lower().split()) for each in (was, now))
    return first == second or not (first and second)
