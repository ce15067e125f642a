"""open: the words behind an id, where they stand, and what happened to them."""

from typing import Any

from django.utils.translation import gettext_noop
from pydantic import Field

from chat.answering.model import notes
from chat.tools import access
from chat.tools.registry import Context, Result, Tool, ToolShape
from database.acting import acting_as
from memories.models import Change, Evidence, Memory, Source
from memories.pages import source_text
from memories.recall import of_memory, passage

# Characters around the passage, and changes of a memory, that are given.
AROUND = 1_500
CHANGES = 20


class Arguments(ToolShape):
    """What to open."""

    id: str = Field(description="The id of something found.")


def run(context: Context, asked: Arguments) -> Result:
    """Open a memory or a passage. Raises Refused: unknown_id."""
    with acting_as(context.user):
        if access.is_memory(asked.id):
            return _memory(context, access.memory_of(context, asked.id))
        chunk = access.passage_of(context, asked.id)
        item = passage(chunk, chunk.start, chunk.stop, why="opened")
        return Result(content=_source(chunk.source, chunk.start, chunk.stop), items=(item,))


def _memory(context: Context, memory: Memory) -> Result:
    rows = Evidence.objects.filter(memory=memory, chunk__isnull=False)
    if not context.local:
        rows = rows.filter(chunk__source__local_only=False)
    evidence = rows.select_related("chunk__source").order_by("created").first()
    content: dict[str, Any] = {"state": memory.state, "history": _history(context, memory)}
    if evidence is None or evidence.chunk is None:
        return Result(content={**content, "text": notes.flat(memory.content)})
    start, stop = evidence.start or 0, evidence.stop or 0
    content |= {"quote": notes.flat(evidence.quote), **_source(evidence.chunk.source, start, stop)}
    return Result(content=content, items=(of_memory(memory, evidence, why="opened"),))


def _source(source: Source, start: int, stop: int) -> dict[str, Any]:
    first = max(0, start - AROUND)
    around = source_text.cut(source, first, stop - first + AROUND)
    return {"source": {"title": notes.flat(source.title), "around": notes.flat(around)}}


def _history(context: Context, memory: Memory) -> list[dict[str, str]]:
    versions = [memory.pk]
    earlier = memory.supersedes
    while earlier is not None and len(versions) < CHANGES:
        versions.append(earlier.pk)
        earlier = earlier.supersedes
    changes = Change.objects.filter(user=context.user, memory__in=versions).order_by("-at", "-id")
    return [_change(context, change) for change in changes[:CHANGES]]


def _change(context: Context, change: Change) -> dict[str, str]:
    told = {
        "what": str(Change.What(change.what).label),
        "by": str(Change.By(change.by).label),
        "at": change.at.astimezone(context.user.zone).strftime("%-d %B %Y, %H:%M"),
    }
    was, now = (notes.flat(str(each.get("content", ""))) for each in (change.before, change.after))
    return told | ({"before": was} if was and was != now else {}) | ({"after": now} if now else {})


OPEN = Tool(
    "open",
    "Open something found: its exact quote, what stands around it in its source, and of a memory "
    "what it said before and who changed it when.",
    Arguments,
    run,
    step=gettext_noop("Opening it"),
    looked=gettext_noop("Opened"),
)
