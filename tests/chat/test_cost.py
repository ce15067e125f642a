"""What saving a message asks of the database: somebody waits for each statement."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.test import Client

from accounts.models import User

STATES_NOTHING = "The weather by the lake was grey today."
TEACHES = "I prefer green tea to coffee."


@contextmanager
def counted() -> Iterator[list[str]]:
    sent: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        sent.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield sent


def test_saving_takes_few_statements(web: Client, alice: User) -> None:
    page = web.post("/chat/send", {"message": "Good morning.", "streams": "1"})
    conversation = page["Location"].rpartition("/")[2]

    def say(text: str) -> list[str]:
        fields = {"message": text, "conversation": conversation, "streams": "1"}
        with counted() as sent:
            assert web.post("/chat/send", fields, headers={"HX-Request": "true"}).status_code == 200
        return sent

    say("It was a long night.")
    assert len(say(STATES_NOTHING)) <= 12
    assert len(say(TEACHES)) <= 22
