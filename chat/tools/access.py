"""What a tool may reach by an id: the person's own, in this scope, and nothing kept from a model.

Whatever is out of reach is answered as if it were not there.
"""

from uuid import UUID

from django.db.models import Q

from accounts.models import Project
from chat.tools.registry import Context
from memories.keeping import Refused
from memories.models import Chunk, Entity, Memory, Source
from memories.source_kinds import is_kind

NOT_THERE = "There is nothing with this id. Use an id that a search gave."


def memory_of(context: Context, name: str) -> Memory:
    """The memory with this id. Raises Refused: unknown_id. Inside `acting_as`."""
    kind, pk = _parsed(name, "memory")
    found = Memory.objects.filter(user=context.user, pk=pk).exclude(state=Memory.State.FORGOTTEN)
    if not context.all_projects:
        found = found.filter(Q(project=None) | Q(project=context.project))
    if not context.local:
        found = found.filter(local_only=False)
    memory = found.select_related("supersedes", "project").first() if kind == "memory" else None
    if memory is None:
        raise _not_there()
    return memory


def current_memory_of(context: Context, name: str) -> Memory:
    """The same, and it still holds. Raises Refused: unknown_id, not_current."""
    memory = memory_of(context, name)
    if not memory.active:
        raise Refused("not_current", "This is no longer so: it was replaced. Search again.")
    return memory


def passage_of(context: Context, name: str) -> Chunk:
    """The passage with this id ("gmail:…", "document:…", …). Raises Refused: unknown_id."""
    kind, pk = _parsed(name, "")
    found = Chunk.objects.filter(user=context.user, pk=pk, hidden=None, source__kind=kind)
    if not context.all_projects:
        in_reach = Q(source__project=None) | Q(source__project=context.project)
        found = found.filter(in_reach)
    if not context.local:
        found = found.filter(source__local_only=False)
    chunk = found.select_related("source").first() if is_kind(kind) else None
    if chunk is None:
        raise _not_there()
    return chunk


def entity_of(context: Context, pk: str) -> Entity | None:
    """The person or thing with this id, or None. Inside `acting_as`."""
    try:
        found = Entity.objects.filter(user=context.user, pk=UUID(pk))
    except ValueError:
        return None
    entity = found.select_related("merged_into").first()
    return entity.merged_into or entity if entity else None


def source_of(context: Context) -> Source | None:
    """The person's message as a source, where it is kept. Inside `acting_as`."""
    pk = context.message.source_id if context.message else context.proposed_from
    return Source.objects.filter(user=context.user, pk=pk).first() if pk else None


def project_of(context: Context) -> Project | None:
    """The project that what is new belongs to. Inside `acting_as`."""
    if context.project is None:
        return None
    return Project.objects.filter(user=context.user, pk=context.project).first()


def is_memory(name: str) -> bool:
    """Whether an id is one of a memory: "memory:…", or the bare id."""
    return ":" not in name or name.strip().lower().startswith("memory:")


def _parsed(name: str, kind: str) -> tuple[str, UUID]:
    before, colon, pk = name.strip().strip("[]").rpartition(":")
    try:
        return (before.lower() if colon else kind), UUID(pk)
    except ValueError:
        raise _not_there() from None


def _not_there() -> Refused:
    return Refused("unknown_id", NOT_THERE)
