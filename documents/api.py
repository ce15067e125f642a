"""The API's calls for documents."""

from typing import Any, cast
from uuid import UUID, uuid4

from django.http.response import HttpResponseBase
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.response import Response

from accounts.grants import Does
from accounts.models import User
from database.acting import acting_as
from documents import api_shapes as shapes
from documents import upload as uploads
from documents.download import as_attachment
from documents.erasing import why_withheld
from documents.file_kinds import what_can_be_read
from documents.listing import DocumentFilters, page
from documents.models import Document
from documents.progress import progress_of
from documents.remove import remove
from documents.upload_handler import ReceivedFile
from memories.api import ReceivedAnswer, memory, rows_in
from memories.keeping import Refused
from memories.pages import source_text
from memories.recall import rows
from web.rest import (
    ApiError,
    ApiRequest,
    endpoint,
    form_of,
    grant_of,
    own_of,
    project_of,
    query_of,
)
from web.schema import ErrorAnswer, ErrorBody, parameters_of

_FORM = {
    "multipart/form-data": {
        "type": "object",
        "properties": {
            "file": {
                "type": "array",
                "items": {"type": "string", "format": "binary"},
                "description": "One file, or several under the same name.",
            },
            "project": {"type": "string", "format": "uuid"},
            "own_words": {"type": "boolean", "default": False},
        },
        "required": ["file"],
    }
}

_answered: Any = [shapes.DocumentAnswer, shapes.UploadedAnswer]
_ONE_OR_MORE = PolymorphicProxySerializer(
    component_name="Uploaded",
    serializers=_answered,
    resource_type_field_name=None,
)


