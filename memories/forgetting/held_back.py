"""Passages held back because they may say something forgotten: the person decides.

In a chat that is asked in the answer. What comes by mail, in files and imports waits here.
"""

from django.db.models import QuerySet

from accounts.models import User
from memories import work
from memories.forgetting.forget import ForgetResult, forget
from memories.forgetting.masking import Passage
from memories.keeping import sources
from memories.keeping.remember import accept_waiting
from memories.models import Change, Chunk
from memories.search import index


def held_back(user: User) -> QuerySet[Chunk]:
    """The passages that wait for the person to say whether they were forgotten, newest first."""
    return sources.waiting(user)


def let_in(user: User, chunk: Chunk) -> None:
    """It is something else: it is found and learned from like all the rest, and not asked again."""
    index.hold(user.pk)
    if not held_back(user).filter(pk=chunk.pk).update(hidden=None):
        return
    chunk.refresh_from_db()
    work.enqueue(user.pk, work.LEARN, accept_waiting(user, chunk, told_apart=True))


def leave_out(user: User, chunk: Chunk) -> ForgetResult:
    """It is what was forgotten: it goes the same way, with Restore."""
    words = chunk.source.text[chunk.start : chunk.stop]
    passage = Passage(chunk.source_id, chunk.start, chunk.stop, words)
    return forget(user, (), by=Change.By.PERSON, passages=[passage])
