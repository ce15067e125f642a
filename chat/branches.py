"""Branches of a conversation: a turn that was edited stays, with what followed; one is shown.

The turns of the person are a tree by their `parent`; an answer belongs to its turn. Which of them
are shown is kept with each message, so that whoever reads a conversation asks for those alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from chat.models import Conversation, Message


@dataclass(frozen=True)
class BranchPosition:
    """Which of several branches a turn begins: `number` of those `beside`, from 1, oldest first."""

    number: int
    beside: tuple[UUID, ...]

    @property
    def before(self) -> UUID | None:
        return self.beside[self.number - 2] if self.number > 1 else None

    @property
    def after(self) -> UUID | None:
        return self.beside[self.number] if self.number < len(self.beside) else None


def last_said(conversation: Conversation) -> Message | None:
    """The person's last turn that is shown."""
    said = Message.objects.filter(
        conversation=conversation, role=Message.Role.USER, shown=True
    ).order_by("-created")
    return said.first()


def places(said: Iterable[Message]) -> dict[UUID, BranchPosition]:
    """Of these turns of the person's those that have branches beside them, by id."""
    turns = [turn for turn in said if turn.role == Message.Role.USER]
    if not turns:
        return {}
    beside: dict[UUID | None, list[UUID]] = {}
    rows = Message.objects.filter(
        Q(parent__in=[turn.parent_id for turn in turns if turn.parent_id]) | Q(parent=None),
        conversation__in={turn.conversation_id for turn in turns},
        role=Message.Role.USER,
    )
    for pk, parent in rows.order_by("created").values_list("pk", "parent"):
        beside.setdefault(parent, []).append(pk)
    return {
        turn.pk: BranchPosition(found.index(turn.pk) + 1, tuple(found))
        for turn in turns
        if len(found := beside.get(turn.parent_id, [])) > 1
    }


def hide_from(said: Message) -> None:
    """Hide a turn that is shown, and all that followed it."""
    Message.objects.filter(
        conversation=said.conversation_id, shown=True, created__gte=said.created
    ).update(shown=False)
    _drop_summary(said.conversation_id)


def show(said: Message) -> None:
    """Show the branch this turn is in, up to its latest message."""
    rows = Message.objects.filter(conversation=said.conversation_id, role=Message.Role.USER)
    turns = list(rows.order_by("created").values_list("pk", "parent"))
    parents = dict(turns)
    # Of several that follow a turn, the latest is kept.
    latest = {parent: pk for pk, parent in turns}
    path = [*_before(said.pk, parents), said.pk, *_after(said.pk, latest)]
    messages = Message.objects.filter(conversation=said.conversation_id)
    of_path = Q(pk__in=path) | Q(answers__in=path)
    messages.filter(of_path, shown=False).update(shown=True)
    messages.filter(shown=True).exclude(of_path).update(shown=False)
    _drop_summary(said.conversation_id)


def _drop_summary(conversation: UUID) -> None:
    """What it sums up may be in a branch that is not shown."""
    found = Conversation.objects.filter(pk=conversation)
    found.exclude(summary="").update(summary="", summed_up=None)


def _before(pk: UUID, parents: dict[UUID, UUID | None]) -> Iterator[UUID]:
    parent = parents.get(pk)
    while parent is not None:
        yield parent
        parent = parents.get(parent)


def _after(pk: UUID, latest: dict[UUID | None, UUID]) -> Iterator[UUID]:
    following = latest.get(pk)
    while following is not None:
        yield following
        following = latest.get(following)
