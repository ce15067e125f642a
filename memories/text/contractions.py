"""English contractions typed without their apostrophe: "dont" is "don't", "im" is "I'm"."""

import re

from memories.text.languages import ENGLISH, language_of

# "Id", "ill", "its", "were", "well" and "shell" are words of their own, too.
_NOT = "ca do does did is are was were wo would could should have has had must need ai".split()
_WRITTEN_OUT = (
    {f"{verb}nt": f"{verb}n't" for verb in _NOT if verb not in ("ca", "wo")}
    | {"cant": "can't", "wont": "won't", "im": "I'm", "ive": "I've"}
    | {f"{who}s": f"{who}'s" for who in "he she that there who what when where why how".split()}
    | {f"{who}re": f"{who}'re" for who in ("they", "you")}
    | {f"{who}ve": f"{who}'ve" for who in ("they", "you", "we")}
    | {"itll": "it'll", "youll": "you'll", "theyll": "they'll"}
)
_TYPED = re.compile(rf"(?<![\w'’-])(?:{'|'.join(_WRITTEN_OUT)}|i)(?![\w'’-])", re.IGNORECASE)
# "Im Garten" is German.
_GERMAN = re.compile(r"\b[Ii]m [A-ZÄÖÜ]")


def written_out(text: str) -> str:
    """An English text with the apostrophes, and the "I", of whoever types in a hurry."""
    if not _TYPED.search(text):
        return text
    language = language_of(text)
    if language not in (ENGLISH, "") or (not language and _GERMAN.search(text)):
        return text
    return _TYPED.sub(_with_apostrophe, text)


def _with_apostrophe(match: re.Match[str]) -> str:
    word = match.group()
    if word in ("i", "I"):
        return "I"
    written = _WRITTEN_OUT[word.lower()]
    return written[0].upper() + written[1:] if word[0].isupper() else written
