"""search_mail: look in the person's mail, by words, by whom it is from or to, and by when."""

from datetime import date, datetime, time, timedelta

from django.utils.translation import gettext_noop
from pydantic import Field

from chat.tools.registry import Context, Result, Tool, ToolShape
from chat.tools.search.searching import LIMIT, MOST, SearchFilters, search
from gmail.mail_by_author import mail_with
from gmail.source_kind import GMAIL
from memories.answers import items_at, verdict_of_written
from memories.recall import Query
from memories.text import Period


class Arguments(ToolShape):
    """Which mail to look for."""

    query: str = Field("", description="What the mail is about. May be left out with a person.")
    person: str | None = Field(
        None, description="Only mail from or to this person: a name or an address."
    )
    since: date | None = Field(None, description="Only from this day on (YYYY-MM-DD).")
    until: date | None = Field(None, description="Only up to this day (YYYY-MM-DD).")
    limit: int = Field(LIMIT, ge=1, le=MOST)


def run(context: Context, asked: Arguments) -> Result:
    """Search mail, and what was learned from it. Raises Refused: empty."""
    period = _period(context, asked)
    if asked.person is None:
        mail = frozenset([GMAIL])
        return search(
            context, SearchFilters(asked.query, sources=mail, limit=asked.limit, period=period)
        )
    spots = mail_with(context.user, asked.person, asked.query, period)[: asked.limit]
    query = Query(asked.query, leave_out_local_only=not context.local)
    found = items_at(context.user, spots, query)
    verdict = verdict_of_written(inside=bool(found))
    return Result(content={"verdict": verdict}, items=tuple(found), found=str(len(found)))


def _period(context: Context, asked: Arguments) -> Period | None:
    if asked.since is None and asked.until is None:
        return None
    zone = context.user.zone
    last = asked.until or date.max - timedelta(days=2)
    return Period(
        since=datetime.combine(asked.since or date(1970, 1, 2), time.min, zone),
        until=datetime.combine(last + timedelta(days=1), time.min, zone),
        words="",
    )


SEARCH_MAIL = Tool(
    "search_mail",
    "Search the person's mail, by words, by whom it is from or to, and by when it was written.",
    Arguments,
    run,
    step=gettext_noop("Looking in your mail"),
    looked=gettext_noop("Looked in your mail"),
)
