"""What is said beside a memory has bounds, and so has a list of memories."""

from typing import Any

import pytest

from accounts.models import User
from memories.recall import listing
from tests.memories.calls import Program


def deep(levels: int) -> dict[str, Any]:
    found: dict[str, Any] = {"a": 1}
    for _ in range(levels - 1):
        found = {"a": found}
    return found


@pytest.mark.parametrize(
    ("fields", "code", "told"),
    [
        ({"metadata": {"a": "x" * 4_000_000}}, "metadata", "16,000 bytes"),
        ({"metadata": {"a": ["ü" * 100] * 90}}, "metadata", "16,000 bytes"),
        ({"metadata": deep(9)}, "metadata", "8 levels"),
        ({"metadata": {"a": [[[[[[[[1]]]]]]]]}}, "metadata", "8 levels"),
        ({"metadata": {str(n): n for n in range(201)}}, "metadata", "200 names"),
        ({"metadata": {"a": [{"b": 1, "c": 2}] * 101}}, "metadata", "200 names"),
        ({"tags": ["x" * 51]}, "tags", "50 characters"),
        ({"namespace": ["a" * 201, "b"], "key": "k"}, "namespace", "200 characters"),
        ({"namespace": ["a", "b"], "key": "k" * 201}, "key", "200 characters"),
    ],
)
def test_too_much_beside_a_memory_is_refused_in_one_sentence(
    alice: User, fields: dict[str, Any], code: str, told: str
) -> None:
    program = Program(alice)
    answer = program.post("memories", {"content": "I take my coffee black", **fields})
    assert (answer.status, answer.code) == (422, code)
    assert told in answer.data["error"]["message"]
    assert program.get("memories").data["memories"] == []


def test_as_much_as_there_may_be_is_kept(alice: User) -> None:
    program = Program(alice)
    metadata: dict[str, Any] = {"a": "x" * 15_000, "b": deep(7), "c": [None, True, 1.5, "", [], {}]}
    body = {"content": "I take my coffee black", "metadata": metadata}
    assert program.post("memories", body).status == 201
    assert program.get("memories").data["memories"][0]["metadata"] == metadata


def test_a_page_is_bounded_in_bytes_and_nothing_is_left_out(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_BYTES", 50_000)
    program = Program(alice)
    for number in range(7):
        body = {"content": f"Box {number} holds keys", "metadata": {"a": "x" * 15_000}}
        assert program.post("memories", body).status == 201
    sizes, seen, cursor = [], [], ""
    while cursor is not None:
        page = program.get("memories", **({"cursor": cursor} if cursor else {})).data
        sizes.append(len(page["memories"]))
        seen += [memory["content"] for memory in page["memories"]]
        cursor = page["next"]
    assert sizes == [3, 3, 1]
    assert seen == [f"Box {number} holds keys" for number in reversed(range(7))]
