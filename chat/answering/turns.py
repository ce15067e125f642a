"""What an answer depends on: the question, the turns before it, what they cited."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from accounts.models import User
from chat.answering.files import AttachedFile, of_message
from chat.models import Citation, Message
from memories.models import Memory

# The turns before the question that may belong to it.
EARLIER = 20


@dataclass(frozen=True)
class EarlierTurn:
    """One turn before the question."""

    by_person: bool
    text: str
    at: datetime
    # Memories it cited or made, in the order they stand there.
    memories: tuple[UUID, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """A question to be answered, read in one short block: nothing here touches the database."""

    user: User
    message_id: UUID
    conversation_id: UUID
    project_id: UUID | None
    temporary: bool
    # Whether what is remembered may answer: not in every temporary chat.
    looks_up: bool
    text: str
    said_id: UUID
    source_id: UUID | None
    said_details: dict[str, Any]
    builtin: bool
    # Who answers in this conversation, as it was chosen.
    model: str
    earlier: tuple[EarlierTurn, ...]
    # What came with the words.
    files: tuple[AttachedFile, ...] = ()
    # What came before in a model's words, until and with what was said at this time.
    summary: str = ""
    summed_up: datetime | None = None

    def is_summed_up(self, earlier: EarlierTurn) -> bool:
        """Whether the summary holds this turn."""
        return self.summed_up is not None and earlier.at <= self.summed_up

    @property
    def read_in(self) -> frozenset[UUID]:
        """The sources of the attached files that have been read."""
        return frozenset(file.source for file in self.files if file.source and file.is_read)


def load(user: User, message: Message) -> Turn:
    """Read all that answering this waiting message depends on. Call it inside `acting_as`."""
    said = message.answers
    if said is None:
        raise ValueError("only answers to a turn can be waiting")
    conversation = message.conversation
    return Turn(
        user=user,
        message_id=message.pk,
        conversation_id=conversation.pk,
        project_id=conversation.project_id,
        temporary=conversation.temporary,
        looks_up=conversation.looks_up or not conversation.temporary,
        text=said.text,
        said_id=said.pk,
        source_id=said.source_id,
        said_details=said.details,
        builtin=bool(message.details.get("builtin")),
        model=conversation.model,
        earlier=_earlier(said),
        files=of_message(said),
        summary=conversation.summary,
        summed_up=conversation.summed_up,
    )


def _earlier(said: Message) -> tuple[EarlierTurn, ...]:
    before = list(
        Message.objects.filter(
            conversation=said.conversation_id, created__lt=said.created, shown=True
        )
        .select_related("source")
        .order_by("-created")[:EARLIER]
    )[::-1]
    # Of several answers to one turn the newest counts.
    newest = {m.answers_id: m.pk for m in before if m.answers_id}
    turns = [m for m in before if not m.answers_id or newest[m.answers_id] == m.pk]
    cited: dict[UUID, list[UUID]] = {}
    for citation in Citation.objects.filter(
        message__in=[m.pk for m in turns], memory__state__in=Memory.KNOWN
    ).order_by("marker"):
        if citation.memory_id:
            cited.setdefault(citation.message_id, []).append(citation.memory_id)
    return tuple(
        EarlierTurn(
            by_person=m.role == Message.Role.USER,
            text=m.text,
            at=m.created,
            memories=tuple(cited.get(m.pk, ())) + _made(m),
            details=m.details,
        )
        for m in turns
        if m.text
    )


def _made(message: Message) -> tuple[UUID, ...]:
    done = message.details.get("did", [])
    return tuple(
        UUID(d["memory"])
        for d in done
        if d["what"] in ("remembered", "updated", "asked", "corrected", "restored", "known")
    )
