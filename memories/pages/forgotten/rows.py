"""The rows of the Forgotten tab: each says what comes back with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.models import User
from memories.keeping import words_of
from memories.models import Forgotten
from memories.pages.display import ShownSource, of_evidence
from memories.pages.forgotten.together import NAMED, together
from memories.recall import MemoryRow


@dataclass(frozen=True)
class ShownForgotten:
    """A forgotten memory in its tab, opened from its seal for its owner.

    `others` are the first of those that went in the same act and come back with it.
    """

    id: UUID
    content: str
    forgotten_at: datetime
    source: ShownSource | None
    others: Sequence[str]
    others_count: int

    @property
    def together(self) -> int:
        """How many come back at once."""
        return 1 + self.others_count

    @property
    def others_more(self) -> int:
        """How many of the others are not named."""
        return self.others_count - len(self.others)


def forgotten_rows(user: User, rows: Sequence[MemoryRow]) -> list[ShownForgotten]:
    """Forgotten memories as rows; those that are erased have none."""
    asked = [row.memory.pk for row in rows]
    found = Forgotten.objects.filter(user=user, memory__in=asked).order_by("created")
    stones = {stone.memory_id: stone for stone in found}
    taken = together(user, {stone.batch for stone in stones.values()})
    shown = []
    for row in rows:
        if stone := stones.get(row.memory.pk):
            others = [words for pk, words in taken[stone.batch].items() if pk != row.memory.pk]
            source = of_evidence(user, row.evidence) if row.evidence else None
            shown.append(
                ShownForgotten(
                    row.memory.pk,
                    words_of(stone) or "",
                    stone.created,
                    source,
                    others[:NAMED],
                    len(others),
                )
            )
    return shown
