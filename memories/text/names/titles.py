"""Titles before a surname, by language: everybody takes them from here. In small letters, no dots.

`titles` has all; `OTHER_WORDS` are those that mean something else in a sentence, which who reads
running text leaves out.
"""

from collections.abc import Iterable

_MALE = {
    "en": "mr mister sir",
    "de": "herr herrn",
    "es": "señor sr don",
    "fr": "monsieur m",
    "it": "signor",
    "pl": "pan",
}
_FEMALE = {
    "en": "mrs ms miss madam",
    "de": "frau fräulein",
    "es": "señora señorita sra srta doña",
    "fr": "madame mme",
    "it": "signora",
    "pl": "pani",
}
_OF_EITHER = {
    "en": "dr doctor prof professor",
    "de": "dr doktor prof professor",
    "es": "dr doctor doctora prof",
}
# "I miss Lena", "a pan", "I don't", "5 m".
OTHER_WORDS = frozenset("miss sir doctor professor m don pan".split())


def titles(*languages: str) -> frozenset[str]:
    """The titles of these languages; of all where none is named."""
    return _of((_MALE, _FEMALE, _OF_EITHER), languages)


def _of(tables: Iterable[dict[str, str]], languages: Iterable[str] = ()) -> frozenset[str]:
    named = frozenset(languages)
    return frozenset(
        word
        for table in tables
        for language, words in table.items()
        if not named or language in named
        for word in words.split()
    )


MALE, FEMALE = _of([_MALE]), _of([_FEMALE])
