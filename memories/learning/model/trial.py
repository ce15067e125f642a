"""Try a model: what it keeps of a passage whose facts are known, and what else it can do."""

import time
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from llm.chat import ChatModel, complete
from llm.errors import ModelError, NoTools
from llm.messages import Message, ToolSpec, Usage
from llm.metering import Note
from memories.learning.model.excerpts import Excerpt
from memories.learning.model.prompt import facts_of
from memories.learning.model.validation import checked
from memories.models import Source
from memories.text import sentences
from model_access import ledger
from model_access.models import LedgerEntry

# A fact, one that is denied, and one of somebody else; and a question that tells nothing.
PASSAGE = (
    "I live in Graz, above a bakery. I don't eat fish. My sister Lena plays the cello."
    " Do you know a good teacher for her?"
)
_TOOL = ToolSpec(
    "weather",
    "Tells the weather of a town.",
    {
        "type": "object",
        "properties": {"town": {"type": "string"}},
        "required": ["town"],
        "additionalProperties": False,
    },
)


@dataclass(frozen=True)
class ExpectedFact:
    """A fact of the passage: what its statement must and must not have, of whom it is."""

    told: str
    words: tuple[str, ...]
    denied: bool = False
    mine: bool = True

    def is_kept_by(self, statement: str) -> bool:
        """Whether a statement tells it, and tells it right."""
        said = f" {statement.lower()} "
        denies = any(no in said for no in ("n't", "n’t", " no ", " not ", " never ", "avoid"))
        mine = "lena" not in said
        return all(word in said for word in self.words) and (denies, mine) == (
            self.denied,
            self.mine,
        )


EXPECTED = (
    ExpectedFact("You live in Graz.", ("graz",)),
    ExpectedFact("You don't eat fish.", ("fish",), denied=True),
    ExpectedFact("Your sister Lena plays the cello.", ("lena", "cello"), mine=False),
)


@dataclass(frozen=True)
class ModelTrial:
    """What came of it. `facts` are those expected, each with whether it was kept."""

    facts: tuple[tuple[str, bool], ...] = ()
    others: tuple[str, ...] = ()
    dropped: int = 0
    # Whether the first answer had the shape that was asked for.
    holds_shape: bool = False
    tokens_a_second: float | None = None
    tools: str = ""
    problem: str = ""

    @property
    def good(self) -> bool:
        """Whether it may be trusted with learning."""
        return self.holds_shape and all(kept for _, kept in self.facts) and not self.others


def try_model(user: User, model: ChatModel) -> ModelTrial:
    """Try a model. Takes as long as it takes: call it outside of any block."""
    keep = ledger.noting(user, model, LedgerEntry.Purpose.TEST)
    took: list[Usage] = []

    def note(usage: Usage, answered: bool) -> None:
        took.append(usage)
        keep(usage, answered)

    source = Source(user=user, text=PASSAGE, happened_at=timezone.now(), zone=user.time_zone)
    excerpt = Excerpt(source, tuple(sentences(PASSAGE)))
    begun = time.monotonic()
    try:
        found = facts_of(excerpt, model, note=note)
    except ModelError as error:
        return ModelTrial(problem=str(error))
    seconds = time.monotonic() - begun
    kept, dropped = checked(excerpt, found)
    statements = [each.statement for each in kept]
    facts = [(each.told, any(map(each.is_kept_by, statements))) for each in EXPECTED]
    others = [s for s in statements if not any(each.is_kept_by(s) for each in EXPECTED)]
    return ModelTrial(
        facts=tuple(facts),
        others=tuple(others),
        dropped=dropped.total(),
        holds_shape=len(took) == 1,
        tokens_a_second=sum(usage.completion_tokens for usage in took) / max(seconds, 1e-3),
        tools=_tools(model, keep),
    )


def _tools(model: ChatModel, note: Note) -> str:
    """What becomes of a tool that it is offered."""
    asked = [Message("user", "What is the weather in Graz? Use the tool to find out.")]
    if not model.takes_tools():
        return gettext("It gets no tools: its server or the settings say so.")
    try:
        answer = complete(asked, model=model, tools=[_TOOL], max_tokens=512, note=note)
    except NoTools:
        return gettext("Its server supports no tools: it answers from what is looked up for it.")
    except ModelError as error:
        return str(error)
    for call in answer.tool_calls:
        if call.name == _TOOL.name and "town" in (call.arguments or {}):
            return gettext("It uses tools.")
    return gettext("It was offered a tool and did not use it.")
