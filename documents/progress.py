"""How far documents have come: told from the work that is left to do for them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from database.acting import acting_as
from documents.models import Document
from documents.source_kind import READ
from memories.models import EmbeddingSpace, SearchItem, Window, Work
from memories.work import EMBED

_OPEN = (Work.State.WAITING, Work.State.WORKING)
# Where reading ends and learning begins, of 100.
HALF = 50
UNLEARNED = gettext_noop("You can search it, but I couldn’t learn from it. ")


@dataclass(frozen=True)
class DocumentProgress:
    """How far one document has come, 0..100: in all, and in the step that it is at."""

    percent: int

    @property
    def step_percent(self) -> int:
        """The share of reading in the first half, of learning in the second."""
        return 2 * self.percent if self.percent < HALF else 2 * (self.percent - HALF)


def follow(user_id: UUID, kind: str, subjects: Iterable[UUID]) -> None:
    """Work is done or has failed: say so on the documents it was for (see memories.work)."""
    with acting_as(user_id):
        documents = Document.objects.filter(user=user_id)
        if kind == READ:
            documents = documents.filter(pk__in=subjects)
        else:
            documents = documents.filter(source__in=subjects)
        settle(user_id, documents)


def settle(user_id: UUID, documents: Iterable[Document]) -> None:
    """Bring the state of these documents in step with what is left to do for them."""
    busy = [document for document in documents if document.is_busy]
    subjects = {pk for document in busy for pk in (document.pk, document.source_id) if pk}
    units: dict[UUID, list[Work]] = {}
    for unit in Work.objects.filter(user_id=user_id, kind__in=(READ, EMBED), subject__in=subjects):
        units.setdefault(unit.subject, []).append(unit)
    for document in busy:
        own = units.get(document.pk, [])
        learning = units.get(document.source_id, []) if document.source_id else []
        _settle(document, own, learning)


def _settle(document: Document, reading: list[Work], learning: list[Work]) -> None:
    failed = [unit for unit in (*reading, *learning) if unit.state == Work.State.FAILED]
    now = Document.objects.filter(pk=document.pk, state=document.state)
    if failed:
        lead = UNLEARNED if failed[0] in learning else ""
        reason = (lead + failed[0].reason)[:300]
        now.update(state=Document.State.FAILED, reason=reason)
    elif document.state == Document.State.LEARNING and not _is_open((*reading, *learning)):
        now.update(state=Document.State.DONE, processed=timezone.now())


def _is_open(units: Iterable[Work]) -> bool:
    return any(unit.state in _OPEN for unit in units)


def progress_of(user_id: UUID, documents: Iterable[Document]) -> Mapping[UUID, DocumentProgress]:
    """How far each of these documents has come, by id.

    Reading is the first half, learning the second.
    """
    found: dict[UUID, DocumentProgress] = {}
    learning: dict[UUID, UUID] = {}
    for document in documents:
        found[document.pk] = DocumentProgress(_read_so_far(document))
        if document.state == Document.State.LEARNING and document.source_id:
            learning[document.source_id] = document.pk
    for source, share in _embedded(user_id, list(learning)).items():
        found[learning[source]] = DocumentProgress(HALF + int(HALF * share))
    return found


def _read_so_far(document: Document) -> int:
    match document.state:
        case Document.State.DONE | Document.State.FAILED:
            return 100
        case Document.State.LEARNING:
            return HALF
        case Document.State.READING if document.pages:
            return min(HALF - 1, HALF * document.pages_read // document.pages)
    return 0


def _embedded(user_id: UUID, sources: list[UUID]) -> dict[UUID, float]:
    """For each source the share of its searchable chunks that have vectors."""
    if not sources:
        return {}
    spaces = EmbeddingSpace.objects.exclude(state=EmbeddingSpace.State.RETIRED)
    written = Window.objects.filter(
        user_id=user_id,
        space__in=list(spaces.values_list("pk", flat=True)),
        part=OuterRef("part"),
        item=OuterRef("pk"),
    )
    counted = (
        SearchItem.objects.filter(user_id=user_id, chunk__source__in=sources, length__gt=0)
        .annotate(written=Exists(written))
        .values_list("chunk__source")
        .annotate(items=Count("pk"), done=Count("pk", filter=Q(written=True)))
        .order_by()
    )
    return {source: done / items for source, items, done in counted if items}
