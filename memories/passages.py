"""The words of search items, without reading whole sources for them."""

from django.db.models import F, IntegerField, QuerySet
from django.db.models.functions import Cast, Substr

from memories.models import SearchItem


def with_passages(items: QuerySet[SearchItem]) -> QuerySet[SearchItem]:
    """Items with their memory or chunk and source, and `passage`: the chunk's words alone.

    A source may be a whole book, and many of its chunks are read at a time.
    """
    return (
        items.select_related("memory", "chunk__source")
        .defer("chunk__source__text", "terms", "memory__metadata", "chunk__metadata")
        .annotate(
            passage=Substr(
                "chunk__source__text",
                F("chunk__start") + 1,
                Cast(F("chunk__stop") - F("chunk__start"), IntegerField()),
            )
        )
    )


def passage_of(item: SearchItem) -> str:
    """What an item of `with_passages` says: the memory's content, or the chunk's words."""
    return item.memory.content if item.memory else getattr(item, "passage", "") or ""
