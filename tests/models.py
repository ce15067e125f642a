"""Fixtures for tests that need a model: the scripted one, a real one, and the built-in ones."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pytest_django import Settings

from llm.fake import MODEL, FakeModel
from llm.small_bert import SmallBert
from tests.model_server import ModelServer, model_server


@pytest.fixture
def fake_model(settings: Settings) -> Iterator[FakeModel]:
    """The scripted server, set as this process's chat model; `say` gives it its lines."""
    with FakeModel() as server:
        settings.OPENAI_BASE_URL = server.url
        settings.OPENAI_API_KEY = ""
        settings.YARNNN_CHAT_MODEL = MODEL
        settings.YARNNN_MODEL_TIMEOUT = 30.0
        yield server


@pytest.fixture(scope="session")
def real_model_server() -> Iterator[ModelServer]:
    """A real server with a real (tiny) model, one for the whole run; tests set it as they need."""
    with model_server() as server:
        yield server


_read_anew = SmallBert._run
_KEPT_BYTES = 200_000_000


class _ReadOnce:
    """Reads each batch of texts once, and gives what came of it whenever they are read again.

    The numbers are the same. The latest texts read are cached, while there is room.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, Any] = OrderedDict()
        self._bytes = 0

    def read(
        self, model: SmallBert, rows: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]
    ) -> Any:
        key = model.model.name, tuple(map(tuple, rows)), tuple(map(tuple, parts))
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = _read_anew(model, rows, parts)
        for array in found:
            array.flags.writeable = False
        with self._lock:
            if key not in self._kept:
                self._bytes += sum(array.nbytes for array in found)
                self._kept[key] = found
            while self._bytes > _KEPT_BYTES:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= sum(array.nbytes for array in oldest)
        return found


@pytest.fixture(scope="session", autouse=True)
def texts_are_read_once() -> Iterator[None]:
    """Of the texts of tests in chat/ every third had been read before, by the same worker."""
    once = _ReadOnce()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SmallBert, "_run", lambda model, *texts: once.read(model, *texts))
        yield


@pytest.fixture
def texts_are_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of what a model makes of a text, and of what reading costs."""
    monkeypatch.setattr(SmallBert, "_run", _read_anew)
