"""What this room's API calls take and give."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field, JsonValue, RootModel

from chat.models import Message
from memories.answers import Verdict
from web.rest import Shape


class Asking(Shape):
    """Something said, in a conversation or in a new one."""

    message: str = ""
    conversation: UUID | None = None
    project: UUID | None = Field(None, description="For a new conversation: its project.")
    temporary: bool = Field(
        False,
        description="For a new one: nothing is recalled or learned, it is in no list, and it is "
        "deleted an hour after its last message.",
    )
    looks_up: bool = Field(
        False, description="For a temporary one: it is answered from what is remembered."
    )
    edit: UUID | None = Field(
        None,
        description="A message of the person's that `message` puts in other words: it is asked "
        "again, and what was said first stays as a branch. No other field but `stream` goes with "
        "it.",
    )
    stream: bool = Field(False, description="Answer by server-sent events.")


class Searching(Shape):
    """Which conversations to list, or with `q` to search."""

    q: str = ""
    limit: int = Field(50, ge=1, le=200)


class CitedPassage(BaseModel):
    """What a marker [n] of the answer stands for. `id` is recall's: "memory:…", "document:…".

    `quote` is the source's text from `start` to `stop`; from `answer_start` to `answer_stop` are
    the words that answer, the rest of a document's quote stands around them. `own_words` is whether
    the person wrote them. `holds` is false where the sentence before the marker says what is not in
    the source.
    """

    marker: int
    id: str
    quote: str
    own_words: bool
    source: UUID | None
    start: int
    stop: int
    answer_start: int
    answer_stop: int
    holds: bool


class ChangeDone(BaseModel):
    """What the turn did to the memory: remembered, corrected, forgotten; choice: it asks which.

    updated: it took the place of what was known before, which stays as history. asked: perhaps it
    does, and the person is asked. known: it was told before. withheld: it was forgotten once, and
    is not remembered again before the person asks for it. offered: it was only saved in the chat,
    and may be remembered. What begins with "propose" a model wants and the person did not ask for,
    or (propose_remember) they said it and it was not sure enough to be learned by itself:
    `POST /api/chat/proposals` with its `proposal` carries it out.
    """

    what: str
    memory: UUID | None
    content: str
    proposal: UUID | None = None


class StepDone(BaseModel):
    """What a model did before it answered, in words, and the ids of what it found.

    `refused` says why it was not done: unknown_id, unknown_tool, arguments, …
    """

    text: str
    items: list[str]
    refused: str | None


class ToolAnswer(BaseModel):
    """A tool, and what it takes as JSON schema. One that writes needs a key that may write."""

    name: str
    description: str
    parameters: dict[str, Any]
    writes: bool


class ToolsAnswer(BaseModel):
    """All tools."""

    tools: list[ToolAnswer]


class ToolArguments(Shape):
    """The arguments of a tool, as its `parameters` say."""

    arguments: dict[str, JsonValue] = {}


class ToolResult(RootModel[dict[str, JsonValue]]):
    """What a tool gave: `items` are what it found, each with its id, where it is from, its text."""


class Deciding(Shape):
    """Whether a proposed change is carried out."""

    accept: bool = True


class Decided(BaseModel):
    """What was done: nothing, where it was declined."""

    changes: list[ChangeDone]


class ChatAnswer(BaseModel):
    """An answer. `state` is done, stopped, interrupted or failed, with the `reason` in words."""

    conversation: UUID
    message: UUID
    state: Message.State
    reason: str
    answer: str
    verdict: Verdict | None = Field(
        description="Of an answer from memory: sure, what comes closest, or unknown."
    )
    citations: list[CitedPassage]
    changes: list[ChangeDone]
    steps: list[StepDone]


class SentFile(BaseModel):
    """A file of a message: a document, None where it was deleted since."""

    document: UUID | None
    name: str
    state: str


class BranchesAnswer(BaseModel):
    """The versions of a message by their ids, oldest first, and which is shown, from 1."""

    shown: int
    messages: list[UUID]


class MessageAnswer(BaseModel):
    """One turn of a conversation, with `branches` where the person put it in other words."""

    id: UUID
    role: Message.Role
    text: str
    state: Message.State
    created: datetime
    citations: list[CitedPassage]
    files: list[SentFile]
    branches: BranchesAnswer | None


class Showing(Shape):
    """The message whose branch is to be shown."""

    message: UUID


class ConversationAnswer(BaseModel):
    """A conversation."""

    id: UUID
    title: str
    project: UUID | None
    temporary: bool
    created: datetime
    updated: datetime


class ConversationsAnswer(BaseModel):
    """Conversations, latest first."""

    conversations: list[ConversationAnswer]


class WholeConversation(ConversationAnswer):
    """A conversation with the turns of the branch that is shown, oldest first."""

    messages: list[MessageAnswer]
