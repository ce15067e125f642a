"""Documents as a kind of source: what they are called, how they are read, what goes with them."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext, gettext_noop

from memories.source_kinds import (
    ArchiveRules,
    EmptyState,
    Noun,
    SourceKind,
    SourceOrigin,
    UploadedFiles,
)

if TYPE_CHECKING:
    from accounts.models import Project, User

DOCUMENT = "document"
# What is done to them: the file is read; the file is written anew without what was erased.
READ, REWRITE = "read", "rewrite"


def _origin(told: SourceOrigin) -> str:
    if told.title:
        return gettext("From “%(title)s”") % {"title": told.title}
    return gettext("From a document")


def _repeated(told: SourceOrigin) -> str:
    if told.title:
        return gettext("In “%(title)s”") % {"title": told.title}
    return gettext("In a document")


# The room is imported by the first call: every process would wait for it at its start.
def _count(user: "User") -> Mapping[UUID | None, int]:
    from documents.listing import count_by_project

    return count_by_project(user)


def _remove(user: "User", project: "Project | None") -> None:
    from documents.remove import remove_all

    remove_all(user, project)


def _drop(names: Iterable[str]) -> None:
    from documents.storage import drop

    drop(names)


KIND = SourceKind(
    name=DOCUMENT,
    number=4,
    label=gettext_noop("Document"),
    icon="documents",
    noun=Noun(gettext_noop("document"), gettext_noop("documents")),
    passages=Noun(gettext_noop("passage"), gettext_noop("passages")),
    where=gettext_noop("in a document"),
    whose=gettext_noop("your document"),
    origin=_origin,
    repeated=_repeated,
    page="documents:source",
    urls="documents.urls",
    api_urls="documents.api_urls",
    invitation=EmptyState(
        "documents:list", gettext_noop("Drop a file"), gettext_noop("Ask about what is in it")
    ),
    table="documents.document",
    archive=ArchiveRules(
        columns_left_out={"documents.document": ("file",)},
        files=UploadedFiles("documents.document", "file", "filename", _drop),
    ),
    uploads=("documents:upload", "api_documents"),
    read=True,
    count=_count,
    remove=_remove,
)
