"""What was forgotten in one act: it comes back together, and is erased together."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from database.acting import acting_as
from memories.keeping.remember import remember
from memories.models import Change, Forgotten, Memory
from tests.memories.test_pages_actions import by_htmx, html, now, said, url


@pytest.fixture
def forgotten_together(signed_in: Client, alice: User) -> list[Memory]:
    """Three memories that were forgotten in one act."""
    facts = ("Elin keeps bees.", "Elin lives in Lund.", "Elin sings in a choir.")
    with acting_as(alice):
        told = [remember(alice, fact, by=Change.By.PERSON).memory for fact in facts]
    memories = [memory for memory in told if memory]
    signed_in.post(reverse("memories:forget_many"), {"id": [memory.pk for memory in memories]})
    return memories


def test_what_was_forgotten_together_says_so_before_it_comes_back(
    signed_in: Client, forgotten_together: list[Memory]
) -> None:
    row = html(signed_in.get("/memory?tab=forgotten")).split('<li class="memory sealed"')[1]
    assert "Together with 2 others" in row
    assert "Restore all 3" in row
    for fact in ("Elin keeps bees.", "Elin lives in Lund.", "Elin sings in a choir."):
        assert fact in row
    answer = by_htmx(
        signed_in, url("restore", forgotten_together[1]), f"memory-{forgotten_together[1].pk}"
    )
    # The other rows of the page are of what is back, too.
    assert answer["HX-Refresh"] == "true"
    line = "Restored 3 memories: “Elin lives in Lund”, “Elin keeps bees” and 1 more."
    assert said(answer) == [(line, "")]
    assert {now(memory).state for memory in forgotten_together} == {Memory.State.CURRENT}


def test_undo_says_all_that_comes_back(signed_in: Client, forgotten_together: list[Memory]) -> None:
    with acting_as(forgotten_together[0].user):
        batch = Forgotten.objects.get(memory=forgotten_together[0]).batch
    undo = reverse("memories:undo", args=[batch])
    answer = by_htmx(signed_in, undo, f"memory-{forgotten_together[0].pk}")
    assert "Restored 3 memories: “Elin keeps bees”, “Elin lives in Lund” and 1 more." in html(
        answer
    )


def test_erasing_says_what_goes_with_it(
    signed_in: Client, forgotten_together: list[Memory]
) -> None:
    asked = html(signed_in.get(url("erase", forgotten_together[0])))
    assert "Erase all 3 for good?" in asked
    assert "Elin sings in a choir." in asked
    assert by_htmx(signed_in, url("erase", forgotten_together[0]), "dialog")["HX-Refresh"] == "true"
    assert "Nothing forgotten" in html(signed_in.get("/memory?tab=forgotten"))
