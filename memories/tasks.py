"""What workers run. A task may run twice, and holds no logic."""

from celery import shared_task

from memories import work
from memories.forgetting.retention import erase_due as erase_what_is_due
from memories.forgetting.vacuum import vacuum_waiting
from memories.keeping.vectors import embed_waiting
from memories.learning import learn_waiting
from memories.learning.night import begin_nights, night_waiting
from memories.search import pack_waiting


@shared_task
def embed() -> None:
    """Embed a batch of whose turn it is."""
    work.serve(work.EMBED, embed_waiting)


@shared_task
def pack() -> None:
    """Pack the words of whose turn it is."""
    work.serve(work.PACK, pack_waiting)


@shared_task
def vacuum() -> None:
    """Rewrite the tables from which something was erased."""
    work.serve(work.VACUUM, vacuum_waiting)


@shared_task
def learn() -> None:
    """Learn from a batch of what was said."""
    work.serve(work.LEARN, learn_waiting)


@shared_task
def night() -> None:
    """Do the night's work of whose turn it is."""
    work.serve(work.NIGHT, night_waiting)


@shared_task
def nights() -> None:
    """Begin the night of everybody for whom it is night."""
    begin_nights()


@shared_task
def sweep() -> None:
    """Take back what dead workers held, and nudge for what waits."""
    work.sweep()


@shared_task
def erase_due() -> None:
    """Erase what was forgotten longer ago than is set."""
    erase_what_is_due()
