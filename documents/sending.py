"""Give a file back to its owner: to be saved, never to be opened as a page of ours."""

from django.http import FileResponse, Http404

from documents.file_types import KINDS, PDF
from documents.models import Document

# A browser shows none of these as a page, whatever the file holds.
_SAFE = {PDF.name: PDF.content_type}


def as_attachment(document: Document) -> FileResponse:
    """The stored file. Raises Http404 where it is not there any more."""
    try:
        stored = document.file.open("rb")
    except (FileNotFoundError, ValueError):
        raise Http404 from None
    kind = KINDS.get(document.kind)
    response = FileResponse(
        stored,
        as_attachment=True,
        filename=document.filename,
        content_type=_SAFE.get(kind.name if kind else "", "application/octet-stream"),
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response
