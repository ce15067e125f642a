"""A question to recall, and what it may search."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from django.db.models import Q
from pydantic import BeforeValidator

from memories.models import Memory


def _day(given: object) -> object:
    if not isinstance(given, str):
        return given
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise ValueError("should be a day, such as 2026-03-01") from None


# A day as programs and models write it.
Day = Annotated[date, BeforeValidator(_day)]


@dataclass(frozen=True)
class Query:
    """What is asked, and what may be looked at.

    `project` adds that project's things to the person's own, `all_projects` those of all of them;
    with `project_alone` only the project's are looked at.
    `sources` and `kinds` limit where things came from and what kind of memory they are; both empty
    means everything. `budget` is in o200k tokens, shared by
    all kinds: each has its best before any has more. Who cuts long texts says with `cut_to` to how
    many tokens: none is passed over for being longer. `exclude_sources` are left out, such as the
    message that asks; `within` limits it to these sources, such as files that came with it. `as_of`
    asks for what held at the end of that day, in the person's zone.
    """

    text: str
    project: UUID | None = None
    all_projects: bool = False
    project_alone: bool = False
    kinds: frozenset[Memory.Kind] = frozenset()
    sources: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    limit: int = 20
    budget: int | None = None
    cut_to: int | None = None
    mode: str = "chat"
    now: datetime | None = None
    exclude_sources: frozenset[UUID] = frozenset()
    within: frozenset[UUID] = frozenset()
    leave_out_local_only: bool = False
    as_of: date | None = None

    def in_scope(self, column: str) -> Q:
        """Rows that may be looked at by this column, which holds their project."""
        of_project = Q(**{column: self.project})
        return of_project if self.project_alone else of_project | Q(**{column: None})

    @property
    def only_memories(self) -> bool:
        return bool(self.kinds or self.tags)

    @property
    def filtered(self) -> bool:
        return bool(self.kinds or self.tags or self.sources or self.within or self.as_of)
