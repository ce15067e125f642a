"""An answer by a model: it may look again and ask for changes, for a few steps, then it writes."""

import json
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.utils.translation import gettext, gettext_noop

from chat import tools
from chat.answering.draft import Draft
from chat.answering.events import Event, KeepAlive, Step, Token
from chat.answering.model import notes, prompt
from chat.answering.model.budgets import budgets
from chat.answering.model.naming import name_later
from chat.answering.model.summaries import sum_up_later
from chat.answering.turns import Turn
from chat.models import Message
from chat.tools.step_texts import doing, done
from llm import chat as llm
from llm.chat import ChatModel
from llm.errors import ContextTooLong, ModelError, NoTools, RateLimited, UnaskedTool
from llm.tokens import count_tokens, truncate
from memories.keeping import Refused
from memories.models import Change
from memories.recall import within_budget
from model_access.ledger import noting
from model_access.models import LedgerEntry
from web import stored_words

PULSE = 1.0
# How often a model is asked for one answer, the last time without tools.
STEPS = 6
# What its tools may take: calls at once, o200k tokens of one result, and seconds.
CALLS = 8
RESULT = 3_000
SECONDS = 120.0
# What is left of each result where a model reads less than that.
SHORT = 150
ENDLESS = gettext(
    "The model kept using its tools and gave no answer. Try again, or have it answered without the"
    " model."
)
BUSY_FOR = gettext_noop(
    "The model's server is busy or its limit is reached. Try again in %(seconds)s seconds."
)
stored_words.register(BUSY_FOR)
ENOUGH = "No more tools now: answer with what you have."


@dataclass(frozen=True)
class _Spoken:
    """One reply of a model: text, or tools it wants to run."""

    text: str
    calls: tuple[llm.ToolCall, ...]
    reason: str


def answer_by_model(turn: Turn, model: ChatModel) -> Iterator[Event]:
    """Write an answer with a model. What it wrote is kept however it ends."""
    draft = Draft(turn, prompt.gather(turn, local=model.is_local()), model.name)
    try:
        yield from _write(turn, model, draft)
        name_later(turn)
        sum_up_later(turn)
    except GeneratorExit:
        draft.settle(Message.State.INTERRUPTED)
        raise
    except ModelError as error:
        draft.settle(Message.State.FAILED, _why(error))


def _why(error: ModelError) -> str:
    """What went wrong, and where the server said so when to try again."""
    if isinstance(error, RateLimited) and error.retry_after:
        return BUSY_FOR % {"seconds": ceil(error.retry_after)}
    return str(error)


def _write(turn: Turn, model: ChatModel, draft: Draft) -> Iterator[Event]:
    if turn.looks_up and model.takes_tools() and budgets().results:
        try:
            yield from _with_tools(turn, model, draft)
        except NoTools:
            pass  # it said so before its first word
        else:
            return
    yield from _at_once(turn, model, draft)


def _at_once(turn: Turn, model: ChatModel, draft: Draft) -> Iterator[Event]:
    """Answer from what was recalled, and nothing else."""
    try:
        spoken = yield from _ask(model, prompt.build(turn, draft.material, tools=False), draft)
    except ContextTooLong:
        if draft.text:
            raise
        # A model that reads less gets the question with the best few memories.
        draft.material = draft.material.smaller()
        spoken = yield from _ask(model, prompt.build(turn, draft.material, tools=False), draft)
    if spoken is not None:
        draft.finish(spoken.reason)


def _with_tools(turn: Turn, model: ChatModel, draft: Draft) -> Iterator[Event]:
    messages = prompt.build(turn, draft.material, tools=True)
    toolbox = _Toolbox(turn, draft, local=model.is_local())
    shortened = False
    while True:
        try:
            spoken = yield from _ask(model, messages, draft, toolbox.offered)
        except UnaskedTool:
            draft.settle(Message.State.FAILED, ENDLESS)
            return
        except ContextTooLong:
            if not toolbox.step:
                # Without tools, and with the best few memories, it is much less.
                draft.material = draft.material.smaller()
                yield from _at_once(turn, model, draft)
                return
            if shortened:
                raise
            shortened = toolbox.closed = True
            messages = _shorter(messages)
            continue
        if spoken is None:
            return
        if not spoken.calls:
            draft.finish(spoken.reason)
            return
        messages.append(prompt.Message("assistant", spoken.text, spoken.calls))
        for call in toolbox.step_with(spoken.calls):
            answered = yield from toolbox.run(call)
            messages.append(answered)
            if draft.due and not draft.flush():
                return
        if part := draft.part():
            yield Token(part)


def _ask(
    model: ChatModel,
    messages: Sequence[prompt.Message],
    draft: Draft,
    offered: Sequence[llm.ToolSpec] = (),
) -> Generator[Event, None, _Spoken | None]:
    """Ask the model once and pass on what it says. None where the answer ended meanwhile."""
    text: list[str] = []
    calls: list[llm.ToolCall] = []
    reason = ""
    note = noting(draft.turn.user, model, LedgerEntry.Purpose.CHAT)
    asked = llm.stream(
        messages,
        model=model,
        tools=offered,
        max_tokens=budgets().answer,
        pulse=PULSE,
        note=note,
    )
    with closing(asked) as deltas:
        for delta in deltas:
            match delta:
                case llm.TextDelta():
                    text.append(draft.add(delta.text))
                    yield Token(text[-1])
                case llm.ToolCall():
                    calls.append(delta)
                case llm.Finished():
                    reason = delta.reason
                    break
                case _:
                    yield KeepAlive()
            if draft.due and not draft.flush():
                return None
            if draft.full:
                return _Spoken("".join(text), (), "cut")
    # What was cut off or filtered in the middle of its arguments is run by nobody.
    wanted = tuple(calls) if reason == "tool_calls" else ()
    return _Spoken("".join(text), wanted, reason)


