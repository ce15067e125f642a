"""Forgotten things erase themselves some days later, where the installation is set up so."""

import logging
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.forgetting.forget import erase
from memories.keeping import Refused
from memories.models import Forgotten, Memory

logger = logging.getLogger(__name__)


def erase_due() -> int:
    """Erase what was forgotten longer ago than is set; gives how many acts of forgetting went.

    What stands in a file that cannot be rewritten stays sealed: its person decides what becomes of
    the file.
    """
    days = settings.ERASE_FORGOTTEN_AFTER_DAYS
    if not days:
        return 0
    erased = 0
    for user in User.objects.iterator():
        for memory_id in _due(user, timedelta(days=days)):
            try:
                with acting_as(user):
                    erase(user, memory_id)
                    erased += 1
            except Refused as refused:
                logger.info("Something forgotten is not erased by itself: %s", refused.code)
    return erased


def _due(user: User, age: timedelta) -> list[UUID]:
    """One memory of each act of forgetting that is at least this old."""
    with acting_as(user):
        stones = Forgotten.objects.filter(
            user=user,
            sealed__isnull=False,
            lifted__isnull=True,
            created__lt=timezone.now() - age,
            memory__state=Memory.State.FORGOTTEN,
        )
        acts = {stone.batch: stone.memory_id for stone in stones.order_by("-created")}
    return [memory_id for memory_id in acts.values() if memory_id]
