"""What of a sentence goes with who was asked for, where the rest is about others."""

from uuid import uuid4

import pytest

from memories.forgetting.masking import Passage
from memories.forgetting.requests.candidates import Unit
from memories.forgetting.requests.persons.roles import roles_asked
from memories.forgetting.requests.persons.shared import about_them
from memories.text.names.spellings import names_asked


@pytest.mark.parametrize(
    ("whom", "said", "going"),
    [
        (
            "Ifeanyi",
            "Sunday is the careful one, Ifeanyi likes to overspeed.",
            ["Ifeanyi likes to overspeed."],
        ),
        (
            "Peigi",
            "Hector next door feeds the hens when I'm away, and his wife Peigi fetches the post.",
            ["his wife Peigi fetches the post."],
        ),
        (
            "Murat",
            "Mein Geselle heißt Murat und die Auszubildende heißt Chantal.",
            ["Mein Geselle heißt Murat"],
        ),
        (
            "Mozart",
            "Flocke und Mozart wohnen im Keller, die Flocke mampft alles, der Mozart nur Gurken.",
            ["Flocke und Mozart wohnen im Keller", "der Mozart nur Gurken."],
        ),
        (
            "my sister Lena",
            "My sister Lena lives in Graz and my brother Tom in Linz.",
            ["My sister Lena lives in Graz"],
        ),
        (
            "Lena",
            "Lena called and she wants her drill back, and I still need milk",
            ["Lena called and she wants her drill back"],
        ),
        ("Lena", "Lena works at the bank and drives me home.", None),
        ("Tom", "My brother lives in Graz, his name is Tom.", None),
        ("Tom", "Tom moved to Graz in May, into a flat with a balcony.", None),
        ("Anton", "Der Anton ist krank, der hat Fieber.", None),
    ],
)
def test_what_is_said_of_others_stays(whom: str, said: str, going: list[str] | None) -> None:
    passage = Passage(uuid4(), 20, 20 + len(said), said)
    unit = Unit(passage, said, "chat", "", 0, 0)
    found = about_them(unit, names_asked(whom), roles_asked(whom))
    assert [each.words for each in found] == (going or [said])
    assert all(said[each.start - 20 : each.stop - 20] == each.words for each in found)
