"""Say a person's own words back to them: "I live in Oslo" becomes "You live in Oslo".

Nothing is added: pronouns and the verb forms that go with them change, all else stays. Where that
could go wrong (another language, words addressed to someone, quotations) there is no answer, and
the words are better quoted as they stand.
"""

import re

_PRONOUNS = {
    "i'm": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "i": "you",
    "me": "you",
    "my": "your",
    "myself": "yourself",
    "we're": "you're",
    "we've": "you've",
    "we'd": "you'd",
    "we'll": "you'll",
    "we": "you",
    "our": "your",
    "ours": "yours",
    "ourselves": "yourselves",
}
_FORMS = {"am": "are", "was": "were"}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_OFTEN = r"(?:\s+(?:also|always|already|just|not|never|now|often|once|only|really|still|usually))?"
# "am" alone could be a time of day.
_WAS = re.compile(rf"\b(I{_OFTEN})(\s+)(was|wasn['’]t|am)\b", re.IGNORECASE)
_AND_AM = re.compile(rf"\b((?:and|but|or|who|that){_OFTEN}\s+)am\b")
_OF_MINE = re.compile(r"\bof mine\b")
_FIRST = re.compile(r"\b(?:i|i['’](?:m|ve|d|ll)|my|we|we['’](?:re|ve|d|ll)|our)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|yourself|u|ur)\b|['’]re you", re.IGNORECASE)
_QUOTES = re.compile(r"[\"“”„«»`]")
# Words of plain English that its neighbours do not share.
_ENGLISH = re.compile(
    r"\b(?:the|and|with|for|to|have|has|had|like|love|live|lived|work|worked|prefer|use|moved|am|an?"
    r"|i['’](?:m|ve|d|ll)|my|our|don['’]t|can['’]t|at|of|on|always|never|hate|drive|play|speak"
    r"|eat|drink|want|need|got)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:please\s+)?(?:remember|note)(?:\s+that)?[:,]?|(?:and|but|so|also|btw|by the way|fyi"
    r"|just so you know|for the record|well|oh|yes|yeah|no|actually|honestly)[,:]?)\s+",
    re.IGNORECASE,
)


def second_person(text: str) -> str | None:
    """The same statement, said to the one who made it; None where it is safer to quote."""
    said = _without_lead(text)
    if not _FIRST.search(said) or not _ENGLISH.search(said):
        return None
    if _SECOND.search(said) or _QUOTES.search(said):
        return None
    turned = _WAS.sub(lambda m: f"{m[1]}{m[2]}{_FORMS[m[3].lower()[:3]]}{m[3][3:]}", said)
    turned = _AND_AM.sub(r"\1are", turned)
    turned = _OF_MINE.sub("of yours", turned)
    turned = _WORD.sub(_turn, turned)
    return turned[:1].upper() + turned[1:]


def _without_lead(text: str) -> str:
    said = text.strip()
    while match := _LEAD.match(said):
        said = said[match.end() :]
    return said


def _turn(match: re.Match[str]) -> str:
    word = match[0]
    turned = _PRONOUNS.get(word.lower().replace("’", "'"))
    if turned is None or (word.isupper() and len(word) > 1):
        return word
    if "’" in word:
        turned = turned.replace("'", "’")
    starts = match.start() == 0 or match.string[: match.start()].rstrip()[-1:] in (".", "!", "?")
    return turned[:1].upper() + turned[1:] if starts else turned
