"""remember_fact: keep one thing the person said."""

from typing import Literal

from django.utils.translation import gettext_noop
from pydantic import Field

from chat.tools import access
from chat.tools.consent.own_words import stated
from chat.tools.consent.proposing import proposed
from chat.tools.registry import AppliedChange, Context, Result, Tool, ToolShape
from memories.keeping import Outcome, Quote, Refused, RememberResult, check_content, remember
from memories.learning import perhaps_told, said_before
from memories.models import Memory, Source


class Arguments(ToolShape):
    """What to remember."""

    content: str = Field(
        description="One thing, in the person's own words, exactly as their latest message says it."
    )
    kind: Literal["fact", "preference"] = "fact"


def run(context: Context, asked: Arguments) -> Result:
    """Remember what the latest message says; propose anything else."""
    check_content(asked.content)
    source = access.source_of(context)
    if context.message is None:
        return _told(_remember(context, asked, asked.content, _quote(source, asked.content)))
    span = stated(context.message.text, asked.content)
    if span is None or source is None:
        return proposed("remember_fact", asked)
    words = span.of(context.message.text)
    quote = Quote(source, span.start, span.stop)
    return _told(_remember(context, asked, words[:1].upper() + words[1:], quote))


def _quote(source: Source | None, content: str) -> Quote | None:
    """Where a message says what was proposed from it."""
    if source is None:
        return None
    told = perhaps_told(source.text, said_before(source))
    perhaps = (each.span for each in told if each.content == content)
    span = next(perhaps, None) or stated(source.text, content)
    return Quote(source, span.start, span.stop) if span else None


def _remember(
    context: Context, asked: Arguments, content: str, quote: Quote | None
) -> RememberResult:
    return remember(
        context.user,
        content,
        by=context.by,
        kind=Memory.Kind(asked.kind),
        project=access.project_of(context),
        quote=quote,
        cause=quote.source if quote else None,
    )


def _told(remembered: RememberResult) -> Result:
    memory = remembered.memory
    if memory is None:
        raise Refused(
            "forgotten",
            "The person had this forgotten, so it is not remembered again. Only they can bring it "
            "back: with “remember that …”, or in the Forgotten tab.",
        )
    known = remembered.outcome is Outcome.SUPPORTED
    return Result(
        content={"done": True, "known_before": known, "id": f"memory:{memory.pk}"},
        did=(AppliedChange("known" if known else "remembered", memory.pk),),
    )


REMEMBER_FACT = Tool(
    "remember_fact",
    "Remember one thing that the person says in their latest message. What they state plainly is "
    "remembered by itself already: use this when they ask for it or it was missed.",
    Arguments,
    run,
    step=gettext_noop("Remembering it"),
    looked=gettext_noop("Remembered"),
    writes=True,
)
