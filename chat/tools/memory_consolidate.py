"""memory_consolidate: do the night's work soon, not only tonight."""

from django.utils.translation import gettext_noop

from chat.tools.consent.own_words import asked_to_tidy_up
from chat.tools.consent.proposing import proposed
from chat.tools.registry import Context, Result, Tool, ToolShape
from memories import work


class Arguments(ToolShape):
    """Nothing."""


def run(context: Context, asked: Arguments) -> Result:
    """Have it done where the latest message asks for it; propose it otherwise."""
    if context.message is not None and not asked_to_tidy_up(context.message.text):
        return proposed("memory_consolidate", asked)
    work.enqueue(context.user.pk, work.NIGHT, [context.user.pk], urgent=True)
    return Result(content={"done": False, "begun": True, "shown_at": "Memory, Last night"})


MEMORY_CONSOLIDATE = Tool(
    "memory_consolidate",
    "Begin to tidy up the memory, when the person asks for that: duplicates become one, what "
    "nobody used for long fades, contradictions are asked about. They can take all of it back.",
    Arguments,
    run,
    step=gettext_noop("Tidying up"),
    looked=gettext_noop("Began to tidy up"),
    writes=True,
)
