"""Whether a question asks for what was, not for what is."""

import re

from memories.text.meaning.english_words import glossed_language

# By language, since they share spellings: German "was" is "what", English "war" no "was".
_PAST = {
    "": r"was|were|did|used\s+to|had|before|previous(?:ly)?|former(?:ly)?|earlier|original(?:ly)?"
    r"|once|back\s+then|until|at\s+first|first|old|last|ex",
    "de": r"war|waren|warst|hatten?|hattest|wohnte\w*|arbeitete|früher\w*|vorher\w*"
    r"|vorige\w*|bevor|ehemalig\w*|damals|ursprünglich\w*|alte[rns]?|zuerst|gewohnt|gearbeitet"
    r"|gewesen|gehabt",
    "es": r"antes|anterior(?:es)?|era|eras|éramos|fue|fui|tenía\w*|vivía\w*|trabajaba\w*|usaba\w*"
    r"|había|antigu[oa]|vieja?|viejo|original|solía\w*",
}
_NOW = {
    "": r"now|currently|at\s+the\s+moment|these\s+days|nowadays|today|still",
    "de": r"jetzt|zurzeit|derzeit|aktuell\w*|momentan|heute|noch|inzwischen",
    "es": r"ahora|actualmente|hoy|todavía",
}
_PATTERNS = {
    language: tuple(
        re.compile(rf"\b(?:{words[language]})\b", re.IGNORECASE) for words in (_PAST, _NOW)
    )
    for language in _PAST
}


def asks_past(question: str) -> bool:
    """Whether it asks for the past: English, German and Spanish."""
    past, now = _PATTERNS[glossed_language(question)]
    return bool(past.search(question)) and not now.search(question)
