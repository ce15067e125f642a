"""The API's calls for imports."""

from typing import cast
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from database.acting import acting_as
from documents.upload_handler import ReceivedFile
from imports import api_shapes as shapes
from imports import starting
from imports.models import Import
from imports.suggestions import suggestions
from web.guard import own
from web.rest import ApiError, ApiRequest, body_of, endpoint, form_of
from web.schema import ErrorAnswer

# Maximum number of imports listed.
LISTED = 50

_FORM = {
    "multipart/form-data": {
        "type": "object",
        "properties": {
            "file": {
                "type": "string",
                "format": "binary",
                "description": "The zip as the other program gave it, the conversations.json in "
                "it, an mbox, or an export of Yarnnn.",
            },
            "project": {"type": "string", "format": "uuid"},
        },
        "required": ["file"],
    }
}


@extend_schema(
    methods=["GET"],
    operation_id="imports_list",
    description="The latest imports, newest first.",
    responses={200: shapes.ImportsAnswer},
)
@extend_schema(
    methods=["POST"],
    operation_id="imports_begin",
    description="Send a file of another program's: it is read, and then waits for `confirm`.",
    request=_FORM,
    responses={
        202: shapes.ImportAnswer,
        404: ErrorAnswer,
        413: ErrorAnswer,
        415: ErrorAnswer,
        422: ErrorAnswer,
        429: ErrorAnswer,
    },
)
@endpoint("GET", "POST", block=False, files=True)
def imports(request: ApiRequest) -> Response:
    """The imports; or one more."""
    if request.method == "POST":
        return _begin(request)
    with acting_as(request.user):
        latest = Import.objects.filter(user=request.user).order_by("-id")[:LISTED]
        answer = shapes.ImportsAnswer(imports=[_answer(it) for it in latest])
    return Response(answer.model_dump())


@extend_schema(
    operation_id="import_read",
    description="What is in the file, what is left out and why, and how far it has come.",
    responses={200: shapes.ImportDetailAnswer, 404: ErrorAnswer},
)
@endpoint("GET")
def one(request: ApiRequest, pk: UUID) -> Response:
    """One import."""
    it = own(Import, pk=pk)
    offered = [
        shapes.ImportSuggestionAnswer(
            source=each.source.pk, start=each.start, stop=each.stop, text=each.text
        )
        for each in suggestions(request.user, it)
    ]
    answer = shapes.ImportDetailAnswer(**_answer(it).model_dump(), suggestions=offered)
    return Response(answer.model_dump())


@extend_schema(
    operation_id="import_confirm",
    description="Agree to an import: it is kept in the background. Of one that is still being read "
    "that follows by itself.",
    request=shapes.Confirming,
    responses={202: shapes.ImportAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def confirm(request: ApiRequest, pk: UUID) -> Response:
    """Go on."""
    told = body_of(request, shapes.Confirming) if request.body else shapes.Confirming()
    it = starting.confirm(
        request.user, own(Import, pk=pk), addresses=told.addresses, code=told.code
    )
    return Response(_answer(it).model_dump(), status=202)


@extend_schema(
    operation_id="import_undo",
    description="Take a whole import back, with what was learned from it alone.",
    request=None,
    responses={202: shapes.ImportAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def undo(request: ApiRequest, pk: UUID) -> Response:
    """Take it back."""
    it = starting.undo(request.user, own(Import, pk=pk))
    return Response(_answer(it).model_dump(), status=202)


def _begin(request: ApiRequest) -> Response:
    file = request.FILES.get("file")
    if file is None:
        raise ApiError("missing", "`file` is missing: send a multipart form with one.")
    told = form_of(request, shapes.ImportUpload)
    it = starting.begin(request.user, cast("ReceivedFile", file), project=told.project)
    return Response(_answer(it).model_dump(), status=202)


def _answer(it: Import) -> shapes.ImportAnswer:
    return shapes.ImportAnswer(
        id=it.pk,
        kind=it.kind,
        state=Import.State(it.state),
        filename=it.filename,
        size=it.size,
        project=it.project_id,
        counts=it.counts,
        added=it.added,
        since=it.since,
        until=it.until,
        skipped=[shapes.SkippedAnswer(**row) for row in it.skipped],
        total=it.total,
        done=it.done,
        senders=it.senders,
        addresses=it.addresses,
        reason=it.reason,
        created=it.created,
        finished=it.finished,
    )