class _Toolbox:
    """The tools of one answer: what they may cost, and what was asked already."""

    def __init__(self, turn: Turn, draft: Draft, *, local: bool) -> None:
        self._draft = draft
        self._context = tools.Context(
            user=turn.user,
            by=Change.By.ASSISTANT,
            message=tools.LatestMessage(turn.text, turn.source_id),
            project=turn.project_id,
            local=local,
        )
        self._until = time.monotonic() + SECONDS
        self._left = budgets().results
        self._asked: dict[str, str] = {}
        # Before its first step the files that came along were read.
        self._shown = int(bool(turn.files))
        self._in_step = 0
        self.step = 0
        self.closed = False

    @property
    def offered(self) -> tuple[llm.ToolSpec, ...]:
        """The tools offered in the next step: none once the model has looked often enough."""
        if self._over:
            return ()
        offered = [tool for tool in tools.TOOLS if not (tool.writes and self._draft.turn.temporary)]
        return tuple(llm.ToolSpec(t.name, t.description, t.parameters) for t in offered)

    @property
    def _over(self) -> bool:
        late = time.monotonic() >= self._until
        return self.closed or late or self._left <= 0 or self.step >= STEPS - 1

    def step_with(self, calls: Sequence[llm.ToolCall]) -> Sequence[llm.ToolCall]:
        """Begin a step."""
        self.step += 1
        self._in_step = 0
        return calls

    def run(self, call: llm.ToolCall) -> Generator[Event, None, prompt.Message]:
        """Run one tool, shown while it runs and afterwards; gives its answer for the model."""
        self._in_step += 1
        told: Mapping[str, Any]
        try:
            tool, arguments = self._checked(call)
        except Refused as refused:
            told = _error(refused)
            yield from self._not_run(call, refused)
        else:
            self._shown += 1
            yield Step(self._shown, doing(tool, arguments))
            step, told = self._outcome(tool, arguments)
            self._draft.note(step)
            yield Step(self._shown, done(step, tool), ended=True)
        if self._over:
            told = {**told, "note": ENOUGH}
        text = json.dumps(told, ensure_ascii=False)
        self._left -= count_tokens(text)
        return prompt.Message("tool", text, tool_call_id=call.id)

    def _not_run(self, call: llm.ToolCall, refused: Refused) -> Iterator[Event]:
        """Keep and show a call that no tool was run for: of too many at once, the first.

        One asked again has its step already.
        """
        if refused.code == "asked_already" or self._in_step > CALLS + 1:
            return
        step = {"tool": call.name, "refused": refused.code}
        tool = tools.of_step(step)
        if tool is None:
            # Its name is the model's own words, and they are not kept.
            step["tool"] = ""
        self._shown += 1
        self._draft.note(step)
        yield Step(self._shown, done(step, tool), ended=True)

    def _checked(self, call: llm.ToolCall) -> tuple[tools.AnyTool, dict[str, Any]]:
        """The tool that is meant and its arguments. Raises Refused."""
        if self._in_step > CALLS:
            raise Refused("too_many", f"Ask for at most {CALLS} tools at once.")
        tool = tools.named(call.name)
        if tool.writes and self._draft.turn.temporary:
            raise Refused("temporary", "This chat is temporary: nothing is changed from it.")
        if call.arguments is None:
            raise Refused("arguments", "The arguments are no JSON object. Send them again.")
        arguments = self._with_id(call.arguments)
        tool.read(arguments)
        asked = json.dumps([tool.name, arguments], sort_keys=True)
        if asked in self._asked:
            raise Refused("asked_already", "You asked exactly this before: see its answer above.")
        self._asked[asked] = call.id
        return tool, arguments

    def _with_id(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """A model may name a thing by its number; the tool gets its id."""
        number = str(arguments.get("id", "")).strip().strip("[]【】")
        items = self._draft.material.items
        if number.isdecimal() and 1 <= int(number) <= len(items):
            return {**arguments, "id": items[int(number) - 1].id}
        return arguments

    def _outcome(
        self, tool: tools.AnyTool, arguments: dict[str, Any]
    ) -> tuple[dict[str, Any], Mapping[str, Any]]:
        """Result of a tool call: the step as stored, by ids, and what the model is told."""
        step: dict[str, Any] = {"tool": tool.name}
        try:
            if tool.writes:
                result = self._draft.write(self._context, tool, arguments)
            else:
                result = tools.run(self._context, tool.name, arguments)
        except Refused as refused:
            return step | {"refused": refused.code}, _error(refused)
        room = max(0, min(RESULT, self._left))
        kept = within_budget(result.items, len(result.items), room, notes.cost)
        self._draft.material = self._draft.material.with_found(kept)
        if result.found:
            step |= {"found": len(kept), "items": [item.id for item in kept]}
        if result.proposal is not None:
            step |= {"proposed": True}
        numbers = self._draft.material.numbers
        return step, tools.told(self._context, replace(result, items=tuple(kept)), numbers)


def _error(refused: Refused) -> dict[str, Any]:
    return {"error": {"code": refused.code, "message": refused.message}}


def _shorter(messages: Sequence[prompt.Message]) -> list[prompt.Message]:
    """The same with little of what tools gave, for a model that reads no more at once."""
    return [
        replace(message, content=truncate(message.content, SHORT))
        if message.role == "tool"
        else message
        for message in messages
    ]
