"""Learning by a real model, a small one."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from llm.chat import chat_model
from llm.extraction import extract
from memories.models import Work
from tests.memories.test_learning_by_model import assert_quoted, learn_all, lessons, said
from tests.model_server import LONGEST, ModelServer

pytestmark = pytest.mark.django_db


@pytest.mark.model
def test_a_real_small_model_runs_the_path_to_its_end(
    alice: User,
    real_model_server: ModelServer,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it finds is its affair: it may be nothing. That nothing is kept unquoted is ours."""
    settings.OPENAI_BASE_URL = real_model_server.url
    settings.OPENAI_API_KEY = ""
    settings.YARNNN_CHAT_MODEL = real_model_server.model
    settings.YARNNN_MODEL_TIMEOUT = 300.0
    # Left alone, it may write until its context is full: a minute for each time it is asked.
    limits = {"model": None, "max_tokens": LONGEST, "note": None}
    monkeypatch.setattr(extract, "__kwdefaults__", limits)
    said(alice, "I live in Bath and I work as a baker. My sister Lena is allergic to nuts.")
    model = chat_model()
    assert model is not None

    ended = learn_all(alice)

    assert ended.state in (Work.State.DONE, Work.State.FAILED)
    (lesson,) = lessons(alice)
    assert lesson.model == model.name
    assert lesson.at > timezone.now() - timedelta(minutes=30)
    assert_quoted(alice)
