"""Learn from what there is already: after a model was connected, or once more from everything."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from memories import work
from memories.learning.learn import reading_model
from memories.models import Lesson, SearchItem, Source, Work

# Units of work inserted per statement.
_AT_ONCE = 1000


@dataclass(frozen=True)
class LearningProgress:
    """How far learning is. `reasons` says why something waits or has failed, the most frequent."""

    waiting: int
    failed: int
    learned: int
    reasons: tuple[str, ...]


def learn_what_is_left(user: User, *, again: bool = False) -> int:
    """Have everything learned from that was not; or all of it, once more. Inside `acting_as`.

    Where a model learns, what rules alone have read is left too. Returns how many sources wait
    for it now. Asked again in the middle, it goes on where it was.
    """
    left = list(_own(user) if again else _left(user))
    if again:
        Lesson.objects.filter(user=user, source__in=left).delete()
    for start in range(0, len(left), _AT_ONCE):
        work.enqueue(user.pk, work.LEARN, left[start : start + _AT_ONCE])
    return len(left)


def try_again(user: User) -> int:
    """Have what failed tried again; what was learned of it stays. Returns how many."""
    failed = Work.objects.filter(user=user, kind=work.LEARN, state=Work.State.FAILED)
    subjects = list(failed.values_list("subject", flat=True))
    work.enqueue(user.pk, work.LEARN, subjects)
    return len(subjects)


def progress(user: User) -> LearningProgress:
    """How far learning is. Inside `acting_as`."""
    units = Work.objects.filter(user=user, kind=work.LEARN)
    counts = units.aggregate(
        waiting=Count("pk", filter=Q(state__in=[Work.State.WAITING, Work.State.WORKING])),
        failed=Count("pk", filter=Q(state=Work.State.FAILED)),
    )
    reasons = units.exclude(reason="").values("reason").annotate(count=Count("pk"))
    return LearningProgress(
        waiting=counts["waiting"],
        failed=counts["failed"],
        learned=Lesson.objects.filter(user=user, state=Lesson.State.LEARNED).count(),
        reasons=tuple(reasons.order_by("-count").values_list("reason", flat=True)[:3]),
    )


def _own(user: User) -> QuerySet[Source, UUID]:
    """Sources to learn from: the person's own searchable words, without commands."""
    findable = SearchItem.objects.filter(
        user=user, chunk__source=OuterRef("pk"), chunk__own_words=True
    )
    own = Source.objects.filter(Exists(findable), user=user, author=Source.Author.PERSON)
    return own.order_by("happened_at", "pk").values_list("pk", flat=True)


def _left(user: User) -> QuerySet[Source, UUID]:
    lessons = Lesson.objects.filter(user=user, source=OuterRef("pk"))
    learned = lessons.filter(state=Lesson.State.LEARNED)
    if reading_model():
        learned = learned.exclude(model="")
    under_way = Work.objects.filter(
        user=user,
        kind=work.LEARN,
        subject=OuterRef("pk"),
        state__in=[Work.State.WAITING, Work.State.WORKING],
    )
    failed = lessons.filter(state=Lesson.State.FAILED)
    return _own(user).filter(~Exists(under_way), ~Exists(learned) | Exists(failed))
