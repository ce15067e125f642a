"""A night is taken back to the letter: one change, or all; what was changed since is asked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.forgetting import forget
from memories.keeping import Refused, editing, open_questions
from memories.keeping.remember import make_findable
from memories.learning import run_night
from memories.learning.night import take_back, take_back_all
from memories.models import Change, Memory
from tests.memories.digest import digest
from tests.memories.test_night import learned, night_changes

pytestmark = pytest.mark.django_db


def again(user: User, content: str, **fields: object) -> Memory:
    """Known twice, as when it came in from two sides at once."""
    with acting_as(user):
        it = Memory.objects.create(
            user=user, content=content, source_kind="chat", origin="extracted", **fields
        )
        make_findable(user, it)
        it.refresh_from_db()
    return it


def eventful(user: User) -> None:
    """A memory in which the night finds something of every kind."""
    for number in range(4):
        learned(user, f"The gate number {number} is green.", days_ago=80)
    learned(user, "The pond by the mill froze over.", days_ago=2)
    for spelt in ("the pond by the mill froze over", "The pond by the mill froze over!"):
        again(user, spelt, valid_until=timezone.now() + timedelta(days=9))
    learned(user, "Lena lives in Bath.", days_ago=9)
    again(user, "Lena lives in York.", subject="Lena", attribute="lives in", value="York")


def test_all_of_it_byte_for_byte(alice: User) -> None:
    eventful(alice)
    used = learned(alice, "The heron is called Osbert.")
    with acting_as(alice):
        Memory.objects.filter(pk=used.pk).update(state=Memory.State.FADED)
    before = digest(alice)
    done = run_night(alice)
    assert (done.faded, done.merged, done.asked, done.back) == (4, 2, 1, 1)
    assert digest(alice) != before
    with acting_as(alice):
        assert len(open_questions(alice)) == 1
        assert take_back_all(alice) == (8, 0)
        assert open_questions(alice) == []
    assert digest(alice) == before
    # What was taken back does not come again the next night.
    done = run_night(alice)
    assert (done.faded, done.merged, done.asked, done.back) == (0, 0, 0, 0)
    assert digest(alice) == before


@pytest.mark.parametrize("last_first", [True, False])
def test_change_by_change_in_any_order(alice: User, last_first: bool) -> None:
    eventful(alice)
    before = digest(alice)
    run_night(alice)
    changes = night_changes(alice)
    for change in reversed(changes) if last_first else changes:
        with acting_as(alice):
            change.refresh_from_db()
            take_back(alice, change)
    assert digest(alice) == before


def test_one_of_several_that_were_merged_leaves_the_others(alice: User) -> None:
    first = learned(alice, "The pond froze over.", days_ago=2)
    second, third = again(alice, "the pond froze over"), again(alice, "The pond froze over!")
    run_night(alice)
    merged = {change.memory_id: change for change in night_changes(alice)}
    with acting_as(alice):
        take_back(alice, merged[second.pk])
        second.refresh_from_db()
        first.refresh_from_db()
    assert (second.state, second.supersedes_id) == ("current", None)
    assert first.supersedes_id == third.pk


def test_what_was_changed_since_is_asked_about(alice: User) -> None:
    kept = learned(alice, "The pond froze over.", days_ago=2)
    other = again(alice, "the pond froze over")
    run_night(alice)
    (change,) = night_changes(alice)
    with acting_as(alice):
        editing.edit(alice, kept, by=Change.By.PERSON, content="The pond froze over in May.")
        with pytest.raises(Refused) as refused:
            take_back(alice, change)
        assert refused.value.code == "changed_since"
        assert take_back_all(alice) == (0, 1)
    client = Client()
    client.force_login(alice)
    asked = client.post(f"/memory/night/{change.pk}/back")
    assert asked.status_code == 409
    assert "changed since" in asked.content.decode()
    client.post(f"/memory/night/{change.pk}/back", {"anyway": "yes"})
    with acting_as(alice):
        other.refresh_from_db()
        kept.refresh_from_db()
    assert other.state == "current"
    assert kept.content == "The pond froze over in May."


def test_what_was_forgotten_since_stays_forgotten(alice: User) -> None:
    it = learned(alice, "The pond froze over.", days_ago=80)
    run_night(alice)
    (change,) = night_changes(alice)
    with acting_as(alice):
        forget(alice, [it.pk], by=Change.By.PERSON)
        with pytest.raises(Refused):
            take_back(alice, change, though_changed=True)
        it.refresh_from_db()
    assert it.state == "forgotten"


def test_a_contradiction_is_asked_about_once_and_answered_with_one_click(alice: User) -> None:
    learned(alice, "Lena lives in Bath.", days_ago=9)
    again(alice, "Lena lives in York.", subject="Lena", attribute="lives in", value="York")
    assert run_night(alice).asked == 1
    client = Client()
    client.force_login(alice)
    page = client.get("/today").content.decode()
    assert "Lena lives in Bath." in page
    assert "Lena lives in York." in page
    with acting_as(alice):
        (question,) = open_questions(alice)
    client.post(f"/today/questions/{question.new.pk}", {"old": question.old.pk, "right": "both"})
    with acting_as(alice):
        assert open_questions(alice) == []
    assert run_night(alice).asked == 0
