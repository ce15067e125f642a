"""Forgetting holds against mail: what was forgotten does not come back by being fetched again."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account, Message, Thread
from gmail.store import gone, gone_account, store
from memories.forgetting.bulk_forget import Selection, forget_selection
from memories.forgetting.forget import erase, forget, undo
from memories.keeping.remember import remember
from memories.learning.learn import learn_waiting
from memories.models import Change, Forgotten, Memory, Source
from memories.recall.pipeline import Query, recall
from memories.source_kinds import NOTE
from memories.text import MASK
from tests.gmail.letters import NOON, Json, sent, thread

CATS = thread(
    sent(1, "The boiler is loud.\n\nI have two cats.", subject="News"),
    sent(2, "I have two cats.", subject="Re: News", at=NOON + timedelta(days=1)),
)


@pytest.fixture
def cats(alice: User, account: Account) -> Memory:
    with acting_as(alice):
        store(alice, account, CATS)
    while learn_waiting(alice.pk):
        pass
    with acting_as(alice):
        return Memory.objects.get()


def texts(user: User) -> list[str]:
    with acting_as(user):
        return [source.text for source in Source.objects.filter(kind="gmail").order_by("turn")]


def again(thread: Json) -> Json:
    return thread | {"historyId": "9000"}


Back = Callable[[User, Account], None]


def fetched_again(user: User, account: Account) -> None:
    store(user, account, again(CATS))


def gone_and_back(user: User, account: Account) -> None:
    gone(user, account, CATS["id"])
    store(user, account, CATS)


def disconnected_and_back(user: User, account: Account) -> None:
    gone_account(user, account)
    Account.objects.all().delete()
    new = Account.objects.create(user=user, subject=account.subject, address=account.address)
    store(user, new, CATS)


WAYS = pytest.mark.parametrize("back", [fetched_again, gone_and_back, disconnected_and_back])


@WAYS
def test_a_forgotten_fact_stays_forgotten(
    alice: User, account: Account, cats: Memory, back: Back
) -> None:
    with acting_as(alice):
        forget(alice, [cats.pk], by=Change.By.PERSON)
        back(alice, account)
    while learn_waiting(alice.pk):
        pass
    assert "two cats" not in str(texts(alice))
    assert "The boiler is loud." in texts(alice)[0]
    with acting_as(alice):
        assert not Memory.objects.exclude(state=Memory.State.FORGOTTEN)
        assert "two cats" not in str(list(Thread.objects.values()) + list(Message.objects.values()))
    found = recall(alice, Query("How many cats do I have?"))
    assert not any("two cats" in item.quote for item in found.items)


@WAYS
def test_a_forgotten_mail_stays_forgotten(
    alice: User, account: Account, cats: Memory, back: Back
) -> None:
    with acting_as(alice):
        until = NOON + timedelta(hours=1)
        forget_selection(alice, Selection(since=NOON, until=until), by=Change.By.PERSON)
        back(alice, account)
    assert set(texts(alice)[0].replace(MASK, "")) <= {"\n", " "}
    with acting_as(alice):
        row = Thread.objects.get()
        assert "boiler" not in str(list(Message.objects.values()))
        assert row.subject == "News"  # the other mail, which was not forgotten, bears it


def test_what_lists_show_of_a_forgotten_mail_goes_and_comes_back(
    alice: User, account: Account
) -> None:
    with acting_as(alice):
        stored = store(alice, account, thread(sent(1, "The boiler is loud.", subject="Boiler")))
        assert stored.thread
        everything = Selection(since=NOON, until=NOON + timedelta(days=3))
        done = forget_selection(alice, everything, by=Change.By.PERSON)
        row = Thread.objects.get()
        assert (row.subject.replace(MASK, ""), row.snippet.replace(MASK, "").strip()) == ("", "")
        undo(alice, done.batch)
        row = Thread.objects.get()
        assert (row.subject, row.snippet) == ("Boiler", "The boiler is loud.")


def test_with_the_mailbox_no_words_of_what_was_forgotten_stay(
    alice: User, account: Account, cats: Memory
) -> None:
    with acting_as(alice):
        forget(alice, [cats.pk], by=Change.By.PERSON)
        gone_account(alice, account)
        assert not Memory.objects.exists()
        assert list(Forgotten.objects.values_list("sealed", flat=True)) == [None]


def test_an_erased_fact_stays_erased(alice: User, account: Account, cats: Memory) -> None:
    with acting_as(alice):
        erase(alice, cats.pk)
        gone_and_back(alice, account)
    assert "two cats" not in str(texts(alice))


def test_what_was_said_elsewhere_too_stays(alice: User, account: Account, cats: Memory) -> None:
    with acting_as(alice):
        remember(alice, "I have two cats.", by=Change.By.PERSON)
        gone_account(alice, account)
        memory = Memory.objects.get()
        assert (memory.content, memory.source_kind) == ("I have two cats.", NOTE)
        assert [e.chunk and e.chunk.source.kind for e in memory.evidence.all()] == ["note"]
