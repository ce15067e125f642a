"""The words people speak of themselves with, by language: everybody takes them from here.

All in small letters. Some are other words in other languages ("me", "mine", "he").
"""

import re

# "I", "we": the subject of a sentence.
SUBJECTS = {
    "en": "i we",
    "de": "ich wir",
    "es": "yo nosotros nosotras",
    "fr": "je j nous",
    "pt": "eu",
    "it": "io",
    "nl": "ik wij",
    "sv": "jag vi",
    "da": "jeg",
    "ru": "я мы",
}
# "My", "our".
OWNERS = {
    "en": "my our",
    "de": "mein meine meinem meinen meiner meines unser unsere unserem unseren unserer unseres"
    " unserm unsern unsre unsrem unsren unsrer",
    "es": "mi mis nuestro nuestra nuestros nuestras",
    "fr": "mon ma mes notre nos",
    "pt": "meu minha",
    "it": "mio mia miei mie",
    "nl": "mijn ons onze",
    "ru": "мой моя моё мои",
}
# "Me", "mine", "myself".
OTHERS = {
    "en": "me mine myself us ours ourselves",
    "de": "mich mir uns meins",
    "es": "me nos conmigo mío mía",
    "fr": "moi",
    "pt": "mim",
}
# What English makes of "I" and its verb.
CONTRACTED = ("i'm", "i've", "i'd", "i'll", "we're", "we've")


def words(table: dict[str, str], *languages: str) -> tuple[str, ...]:
    """The words of a table in these languages; in all where none is named."""
    return tuple(word for language in languages or table for word in table[language].split())


_ENGLISH = "|".join(w for table in (SUBJECTS, OWNERS, OTHERS) for w in words(table, "en"))
# "I'm" and "we've" begin with one of them. The US is a country, and "i.e." nobody.
IN_ENGLISH = re.compile(rf"\b(?!(?-i:US)\b|i\.e\b)(?:{_ENGLISH})\b", re.IGNORECASE)
