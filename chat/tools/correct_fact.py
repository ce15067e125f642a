"""correct_fact: put what is true now in the place of what was."""

from django.utils.translation import gettext_noop
from pydantic import Field

from chat.builtin.correction_rules import corrects
from chat.tools import access
from chat.tools.consent.own_words import stated
from chat.tools.consent.proposing import proposed
from chat.tools.registry import AppliedChange, Context, Result, Tool, ToolShape
from memories.keeping import Quote, Refused, check_content, correct, editing, find_same
from memories.models import Memory
from memories.text import same, statement


class Arguments(ToolShape):
    """What to correct, and what is true instead."""

    id: str = Field(description="The id of the memory that is no longer true.")
    content: str = Field(
        description="What is true now, in the person's own words, exactly as their latest message "
        "says it."
    )


def run(context: Context, asked: Arguments) -> Result:
    """Correct a memory that the latest message corrects; propose anything else."""
    check_content(asked.content)
    old = access.current_memory_of(context, asked.id)
    if same(statement(asked.content), statement(old.content)):
        raise Refused("same", "This memory says that already. Search for the one that is wrong.")
    if context.message is None:
        return _done(old, correct(context.user, old, asked.content, by=context.by))
    span = stated(context.message.text, asked.content)
    source = access.source_of(context)
    words = span.of(context.message.text) if span else ""
    if span is None or source is None or not corrects(words, old.content, just_told=False):
        return proposed("correct_fact", asked, old.pk)
    # What the message states plainly was learned before any model read it.
    new = find_same(context.user, words, old.project)
    if new is None or new.pk == old.pk:
        content, quote = words[:1].upper() + words[1:], Quote(source, span.start, span.stop)
        new = correct(context.user, old, content, by=context.by, cause=source, quote=quote)
    else:
        editing.correct_by(context.user, old, new, by=context.by, cause=source)
    return _done(old, new)


def _done(old: Memory, new: Memory) -> Result:
    return Result(
        content={"done": True, "id": f"memory:{new.pk}"},
        did=(AppliedChange("corrected", new.pk, before=old.pk),),
    )


CORRECT_FACT = Tool(
    "correct_fact",
    "Put what the person says now in the place of a memory that is no longer true. The old one "
    "stays as history. Search for its id first.",
    Arguments,
    run,
    step=gettext_noop("Correcting it"),
    looked=gettext_noop("Corrected"),
    writes=True,
)
