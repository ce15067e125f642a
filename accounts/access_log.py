"""What each key was used for: kinds of calls by day, how often, how they ended. No content."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Max, Sum
from django.utils import timezone

from accounts.models import ApiToken, KeyUse, User
from database import statements
from database.acting import acting_as
from database.ids import uuid7

# How long the record of a day's calls is kept.
KEPT = timedelta(days=30)

# A key that was revoked while it was used leaves nothing behind.
_NOTE = """
INSERT INTO accounts_keyuse (id, user_id, key_id, day, does, call, status, times, last)
SELECT %(id)s::uuid, user_id, id, %(day)s::date, %(does)s::text, %(call)s::text, %(status)s::int,
    1, %(now)s::timestamptz
FROM accounts_apitoken WHERE id = %(key)s::uuid FOR KEY SHARE
ON CONFLICT ON CONSTRAINT use_of_key
DO UPDATE SET times = accounts_keyuse.times + 1,
    last = greatest(accounts_keyuse.last, excluded.last)
"""


@dataclass(frozen=True)
class KeyCalls:
    """One kind of call that a key made: what it was, how it ended, how often, and when last."""

    does: KeyUse.Does
    call: str
    status: int
    times: int
    last: datetime


def note(key: ApiToken, does: KeyUse.Does, call: str, status: int) -> None:
    """Note one call of a key. Opens a block of its own."""
    now = timezone.now()
    values: dict[str, Any] = {
        "id": uuid7(),
        "key": key.pk,
        "day": now.date(),
        "does": does.value,
        "call": call[:100],
        "status": status,
        "now": now,
    }
    with acting_as(key.user_id), statements.cursor() as cursor:
        cursor.execute(_NOTE, values)


def calls_of(user: User, keys: Sequence[ApiToken]) -> dict[UUID, list[KeyCalls]]:
    """What these keys did since `KEPT`, the latest first. Inside `acting_as`."""
    found: dict[UUID, list[KeyCalls]] = {key.pk: [] for key in keys}
    grouped = (
        KeyUse.objects.filter(user=user, key__in=keys, day__gte=_since())
        .values_list("key", "does", "call", "status")
        .annotate(Sum("times"), latest=Max("last"))
        .order_by("-latest", "call")
    )
    for key, does, call, status, times, last in grouped:
        found[key].append(KeyCalls(KeyUse.Does(does), call, status, times, last))
    return found


def prune() -> None:
    """Delete what is older than `KEPT`, of everybody."""
    for user in list(ApiToken.objects.order_by().values_list("user", flat=True).distinct()):
        with acting_as(user):
            KeyUse.objects.filter(user=user, day__lt=_since()).delete()


def _since() -> date:
    return (timezone.now() - KEPT).date()
