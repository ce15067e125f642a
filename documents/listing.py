"""A person's documents, latest first, a page at a time."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.models import User
from documents.models import Document


@dataclass(frozen=True)
class Filters:
    """Which documents: of one project, in one state, of one batch, with words in their name.

    Without a project all of the person's are listed.
    """

    project: UUID | None = None
    state: Document.State | None = None
    batch: UUID | None = None
    q: str = ""


@dataclass(frozen=True)
class Page:
    """Some documents, and the id after which the next page begins (None on the last)."""

    documents: tuple[Document, ...]
    following: UUID | None


def page(user: User, filters: Filters, *, after: UUID | None, limit: int) -> Page:
    """The next documents, latest first."""
    found = matching(user, filters)
    if after is not None:
        found = found.filter(pk__lt=after)
    rows = list(found.select_related("project").order_by("-pk")[: limit + 1])
    following = rows[limit - 1].pk if len(rows) > limit else None
    return Page(tuple(rows[:limit]), following)


def matching(user: User, filters: Filters) -> QuerySet[Document]:
    """The person's documents that fit."""
    found = Document.objects.filter(user=user).defer("page_starts", "headings")
    if filters.project is not None:
        found = found.filter(project=filters.project)
    if filters.state is not None:
        found = found.filter(state=filters.state)
    if filters.batch is not None:
        found = found.filter(batch=filters.batch)
    if filters.q:
        found = found.filter(Q(title__icontains=filters.q) | Q(filename__icontains=filters.q))
    return found
