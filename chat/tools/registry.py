"""What a tool is: its name, its arguments, what it may see, and what running it gives.

The chat's model and the API run the same tools; MCP has a few of its own (doors/tools.py). What is
found is data, whoever wrote it, and what a tool may change depends on whose words ask for it
(`Context.message`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from uuid import UUID

import pydantic

from accounts.models import User
from memories.keeping import Refused
from memories.models import Change
from memories.recall import Item

Arguments = TypeVar("Arguments", bound="ToolShape")


class ToolShape(pydantic.BaseModel):
    """What a tool takes. Unknown arguments are errors."""

    model_config = pydantic.ConfigDict(
        extra="forbid", allow_inf_nan=False, frozen=True, defer_build=True
    )


@dataclass(frozen=True)
class LatestMessage:
    """The person's latest words: nothing else vouches for what a model wants changed."""

    text: str
    # None in a temporary chat, which keeps no source.
    source_id: UUID | None


@dataclass(frozen=True)
class Context:
    """For whom a tool runs, what it may see, and whose words ask for it.

    With a `message` a change whose content or target is not in it is only proposed. Without one
    the person asked by another way: by a button, or by a program whose key may write.
    """

    user: User
    by: Change.By
    message: LatestMessage | None = None
    project: UUID | None = None
    all_projects: bool = False
    # Whether what is marked local-only may be shown: not to a model elsewhere.
    local: bool = True
    # The message whose words were proposed: what is remembered rests on it.
    proposed_from: UUID | None = None


@dataclass(frozen=True)
class AppliedChange:
    """What a tool changed: as `details["did"]` of a message keeps it."""

    what: str
    memory: UUID
    before: UUID | None = None
    batch: UUID | None = None

    def kept(self) -> dict[str, str]:
        """Its form in JSON: ids only, never words."""
        ids = {"memory": self.memory, "before": self.before, "batch": self.batch}
        return {"what": self.what, **{name: str(pk) for name, pk in ids.items() if pk}}


@dataclass(frozen=True)
class ProposedChange:
    """A change that waits for the person's click: the tool and its arguments, as checked.

    `memory` is the one it would change, where there is one.
    """

    tool: str
    arguments: dict[str, Any]
    memory: UUID | None = None


@dataclass(frozen=True)
class Result:
    """What running a tool gave.

    `content` is JSON for whoever called. `items` are what it found and may be cited: whoever calls
    shows them too, and numbers them where it wants markers. `found` is how many there are, in the
    words a person reads after "found"; empty where the tool looks for nothing.
    """

    content: Mapping[str, Any] = field(default_factory=dict)
    items: tuple[Item, ...] = ()
    found: str = ""
    did: tuple[AppliedChange, ...] = ()
    proposal: ProposedChange | None = None


@dataclass(frozen=True)
class Tool(Generic[Arguments]):
    """One thing that can be asked for by name.

    `run` opens its own short blocks where it `writes` nothing: call it outside of `acting_as`.
    One that writes runs inside of one, so that what it changes is all or nothing. Both raise
    Refused with what to do instead. `step` is what the person reads while it runs, and `looked`
    what they read afterwards.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Context, Arguments], Result]
    step: str
    looked: str
    writes: bool = False

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of its arguments: an object."""
        return _plain(self.arguments.model_json_schema())  # type: ignore[no-any-return]

    def read(self, arguments: Mapping[str, Any]) -> Arguments:
        """Check the arguments. Raises Refused: arguments, with what is wrong with each."""
        try:
            return self.arguments.model_validate(dict(arguments))
        except pydantic.ValidationError as error:
            problems = "; ".join(
                f"{'.'.join(map(str, problem['loc'])) or 'arguments'}: {_plainly(problem['msg'])}"
                for problem in error.errors(include_url=False, include_context=False)
            )
            raise Refused("arguments", problems) from None


AnyTool = Tool[Any]


def _plainly(message: str) -> str:
    return message.removeprefix("Value error, ")


def _plain(schema: Any) -> Any:
    """A schema without what only validators need: small models read it, and each word costs."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {
        key: {name: _plain(part) for name, part in value.items()}
        if key == "properties"
        else _plain(value)
        for key, value in schema.items()
        if key != "title" and not (key == "default" and value is None)
    }
    kinds = [part for part in plain.get("anyOf", ()) if part != {"type": "null"}]
    if len(kinds) == 1:
        # What may be left out need not be null as well.
        plain = {**{key: value for key, value in plain.items() if key != "anyOf"}, **kinds[0]}
    return plain
