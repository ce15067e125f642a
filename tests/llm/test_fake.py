"""The fake is relied on by every other test, so it keeps its own promises."""

import httpx2
import pytest

from llm.fake import Call, FakeModel, Recorded, Reply, embedding


def ask(fake: FakeModel, **body: object) -> httpx2.Response:
    messages = [{"role": "user", "content": "Hi"}]
    return httpx2.post(
        f"{fake.url}/chat/completions", json={"messages": messages} | body, trust_env=False
    )


def test_an_answer_in_one_piece() -> None:
    with FakeModel([Reply("Hello you", calls=[Call("stats", {"a": 1})])]) as fake:
        answer = ask(fake).json()

    message = answer["choices"][0]["message"]
    assert message["content"] == "Hello you"
    assert message["tool_calls"][0]["function"] == {"name": "stats", "arguments": '{"a": 1}'}
    assert answer["usage"]["completion_tokens"] == 2


def test_it_says_when_it_has_nothing_left() -> None:
    with FakeModel(["once"]) as fake:
        assert ask(fake).status_code == 200
        assert ask(fake).status_code == 500


def test_a_function_may_answer_by_what_is_asked() -> None:
    def answer(request: Recorded) -> str:
        return request.body["messages"][-1]["content"].upper()  # type: ignore[no-any-return]

    with FakeModel(answer) as fake:
        assert ask(fake).json()["choices"][0]["message"]["content"] == "HI"
        with pytest.raises(TypeError):
            fake.say("more")


def test_usage_is_streamed_only_when_wanted() -> None:
    with FakeModel(["one two", "one two"]) as fake:
        assert "usage" not in ask(fake, stream=True).text
        wanted = ask(fake, stream=True, stream_options={"include_usage": True})

    assert '"completion_tokens": 2' in wanted.text
    assert wanted.text.endswith("data: [DONE]\n\n")


def test_it_stops_without_waiting_for_slow_replies() -> None:
    with FakeModel([Reply("late", delay=60)]) as fake, pytest.raises(httpx2.TimeoutException):
        httpx2.post(f"{fake.url}/chat/completions", json={}, timeout=0.2, trust_env=False)


def test_shared_words_bring_vectors_together() -> None:
    def cosine(one: str, two: str) -> float:
        return sum(a * b for a, b in zip(embedding(one, 96), embedding(two, 96), strict=True))

    assert embedding("tea", 96) == embedding("tea", 96)
    assert cosine("green tea", "tea in the morning") > cosine("green tea", "a broken bicycle") + 0.2
