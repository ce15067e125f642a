"""The night: what was not used for long fades, what is used again comes back, duplicates become
one, and what could not be learned is tried again. No model is needed.

Each step looks for what is left to do and does it in short blocks, so that it may be broken off
anywhere, run twice, and run beside itself: nothing is done twice. Every change is in the journal
with its reason, and can be taken back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, Func, OuterRef, Q, QuerySet, Value
from django.db.models.fields import FloatField
from django.db.models.functions import Coalesce, Exp, Greatest, Power
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from database.acting import acting_as
from database.rows import insert
from database.statements import fetched
from memories import work
from memories.keeping import Refused, editing
from memories.keeping.journal import snapshot
from memories.models import Change, Memory, Mention, Night, Work
from memories.search import index
from memories.source_kinds import NOTE
from web import stored_words

# Below so much of its confidence a memory fades; above, what faded and was used again comes back.
FADES_BELOW = 0.05
# Confidence fades with days since the last use to the power of this.
SLOWS = 0.8
# So many memories are changed in one block, and so much that failed is tried again in one night.
BATCH, RETRIED = 200, 500
# At this hour of the person's day it is night, and until this one it may still begin.
BEGINS, ENDS = 1, 5
_TAKEN_BACK = gettext_noop("The night was taken back.")
_NOT_USED = gettext_noop("Not used for %(days)s days.")
stored_words.register(_NOT_USED)

# Current memories of one scope that say the same but for case, spaces and the full stop. The one
# to keep comes first: what the person confirmed or pinned, then the oldest.
_SAME = """
SELECT array_agg(id ORDER BY confirmed IS NULL, NOT pinned, created, id)
FROM memories_memory
WHERE user_id = %(user)s AND state = 'current' AND key IS NULL AND length(content) > 8
GROUP BY project_id, kind, lower(btrim(regexp_replace(content, '\\s+', ' ', 'g'), ' .!'))
HAVING count(*) > 1
LIMIT %(most)s
"""


@dataclass(frozen=True)
class Done:
    """What one run changed."""

    faded: int
    back: int
    merged: int
    retried: int


def run_night(user: User) -> Done:
    """Do the night's work for this person now. Call it outside of `acting_as`."""
    today = timezone.localdate(timezone=user.zone)
    with acting_as(user):
        night, _ = Night.objects.get_or_create(user=user, day=today)
    done = Done(
        faded=_in_batches(user, _fade),
        back=_in_batches(user, _bring_back),
        merged=_in_batches(user, _merge),
        retried=_learn_again(user),
    )
    with acting_as(user):
        Night.objects.filter(pk=night.pk).update(finished=timezone.now())
    return done


def begin_nights(now: datetime | None = None) -> int:
    """Enqueue the night of everybody for whom it is night and who had none yet."""
    now = now or timezone.now()
    begun = 0
    for user in User.objects.filter(is_active=True):
        local = timezone.localtime(now, user.zone)
        if not BEGINS <= local.hour < ENDS:
            continue
        with acting_as(user):
            if not Night.objects.filter(user=user, day=local.date()).exists():
                work.enqueue(user.pk, work.NIGHT, [user.pk])
                begun += 1
    return begun


