"""A person with a connected mailbox, and what workers do, done at once."""

from collections.abc import Callable

import pytest

from accounts.models import User
from database.acting import acting_as
from gmail.models import Account, Message
from gmail.store import store
from tests.gmail.letters import Json, mailbox_of, thread


@pytest.fixture
def account(alice: User) -> Account:
    with acting_as(alice):
        return mailbox_of(alice)


Arrive = Callable[..., Message]


@pytest.fixture
def arrive(alice: User, account: Account) -> Arrive:
    """Store mails as one thread; gives the last of them, with its source."""

    def arrive(*messages: Json, number: str = "f00d", history: int = 100) -> Message:
        with acting_as(alice):
            store(alice, account, thread(*messages, number=number, history=history))
            return (
                Message.objects.select_related("source", "thread")
                .filter(thread__gmail_thread_id=number)
                .order_by("internal_date")
                .last()
            ) or pytest.fail("nothing was stored")

    return arrive
