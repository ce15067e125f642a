"""What saving a message asks of the database: somebody waits for each statement."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from llm import kept, reader
from memories.answers import answer_scoring
from memories.answers.persons.kinship import Kinship
from memories.answers.scoring.analysed_passage import read
from memories.answers.scoring.question import take_apart

# In a transaction of the test, each block would be a savepoint: two statements more.
pytestmark = pytest.mark.django_db(transaction=True)

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
    # One asks whom the person knows, one which turn it follows, one that nothing is said meanwhile.
    assert len(say(STATES_NOTHING)) <= 15
    assert len(say(TEACHES)) <= 27


def test_what_may_answer_is_read_in_one_batch_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One by one, a few passages of a book took longer than all else together."""
    batches: list[int] = []
    read_all = reader.read

    def counted_read(texts: Sequence[str], *, as_questions: bool) -> list[reader.EncodedText]:
        if not as_questions:
            batches.append(len(texts))
        return read_all(texts, as_questions=as_questions)

    monkeypatch.setattr(kept, "_made", OrderedDict())
    monkeypatch.setattr(reader, "read", counted_read)
    passages = [f"The {thing} was mended by a friend in {n}." for n, thing in enumerate(THINGS)]
    readings = [read(passage) for passage in passages]
    who = Kinship(reading.told for reading in readings)
    for question in ("Who repairs the boiler in autumn?", "What broke?"):
        assert len(answer_scoring.examine(take_apart(question), readings, who)) == len(THINGS)
    assert batches == [len(THINGS)]


THINGS = "roof chimney ladder window kettle carpet engine fence cellar bicycle".split()
