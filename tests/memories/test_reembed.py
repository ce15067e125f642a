"""Switching the embedding model: never two in one search, and found again afterwards."""

from typing import Any

from django.core.management import call_command

from accounts.acting import acting_as
from accounts.models import User
from llm.embedding import forget_models
from llm.fake import FakeModel
from memories.models import EmbeddingSpace, Window, Work
from memories.recall import Query, recall
from tests.memories.conftest import Say


def test_the_switch_to_a_model_of_another_dimension(alice: User, say: Say, settings: Any) -> None:
    say(alice, "My sister Tove keeps bees in Bergen.")
    with FakeModel(dimension=256) as model:
        settings.YARNNN_EMBEDDING_MODEL = "other"
        settings.YARNNN_EMBEDDING_BASE_URL = model.url
        forget_models()
        found = recall(alice, Query("Tove's bees")).items
        assert [item.similarity for item in found] == [0.0]

        say(alice, "My brother Ivar repairs bicycles.", thread="later")
        assert not Work.objects.filter(state=Work.State.FAILED).exists()

        call_command("reembed", verbosity=0)
        space = EmbeddingSpace.objects.get()
        assert (space.name, space.dimension, space.state) == ("other", 256, "live")
        with acting_as(alice):
            assert {(w.space, len(w.embedding)) for w in Window.objects.all()} == {(space.pk, 256)}
            assert Window.objects.count() == 4
        (best, *_) = recall(alice, Query("My sister Tove keeps bees in Bergen.")).items
        assert best.similarity > 0.9
    forget_models()
