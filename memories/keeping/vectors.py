"""Have what was kept embedded, a batch of its owner's at a time."""

from uuid import UUID

from database.acting import acting_as
from llm.errors import ModelError
from memories import work
from memories.keeping.sources import make_pasted_findable
from memories.models import Work
from memories.search import embed_subjects

# One batch is a second or two of work: a book goes in many, and notes slip in between.
BATCH_WORKS = 64


def embed_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Embed one batch of what waits for this person. True when more may be waiting."""
    claimed = work.claim(user_id, Work.Kind.EMBED, BATCH_WORKS, urgent=urgent)
    if not claimed:
        return False
    make_pasted_findable(user_id, [row.subject for row in claimed])
    try:
        rest = embed_subjects(user_id, [row.subject for row in claimed])
    except ModelError as problem:
        work.fail(claimed, str(problem), retry=problem.retryable)
        return False
    with acting_as(user_id):
        work.put_back(row for row in claimed if row.subject in rest)
        work.finish(row for row in claimed if row.subject not in rest)
    return True
