"""RTF as programs write it: lists, tables in tables, margins, changes, text in two codes."""

import pytest

from tests.documents.reading import read


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (
            r"\pard{\pntext\f0 1.\tab}Buy seed\par{\pntext\f0 2.\tab}Sow\par",
            "1. Buy seed\n\n2. Sow",
        ),
        (
            r"\trowd\intbl Outer\cell\itap2 In one\nestcell In two\nestcell"
            r"{\*\nesttableprops\trowd\nestrow}\pard\intbl rest\cell\row",
            "Outer | In one | In two | rest",
        ),
        (
            r"{\header\pard Ministry of Grain\par}{\footer\pard Kept\cell here\par}\pard Body.\par",
            "Body.\n\nMinistry of Grain\nKept here",
        ),
        (r"The fee is {\deleted ninety }{\revised eighty }crowns.", "The fee is eighty crowns."),
        (r"{\upr{Gdansk}{\*\ud{Gda\u324?sk}}} lies here.", "Gdańsk lies here."),
        (
            r"{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt\pard Box words\par}}}",
            "Box words",
        ),
        (r"\pard{\i0\*\cs7\cf0 Words of an old program}\par", "Words of an old program"),
        (r"{\fs24 Fax\cell Phone\cell }", "Fax | Phone"),
    ],
)
def test_what_a_reader_sees_is_read(written: str, text: str) -> None:
    assert read((r"{\rtf1\ansi " + written + "}").encode()).text == text
