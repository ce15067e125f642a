"""Who died is not any more what was told of them."""

import pytest

from memories.learning.changing.deaths import has_died


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My dad lives in Hythe and keeps bees", "Dad passed away on Sunday"),
        ("Papa wohnt in Celle", "papa ist gestern gestorben"),
        ("Mein Opa lebt im Heim in Soltau", "opa ist am sonntag eingeschlafen, 91 jahre"),
        ("Unsere Katze heißt Minka", "minka mussten wir einschläfern lassen"),
        (
            "Rex is our whippet, he sleeps on the stairs",
            "We had a bad night. Rex was put to sleep.",
        ),
        ("Mi abuela vive en Lugo", "mi abuela murió anoche"),
    ],
)
def test_who_died_is_told_of_as_living_no_more(old: str, new: str) -> None:
    assert has_died(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Tom lives in York", "Tom's dog Rex died"),
        ("My sister Ida lives in Bern", "Ida says her cat died"),
        ("Unser Hund heißt Bodo", "Ihr Hund ist gestorben"),
        ("Dad was a miner in Barnsley", "Dad passed away on Sunday"),
        ("Mum's birthday is 3 May", "Mum died last night"),
        ("Opa lebt in Soltau", "opa ist auf dem sofa eingeschlafen"),
        ("My nan lives in Hove", "nan passed her driving test"),
    ],
)
def test_what_was_what_stays_and_others_are_left_alone(old: str, new: str) -> None:
    assert not has_died(old, new)
