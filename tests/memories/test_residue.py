"""The report on what was forgotten: every store is searched, and it says what was found."""

from html import unescape
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from memories.forgetting import erase, forget
from memories.forgetting.forget import restore
from memories.keeping import Refused, remember
from memories.models import Change, Memory, Source
from memories.recall import residue, residue_of
from tests.memories.conftest import Say

FACT = "My locker code at the gym is 4711."


def bury(user: User, fact: str = FACT) -> Memory:
    memory = remember(user, fact, by=Change.By.PERSON).memory
    assert memory is not None
    forget(user, [memory.pk], by=Change.By.PERSON)
    return memory


# Of every room, where words of people's stand.
STORES = {
    "memories", "sources", "chunks", "evidence", "changes", "forgotten", "entities", "mentions",
    "conversations", "messages", "documents", "projects",
}  # fmt: skip


def test_nothing_is_left_and_every_table_was_searched(alice: User, say: Say) -> None:
    say(alice, FACT)
    with acting_as(alice):
        memory = Memory.objects.get(user=alice)
        forget(alice, [memory.pk], by=Change.By.PERSON)
        report = residue_of(alice, memory)
    assert report.found == 0
    searched = {looked.store: looked.searched for looked in report.stores}
    assert searched["sources"] > 0
    assert searched["memories"] > 0
    assert set(searched) >= STORES


def test_what_slipped_through_is_found_in_its_store(alice: User) -> None:
    with acting_as(alice):
        memory = bury(alice)
        Source.objects.create(user=alice, kind="note", text=f"Notes. {FACT.upper()}")
        report = residue_of(alice, memory)
    assert [(looked.store, looked.found) for looked in report.stores if looked.found] == [
        ("sources", 1)
    ]


def test_what_is_known_is_found_by_its_words_and_by_recall(alice: User, say: Say) -> None:
    say(alice, FACT)
    with acting_as(alice):
        report = residue(alice, ["the locker at the gym opens with 4711"])
        known = residue(alice, [FACT.rstrip(".")])
    assert not report.recalled or report.found
    assert known.found > 0
    assert known.recalled


def test_of_what_is_erased_the_words_are_asked_for(alice: User) -> None:
    with acting_as(alice):
        memory = bury(alice)
        erase(alice, memory.pk)
        assert residue(alice, [FACT]).found == 0
        with pytest.raises(Refused):
            residue(alice, ["  "])


def test_another_persons_words_are_not_searched(alice: User, charlie: User) -> None:
    with acting_as(charlie):
        remember(charlie, FACT, by=Change.By.PERSON)
    with acting_as(alice):
        report = residue_of(alice, bury(alice))
    assert report.found == 0


def test_the_page_says_what_is_left(alice: User, client: Client) -> None:
    client.force_login(alice)
    with acting_as(alice):
        memory = bury(alice)
    page = unescape(client.get(f"/memory/{memory.pk}/report").content.decode())
    assert "Nothing is left of it." in page
    # The tables that were searched are for whoever wants to know: folded.
    summary, folded = page.split("<details")
    assert "search items" not in summary.lower()
    assert "search items" in folded.lower()
    assert FACT not in page
    assert "What is left" in client.get("/memory?tab=forgotten").content.decode()
    with acting_as(alice):
        Source.objects.create(user=alice, kind="note", text=FACT)
    assert "It can still be found in 1 place." in unescape(
        client.get(f"/memory/{memory.pk}/report").content.decode()
    )
    with acting_as(alice):
        restore(alice, memory.pk)
    assert client.get(f"/memory/{memory.pk}/report").status_code == 409


def test_the_page_searches_for_words(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert client.get("/memory/report").status_code == 200
    asked = client.post("/memory/report", {"words": "quokka zanzibar"})
    assert "Nothing is left of it." in asked.content.decode()
    assert client.post("/memory/report", {"words": " "}).status_code == 422


def test_the_command_reports_without_the_words(alice: User) -> None:
    with acting_as(alice):
        bury(alice)
    out = StringIO()
    call_command("forgetting_report", alice.email, stdout=out)
    assert "nothing found" in out.getvalue()
    assert "4711" not in out.getvalue()
    with acting_as(alice):
        Source.objects.create(user=alice, kind="note", text=FACT)
    with pytest.raises(CommandError, match="In 1 places it still stands"):
        call_command("forgetting_report", alice.email, stdout=out)
