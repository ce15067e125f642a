"""Identifiers are one however they are written; numbers spelled out are numbers."""

import pytest

from memories.text import identifiers
from memories.text.meaning.numerals import numerals

SAME = [
    ("call +49 151 23450067", "Handy von Silke: 0151 2345 0067"),
    ("07700900451", "Rosa's mobile: 07700 900 451"),
    ("Wren.Hollis@Posteo.example please", "wren dot hollis at posteo dot example"),
    ("wren.hollis@posteo.example", "wren.hollis (at) posteo [dot] example"),
    ("wren.hollis@posteo.example", "wren.hollis (arroba) posteo (punto) example"),
    ("DE02120300000000202051", "IBAN: DE02 1203 0000 0000 2020 51"),
    ("the thing on November 5th", "Surgery is on 2026-11-05"),
    ("am 3. Dezember", "am 03.12.2026 um 10 Uhr"),
    ("el 12 de mayo", "on May 12"),
    ("plate lk19zte", "registration LK19 ZTE"),
    ("48112903K", "El DNI es 48.112.903-K"),
    ("four seven one one", "code 4711"),
    ("４７１１", "4711"),
    ("double oh seven nine", "0079"),
    ("I make 52k", "52,000 a year"),
    ("card 4111 1111 1111 1111", "4111-1111-1111-1111"),
    ("550e8400-e29b-41d4-a716-446655440000", "550E8400E29B41D4A716446655440000"),
    ("flight SK 804", "SK804"),
    ("de02 1203 0000 0000 2020 51", "DE02120300000000202051"),
    ("camille point drouet arobase poste point fr", "camille.drouet@poste.fr"),
    ("le 14 mai", "May 14"),
    ("3 août 2027", "2027-08-03"),
]
DIFFERENT = [
    ("07700900451", "07700 900 452"),
    ("wren@posteo.example", "hollis.family@mail.example"),
    ("the 5th of November", "Insurance renewal falls on 15 November"),
    ("May 3", "May 13"),
    ("LK19 ZTE", "BV06 HHN"),
    ("4711", "4712"),
    ("4711", "147110"),
    ("write to anna@example.org point taken", "anna@example.org.taken"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same_in_any_writing(a: str, b: str) -> None:
    assert any(one.is_(other) for one in identifiers(a) for other in identifiers(b))


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_another_is_another(a: str, b: str) -> None:
    assert not any(one.is_(other) for one in identifiers(a) for other in identifiers(b))


@pytest.mark.parametrize(
    "text", ["see you at home", "on the 4th", "vitamin B12 is at 5", "2nd row"]
)
def test_what_is_no_identifier(text: str) -> None:
    assert not [each for each in identifiers(text) if each.unique]


def test_spans_are_where_it_stands() -> None:
    text = "My IBAN is DE02 1203 0000 0000 2020 51, and the code 4711."
    assert [each.span.of(text) for each in identifiers(text)] == [
        "DE02 1203 0000 0000 2020 51",
        "4711",
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("fifty-two thousand per annum", 52_000),
        ("hundertachtzigtausend", 180_000),
        ("einundzwanzig", 21),
        ("three thousand four hundred", 3_400),
        ("cinco mil", 5_000),
        ("our landlord gets eleven fifty", 1_150),
        ("zwölftausend", 12_000),
    ],
)
def test_numbers_spelled_out(text: str, value: int) -> None:
    assert [number for _, number in numerals(text)] == [value]
