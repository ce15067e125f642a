"""What says that something holds now: "currently", "zurzeit". Words have `_` for a space."""

_NOW = {
    "en": "now right_now currently at_the_moment these_days nowadays",
    "de": "jetzt zurzeit derzeit aktuell momentan",
    "es": "ahora actualmente hoy_en_día",
}


def now_words(*languages: str) -> str:
    """The words of these languages; of all where none is named."""
    return " ".join(_NOW[language] for language in languages or _NOW)
