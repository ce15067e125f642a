"""A person's documents, latest first, a page at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from accounts.models import User
from documents.models import Document
from web.navigation import PaletteEntry


@dataclass(frozen=True)
class DocumentFilters:
    """Which documents: of one project, in one state, of one batch, with words in their name.

    Without a project all of the person's are listed.
    """

    project: UUID | None = None
    state: Document.State | None = None
    batch: UUID | None = None
    q: str = ""


@dataclass(frozen=True)
class DocumentPage:
    """Some documents, and the id after which the next page begins (None on the last)."""

    documents: tuple[Document, ...]
    following: UUID | None


def page(user: User, filters: DocumentFilters, *, after: UUID | None, limit: int) -> DocumentPage:
    """The next documents, latest first."""
    found = matching(user, filters)
    if after is not None:
        found = found.filter(pk__lt=after)
    rows = list(found.select_related("project").order_by("-pk")[: limit + 1])
    following = rows[limit - 1].pk if len(rows) > limit else None
    return DocumentPage(tuple(rows[:limit]), following)


def count_by_project(user: User) -> dict[UUID | None, int]:
    """How many documents a person has in each project, and in none."""
    counted = Document.objects.filter(user=user).values_list("project").annotate(Count("pk"))
    return dict(counted.order_by())


def found(user: User, words: str, most: int) -> Iterator[PaletteEntry]:
    """The latest documents with these words in their name, as a search from everywhere shows it."""
    for document in page(user, DocumentFilters(q=words), after=None, limit=most).documents:
        yield PaletteEntry(
            reverse("documents:document", args=[document.pk]), "documents", document.name
        )


def matching(user: User, filters: DocumentFilters) -> QuerySet[Document]:
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
