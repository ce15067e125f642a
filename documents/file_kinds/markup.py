"""What stands at the beginning of XML and its kin: the root, which tells their kinds apart."""

import re

ROOM = 4096  # characters that are looked at

# Nothing is tried a second time before the root: a few comments would take for ever.
_XML = re.compile(
    r"(?:\s*+<(?:\?[^>]*+>|!--.*?-->))*+\s*+(?:<!doctype\s+(\w+)[^>]*>)?\s*<([\w:.-]+)",
    re.I | re.S,
)


def root_names(start: str) -> set[str]:
    """What a text says its root is, and what it is, in lower case."""
    root = _XML.match(start)
    return {(part or "").lower() for part in root.groups()} if root else set()
