"""How somebody asks for something, politely or not: "could you please", "kannst du bitte"."""

from memories.text.lists.openings import openings
from memories.text.patterns import any_of

# Said before a request, besides what opens any sentence. What turns from what was said before
# ("actually", "but") is none: a correction begins so.
_BEFORE = """
    hi yarnnn please pls plz kindly now then just yeah yep sure geh komm bitte dann jetzt doch
    por_favor vale entonces s'il_te_plaît s'il_vous_plaît s'il_te_plait s'il_vous_plait alors et
    per_favore alsjeblieft proszę
"""
LEAD = rf"[¿¡\s]*(?:(?:{any_of(openings() + _BEFORE)})[,!]?\s+)*"
_ASKED = (
    r"(?:can|could|would|will)\s+you\s+(?:(?:please|kindly|be\s+so\s+kind\s+as\s+to)\s+)?",
    r"i(?:['’]d|\s+would)?\s+(?:want|like|need)\s+you\s+to\s+",
    r"you\s+(?:should|must|can|may)\s+",
    r"make\s+sure\s+(?:you|to)\s+",
    r"(?:kannst|könntest|würdest|magst)\s+du\s+(?:bitte\s+)?",
    r"(?:puedes|podrías|te\s+importaría|peux-tu|pourrais-tu)\s+",
)


def politely(*also: str) -> str:
    """A pattern of what may stand before the verb of a request; `also` are more ways to ask."""
    return rf"{LEAD}(?:{'|'.join((*_ASKED, *also))})?(?:please\s+|bitte\s+)?"


POLITE = politely()
