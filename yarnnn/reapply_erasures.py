"""Carry out on a restored database what was erased after its backup was made."""

from collections.abc import Iterable
from uuid import UUID

from accounts.models import User
from database.acting import acting_as
from database.erasures import Erasure
from memories.forgetting import Passage, erase, mask, remove_memories, remove_sources
from memories.hooks import Files
from memories.keeping import Quote, remember
from memories.models import Change, Forgotten, Memory, Source
from memories.search import index
from memories.text import is_blank
from portability.deletion import delete_person


def reapply_erasures(acts: Iterable[Erasure]) -> None:
    """Do again what was done, act by act. What is gone already is passed over."""
    for act in acts:
        user = User.objects.filter(pk=UUID(act.user)).first()
        if user is None:
            continue
        if act.account:
            delete_person(user)
            continue
        with acting_as(user):
            index.hold(user.pk)
            _erase(user, act)


def _erase(user: User, act: Erasure) -> None:
    memories = Memory.objects.filter(user=user, pk__in=act.memories)
    if act.prints or act.passages:
        for pk in list(memories.values_list("pk", flat=True)):
            # Its batch may have taken it along already.
            if memories.filter(pk=pk).exists():
                erase(user, pk, files=Files.REMOVE)
        for pk, start, stop in act.passages:
            _erase_passage(user, UUID(pk), start, stop)
        _keep_from_returning(user, act)
    else:
        remove_memories(user, memories)
    remove_sources(user, Source.objects.filter(user=user, pk__in=act.sources))


def _erase_passage(user: User, pk: UUID, start: int, stop: int) -> None:
    """Erase what still stands there: what it taught was learned after the backup was made.

    It is learned here once more, so that it goes by the one way out, with all that repeats it.
    """
    source = Source.objects.filter(user=user, pk=pk).first()
    if source is None or is_blank(words := source.text[start:stop]):
        return
    known = remember(
        user, words, by=Change.By.LEARNING, quote=Quote(source, start, stop), cause=source
    )
    if known.memory is not None:
        erase(user, known.memory.pk, files=Files.REMOVE)
    # What rests on other words too stays; these are blacked out all the same.
    mask(user, [Passage(pk, start, stop, "")])


def _keep_from_returning(user: User, act: Erasure) -> None:
    """The hashes stand where no tombstone has them: of what was learned after the backup."""
    known = list(Forgotten.objects.filter(user=user).values_list("fingerprint", flat=True))
    Forgotten.objects.bulk_create(
        Forgotten(user=user, fingerprint=each, blocked=act.passages, erased=act.at)
        for each in act.prints
        if each not in known
    )
