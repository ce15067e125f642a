"""Say back what the person said of themselves: "I live in Porto" → "You live in Porto"."""

import re

from memories.sentences import sentences

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]|\s+", re.UNICODE)
_PHRASES: tuple[tuple[str, str], ...] = (
    (r"\b(i|we)( (?:really |just |still |also |never |always |currently |now )*)am\b", r"you\2are"),
    (r"\bi( (?:really |just |still |also |never |always |only )*)was\b", r"you\1were"),
    (r"\b(i|we)['’]m\b", "you’re"),
    (r"\bi wasn['’]t\b", "you weren’t"),
    (r"\bam i\b", "are you"),
    (r"\bwas i\b", "were you"),
    (r"\b(?:i|we)['’]ve\b", "you’ve"),
    (r"\b(?:i|we)['’]d\b", "you’d"),
    (r"\b(?:i|we)['’]ll\b", "you’ll"),
    (r"\bwe['’]re\b", "you’re"),
    (r"\bmyself\b", "yourself"),
    (r"\bourselves\b", "yourselves"),
    (r"\bmine\b", "yours"),
    (r"\bours\b", "yours"),
    (r"\bmy\b", "your"),
    (r"\bour\b", "your"),
    (r"\b(?:me|us)\b", "you"),
    (r"\b(?:i|we)\b", "you"),
)
_COMPILED = tuple((re.compile(p, re.IGNORECASE), r) for p, r in _PHRASES)
# After "I … and", a verb still belongs to "I".
_GAPPED = re.compile(r"\b((?:and|but|or|then)) (am|was)\b", re.IGNORECASE)
_NOT_MINE = re.compile(r"\b(?:you|your|yours|yourself)\b|[\"“”«»]|\?", re.IGNORECASE)
# An "I" that counts kings or wars, a "US" that is a country, a "mine" for coal.
_NAMES = re.compile(
    r"\b[A-Z]\w+ I\b(?!['’])|\bUS\b|\bWW ?I\b|\b(?:a|the|coal|gold|salt) mine\b|\bI/O\b"
)
_LEADS = re.compile(
    r"^(?:(?:and|but|so|also|well|oh|ok|okay|hey|hi|hello|btw|by the way|fyi|actually|yes|yeah|"
    r"for the record|please|remember|note)(?: that)?[,:;!]?\s+)+",
    re.IGNORECASE,
)
LONGEST = 240


def in_second_person(statement: str) -> str | None:
    """One statement of the person's, said to them; None where rules could get it wrong.

    It comes back as a sentence without its full stop, starting with a capital.
    """
    said = _LEADS.sub("", " ".join(statement.split())).rstrip(" .!;,")
    if not said or len(said) > LONGEST or _NOT_MINE.search(said) or _NAMES.search(said):
        return None
    if len(sentences(said)) > 1:
        return None
    turned = said
    for pattern, replacement in _COMPILED:
        turned = pattern.sub(replacement, turned)
    if turned != said and re.search(r"\byou\b", turned):
        turned = _GAPPED.sub(
            lambda m: f"{m[1]} {'are' if m[2].lower() == 'am' else 'were'}", turned
        )
    return turned[0].upper() + turned[1:]
