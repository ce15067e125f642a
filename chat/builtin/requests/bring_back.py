"""Requests to take back that something was forgotten, named: "undo forgetting the tablets"."""

import re

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
