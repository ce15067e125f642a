"""search_documents: look in the files the person added."""

from django.utils.translation import gettext_noop
from pydantic import Field

from chat.tools.registry import Context, Result, Tool, ToolShape
from chat.tools.search.searching import LIMIT, MOST, SearchFilters, search
from documents.source_kind import DOCUMENT


class Arguments(ToolShape):
    """What to look for in documents."""

    query: str = Field(description="What the passage is about, or a question.")
    limit: int = Field(LIMIT, ge=1, le=MOST)


def run(context: Context, asked: Arguments) -> Result:
    """Search the passages of documents, and what was learned from them."""
    documents = frozenset([DOCUMENT])
    return search(context, SearchFilters(asked.query, sources=documents, limit=asked.limit))


SEARCH_DOCUMENTS = Tool(
    "search_documents",
    "Search the files the person added: PDF, Word, text and so on.",
    Arguments,
    run,
    step=gettext_noop("Looking in your documents"),
    looked=gettext_noop("Looked in your documents"),
)
