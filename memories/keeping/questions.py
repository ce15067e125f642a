"""Questions that stand open: two memories that may not both be true, and the person has not said.

A question is a line of the newer memory's journal. It is answered by what is done to the two: one
is replaced or forgotten, or the older one is confirmed beside the newer.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from memories.keeping.journal import journal
from memories.models import Change, Memory, Source

# Maximum number of recent questions searched for open ones.
_LATEST = 50


@dataclass(frozen=True)
class OpenQuestion:
    """Which of two is right: `new` was said last."""

    new: Memory
    old: Memory


def ask_which(
    user: User,
    new: Memory,
    old: Memory,
    *,
    by: Change.By = Change.By.LEARNING,
    cause: Source | None = None,
) -> bool:
    """Note that the person is to say whether `new` takes the place of `old`.

    Of two it is asked once, whichever came first. False where it was asked before.
    """
    pair = Q(memory=new, after={"old": str(old.pk)}) | Q(memory=old, after={"old": str(new.pk)})
    if Change.objects.filter(pair, user=user, what=Change.What.ASKED).exists():
        return False
    why = gettext_noop("It may replace what you said before.")
    after = {"old": str(old.pk)}
    journal(new, Change.What.ASKED, by, why=why, cause=cause, after=after)
    return True


def open_questions(user: User) -> list[OpenQuestion]:
    """The questions that nobody answered yet, the latest first. Inside `acting_as`."""
    asked = _asked(user).filter(memory__state=Memory.State.CURRENT).select_related("memory")
    changes = list(asked.order_by("-at", "-id")[:_LATEST])
    olds = Memory.objects.filter(user=user, state=Memory.State.CURRENT).in_bulk(
        [UUID(change.after["old"]) for change in changes]
    )
    return [
        OpenQuestion(change.memory, old)
        for change in changes
        if (old := olds.get(UUID(change.after["old"]))) is not None
        and not (old.confirmed and old.confirmed >= change.at)
    ]


def _asked(user: User) -> QuerySet[Change]:
    return Change.objects.filter(user=user, what=Change.What.ASKED, undone=None)
