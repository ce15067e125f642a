"""English said back: "I live in Porto" becomes "You live in Porto"."""

import re

from memories.text import first_person
from memories.text.contractions import written_out
from memories.text.languages import language_of

# Words that may stand between "I" and its verb.
_OFTEN = (
    r"(?: (?:really|just|still|also|never|always|currently|now|not|only|often|usually|already))*"
)
_PHRASES: tuple[tuple[str, str], ...] = (
    (rf"\b(?:i|we)({_OFTEN}) am\b", r"you\1 are"),
    (rf"\bi({_OFTEN}) was\b", r"you\1 were"),
    (rf"\bi({_OFTEN}) wasn(['’])t\b", r"you\1 weren\2t"),
    (r"\b(?:i|we)(['’])m\b", r"you\1re"),
    (r"\bam i\b", "are you"),
    (r"\bwas i\b", "were you"),
    (r"\b(?:i|we)(['’])(ve|d|ll|re)\b", r"you\1\2"),
    (r"\b(?:mine|ours)['’]s\b", "yours is"),
    (r"\bmyself\b", "yourself"),
    (r"\bourselves\b", "yourselves"),
    (r"\b(?:mine|ours)\b", "yours"),
    (r"\b(?:my|our)\b", "your"),
    (r"\b(?:me|us)\b", "you"),
    # Not the initial of a name: "P.I.M.".
    (r"(?<!(?-i:[A-Z])\.)\b(?:i|we)\b(?!\.(?-i:[A-Z]))", "you"),
)
_COMPILED = tuple((re.compile(p, re.IGNORECASE), r) for p, r in _PHRASES)
# After "I … and", a verb still belongs to "I". ("7 am" is a time of day.)
_GAPPED = re.compile(r"\b((?:and|but|or|then)) (am|was)\b", re.IGNORECASE)
_NOT_MINE = re.compile(r"\b(?:you|your|yours|yourself)\b|[\"“”„«»]|\?", re.IGNORECASE)
# An "I" that counts kings or wars, a "US" that is a country, a "mine" for coal.
_NAMES = re.compile(
    r"\b[A-Z]\w+ I\b(?!['’])|\bUS\b|\bWW ?I\b|\b(?:a|the|coal|gold|salt) mine\b|\bI/O\b"
)
# Words of plain English that languages with a "we", "me" or "mine" of their own do not share.
_ENGLISH = re.compile(
    r"\b(?:the|and|with|for|to|have|has|had|like|love|live|lived|work|works|worked|prefer|use|moved"
    r"|am|a|an|i['’](?:m|ve|d|ll)|i|my|our|don['’]t|can['’]t|at|of|on|always|never|hate|drive|play"
    r"|speak|eat|drink|want|need|needs|got|it|gave|told|said|owe|owes|he|she|they|took|take|meet"
    r"|went|go|are|were|will|would|usually|every|by|from)\b",
    re.IGNORECASE,
)
# "Me" is theirs as well: "No me gusta el cilantro".
_WITH_ME = frozenset(("es", "pt", "it", "fr", "ca"))
_LEAD = (
    r"(?:oh|hey|hi|hello|btw|by the way|fyi|yes|yeah|no(?=[,:;!])|for the record|just so you know"
    r"|please|remember|note(?: to self)?)"
)
# "So I moved" leads up to what is said, "so tired" and "well paid" are part of it.
_JOINT = r"(?:and|but|so|also|well|ok|okay|actually|honestly)"
_CLAUSE = (
    r"(?:(?:i|we|my|our|he|she|it|they|you|this|that|these|those|there|here|the|an?|his|her|its|their"
    r"|your|when|if|since|because|today|yesterday|now)\b|(?-i:[A-Z]))"
)
LEADS = re.compile(
    rf"^(?:{_LEAD}(?: that)?[,:;!]?\s+"
    rf"|{_JOINT}(?: that)?(?:[,:;!]\s+|\s+(?={_CLAUSE}|{_LEAD}\b|{_JOINT}\b)))+",
    re.IGNORECASE,
)


def turned(said: str) -> str | None:
    """The words of somebody who speaks of themselves, said to them; None where that may go wrong.

    What is not in English comes back as it is, unless words of it could be taken for English.
    """
    if _NOT_MINE.search(said) or _NAMES.search(said):
        return None
    said = written_out(said)
    if first_person.IN_ENGLISH.search(said) and language_of(said) not in _WITH_ME:
        return _turned(said) if _ENGLISH.search(said) else None
    return said


def _turned(said: str) -> str:
    for pattern, replacement in _COMPILED:
        said = pattern.sub(replacement, said)
    if re.search(r"\byou\b", said):
        said = _GAPPED.sub(lambda m: f"{m[1]} {'are' if m[2].lower() == 'am' else 'were'}", said)
    return said
