"""search_memory: look again, in everything that is kept, narrowed down as wished."""

from typing import Annotated, Literal

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field
from pydantic.config import JsonDict

from chat.tools.registry import Context, Result, Tool, ToolShape
from chat.tools.search.searching import LIMIT, MOST, SearchFilters, search
from memories.models import Memory
from memories.recall import Day
from memories.source_kinds import is_kind, registered


def known_kind(name: str) -> str:
    """The name of a kind of source. Raises ValueError for any other."""
    if not is_kind(name):
        raise ValueError("there is no such kind of source")
    return name


def name_kinds(schema: JsonDict) -> None:
    """Name the kinds of sources there are, in a JSON schema."""
    schema["enum"] = [kind.name for kind in registered()]


class Arguments(ToolShape):
    """What to look for."""

    query: str = Field(description="Words or a question, as the person would put it.")
    kind: Literal["fact", "preference", "note", "reflection"] | None = Field(
        None, description="Only memories of this kind."
    )
    tag: str | None = Field(None, description="Only memories with this tag.")
    source: Annotated[str, AfterValidator(known_kind)] | None = Field(
        None, description="Only what comes from there.", json_schema_extra=name_kinds
    )
    limit: int = Field(LIMIT, ge=1, le=MOST)
    as_of: Day | None = Field(
        None, description="What was so on that day (YYYY-MM-DD), not what is so now."
    )


def run(context: Context, asked: Arguments) -> Result:
    """Search memories and all passages."""
    return search(
        context,
        SearchFilters(
            asked.query,
            sources=frozenset([asked.source]) if asked.source else frozenset(),
            kinds=frozenset([Memory.Kind(asked.kind)]) if asked.kind else frozenset(),
            tags=frozenset([asked.tag]) if asked.tag else frozenset(),
            limit=asked.limit,
            as_of=asked.as_of,
        ),
    )


SEARCH_MEMORY = Tool(
    "search_memory",
    "Search everything the person has told or kept: memories, chats, notes, documents and mail. "
    "`verdict` says how sure it is that something found answers: sure, closest or unknown.",
    Arguments,
    run,
    step=gettext_noop("Looking in your memory"),
    looked=gettext_noop("Looked in your memory"),
)
