"""The words of search items, without reading whole sources for them."""

from django.db.models import F, IntegerField, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce, Substr

from memories.models import Chunk, SearchItem


def _cut(chunk: str = "") -> Coalesce:
    """A chunk's words in a query, by the path to the chunk ("chunk__")."""
    start, stop = F(f"{chunk}start"), F(f"{chunk}stop")
    cut = Substr(f"{chunk}source__text", start + 1, Cast(stop - start, IntegerField()))
    return Coalesce(f"{chunk}passage", cut, output_field=TextField())


def with_words(chunks: QuerySet[Chunk]) -> QuerySet[Chunk]:
    """Chunks with their source, but without its whole text: `words_of` gives their own words."""
    return chunks.select_related("source").defer("source__text", "passage").annotate(words=_cut())


def words_of(chunk: Chunk) -> str:
    """What a chunk of `with_words` says."""
    return str(getattr(chunk, "words"))  # noqa: B009 — an annotation


def with_passages(items: QuerySet[SearchItem]) -> QuerySet[SearchItem]:
    """Items with their memory or chunk and source, and `passage`: the chunk's words alone.

    A source may be a whole book, and many of its chunks are read at a time.
    """
    return (
        items.select_related("memory", "chunk__source")
        .defer(
            "chunk__source__text",
            "chunk__passage",
            "chunk__metadata",
            "terms",
            "memory__metadata",
        )
        .annotate(passage=_cut("chunk__"))
    )


def passage_of(item: SearchItem) -> str:
    """What an item of `with_passages` says: the memory's content, or the chunk's words."""
    return item.memory.content if item.memory else getattr(item, "passage", "") or ""
