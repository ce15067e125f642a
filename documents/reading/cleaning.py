"""Text as it is kept: composed, printable, without what hides or only looks like text."""

import re
import unicodedata

# Joined letters and the shapes that Arabic letters take: words are searched by their letters.
_SHAPES = re.compile("[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]+")
# Controls, colours of a terminal, soft hyphens, marks that turn the direction or carry text that
# nobody sees.
_UNSEEN = re.compile(
    "\x1b\\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    "\ufff9-\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)
_BREAKS = re.compile("\r\n?|[\x0b\x85\u2028\u2029]")
_SPACES = re.compile("[ \t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
_CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_BETWEEN_CJK = re.compile(f"(?<=[{_CJK}])\n(?=[{_CJK}])")


def clean(text: str) -> str:
    """Text without what cannot be seen or kept; line breaks are \\n, form feeds stay."""
    text = _UNSEEN.sub("", _BREAKS.sub("\n", text))
    text = _SHAPES.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    return unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """Text as one line, with single spaces."""
    text = clean(text)
    return _SPACES.sub(
        " ", _BETWEEN_CJK.sub("", text).replace("\n", " ").replace("\f", " ")
    ).strip()


def lines(text: str) -> str:
    """Text with its lines, each with single spaces and nothing around it."""
    kept = (_SPACES.sub(" ", line).strip() for line in clean(text).replace("\f", "\n").split("\n"))
    return "\n".join(line for line in kept if line)
