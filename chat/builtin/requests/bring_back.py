"""Requests to take back that something was forgotten: "undo forgetting the tablets".

Or by words that name nothing, whatever their order: "wait, bring that back please".
"""

import re

from chat.builtin.requests.learned.tokens import plain_words
from memories.text import Span, lazily

_PLEASE = (
    r"(?:(?:please|pls|ok|okay|can\s+you|could\s+you|bitte|kannst\s+du|könntest\s+du)[,]?\s+)*"
)
_OF = r"(?:(?:of|about|that|von|vom|der|des|über|dass)\s+)?"
_NAMED = lazily(
    rf"^{_PLEASE}(?:(?:undo|revert|reverse|cancel|take\s+back)\s+(?:the\s+|my\s+)?(?:forgetting|deleting|erasing|deletion|removal)\s+{_OF}(?P<a>\S.*?)"
    r"|un-?forget\s+(?:about\s+)?(?P<b>\S.*?)"
    r"|restore\s+(?:what\s+(?:you\s+forgot|i\s+said)\s+about\s+)?(?P<c>(?:the|my|our|what|that)\s+\S.*?)"
    rf"|(?:mach(?:e|st)?|nimm|nehm(?:e|en)?)\s+(?:bitte\s+)?das\s+(?:vergessen|löschen)\s+{_OF}(?P<d>\S.*?)\s+(?:wieder\s+)?(?:rückgängig|zurück)(?:\s+machen)?"
    rf"|das\s+(?:vergessen|löschen)\s+{_OF}(?P<e>\S.*?)\s+(?:bitte\s+)?(?:wieder\s+)?rückgängig(?:\s+machen)?"
    r"|stell(?:e|st)?\s+(?:bitte\s+)?(?P<f>\S.*?)\s+(?:bitte\s+)?wieder\s*her"
    r"|(?P<g>(?:de[nr]|die|das|mein\w*)\s+\S.*?)\s+(?:bitte\s+)?wiederherstellen"
    r"|deshaz\s+el\s+olvido\s+del?\s+(?P<h>\S.*?)|annule\s+l['’]oubli\s+d(?:e\s+|u\s+|['’])(?P<i>\S.*?))"
    r"(?:,?\s+(?:please|again|bitte|por\s+favor))*[\s.!]*$",
    re.IGNORECASE,
)


def brought_back(said: str) -> Span | None:
    """Where a message names what is to be there again; None where it asks for no such thing."""
    found = _NAMED.match(said)
    if found is None:
        return None
    group = next(name for name, words in found.groupdict().items() if words)
    return Span(*found.span(group))


# By whichever of these something is to be there again, and those that mean nothing else.
_UNDOES = frozenset(
    "undo revert unforget undelete rückgängig wiederherstellen deshaz deshacer annule ripristina"
    " annulla ongedaan cofnij przywróć desfaz desfaça".split()
)
_BACK = _UNDOES | frozenset(
    "back restore zurück zurückholen zurücknehmen devuélvelo recupera recupéralo remets récupère"
    " indietro terug herstel restaura".split()
)
_BESIDE = frozenset(
    "bring put get take give want wants have need can could you i we it that this them these"
    " those one in please pls wait no nope oh oops whoops sorry ok okay actually hang on hold a"
    " sec second moment again now all there the last thing after hol holt hole holen nimm nehm"
    " nehmen stell stelle mach mache gib tu pack packe das es die den dies ich will möchte hätte"
    " gern gerne bitte doch nee nein ne halt stopp stop warte mal wieder alles jetzt du kannst"
    " könntest mir lieber eben ja na eso esto lo por favor espera no mejor me para ça cela le la"
    " s'il te plaît attends non questo quello lo per favore aspetta dat het toch wacht to proszę"
    " czekaj isso isto não".split()
)
_PAUSE = re.compile(r"[,.;:!–—]+\s*")
# Maximum number of words of the whole message and of the part that asks, and minimum of that part:
# "back" alone asks for nothing.
_LONGEST, _LONGEST_PART, _SHORTEST_PART = 24, 9, 2


def only_brings_back(said: str) -> bool:
    """Whether a message wants the last change taken back, and names nothing by what asks for it.

    "No wait, you can keep the one about heights, undo that": its last words ask. Not those of "Leo
    has my drill, I want it back".
    """
    if "?" in said or len(plain_words(said)) > _LONGEST:
        return False
    *before, last = [part for part in _PAUSE.split(said.strip()) if part] or [""]
    return _asks_by(said, _BACK) or (bool(before) and _asks_by(last, _UNDOES))


def _asks_by(said: str, asking: frozenset[str]) -> bool:
    words = plain_words(said)
    if not _SHORTEST_PART <= len(words) <= _LONGEST_PART:
        return False
    return bool(asking.intersection(words)) and {*words} <= _BACK | _BESIDE
