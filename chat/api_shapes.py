"""What this room's API calls take and give."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from chat.models import Message
from web.rest import Shape


class Asking(Shape):
    """Something said, in a conversation or in a new one."""

    message: str
    conversation: UUID | None = None
    project: UUID | None = Field(None, description="For a new conversation: its project.")
    temporary: bool = Field(
        False,
        description="For a new one: nothing is recalled or learned, it is in no list, and it is "
        "deleted an hour after its last message.",
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
    the person wrote them.
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


class ChangeDone(BaseModel):
    """What the turn did to the memory: remembered, corrected, forgotten; choice: it asks which.

    known: it was told before. withheld: it was forgotten once, and is not remembered again before
    the person asks for it. offered: it was only saved in the chat, and may be remembered.
    """

    what: str
    memory: UUID | None
    content: str


class ChatAnswer(BaseModel):
    """An answer. `state` is done, stopped, interrupted or failed, with the `reason` in words."""

    conversation: UUID
    message: UUID
    state: Message.State
    reason: str
    answer: str
    citations: list[CitedPassage]
    changes: list[ChangeDone]


class MessageAnswer(BaseModel):
    """One turn of a conversation."""

    id: UUID
    role: Message.Role
    text: str
    state: Message.State
    created: datetime
    citations: list[CitedPassage]


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
    """A conversation with its turns, oldest first."""

    messages: list[MessageAnswer]
