"""Embeddings from a server of one's own."""

import socket
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from pytest_django import Settings

from llm import embedding, errors
from llm.fake import FakeModel, Reply, failing, rate_limited, web_page


@pytest.fixture
def served(fake: FakeModel, settings: Settings) -> FakeModel:
    settings.YARNNN_EMBEDDING_MODEL = "some-embedder"
    settings.YARNNN_EMBEDDING_BASE_URL = fake.url
    return fake


def test_the_model_is_known_by_name_and_probed_dimension(served: FakeModel) -> None:
    model = embedding.current_model()

    assert (model.name, model.dimension) == ("some-embedder", 64)
    assert -1 < model.unrelated_cosine < model.related_cosine < 1


def test_the_server_is_probed_once(served: FakeModel) -> None:
    for _ in range(3):
        embedding.current_model()

    assert len(served.embeddings) == 1


def test_texts_come_back_in_order_and_of_length_one(served: FakeModel) -> None:
    texts = [f"text number {number}" for number in range(70)]

    vectors = embedding.embed_texts(texts)

    assert vectors.shape == (70, 64)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    for index in (0, 31, 32, 69):
        assert np.abs(embedding.embed_query(texts[index]) - vectors[index]).max() < 1e-6


def test_no_texts_ask_for_nothing(served: FakeModel) -> None:
    assert embedding.embed_texts([]).shape == (0, 64)
    assert len(served.embeddings) == 1  # the probe


def test_empty_and_odd_texts_are_sent_as_something(served: FakeModel) -> None:
    vectors = embedding.embed_texts(["", " \n", "\0", "\ud800"])

    assert np.isfinite(vectors).all()
    assert "" not in served.embeddings[-1].body["input"]


def test_the_wrong_dimension_is_one_clear_error(served: FakeModel, settings: Settings) -> None:
    settings.YARNNN_EMBEDDING_DIMENSION = 384

    with pytest.raises(errors.WrongDimension, match=r"64 floats.*384.*Set it to 64"):
        embedding.embed_query("tea")


def test_a_model_that_can_is_asked_for_shorter_vectors(
    served: FakeModel, settings: Settings
) -> None:
    served.shortens = True
    settings.YARNNN_EMBEDDING_DIMENSION = 32

    assert embedding.embed_texts(["tea"]).shape == (1, 32)


def test_a_model_that_changes_behind_the_address_is_noticed(served: FakeModel) -> None:
    embedding.current_model()
    served.dimension = 48

    with pytest.raises(errors.WrongDimension):
        embedding.embed_texts(["tea"])


def test_two_models_share_no_query(served: FakeModel, settings: Settings) -> None:
    embedding.embed_query("tea")
    settings.YARNNN_EMBEDDING_MODEL = "another-embedder"

    embedding.embed_query("tea")

    last = served.embeddings[-1].body
    assert (last["model"], last["input"]) == ("another-embedder", ["tea"])


def test_one_text_too_long_is_shortened_and_the_others_are_not(served: FakeModel) -> None:
    served.reads_at_most = 50

    vectors = embedding.embed_texts(["tea in the morning", "word " * 180])

    assert np.abs(embedding.embed_query("tea in the morning") - vectors[0]).max() < 1e-6
    assert np.isfinite(vectors).all()


@pytest.mark.parametrize(
    ("model", "text", "question"),
    [
        ("intfloat/multilingual-e5-small", "passage: tea", "query: tea?"),
        (
            "BAAI/bge-base-en-v1.5",
            "tea",
            "Represent this sentence for searching relevant passages: tea?",
        ),
    ],
)
def test_questions_and_texts_carry_the_marks_their_model_was_trained_on(
    served: FakeModel, settings: Settings, model: str, text: str, question: str
) -> None:
    settings.YARNNN_EMBEDDING_MODEL = model

    embedding.embed_texts(["tea"])
    embedding.embed_query("tea?")

    assert [request.body["input"] for request in served.embeddings[-2:]] == [
        [text],
        [question],
    ]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (failing(401, "bad key"), errors.BadKey),
        (failing(404, "model not found"), errors.UnknownModel),
        (rate_limited("3"), errors.RateLimited),
        (failing(500, "boom"), errors.ServerFailed),
        (web_page(502), errors.ServerFailed),
        (web_page(200), errors.BadAnswer),
        (Reply(body="{}"), errors.BadAnswer),
        (Reply(body="{broken"), errors.BadAnswer),
        (Reply(body='{"data": [{"index": 0, "embedding": [0, 0]}]}'), errors.BadAnswer),
        (Reply(body='{"data": [{"index": 0, "embedding": ["a"]}]}'), errors.BadAnswer),
        (Reply(body='{"data": [{"index": 0, "embedding": [NaN, 1]}]}'), errors.BadAnswer),
        (Reply(body='{"data": [{"index": 0, "embedding": null}]}'), errors.BadAnswer),
        (Reply(body='{"data": []}'), errors.BadAnswer),
    ],
)
def test_every_failure_is_one_of_ours(
    served: FakeModel, fault: Reply, kind: type[errors.ModelError]
) -> None:
    embedding.current_model()
    served.embedding_faults.append(fault)

    with pytest.raises(errors.ModelError) as caught:
        embedding.embed_query("tea")

    assert type(caught.value) is kind


def test_a_server_that_comes_late_is_found(served: FakeModel) -> None:
    served.embedding_faults.append(failing(503, "loading"))
    with pytest.raises(errors.ServerFailed):
        embedding.current_model()

    assert embedding.current_model().dimension == 64


def test_nobody_there(settings: Settings) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings.YARNNN_EMBEDDING_MODEL = "any"
        settings.YARNNN_EMBEDDING_BASE_URL = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"

        with pytest.raises(errors.Unreachable):
            embedding.embed_query("tea")


def test_a_silent_server_is_left_alone_for_a_while(served: FakeModel, settings: Settings) -> None:
    settings.YARNNN_MODEL_TIMEOUT = 0.2
    embedding.current_model()
    served.embedding_faults.append(Reply(body="{}", delay=5))
    with pytest.raises(errors.TimedOut):
        embedding.embed_query("tea")

    with pytest.raises(errors.Unreachable):
        embedding.embed_query("coffee")
    assert embedding.embed_texts(["coffee"]).shape == (1, 64)

    assert len(served.embeddings) == 3, "the second question did not ask the server"


def test_a_server_silent_from_the_start_is_left_alone_too(
    served: FakeModel, settings: Settings
) -> None:
    settings.YARNNN_MODEL_TIMEOUT = 0.2
    served.embedding_faults.append(Reply(body="{}", delay=5))

    with pytest.raises(errors.TimedOut):
        embedding.current_model()
    with pytest.raises(errors.Unreachable):
        embedding.current_model()

    assert len(served.embeddings) == 1


def test_many_threads_ask_once(served: FakeModel) -> None:
    with ThreadPoolExecutor(6) as pool:
        models = list(pool.map(lambda _: embedding.current_model(), range(12)))

    assert len(set(models)) == 1
    assert len(served.embeddings) == 1


def test_the_chats_key_goes_to_no_other_server(served: FakeModel, settings: Settings) -> None:
    settings.OPENAI_API_KEY = "for the chat only"

    embedding.current_model()

    assert "authorization" not in served.embeddings[0].headers


def test_without_an_address_the_chats_server_and_key_are_used(
    fake: FakeModel, settings: Settings
) -> None:
    fake.key = settings.OPENAI_API_KEY = "shared"
    settings.YARNNN_EMBEDDING_MODEL = "some-embedder"

    assert embedding.current_model().dimension == 64
