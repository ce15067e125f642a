"""Give a file back to its owner: to be saved, never to be opened as a page of ours."""

from django.http import FileResponse, Http404

from documents import file_kinds
from documents.models import Document

_ANYTHING = "application/octet-stream"


def as_attachment(document: Document) -> FileResponse:
    """The stored file. Raises Http404 where it is not there any more."""
    try:
        stored = document.file.open("rb")
    except (FileNotFoundError, ValueError):
        raise Http404 from None
    kind = file_kinds.named(document.kind)
    response = FileResponse(
        stored,
        as_attachment=True,
        filename=document.filename,
        # A browser shows none of those as a page, whatever the file holds.
        content_type=kind.content_type if kind and kind.named_to_browsers else _ANYTHING,
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response
