"""What workers run. A task may run twice, and holds no logic."""

from celery import shared_task

from memories import work
from memories.forgetting import vacuum_waiting
from memories.keeping import embed_waiting
from memories.learning import learn_waiting
from memories.models import Work
from memories.search import pack_waiting


@shared_task(queue="embed")
def embed() -> None:
    """Embed a batch of whose turn it is."""
    work.serve(Work.Kind.EMBED, embed_waiting)


@shared_task(queue="embed")
def pack() -> None:
    """Pack the words of whose turn it is."""
    work.serve(Work.Kind.PACK, pack_waiting)


@shared_task
def vacuum() -> None:
    """Rewrite the tables from which something was erased."""
    work.serve(Work.Kind.VACUUM, vacuum_waiting)


@shared_task
def learn() -> None:
    """Learn from a batch of what was said."""
    work.serve(Work.Kind.LEARN, learn_waiting)


@shared_task
def sweep() -> None:
    """Take back what dead workers held, and nudge for what waits."""
    work.sweep()
