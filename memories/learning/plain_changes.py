"""Changes that are plain: another value for what has one only, or a plain "no longer".

"I live in Bristol", "I live in Bath": nothing in the words of either is news, so a classifier that
reads for news sees none. English, German, Spanish.
"""

import re

from memories.text import statement

# Of oneself, and of one value at a time: what stands before it, in each language.
_ONE_VALUE = (
    r"(?:i|we)(?:['’]ve| have| just| finally| recently|['’]m| am)*(?: now| currently)?"
    r" (?:live|lived|living|moved|moving|relocated)(?: (?:now|again|over|back))*"
    r" (?:in|at|on|to|into)\b"
    r"|(?:ich|wir) (?:wohne|wohnen|lebe|leben)(?: (?:jetzt|nun|zurzeit|inzwischen))? in\b"
    r"|(?:ich|wir) (?:bin|sind)(?: (?:jetzt|gerade|endlich|inzwischen))? (?:nach|in) .{2,40}"
    r" (?:ge|umge)zogen"
    r"|(?:ahora |ya )?(?:vivo|vivimos)(?: ahora)? en\b|(?:ahora )?(?:me mudé|nos mudamos|me he mudado) a\b",  # noqa: E501
    r"(?:my|our) (?:new |current )?(?:boss|manager|supervisor) is(?: now)?\b"
    r"|mein(?:e)? (?:neue[rn]? )?(?:chefin?|vorgesetzter?) (?:ist|heißt)\b"
    r"|mi (?:nuev[oa] )?(?:jef[ea]) (?:es|se llama)\b",
    r"my (?:new |current )?(?:mobile |cell |phone |telephone )(?:number )?is(?: now)?\b|my (?:new )?number is\b"  # noqa: E501
    r"|meine (?:neue )?(?:handy|telefon)?nummer (?:ist|lautet)\b|mi (?:nuevo )?(?:número|móvil|teléfono)[^,.]{0,12} es\b",  # noqa: E501
    r"(?:my|our) (?:new |current )?(?:home |postal )?address is(?: now)?\b|meine (?:neue )?(?:adresse|anschrift) (?:ist|lautet)\b"  # noqa: E501
    r"|mi (?:nueva )?dirección es\b",
    r"(?:my|our) (?:new )?(?:rent|salary|weight) is(?: now)?\b|(?:meine|unsere) (?:miete|kaltmiete) (?:ist|beträgt)\b"  # noqa: E501
    r"|mein (?:gehalt|gewicht) (?:ist|beträgt)\b|(?:mi|el) (?:alquiler|sueldo) es\b",
    r"my (?:new )?(?:wife|husband|girlfriend|boyfriend) is\b|my (?:new )?(?:gp|landlord|landlady) is(?: now)?\b",  # noqa: E501
)
_LEAD = r"^\W*(?:(?:well|so|ok|okay|actually|also|and|hey|by the way|btw|übrigens|also|por cierto)[,:]?\s+)*"  # noqa: E501
_PLAIN = [re.compile(rf"{_LEAD}(?:{pattern})", re.IGNORECASE) for pattern in _ONE_VALUE]
_NO_LONGER = re.compile(
    r"\b(?:no longer|not .{0,30}\bany\s?more|nicht mehr|kein\w* .{0,30}mehr|ya no)\b", re.IGNORECASE
)
# So much of the earlier statement must the denial repeat.
_REPEATED = 0.6


def plainly_changes(old: str, new: str) -> bool:
    """Whether the later statement plainly gives another value, or denies what was said."""
    before, now = statement(old), statement(new)
    if _NO_LONGER.search(new) and not _NO_LONGER.search(old):
        shared = set(before.stems) & set(now.stems)
        same_one = before.subjects == now.subjects or before.of_mine == now.of_mine
        return bool(shared) and same_one and len(shared) >= _REPEATED * len(set(before.stems))
    if before.signs != now.signs or set(before.stems) == set(now.stems):
        return False
    return any(plain.match(old) and plain.match(new) for plain in _PLAIN)
