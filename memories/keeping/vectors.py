"""Have what was kept embedded, a batch of its owner's at a time."""

import time
from uuid import UUID

from database.acting import acting_as
from llm.errors import ModelError
from memories import work
from memories.keeping.sources import make_pasted_findable
from memories.search import BATCH_WINDOWS, embed_subjects

# A book goes in many batches, and notes slip in between.
BATCH_WORKS = 64


class BatchPace:
    """How many windows go in one batch: as many as take about two seconds.

    What somebody says meanwhile waits for the batch to end. On a machine that is busy with other
    things the largest batch takes half a minute.
    """

    SECONDS = 2.0
    LEAST = 8

    def __init__(self) -> None:
        self.windows = BATCH_WINDOWS // 4

    def took(self, seconds: float, *, full: bool) -> None:
        """Adapt the batch size to the time one took. One that was not `full` can only shrink it."""
        if full or seconds > self.SECONDS:
            fits = int(self.windows * min(2.0, self.SECONDS / max(seconds, 0.001)))
            self.windows = min(BATCH_WINDOWS, max(self.LEAST, fits))


_pace = BatchPace()


def embed_waiting(user_id: UUID, urgent: bool | None = None) -> bool:
    """Embed one batch of what waits for this person. True when more may be waiting."""
    most = _pace.windows
    claimed = work.claim(user_id, work.EMBED, min(BATCH_WORKS, most), urgent=urgent)
    if not claimed:
        return False
    begun = time.monotonic()
    make_pasted_findable(user_id, [row.subject for row in claimed])
    try:
        rest = embed_subjects(user_id, [row.subject for row in claimed], most)
    except ModelError as problem:
        work.fail(claimed, str(problem), retry=problem.retryable)
        return False
    with acting_as(user_id):
        work.put_back(row for row in claimed if row.subject in rest)
        work.finish(row for row in claimed if row.subject not in rest)
    _pace.took(time.monotonic() - begun, full=bool(rest) or len(claimed) >= most)
    return True
