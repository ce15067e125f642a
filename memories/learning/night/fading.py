"""What was not used for long fades, and what faded and is used again comes back."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Exists, F, Func, OuterRef, Q, QuerySet, Value
from django.db.models.fields import FloatField
from django.db.models.functions import Coalesce, Exp, Greatest, Power
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from database.rows import insert
from memories.keeping.journal import snapshot
from memories.models import Change, Memory, Mention
from memories.source_kinds import NOTE
from web import stored_words

# Share of its confidence below which a memory fades; a faded one that rises above it comes back.
FADES_BELOW = 0.05
# Confidence fades with days since the last use to the power of this.
SLOWS = 0.8
# Memories changed per transaction.
BATCH = 200
_NOT_USED = gettext_noop("Not used for %(days)s days.")
stored_words.register(_NOT_USED)


def fade(user: User, among: Collection[UUID] | None = None) -> int:
    """Let fade what nobody used for long, of all or of these memories.

    What the night was taken back of is let alone.
    """
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
    found = found if among is None else found.filter(pk__in=among)
    return _change(user, found, Memory.State.FADED, Change.What.FADED, _NOT_USED)


def bring_back(user: User) -> int:
    """Bring back what faded and was used again since; where that was taken back, since then."""
    left_alone = Change.objects.filter(
        memory=OuterRef("pk"),
        by=Change.By.NIGHT,
        what=Change.What.RESTORED,
        undone__gt=Coalesce(OuterRef("last_used"), OuterRef("updated")),
    )
    found = _with_days(user, Memory.State.FADED, Q(left__gte=FADES_BELOW))
    found = found.exclude(Exists(left_alone))
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
