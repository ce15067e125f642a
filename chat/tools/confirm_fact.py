"""confirm_fact: note that the person says something is so."""

from django.utils.translation import gettext_noop
from pydantic import Field

from chat.tools import access
from chat.tools.consent.own_words import affirmed
from chat.tools.consent.proposing import proposed
from chat.tools.registry import AppliedChange, Context, Result, Tool, ToolShape
from memories.keeping import editing


class Arguments(ToolShape):
    """What is right."""

    id: str = Field(description="The id of the memory that is right.")


def run(context: Context, asked: Arguments) -> Result:
    """Confirm a memory that the latest message says again; propose anything else."""
    memory = access.current_memory_of(context, asked.id)
    if context.message is not None and not affirmed(context.message.text, memory.content):
        return proposed("confirm_fact", asked, memory.pk)
    editing.confirm(context.user, memory, by=context.by)
    return Result(
        content={"done": True, "id": f"memory:{memory.pk}"},
        did=(AppliedChange("confirmed", memory.pk),),
    )


CONFIRM_FACT = Tool(
    "confirm_fact",
    "Note that the person says a memory is right: it no longer fades, and nothing overrules it "
    "without asking.",
    Arguments,
    run,
    step=gettext_noop("Confirming it"),
    looked=gettext_noop("Confirmed"),
    writes=True,
)