def night_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Do the night of this person, where one waits."""
    claimed = work.claim(user_id, work.NIGHT, 1, urgent=urgent)
    user = User.objects.filter(pk=user_id).first()
    for row in claimed:
        if user:
            run_night(user)
        with acting_as(user_id):
            work.finish([row])
    return bool(claimed)


def last_night(user: User) -> tuple[Night | None, QuerySet[Change]]:
    """The latest night and what it changed, the latest first. Inside `acting_as`."""
    night = Night.objects.filter(user=user).order_by("-day").first()
    changes = Change.objects.filter(user=user, by=Change.By.NIGHT, undone=None)
    if night is None:
        return None, changes.none()
    told = [Change.What.FADED, Change.What.SUPERSEDED, Change.What.RESTORED]
    since = changes.filter(at__gte=night.began, what__in=told)
    return night, since.select_related("memory").order_by("-at", "-id")


def take_back(user: User, change: Change) -> Memory:
    """Take one change of a night back: the memory is as it was before.

    Raises Refused where it was changed since.
    """
    index.hold(user.pk)
    memory = Memory.objects.get(pk=change.memory_id)
    expected = change.after.get("state")
    if change.undone or change.by != Change.By.NIGHT or memory.state != expected:
        raise Refused("changed_since", gettext("This was changed since, so I left it as it is."))
    if change.what == Change.What.SUPERSEDED:
        return editing.bring_back(user, change, Change.By.PERSON, _TAKEN_BACK)
    change.memory = memory
    _move_back(user, [change])
    return memory


def take_back_all(user: User) -> int:
    """Take back all of the last night that was not changed since. Returns how much that was."""
    index.hold(user.pk)
    _, changes = last_night(user)
    found = list(changes)
    merged = [change for change in found if change.what == Change.What.SUPERSEDED]
    back = sum(_was_taken_back(user, change) for change in merged)
    simple = [change for change in found if change.what != Change.What.SUPERSEDED]
    moved = [change for change in simple if change.memory.state == change.after.get("state")]
    for first in range(0, len(moved), BATCH):
        _move_back(user, moved[first : first + BATCH])
    return back + len(moved)


def _was_taken_back(user: User, change: Change) -> bool:
    try:
        take_back(user, change)
    except Refused:
        return False
    return True


def _move_back(user: User, changes: Sequence[Change]) -> None:
    """Put what faded, or came back, into the state in which it was."""
    for state in {str(change.before["state"]) for change in changes}:
        ids = [change.memory_id for change in changes if change.before["state"] == state]
        Memory.objects.filter(user=user, pk__in=ids).update(state=state)
    Change.objects.filter(pk__in=[c.pk for c in changes]).update(undone=timezone.now())
    rows = []
    for change in changes:
        change.memory.state = Memory.State(change.before["state"])
        rows.append(
            Change(
                user=user,
                memory=change.memory,
                what=Change.What.RESTORED,
                by=Change.By.PERSON,
                why=_TAKEN_BACK,
                after=snapshot(change.memory),
            )
        )
    insert(rows)


def _in_batches(user: User, step: Callable[[User], int]) -> int:
    total = 0
    while True:
        with acting_as(user):
            index.hold(user.pk)
            done = step(user)
        total += done
        if done < BATCH:
            return total


def _fade(user: User) -> int:
    """Let fade what nobody used for long. What the night was taken back of is let alone."""
    left_alone = Change.objects.filter(
        memory=OuterRef("pk"), by=Change.By.NIGHT, what=Change.What.FADED, undone__isnull=False
    )
    # What the person wrote, confirmed or pinned does not fade, nor what is known of whom they
    # protected.
    protected = Mention.objects.filter(memory=OuterRef("pk"), entity__protected=True)
    found = (
        _with_days(user, Memory.State.CURRENT, Q(left__lt=FADES_BELOW))
        .filter(pinned=False, confirmed=None, key=None)
        .exclude(kind=Memory.Kind.NOTE)
        .exclude(source_kind=NOTE)
        .exclude(Exists(left_alone))
        .exclude(Exists(protected))
    )
    return _change(
        user,
        found,
        Memory.State.FADED,
        Change.What.FADED,
        _NOT_USED,
    )


def _bring_back(user: User) -> int:
    """Bring back what faded and was used again since."""
    found = _with_days(user, Memory.State.FADED, Q(left__gte=FADES_BELOW))
    return _change(
        user, found, Memory.State.CURRENT, Change.What.RESTORED, gettext_noop("You used it again.")
    )


def _with_days(user: User, state: Memory.State, wanted: Q) -> QuerySet[Memory]:
    """Memories with `days` since their last use and `left`: what that leaves of the confidence.

    It is worked out of the confidence as it is stored, which the night never changes.
    """
    used = Greatest(Coalesce(F("last_used"), F("updated")), F("updated"))
    days = Func(
        Value(timezone.now()),
        used,
        template="(greatest(0, extract(epoch FROM (%(expressions)s))) / 86400.0)::float",
        arg_joiner=" - ",
        output_field=FloatField(),
    )
    left = F("confidence") * Exp(-F("decay_rate") * Power(F("days"), SLOWS))
    return (
        Memory.objects.filter(user=user, state=state).annotate(days=days, left=left).filter(wanted)
    )


def _change(
    user: User, found: QuerySet[Memory], state: Memory.State, what: Change.What, why: str
) -> int:
    """Put the next memories of these into a state, each with its line in the journal."""
    batch = list(found.order_by("pk")[:BATCH])
    changes = []
    for memory in batch:
        before = snapshot(memory)
        memory.state = state
        changes.append(
            Change(
                user=user,
                memory=memory,
                what=what,
                by=Change.By.NIGHT,
                why=why % {"days": round(getattr(memory, "days", 0.0))},
                before=before,
                after=snapshot(memory),
            )
        )
    Memory.objects.filter(user=user, pk__in=[memory.pk for memory in batch]).update(state=state)
    insert(changes)
    return len(batch)


def _merge(user: User) -> int:
    """Of memories that say the same keep one; the others become its earlier versions."""
    groups: list[Sequence[UUID]] = [
        ids for (ids,) in fetched(_SAME, {"user": user.pk, "most": BATCH})
    ]
    by_id = Memory.objects.filter(user=user).in_bulk({pk for ids in groups for pk in ids})
    for first, *others in groups:
        for other in others:
            editing.supersede(
                user,
                by_id[other],
                by_id[first],
                by=Change.By.NIGHT,
                why=gettext_noop("It says the same as another memory."),
            )
    return len(groups)


def _learn_again(user: User) -> int:
    """Try once more to learn from what could not be learned from."""
    with acting_as(user):
        failed = Work.objects.filter(user=user, kind=work.LEARN, state=Work.State.FAILED)
        subjects = list(failed.values_list("subject", flat=True)[:RETRIED])
        work.enqueue(user.pk, work.LEARN, subjects)
    return len(subjects)
