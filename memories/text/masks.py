"""Blacked-out passages: the length of what stood there is kept, so that every offset holds."""

MASK = "█"


def masked(text: str, start: int, stop: int) -> str:
    """The text with a passage blacked out, its length kept so that every offset holds."""
    return text[:start] + MASK * (stop - start) + text[stop:]


def is_blank(text: str) -> bool:
    """Whether nothing is left to read of a text."""
    return not text.replace(MASK, "").strip(" \n\t.,;:!?\"'“”’()[]-–—")
