"""Words that are kept in English, whoever wrote them down, and shown in the language of a page.

Workers store why something failed; recall tells programs, too, why it found something. What is
shown of that is translated here. Texts with something filled in are registered by their rooms:
they are made by `text % values` and recognised by what stands around the values.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.utils.translation import get_language, gettext

Wording = Callable[[str], str]

_PLACE = re.compile(r"%\((\w+)\)s")
_patterns: dict[str, tuple[re.Pattern[str], dict[str, Wording]]] = {}


def register(*texts: str, **wordings: Wording) -> None:
    """Declare texts with places such as %(days)s, marked by `gettext_noop`.

    A value stays as it is, except where `wordings` says how to put it: `what=translated`.
    """
    for text in texts:
        parts = _PLACE.split(text)
        fixed, names = parts[::2], parts[1::2]
        pattern = re.escape(fixed[0])
        for name, after in zip(names, fixed[1:], strict=True):
            pattern += f"(?P<{name}>.+?){re.escape(after)}"
        _patterns[text] = re.compile(pattern, re.DOTALL), wordings


def translated(words: str) -> str:
    """A stored text in the language of the page; as it is, where it is none of ours."""
    if not words or get_language() == settings.LANGUAGE_CODE:
        return words
    exact = gettext(words)
    if exact != words:
        return exact
    for text, (pattern, wordings) in _patterns.items():
        if found := pattern.fullmatch(words):
            values = found.groupdict()
            put = {name: wordings.get(name, str)(value) for name, value in values.items()}
            return gettext(text) % put
    return words
