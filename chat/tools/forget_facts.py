"""forget: take memories, and the words behind them, out of everything; Undo brings them back."""

from django.utils.translation import gettext_noop
from pydantic import Field

from chat.tools import access
from chat.tools.consent.own_words import asked_to_forget
from chat.tools.consent.proposing import proposed
from chat.tools.registry import AppliedChange, Context, Result, Tool, ToolShape
from memories import forgetting


class Arguments(ToolShape):
    """What to forget."""

    id: str = Field(description="The id of the memory to forget.")


def run(context: Context, asked: Arguments) -> Result:
    """Forget a memory that the latest message asks to forget; propose anything else."""
    memory = access.current_memory_of(context, asked.id)
    message = context.message
    if message is not None and not asked_to_forget(message.text, memory.content):
        return proposed("forget", asked, memory.pk)
    cause = access.source_of(context)
    done = forgetting.forget(context.user, [memory.pk], by=context.by, cause=cause)
    return Result(
        content={"done": True, "forgotten": len(done.memories)},
        did=(AppliedChange("forgotten", memory.pk, batch=done.batch),),
    )


FORGET = Tool(
    "forget",
    "Forget one memory with the words behind it, when the person asks for that in their latest "
    "message. Search for its id first. They can undo it.",
    Arguments,
    run,
    step=gettext_noop("Forgetting it"),
    looked=gettext_noop("Forgot"),
    writes=True,
)
