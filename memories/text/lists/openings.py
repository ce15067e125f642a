"""What a sentence opens with before it gets to the point: "well", "by the way", "übrigens".

Words have `_` for a space, as `memories.text.patterns.any_of` reads them.
"""

OPENINGS = {
    "en": "well so ok okay also and hey oh btw by_the_way yes",
    "de": "übrigens ach und also ja na_ja",
    "es": "por_cierto bueno pues y oye sí",
}
# These take back what was said before, or say that the rest does.
TURNING = {
    "en": "but actually sorry",
    "de": "aber",
    "es": "pero perdón",
}


def openings(*languages: str) -> str:
    """The words of these languages that only lead up to the rest; of all where none is named."""
    return " ".join(OPENINGS[language] for language in languages or OPENINGS)


def turning(*languages: str) -> str:
    """The words of these languages that turn from what was said; of all where none is named."""
    return " ".join(TURNING[language] for language in languages or TURNING)
