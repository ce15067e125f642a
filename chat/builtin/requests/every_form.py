"""What says that a thing is to go in whatever form it is written: "all forms of", "egal wie
geschrieben", "wherever it stands".
"""

import re

from memories.text import lazily

# The forms themselves: whoever speaks of them asks for what stands in a memory.
_FORMS = (
    r"(?:forms?|formats?|spellings?|versions?|writings?|variants?|shapes?"
    r"|ways?\s+(?:of\s+writing|to\s+write|(?:i|we)(?:['’]ve)?\s+(?:wrote|written|put|typed|gave)(?:\s+it)?)"
    r"|formen|schreibweisen?|schreibungen?|varianten?|formas|maneras|formes|façons|orthographes)"
)
_ALL = (
    r"(?:all|every|any|each|whatever|what\s*ever|alle[nr]?|jede[rnm]?|sämtlichen?|tod[oa]s|cualquier"
    r"|ninguna|toutes?|n['’]importe\s+quelle)"
)
_IN_EVERY_FORM = lazily(
    rf",?\s*\b(?:in\s+|en\s+|de\s+|sous\s+)?{_ALL}\s+(?:(?:the|its|their|different|other|possible|las|los|sus|les|ses)\s+)*"
    rf"{_FORMS}\b(?:\s+(?:that\s+)?you(?:['’]ve|\s+have)?(?:\s+(?:got|have|stored))?(?:\s+(?:it|them))?(?:\s+in)?)?"
    r"(?:\s+(?:of|von|der|des|de)(?:\s+(?:it|them))?(?=\W))?"
    r"|,?\s*\b(?:however|no\s+matter\s+how|regardless\s+of\s+how|whichever\s+way)\s+(?:it|they|i|that)(?:['’](?:s|re|ve))?\s+(?:(?:is|are|was|have|be)\s+)?(?:written|spelt|spelled|typed|wrote|formatted|put)"
    r"|,?\s*\b(?:egal|gleich|ganz\s+gleich)\s+wie\s+(?:\w+\s+){0,2}(?:geschrieben|schreib\w*)(?:\s+(?:ist|steht|wird|habe))?"
    r"|,?\s*\bwie\s+auch\s+immer\s+(?:\w+\s+){0,2}geschrieben"
    r"|,?\s*\b(?:escrit[oa]s?)\s+(?:de\s+ninguna\s+manera|como\s+sea)|,?\s*\b(?:se\s+escriba|esté\s+escrit[oa])\s+como\s+\w+"
    r"|,?\s*\bécrite?s?\s+(?:comme\s+ça\s+ou\s+autrement|n['’]importe\s+comment)"
    r"|,?\s*\b(?:every|each|any)\s+(?:mention|trace)s?\s+of\s+(?:it|them)\b",
    re.IGNORECASE,
)
_UNDER_ANY_NAME = lazily(
    r",?\s*\b(?:under\s+(?:either|any|both|whatever)\s+names?|auch\s+unter\s+dem\s+(?:neuen|alten|anderen)\s+namen"
    r"|se\s+llame\s+como\s+se\s+llame(?:\s+ahora)?|sous\s+(?:les\s+deux\s+noms|son\s+(?:ancien|nouveau)\s+nom))",
    re.IGNORECASE,
)
# "I want it nowhere": it may be said of other things, too.
_ANYWHERE = lazily(
    r",?\s*\b(?:wherever\s+(?:it|they)(?:['’](?:s|re)|\s+\w+)(?:\s+up)?|anywhere|everywhere|nowhere"
    r"|überall|nirgend(?:s|wo)|irgendwo|nulle\s+part|partout|en\s+ninguna\s+parte|en\s+todas?\s+partes"
    r"|(?:por|en)\s+ningún\s+(?:lado|sitio))\b",
    re.IGNORECASE,
)


def names_forms(said: str) -> bool:
    """Whether a message speaks of the forms or the names under which a thing is written."""
    return any(each.search(said) for each in (_IN_EVERY_FORM, _UNDER_ANY_NAME))


def in_every_form(said: str) -> bool:
    """Whether a message asks for a thing in all its forms, or wherever it stands."""
    return any(each.search(said) for each in (_IN_EVERY_FORM, _ANYWHERE))


def without_forms(said: str) -> tuple[str, str]:
    """A message without the words for all forms, and without those for anywhere as well.

    All other letters stand where they were.
    """
    plain = _UNDER_ANY_NAME.sub(_blank, _IN_EVERY_FORM.sub(_blank, said))
    return plain, _ANYWHERE.sub(_blank, plain)


def _blank(found: "re.Match[str]") -> str:
    return " " * len(found.group())
