"""What came in by imports, as tests look at it."""

from accounts.models import User
from database.acting import acting_as
from memories.models import Memory, Source
from memories.source_kinds import IMPORT

# Why messages are left out that no branch leads to.
UNREACHED = "messages that are no longer part of the chat, such as earlier attempts"


def turns(user: User) -> list[tuple[str, str]]:
    with acting_as(user):
        rows = Source.objects.filter(kind=IMPORT).order_by("happened_at", "turn")
        return list(rows.values_list("author", "text"))


def contents(user: User) -> set[str]:
    with acting_as(user):
        current = Memory.objects.filter(state=Memory.State.CURRENT)
        return set(current.values_list("content", flat=True))
