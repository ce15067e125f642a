"""What is marked local-only goes to no embedding model elsewhere, and is found all the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from database.acting import acting_as
from llm.embedding import forget_models
from llm.fake import FakeModel
from memories.keeping import vectors
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.models import Change, Window, Work
from memories.recall.pipeline import Query, recall
from memories.search import embedding
from memories.source_kinds import NOTE
from memories.work import EMBED

SECRET = "The code of the safe is QX-4471."
OPEN = "My sister Tove keeps bees in Bergen."


@pytest.fixture
def server(settings: Any) -> Iterator[FakeModel]:
    with FakeModel() as model:
        settings.YARNNN_EMBEDDING_MODEL = "other"
        settings.YARNNN_EMBEDDING_BASE_URL = model.url
        forget_models()
        yield model
    forget_models()


def sent(server: FakeModel) -> str:
    return " ".join(str(request.body["input"]) for request in server.embeddings)


@pytest.mark.parametrize("elsewhere", [True, False])
def test_it_is_embedded_here_alone(
    alice: User, server: FakeModel, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    monkeypatch.setattr(embedding, "leaves_here", lambda _: elsewhere)
    with acting_as(alice):
        keep(alice, NewSource(NOTE, SECRET, local_only=True))
        remember(alice, "The alarm is off on Mondays.", by=Change.By.PERSON, local_only=True)
        keep(alice, NewSource(NOTE, OPEN))
    while vectors.embed_waiting(alice.pk):
        pass
    assert ("QX-4471" not in sent(server)) is elsewhere
    assert ("alarm" not in sent(server)) is elsewhere
    assert "bees" in sent(server)
    assert recall(alice, Query("the code of the safe")).items[0].text == SECRET
    with acting_as(alice):
        assert Window.objects.exists()
        waits = Work.objects.filter(user_id=alice.pk, kind=EMBED)
        assert not waits.exclude(state=Work.State.DONE).exists()
