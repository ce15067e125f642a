"""What workers run. A task takes ids, may run twice, and holds no logic."""

from uuid import UUID

from celery import shared_task

from memories import work
from memories.embed import embed_waiting
from memories.learn import learn_waiting
from memories.models import Work
from memories.packing import pack_waiting
from memories.vacuum import vacuum_waiting


@shared_task(queue="embed")
def embed(user_id: str) -> None:
    """Embed a batch; let other people's work in before the next."""
    if embed_waiting(UUID(user_id)):
        work.nudge(UUID(user_id), Work.Kind.EMBED)


@shared_task(queue="embed")
def pack(user_id: str) -> None:
    """Pack a person's words."""
    pack_waiting(UUID(user_id))


@shared_task
def vacuum(user_id: str) -> None:
    """Rewrite the tables from which something was erased."""
    vacuum_waiting(UUID(user_id))


@shared_task
def learn(user_id: str) -> None:
    """Learn from a batch of what was said."""
    if learn_waiting(UUID(user_id)):
        work.nudge(UUID(user_id), Work.Kind.LEARN)


@shared_task
def sweep() -> None:
    """Take back what dead workers held, and nudge for what waits."""
    work.sweep()
