"""memory_stats: how much is kept, of what sort, since when."""

from collections import Counter

from django.db.models import Min, Q
from django.utils.translation import gettext_noop

from chat.tools.registry import Context, Result, Tool, ToolShape
from database.acting import acting_as
from memories.models import Entity, Memory, Source


class Arguments(ToolShape):
    """Nothing."""


def run(context: Context, asked: Arguments) -> Result:  # noqa: ARG001 - the form of a tool
    """Count what is in reach."""
    with acting_as(context.user):
        memories = Memory.objects.filter(user=context.user)
        sources = Source.objects.filter(user=context.user)
        if not context.all_projects:
            in_reach = Q(project=None) | Q(project=context.project)
            memories, sources = memories.filter(in_reach), sources.filter(in_reach)
        if not context.local:
            memories, sources = memories.filter(local_only=False), sources.filter(local_only=False)
        states = Counter(memories.values_list("state", flat=True))
        current = memories.filter(state=Memory.State.CURRENT)
        kinds = Counter(current.values_list("kind", flat=True))
        kept = Counter(sources.values_list("kind", flat=True))
        since = sources.aggregate(first=Min("happened_at"))["first"]
        entities = Entity.objects.filter(user=context.user, merged_into=None)
        content = {
            "memories": {"by_state": dict(states), "current_by_kind": dict(kinds)},
            "sources": dict(kept),
            "people_and_things": entities.count(),
            "oldest": since.astimezone(context.user.zone).strftime("%-d %B %Y") if since else None,
        }
    return Result(content=content)


MEMORY_STATS = Tool(
    "memory_stats",
    "How many memories, chats, documents and mails are kept, of which sort, and since when.",
    Arguments,
    run,
    step=gettext_noop("Counting what I know"),
    looked=gettext_noop("Counted what I know"),
)
