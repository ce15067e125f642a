"""An answer of a given shape: from servers that keep to a schema, and from those that do not.

The shape is a pydantic model, told to the server as a schema and to the model in words: Ollama
leaves the schema out without saying so, llama.cpp where it cannot make a grammar of it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar, get_args, get_origin

import pydantic

from llm import metering, wire
from llm.chat import ChatModel, collect, limits, needed
from llm.cleaning import storable
from llm.errors import BadAnswer
from llm.messages import Completion, Message
from llm.metering import Note

MAX_TOKENS = 4096
# Maximum number of places in an answer tried as the beginning of an object.
_TRIES = 40
_THINKS, _HAS_THOUGHT = "<think>", "</think>"
_WORDS: dict[Any, str] = {str: '"…"', bool: "true or false", int: "a number", float: "a number"}

Shape = TypeVar("Shape", bound=pydantic.BaseModel)


def extract(
    messages: Sequence[Message],
    schema: type[Shape],
    *,
    model: ChatModel | None = None,
    max_tokens: int = MAX_TOKENS,
    note: Note | None = None,
) -> Shape:
    """Give an answer of the shape `schema`.

    The object is looked for in the answer, then in what the model thought. What does not fit is
    sent back once with what is wrong. Raises BadAnswer where it then still does not fit or is cut
    off, or any other ModelError.
    """
    model = needed(model)
    asked = _with_instruction(messages, schema)
    answer = _ask(model, asked, schema, max_tokens, note)
    try:
        return _parse(answer, schema)
    except ValueError as error:
        asked += [Message("assistant", answer.text or "{}"), _complaint(error)]
    answer = _ask(model, asked, schema, max_tokens, note)
    try:
        return _parse(answer, schema)
    except ValueError:
        raise BadAnswer from None


def _ask(
    model: ChatModel,
    messages: Sequence[Message],
    schema: type[Shape],
    max_tokens: int,
    note: Note | None,
) -> Completion:
    deltas = wire.request(
        model.endpoint,
        messages,
        limits=limits(),
        max_tokens=max_tokens,
        thoughts=True,
        response_format={
            "type": "json_schema",
            "json_schema": {
                "name": schema.__name__,
                "strict": True,
                "schema": flat(schema),
            },
        },
    )
    if note is not None:
        deltas = metering.metered(deltas, messages, note)
    answer = collect(deltas)
    if answer.reason == "length":
        raise BadAnswer("The model's answer was longer than it may be.")
    return answer


def flat(schema: type[pydantic.BaseModel]) -> dict[str, Any]:
    """The JSON schema of a shape as every server takes it: closed, without references or patterns.

    Every field is required; what is beyond types and choices is checked when the answer is there.
    """
    whole = schema.model_json_schema()
    flattened: dict[str, Any] = _flat(whole, whole.get("$defs", {}))
    return flattened


def _flat(part: Any, named: dict[str, Any]) -> Any:
    if "$ref" in part:
        return _flat(named[part["$ref"].rpartition("/")[2]], named)
    if "properties" in part:
        fields = {name: _flat(field, named) for name, field in part["properties"].items()}
        return {
            "type": "object",
            "properties": fields,
            "required": list(fields),
            "additionalProperties": False,
        }
    if part.get("type") == "array":
        return {"type": "array", "items": _flat(part["items"], named)}
    if "const" in part:
        return {"type": "string", "enum": [part["const"]]}
    return {key: part[key] for key in ("type", "enum") if key in part}


def _with_instruction(messages: Sequence[Message], schema: type[Shape]) -> list[Message]:
    """Say it in the one system message at the start: many models' templates take no other."""
    fields = "".join(f"\n- {line}" for line in _fields(schema))
    said = (
        f"Answer with one JSON object and nothing else, of this form: {_form(schema)}\n"
        f"Every field is required:{fields}"
    )
    if messages and messages[0].role == "system":
        return [replace(messages[0], content=f"{messages[0].content}\n\n{said}"), *messages[1:]]
    return [Message("system", said), *messages]


def _form(kind: Any) -> str:
    if get_origin(kind) is list:
        return f"[{_form(get_args(kind)[0])}, …]"
    if get_origin(kind) is Literal:
        return " or ".join(json.dumps(choice) for choice in get_args(kind))
    if isinstance(kind, type) and issubclass(kind, pydantic.BaseModel):
        fields = (f'"{name}": {_form(f.annotation)}' for name, f in kind.model_fields.items())
        return f"{{{', '.join(fields)}}}"
    return _WORDS[kind]


def _fields(schema: type[pydantic.BaseModel]) -> Iterator[str]:
    for name, field in schema.model_fields.items():
        yield f'"{name}": {field.description or _form(field.annotation)}'
        inner = get_args(field.annotation)[0] if get_origin(field.annotation) is list else None
        if isinstance(inner, type) and issubclass(inner, pydantic.BaseModel):
            yield from _fields(inner)


def _complaint(error: ValueError) -> Message:
    problems = str(error)
    if isinstance(error, pydantic.ValidationError):
        problems = "; ".join(
            f"{'.'.join(map(str, problem['loc'])) or 'the answer'}: {problem['msg']}"
            for problem in error.errors(include_url=False, include_context=False)[:10]
        )
    return Message("user", f"That does not fit the schema: {problems}. Answer again, corrected.")


def _parse(answer: Completion, schema: type[Shape]) -> Shape:
    """The first object of the answer that fits; else the last of what was thought, its last word.

    Whatever a chatty model puts around it, fences too, is passed over.
    """
    before, _, said = answer.text.rpartition(_HAS_THOUGHT)
    if said.lstrip().startswith(_THINKS):
        before, said = said, ""
    thought = f"{answer.thought}\n{before}"
    wrong: ValueError | None = None
    for text, order in ((said, 1), (thought, -1)):
        for found in list(_objects(text))[::order]:
            try:
                return schema.model_validate(storable(found))
            except ValueError as error:
                wrong = wrong or error
    raise wrong or ValueError("there is no JSON object in it")


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects that stand in a text, outermost ones."""
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_TRIES):
        at = text.find("{", at)
        if at < 0:
            return
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        yield found
