"""Switching the embedding model: never two in one search, never none, and resumable."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from accounts.models import User
from database.acting import acting_as
from llm.embedding import forget_models
from llm.fake import FakeModel
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import EmbeddingSpace, Window, Work
from memories.recall.pipeline import Query, recall
from memories.search import embedding, reembedding
from memories.search.spaces import space_to_fill
from memories.source_kinds import CHAT
from tests.memories.conftest import Say

FACT = "My sister Tove keeps bees in Bergen."


@pytest.fixture
def other(settings: Any) -> Iterator[FakeModel]:
    """The settings name another model, of 256 numbers, on a server."""
    with FakeModel(dimension=256) as model:
        settings.YARNNN_EMBEDDING_MODEL = "other"
        settings.YARNNN_EMBEDDING_BASE_URL = model.url
        forget_models()
        yield model
    forget_models()


def dimensions(user: User) -> dict[int, int]:
    """How many windows there are of vectors of each length."""
    with acting_as(user):
        lengths = [len(window.embedding) for window in Window.objects.all()]
    return {length: lengths.count(length) for length in lengths}


@pytest.fixture
def known(alice: User, say: Say) -> User:
    say(alice, FACT)
    return alice


def test_search_by_meaning_goes_on_with_the_old_vectors(known: User, other: FakeModel) -> None:
    (best, *_) = recall(known, Query("which insects does my sibling look after?")).items
    assert best.similarity > 0.3


@pytest.mark.long
def test_the_switch_to_a_model_of_another_dimension(known: User, other: FakeModel) -> None:
    call_command("reembed", verbosity=0)
    space = EmbeddingSpace.objects.get()
    assert (space.name, space.dimension, space.state) == ("other", 256, "live")
    assert dimensions(known) == {256: 2}
    (best, *_) = recall(known, Query(FACT)).items
    assert best.similarity > 0.9


def test_a_process_with_the_old_settings_follows_the_switch(
    known: User, other: FakeModel, settings: Any, say: Say
) -> None:
    reembedding.reembed(lambda _: None, lingers=0)
    settings.YARNNN_EMBEDDING_MODEL = settings.YARNNN_EMBEDDING_BASE_URL = ""
    (best, *_) = recall(known, Query(FACT)).items
    assert best.similarity > 0.9
    say(known, "My brother Ivar repairs bicycles.", thread="later")
    assert dimensions(known) == {256: 4}


def test_what_is_said_meanwhile_gets_both(known: User, other: FakeModel, say: Say) -> None:
    space_to_fill()
    say(known, "My brother Ivar repairs bicycles.", thread="later")
    assert dimensions(known) == {384: 4, 256: 2}


def test_a_model_that_is_not_there_is_one_clear_line(
    known: User, settings: Any, other: FakeModel
) -> None:
    settings.YARNNN_EMBEDDING_DIMENSION = 999
    with pytest.raises(CommandError, match="YARNNN_EMBEDDING_DIMENSION"):
        call_command("reembed", verbosity=0)
    (best, *_) = recall(known, Query(FACT)).items
    assert best.similarity > 0.9


class Killed(BaseException):
    pass


@pytest.mark.django_db(transaction=True)
def test_killed_in_the_middle_while_searches_run(
    alice: User, other: FakeModel, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, settings.YARNNN_EMBEDDING_MODEL = settings.YARNNN_EMBEDDING_MODEL, ""
    with acting_as(alice):
        for number in range(24):
            # Told apart by its number: what says the same is found as one.
            said = f"{FACT.removesuffix('.')} in box {number}."
            keep(alice, NewSource(CHAT, said, thread=str(number)))
    while embed_waiting(alice.pk):
        pass
    settings.YARNNN_EMBEDDING_MODEL = named
    monkeypatch.setattr(embedding, "BATCH_ITEMS", 5)
    over = Event()

    def search() -> int:
        """Ask on and on; returns how often."""
        asked = 0
        try:
            while not over.wait(0.02):
                found = recall(alice, Query(FACT, limit=5))
                assert len(found.items) == 5
                assert min(item.similarity for item in found.items) > 0.3
                asked += 1
        finally:
            connections.close_all()
        return asked

    def kill_in_the_middle(*args: Any) -> None:
        write(*args)
        if dimensions(alice).get(256, 0) > 8:
            raise Killed

    write = embedding._write
    with ThreadPoolExecutor(2) as pool:
        searching = [pool.submit(search) for _ in range(2)]
        try:
            monkeypatch.setattr(embedding, "_write", kill_in_the_middle)
            with pytest.raises(Killed):
                reembedding.reembed(lambda _: None)
            monkeypatch.setattr(embedding, "_write", write)
            assert set(dimensions(alice)) == {256, 384}
            reembedding.reembed(lambda _: None, lingers=0.5)
        finally:
            over.set()
        assert all(asked.result() > 3 for asked in searching)
    assert dimensions(alice) == {256: 24}
    assert not Work.objects.filter(state=Work.State.FAILED).exists()
