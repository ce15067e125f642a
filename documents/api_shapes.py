"""What this room's API calls take and give."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from documents.models import Document
from memories.api import MemoryAnswer
from web.rest import Shape
from web.schema import ErrorBody


class Listing(Shape):
    """Which documents to list."""

    q: str = Field("", max_length=200, description="Words in the title or the file's name.")
    project: UUID | None = None
    state: Document.State | None = None
    batch: UUID | None = Field(None, description="Those that were uploaded together.")
    limit: int = Field(50, ge=1, le=200)
    cursor: UUID | None = Field(None, description="`next` of the page before.")


class DocumentUpload(Shape):
    """What is said of the files beside them."""

    project: UUID | None = None
    own_words: bool = Field(False, description="The person wrote them: learn from them.")


class DocumentAnswer(BaseModel):
    """A document, and how far reading it has come.

    `kind` is by its content, empty until it is read; `pages` is null for kinds without pages.
    `complete` is whether all of its words were read; `notes` say what was not. `source` is the
    text, which `/api/sources` gives. `known` is, in answer to an upload, whether it was there.
    """

    id: UUID
    filename: str
    title: str
    kind: str
    size: int
    state: Document.State
    progress: int = Field(description="Percent.")
    reason: str = Field(description="Why it failed, and what to do.")
    pages: int | None
    words: int | None
    language: str
    notes: list[str]
    complete: bool
    own_words: bool
    project: UUID | None
    batch: UUID | None
    source: UUID | None
    created: datetime
    processed: datetime | None
    known: bool | None = None


class DocumentsAnswer(BaseModel):
    """A page of documents, latest first."""

    documents: list[DocumentAnswer]
    next: UUID | None


class DocumentDetailAnswer(DocumentAnswer):
    """A document with the memories learned from it."""

    memories: list[MemoryAnswer]


class RefusedFile(BaseModel):
    """A file that was not taken in."""

    filename: str
    error: ErrorBody


class UploadedAnswer(BaseModel):
    """What became of several files sent at once."""

    documents: list[DocumentAnswer]
    refused: list[RefusedFile]
