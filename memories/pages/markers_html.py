"""Put an answer with [n] markers into HTML: the one place where such HTML is called safe."""

import re
from collections.abc import Mapping

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_MARKER = re.compile(r" ?\[(\d{1,3})\]")
_PARAGRAPHS = re.compile(r"\n\s*\n")


def marked(text: str, markers: Mapping[int, SafeString]) -> SafeString:
    """The text as paragraphs, escaped, with each known marker's HTML in its place.

    A marker that stands for nothing stays text. Line and paragraph breaks stay breaks.
    """

    def of(match: re.Match[str]) -> str:
        marker = markers.get(int(match[1]))
        if marker is None:
            return match[0]
        # A marker stands close to the word before it.
        return marker.strip()

    paragraphs = (
        _MARKER.sub(of, str(escape(part)).replace("\n", "<br>"))
        for part in _PARAGRAPHS.split(text.strip())
    )
    return mark_safe("".join(f"<p>{paragraph}</p>" for paragraph in paragraphs))
