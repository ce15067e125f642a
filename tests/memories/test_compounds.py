"""A compound with a hyphen is met in the words in which it was told."""

import pytest

from memories.text import compounds_as_told


@pytest.mark.parametrize(
    ("text", "told", "meant"),
    [
        ("den zahnarzt-termin", "Mein Zahnarzttermin ist am 3. Mai", "den zahnarzttermin"),
        ("das TÜV-Datum", "Der TÜV läuft am 9. April ab", "das Datum von TÜV"),
        ("die PIN-Nummer", "Ich mag Pizza", "die PIN-Nummer"),
        ("den U-Bahn-Plan", "Die U-Bahn fährt um acht", "den U-Bahn-Plan"),
        ("the mother-in-law", "My mother-in-law is Jo", "the mother-in-law"),
    ],
)
def test_a_compound_is_written_as_it_was_told(text: str, told: str, meant: str) -> None:
    assert compounds_as_told(text, [told]) == meant
