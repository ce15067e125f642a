"""What one act of forgetting took: it comes back together, and is erased together."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext

from accounts.models import User
from memories.keeping import words_of
from memories.models import Forgotten
from memories.pages.ghost import in_a_row, in_short, is_current

# Maximum number of memories that a row names, and a line.
NAMED, IN_A_LINE = 8, 2


def together(user: User, batches: Collection[UUID]) -> dict[UUID, dict[UUID, str]]:
    """The words of all memories that each act took, by their ids, without earlier versions."""
    found: dict[UUID, dict[UUID, str]] = {batch: {} for batch in batches}
    stones = Forgotten.objects.filter(
        user=user,
        batch__in=found,
        sealed__isnull=False,
        lifted__isnull=True,
        memory__isnull=False,
    )
    for stone in stones.order_by("id"):
        if stone.memory_id and is_current(stone):
            found[stone.batch][stone.memory_id] = words_of(stone) or ""
    return found


def together_with(user: User, memory: UUID) -> list[str]:
    """The words of a forgotten memory first, then of all that went in the same act."""
    stone = Forgotten.objects.filter(user=user, memory=memory).order_by("-created").first()
    if stone is None:
        return []
    words = together(user, [stone.batch])[stone.batch]
    own = words.pop(memory, None) or words_of(stone) or ""
    return [own, *words.values()]


def brought_back(words: Sequence[str]) -> str:
    """What came back, in one line: Restored 3 memories: “You live in Bath”, … and 1 more."""
    if len(words) < 2:
        return gettext("Restored.")
    named = [gettext("“%(words)s”") % {"words": in_short(each)} for each in words[:IN_A_LINE]]
    if rest := len(words) - len(named):
        named.append(gettext("%(number)s more") % {"number": intcomma(rest)})
    return gettext("Restored %(number)s memories: %(what)s.") % {
        "number": intcomma(len(words)),
        "what": in_a_row(named),
    }
