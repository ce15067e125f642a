"""A compound with a hyphen, in the words in which others tell of it: "Zahnarzt-Termin"."""

import re
from collections.abc import Sequence

from memories.text.meaning.concepts import language_meant

_COMPOUND = re.compile(r"\b([^\W\d_]{3,})-([^\W\d_]{4,})\b")
_OF = {"de": "von", "en": "of"}


def compounds_as_told(text: str, others: Sequence[str]) -> str:
    """A text whose compounds are written as in these texts, or taken apart where they are there.

    "Den Zahnarzt-Termin", of whom others tell by "Zahnarzttermin"; "das TÜV-Datum", where they
    tell of the TÜV alone: "das Datum von TÜV".
    """
    told = {word.lower() for other in others for word in re.findall(r"[\w-]+", other)}

    def as_told(found: re.Match[str]) -> str:
        first, last = found.groups()
        if found.group().lower() in told:
            return found.group()
        if (joined := first + last.lower()).lower() in told:
            return joined
        of = _OF.get(language_meant(text))
        return f"{last} {of} {first}" if of and first.lower() in told else found.group()

    return _COMPOUND.sub(as_told, text)