@extend_schema(
    methods=["GET"],
    operation_id="documents_list",
    description="Documents, latest first, and how far reading them has come.",
    parameters=parameters_of(shapes.Listing),
    responses={200: shapes.DocumentsAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@extend_schema(
    methods=["POST"],
    operation_id="documents_upload",
    description=f"Upload files: {what_can_be_read()}. Reading them "
    "follows by itself. One file is answered with its document, 201, or 200 where the same bytes "
    "were there; several with `documents` and `refused`.",
    request=_FORM,
    responses={
        200: shapes.DocumentAnswer,
        201: _ONE_OR_MORE,
        202: ReceivedAnswer,
        404: ErrorAnswer,
        413: ErrorAnswer,
        415: ErrorAnswer,
        422: ErrorAnswer,
        429: ErrorAnswer,
        503: ErrorAnswer,
    },
)
@endpoint("GET", "POST", block=False, files=True, adds=["POST"], in_project=["GET", "POST"])
def documents(request: ApiRequest) -> Response:
    """The documents; or more of them."""
    if request.method == "POST":
        return _upload(request)
    asked = query_of(request, shapes.Listing)
    with acting_as(request.user):
        project = project_of(request, asked.project)
        filters = DocumentFilters(
            project.pk if project else None, asked.state, asked.batch, asked.q.strip()
        )
        found = page(request.user, filters, after=asked.cursor, limit=asked.limit)
        answer = shapes.DocumentsAnswer(
            documents=_answers(request.user, list(found.documents)), next=found.following
        )
    return Response(answer.model_dump())


@extend_schema(
    methods=["GET"],
    operation_id="document_read",
    description="A document, how far reading it has come, and what was learned from it.",
    responses={200: shapes.DocumentDetailAnswer, 404: ErrorAnswer},
)
@extend_schema(
    methods=["DELETE"],
    operation_id="document_delete",
    description="Delete a document for good, with its text and what only it taught. "
    "`/api/forget/preview` with its source says what that is.",
    responses={204: None, 404: ErrorAnswer},
)
@endpoint("GET", "DELETE", in_project=["GET", "DELETE"])
def document(request: ApiRequest, pk: UUID) -> Response:
    """One document."""
    it = own_of(request, Document.objects.select_related("source"), pk)
    if request.method == "DELETE":
        remove(request.user, it)
        return Response(status=204)
    bound = grant_of(request).project
    learned = source_text.learned_from(request.user, it.source) if it.source else []
    learned = [each for each in learned if bound in (None, each.project_id)]
    answer = shapes.DocumentDetailAnswer(
        **_answers(request.user, [it])[0].model_dump(),
        memories=[memory(row) for row in rows_in(bound, rows(request.user, learned))],
    )
    return Response(answer.model_dump())


@extend_schema(
    operation_id="document_retry",
    description="Try again what failed, from where it stopped.",
    request=None,
    responses={200: shapes.DocumentAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST", in_project=["POST"])
def retry(request: ApiRequest, pk: UUID) -> Response:
    """Try again."""
    it = own_of(request, Document.objects.all(), pk)
    uploads.retry(request.user, it)
    return Response(_answers(request.user, [it])[0].model_dump())


@extend_schema(
    operation_id="document_file",
    description="The file itself, as it was uploaded, or rewritten without what was erased since. "
    "409 while something in it is forgotten; 404 where it was removed with something erased.",
    responses={(200, "application/octet-stream"): bytes, 404: ErrorAnswer, 409: ErrorAnswer},
)
@endpoint("GET", in_project=["GET"])
def file(request: ApiRequest, pk: UUID) -> HttpResponseBase:
    """The file itself; not while something in it is forgotten."""
    it = own_of(request, Document.objects.all(), pk)
    if why := why_withheld(it):
        raise ApiError("withheld", why, 409)
    return as_attachment(it)


def _upload(request: ApiRequest) -> Response:
    files = cast("list[ReceivedFile]", request.FILES.getlist("file"))
    if not files or len(request.FILES) > 1:
        raise ApiError("missing", "Send the file in the form's field `file`.")
    said = _said(request)
    if len(files) == 1:
        return _upload_one(request, files[0], said)
    taken: list[uploads.UploadResult] = []
    refused: list[shapes.RefusedFile] = []
    batch = uuid4()
    for each in files:
        try:
            taken.append(_keep(request.user, each, said, batch))
        except Refused as refusal:
            error = ErrorBody(code=refusal.code, message=refusal.message)
            name = uploads.clean_name(each.name or "")
            refused.append(shapes.RefusedFile(filename=name, error=error))
    if grant_of(request).adds_only:
        return _received()
    with acting_as(request.user):
        answers = _answers(request.user, [each.document for each in taken])
    for answer, each_taken in zip(answers, taken, strict=True):
        answer.known = each_taken.known
    whole = shapes.UploadedAnswer(documents=answers, refused=refused)
    return Response(whole.model_dump(), status=201)


def _said(request: ApiRequest) -> shapes.DocumentUpload:
    said = form_of(request, shapes.DocumentUpload)
    grant = grant_of(request)
    if grant.adds_only and said.own_words:
        # What the person wrote may change what is known of them.
        grant.check(Does.WRITE, in_project=True)
    with acting_as(request.user):
        project = project_of(request, said.project)
    return said.model_copy(update={"project": project.pk if project else None})


def _received() -> Response:
    return Response(ReceivedAnswer().model_dump(), status=202)


def _upload_one(request: ApiRequest, file: ReceivedFile, said: shapes.DocumentUpload) -> Response:
    user = request.user
    try:
        done = _keep(user, file, said, None)
    except Refused as refusal:
        status = {"too_large": 413, "kind": 415, "storage": 503}.get(refusal.code)
        if status is None:
            raise
        raise ApiError(refusal.code, refusal.message, status) from None
    if grant_of(request).adds_only:
        return _received()
    with acting_as(user):
        answer = _answers(user, [done.document])[0]
    answer.known = done.known
    return Response(answer.model_dump(), status=200 if done.known else 201)


def _keep(
    user: User, file: ReceivedFile, said: shapes.DocumentUpload, batch: UUID | None
) -> uploads.UploadResult:
    return uploads.upload(user, file, project=said.project, own_words=said.own_words, batch=batch)


def _answers(user: User, documents: list[Document]) -> list[shapes.DocumentAnswer]:
    progress = progress_of(user.pk, documents)
    return [
        shapes.DocumentAnswer(
            id=it.pk,
            filename=it.filename,
            title=it.title,
            kind=it.kind,
            size=it.size,
            state=Document.State(it.state),
            progress=progress[it.pk].percent,
            reason=it.reason,
            pages=it.pages,
            words=it.words,
            language=it.language,
            notes=it.notes,
            complete=it.complete,
            own_words=it.own_words,
            project=it.project_id,
            batch=it.batch,
            source=it.source_id,
            created=it.created,
            processed=it.processed,
        )
        for it in documents
    ]
