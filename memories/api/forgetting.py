"""The API's calls for forgetting many at once."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from memories.api import answers, shapes
from memories.forgetting import bulk_forget
from memories.models import Change, Entity, Memory, Source
from memories.recall import rows
from web.guard import own
from web.rest import ApiRequest, body_of, endpoint
from web.schema import ErrorAnswer

# Maximum number of memories listed in a preview.
NAMED = 1000


@extend_schema(
    operation_id="forget_preview",
    description="What forgetting this would take along, and what would stay. Nothing is changed.",
    request=shapes.Selecting,
    responses={200: shapes.PreviewAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST", writes=False)
def preview(request: ApiRequest) -> Response:
    """What would go along."""
    going = bulk_forget.preview(request.user, _selection(request))
    answer = shapes.PreviewAnswer(
        memories=_named(request, going.memories),
        sources=list(going.sources[:NAMED]),
        surviving=_named(request, going.surviving),
        counts={
            "memories": len(going.memories),
            "sources": len(going.sources),
            "surviving": len(going.surviving),
        },
    )
    return Response(answer.model_dump())


@extend_schema(
    operation_id="forget",
    description="Forget many at once; restoring any of them takes the whole act back.",
    request=shapes.Selecting,
    responses={200: shapes.ForgottenAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def forget(request: ApiRequest) -> Response:
    """Many at once."""
    done = bulk_forget.forget_selection(request.user, _selection(request), by=Change.By.API)
    answer = shapes.ForgottenAnswer(
        batch=done.batch, memories=list(done.memories), passages=done.passages
    )
    return Response(answer.model_dump())


def _selection(request: ApiRequest) -> bulk_forget.Selection:
    asked = body_of(request, shapes.Selecting)
    if asked.source:
        own(Source.objects.defer("text"), pk=asked.source)
    if asked.entity:
        own(Entity, pk=asked.entity)
    return bulk_forget.Selection(**asked.model_dump() | {"ids": tuple(asked.ids)})


def _named(request: ApiRequest, memories: tuple[Memory, ...]) -> list[shapes.MemoryAnswer]:
    return [answers.memory(row) for row in rows(request.user, memories[:NAMED])]
