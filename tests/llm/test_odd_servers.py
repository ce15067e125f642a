"""What servers and models send beside the standard: read as it was meant, or refused plainly."""

import json
from typing import Any

import pytest

from llm import errors
from llm.chat import collect, complete, stream
from llm.fake import Call, FakeModel, Reply
from llm.messages import TextDelta
from llm.thoughts import answer_of
from tests.llm.asking import HELLO, TOOL

EVENTS = {"Content-Type": "text/event-stream"}
FORGET = {"name": "forget", "arguments": '{"id": "m1"}'}
STATS = {"name": "stats", "arguments": "{}"}


def sending(*deltas: dict[str, Any], reason: str | None = "stop", done: bool = True) -> Reply:
    """A stream of these deltas, as they are."""
    choices: list[dict[str, Any]] = [
        {"index": 0, "delta": delta, "finish_reason": None} for delta in deltas
    ]
    if reason:
        choices.append({"index": 0, "delta": {}, "finish_reason": reason})
    chunks = [f"data: {json.dumps({'choices': [choice]})}\n\n" for choice in choices]
    return Reply(body="".join([*chunks, "data: [DONE]\n\n" * done]), headers=EVENTS)


def calls_of(fake: FakeModel, reply: Reply) -> list[tuple[str, str, dict[str, Any] | None]]:
    fake.say(reply)
    return [(it.id, it.name, it.arguments) for it in complete(HELLO, tools=[TOOL]).tool_calls]


def test_arguments_may_come_as_an_object(fake: FakeModel) -> None:
    call = {"index": 0, "id": "a", "function": {"name": "forget", "arguments": {"id": "m1"}}}
    assert calls_of(fake, sending({"tool_calls": [call]})) == [("a", "forget", {"id": "m1"})]


@pytest.mark.parametrize(
    "pieces",
    [
        [{"function": FORGET}, {"function": STATS}],
        [{"index": 0, "function": FORGET}, {"index": 0, "function": STATS}],
        [{"index": 0, "id": "a", "function": FORGET}, {"index": 1, "id": "a", "function": STATS}],
        [{"index": 0, "id": "a", "function": FORGET}, {"index": 0, "id": "b", "function": STATS}],
        [{"index": 0, "id": "a", "function": FORGET}, {"index": 0, "id": "a", "function": STATS}],
        [
            {"id": "a", "function": {"name": "forget", "arguments": '{"id":'}},
            {"id": "a", "function": {"arguments": ' "m1"}'}},
            {"id": "b", "function": STATS},
        ],
    ],
    ids=["no ids", "one place", "one id", "one place, two ids", "one place and id", "no places"],
)
def test_two_calls_are_two_however_they_are_numbered(
    fake: FakeModel, pieces: list[dict[str, Any]]
) -> None:
    found = calls_of(fake, sending(*({"tool_calls": [piece]} for piece in pieces)))
    assert [(name, arguments) for _, name, arguments in found] == [
        ("forget", {"id": "m1"}),
        ("stats", {}),
    ]
    assert len({id_ for id_, _, _ in found}) == 2


def test_a_call_in_pieces_may_repeat_its_name(fake: FakeModel) -> None:
    pieces = (
        {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "forget", "arguments": part}}]}
        for part in ("", '{"id"', ': "m1"}')
    )
    assert calls_of(fake, sending(*pieces)) == [("a", "forget", {"id": "m1"})]


def test_an_end_without_a_reason_is_one_where_the_server_says_that_it_is_done(
    fake: FakeModel,
) -> None:
    fake.say(sending({"content": "Whole."}, reason=None))
    fake.say(sending({"content": "Half"}, reason=None, done=False))
    assert complete(HELLO).text == "Whole."
    with pytest.raises(errors.Interrupted):
        complete(HELLO)


def test_text_may_come_in_parts_with_thoughts_beside_it(fake: FakeModel) -> None:
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "Secret."}]}
    fake.say(sending({"content": [thinking, {"type": "text", "text": "Hello"}]}, {"content": "."}))
    assert complete(HELLO).text == "Hello."


def test_an_answer_that_is_no_stream_says_so(fake: FakeModel) -> None:
    whole = {"choices": [{"message": {"content": "Hello"}, "finish_reason": "stop"}]}
    fake.say(Reply(body=whole))
    with pytest.raises(errors.BadAnswer, match="sent no stream"):
        complete(HELLO)


WRITTEN = '<tool_call>\n{"name": "forget", "arguments": {"id": "m1"}}\n</tool_call>'


@pytest.mark.parametrize(
    ("text", "said", "calls"),
    [
        (WRITTEN, "", 1),
        (f"I look. {WRITTEN} {WRITTEN}", "I look. ", 2),
        (WRITTEN.removesuffix("</tool_call>"), "", 1),
        ('{"name": "forget", "parameters": {"id": "m1"}}', "", 1),
        ('{"name": "Lena", "age": 3}', '{"name": "Lena", "age": 3}', 0),
        ("Write <tool_call> for one.", "Write <tool_call> for one.", 0),
        ("Is a <tool", "Is a <tool", 0),
        ('So: {"name": "forget"}', 'So: {"name": "forget"}', 0),
    ],
)
def test_calls_written_as_text_are_calls(fake: FakeModel, text: str, said: str, calls: int) -> None:
    fake.say(text)
    answer = complete(HELLO, tools=[TOOL])
    assert answer.text == said
    assert [(c.name, c.arguments) for c in answer.tool_calls] == [("forget", {"id": "m1"})] * calls
    assert answer.reason == ("tool_calls" if calls else "stop")


def test_a_written_call_is_run_by_nobody_where_it_was_cut_or_no_tool_is_offered(
    fake: FakeModel,
) -> None:
    fake.say(Reply(WRITTEN, finish_reason="length"), WRITTEN)
    cut = complete(HELLO, tools=[TOOL])
    assert (cut.text, cut.tool_calls) == (WRITTEN, ())
    with pytest.raises(errors.UnaskedTool):
        complete(HELLO)


def test_a_written_call_beside_a_real_one_stays_text(fake: FakeModel) -> None:
    fake.say(Reply(WRITTEN, calls=[Call("forget", {"id": "m2"})]))
    answer = complete(HELLO, tools=[TOOL])
    assert [call.arguments for call in answer.tool_calls] == [{"id": "m2"}]


def test_words_are_not_held_back_for_calls_that_they_do_not_begin(fake: FakeModel) -> None:
    fake.say("one two < three")
    pieces = [d.text for d in stream(HELLO, tools=[TOOL]) if isinstance(d, TextDelta)]
    assert pieces == ["one", " two", " ", "< three"]
    fake.say("plain")
    assert collect(stream(HELLO)).text == "plain"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Four.", "Four."),
        ("They ask for a sum.</think>\n\nFour.", "Four."),
        ("Sure. <think>two and two</think> Four.", "Sure. Four."),
        ("<think>a</think>One. <think>b</think>Two.", "One. Two."),
        ("Write `</think>` at the end.", "Write `</think>` at the end."),
        ("It begins with <think> and goes on.", "It begins with <think> and goes on."),
    ],
)
def test_thoughts_anywhere_are_no_part_of_a_whole_answer(text: str, answer: str) -> None:
    assert answer_of(text) == answer
