"""Give the search index its vectors, a batch at a time, while nothing waits for it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.db.models import Window as Over
from django.db.models.functions import Coalesce, RowNumber

from accounts.models import User
from database.acting import acting_as
from llm import embedding
from llm.errors import ModelError
from memories.models import EmbeddingSpace, SearchItem, Window
from memories.search import index
from memories.search.passages import passage_of, with_passages
from memories.search.spaces import embedder_of, leaves_here, spaces_filled
from memories.text import Span, is_blank, windows

BATCH_ITEMS = 64
BATCH_WINDOWS = 128

# Maximum length of a heading embedded with its text, in characters.
HEADING = 100

RETIRED = EmbeddingSpace.State.RETIRED


@dataclass(frozen=True)
class _Piece:
    item: SearchItem
    windows: list[Span]
    texts: list[str]


def embed_subjects(user_id: UUID, subjects: Sequence[UUID], most: int = BATCH_WINDOWS) -> set[UUID]:
    """Embed up to `most` windows of these subjects, or one passage. Returns which have more."""
    live, *filling = spaces_filled()
    _, rest = _embed_batch(user_id, live, subjects, most)
    for space in filling:
        # Whoever fills it looks for what is missing before it is used.
        with suppress(ModelError):
            _embed_batch(user_id, space, subjects, most)
    return rest


def _embed_batch(
    user_id: UUID,
    space: EmbeddingSpace,
    subjects: Sequence[UUID] | None,
    most: int = BATCH_WINDOWS,
) -> tuple[int, set[UUID]]:
    elsewhere = leaves_here(space)
    with acting_as(user_id):
        pieces, rest = _unembedded(user_id, space, subjects, most, elsewhere=elsewhere)
    if pieces:
        texts = [text for piece in pieces for text in piece.texts]
        vectors = embedding.embed_texts(texts, by=embedder_of(space))
        with acting_as(user_id):
            _write(user_id, space, pieces, vectors)
    return len(pieces), rest


def embed_everything(user: User, space: EmbeddingSpace) -> int:
    """Embed all that this person has without vectors in this space. Returns how many items.

    May be stopped and started again: what is done stays done. Raises ModelError.
    """
    done = 0
    while batch := _embed_batch(user.pk, space, None)[0]:
        done += batch
    return done


def _unembedded(
    user_id: UUID,
    space: EmbeddingSpace,
    subjects: Sequence[UUID] | None,
    most: int,
    *,
    elsewhere: bool,
) -> tuple[list[_Piece], set[UUID]]:
    """The next items (of these subjects) without vectors, and the subjects that have yet more.

    What is marked local-only has none of a model `elsewhere`: it is found by its words.
    Each subject has its turn: first the first item of each, then the second.
    """
    written = Window.objects.filter(
        user_id=user_id, space=space.pk, part=OuterRef("part"), item=OuterRef("pk")
    )
    items = SearchItem.objects.filter(~Exists(written), user_id=user_id, length__gt=0)
    if elsewhere:
        items = items.filter(Q(memory__local_only=False) | Q(chunk__source__local_only=False))
    if subjects is None:
        batch = items.order_by("pk").values_list("pk", flat=True)[:BATCH_ITEMS]
        return _pieces(user_id, list(batch), most), set()
    items = items.filter(Q(memory__in=subjects) | Q(chunk__source__in=subjects))
    subject = Coalesce("memory", "chunk__source")
    turn = Over(RowNumber(), partition_by=subject, order_by="pk")
    waiting = list(
        items.annotate(subject=subject, turn=turn)
        .order_by("turn", "pk")
        .values_list("pk", "subject")
    )
    pieces = _pieces(user_id, [pk for pk, _ in waiting[: min(BATCH_ITEMS, most)]], most)
    return pieces, {subject for _, subject in waiting[len(pieces) :]}


def _pieces(user_id: UUID, batch: Sequence[int], most: int) -> list[_Piece]:
    """The first of these items that together have up to `most` windows."""
    items = with_passages(SearchItem.objects.filter(user_id=user_id, pk__in=batch))
    pieces: list[_Piece] = []
    size = 0
    for item in sorted(items, key=lambda item: batch.index(item.pk)):
        piece = _piece(item)
        size += len(piece.texts)
        if pieces and size > most:
            break
        pieces.append(piece)
    return pieces


def _piece(item: SearchItem) -> _Piece:
    text = passage_of(item)
    spans = windows(text)
    # Who said it and what it stands under belong to it: "Dana: I moved" answers "where did Dana
    # move?", and a handbook's paragraph hardly ever names what its heading does.
    speaker = item.chunk.source.speaker if item.chunk else ""
    heading = item.chunk.heading[:HEADING] if item.chunk else ""
    texts = [span.of(text) for span in spans]
    if speaker:
        texts = [f"{speaker}: {each}" for each in texts]
    elif not is_blank(heading):
        texts = [each if each.startswith(heading) else f"{heading}: {each}" for each in texts]
    return _Piece(item, spans, texts)


def _write(
    user_id: UUID, space: EmbeddingSpace, pieces: Sequence[_Piece], vectors: embedding.Vectors
) -> None:
    index.hold(user_id)
    # What was forgotten or moved while the model worked is no longer there, or elsewhere; and
    # another model may have taken this one's place.
    if not EmbeddingSpace.objects.filter(pk=space.pk).exclude(state=RETIRED).exists():
        return
    there = {
        item.pk: item
        for item in SearchItem.objects.select_for_update().filter(
            user_id=user_id, pk__in=[piece.item.pk for piece in pieces]
        )
    }
    embedded, row = [], 0
    for piece in pieces:
        own = vectors[row : row + len(piece.windows)]
        row += len(piece.windows)
        if piece.item.pk in there:
            embedded.append(index.EmbeddedItem(there[piece.item.pk], piece.windows, own))
    if embedded:
        index.write_windows(user_id, space, embedded)
