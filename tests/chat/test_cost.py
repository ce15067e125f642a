"""What saving a message asks of the database: somebody waits for each statement."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from llm import embedding
from memories.answers import answer_scoring
from memories.answers.persons.kinship import Who
from memories.answers.scoring import similarity
from memories.answers.scoring.asked import take_apart
from memories.answers.scoring.reading import read

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
    # One of them asks whom the person knows.
    assert len(say(STATES_NOTHING)) <= 13
    assert len(say(TEACHES)) <= 25


def test_judging_many_sentences_asks_the_model_for_words_in_one_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One by one, the words of a few passages of a book took longer than all else together."""
    batches: list[int] = []
    embed = embedding.embed_texts

    def counted_embed(texts: Sequence[str], by: embedding.Embedder) -> embedding.Vectors:
        batches.append(len(texts))
        return embed(texts, by)

    monkeypatch.setattr(similarity, "_made", OrderedDict())
    monkeypatch.setattr(embedding, "embed_texts", counted_embed)
    question = "Who repairs the boiler in autumn?"
    passages = [f"The {thing} was mended by a friend in {n}." for n, thing in enumerate(THINGS)]
    readings = [read(passage) for passage in passages]
    who = Who(reading.told for reading in readings)
    assert len(answer_scoring.examine(take_apart(question), readings, who)) == len(THINGS)
    # Whole passages by the model that finds; what is said apart from people; without the words both
    # share; and all words.
    assert max(batches) > len(THINGS)
    assert len(batches) <= 4


THINGS = "roof chimney ladder window kettle carpet engine fence cellar bicycle".split()
