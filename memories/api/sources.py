"""The API's calls for sources: keep one, read one."""

from datetime import UTC
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from memories.api import answers, shapes
from memories.api.idempotency import HEADER, Outcome, once
from memories.keeping import NewSource, keep
from memories.learning import learn, leave_to_model
from memories.learning.changing.updating import ONLY_ADDS
from memories.models import Source
from memories.pages import source_text
from memories.search import index
from web.rest import ApiError, ApiRequest, body_of, endpoint, grant_of, own_of, project_of, query_of
from web.schema import ErrorAnswer, parameters_of


@extend_schema(
    operation_id="source_keep",
    description="Keep something said or read elsewhere, with its own date: it is found, cited, and "
    "where the person says it, learned from at once. What was forgotten stays forgotten.",
    parameters=[HEADER],
    request=shapes.Keeping,
    responses={
        200: shapes.SourceAnswer,
        201: shapes.SourceAnswer,
        202: shapes.ReceivedAnswer,
        404: ErrorAnswer,
        409: ErrorAnswer,
        422: ErrorAnswer,
    },
)
@endpoint("POST", adds=["POST"], in_project=["POST"])
def sources(request: ApiRequest) -> Response:
    """One source more; 200 where its external id is known."""
    asked = body_of(request, shapes.Keeping)

    def do() -> Outcome:
        it, new = _keep(request, asked)
        return {"source": str(it.pk), "new": new}

    def answer(outcome: Outcome) -> Response:
        grant = grant_of(request)
        if grant.adds_only:
            return Response(shapes.ReceivedAnswer().model_dump(), status=202)
        it = own_of(request, Source.objects.all(), outcome["source"])
        whole = answers.source(request.user, it, it.text, 0, len(it.text), grant.project)
        return Response(whole.model_dump(), status=201 if outcome["new"] else 200)

    return once(request, do, answer)


def _keep(request: ApiRequest, asked: shapes.Keeping) -> tuple[Source, bool]:
    """The source, and whether it is new."""
    user, grant = request.user, grant_of(request)
    project = project_of(request, asked.project)
    # Of two that send the same at once, the second finds what the first has kept.
    index.hold(user.pk)
    there = Source.objects.filter(user=user, kind=asked.kind, external_id=asked.external_id)
    if asked.external_id and (known := there.first()):
        if grant.project not in (None, known.project_id):
            raise ApiError("taken", "This external id is taken. Use another.", 409)
        return known, False
    it = keep(
        user,
        NewSource(
            asked.kind,
            asked.text,
            external_id=asked.external_id,
            title=asked.title,
            thread=asked.thread,
            author=asked.author,
            speaker=asked.speaker,
            happened_at=asked.happened_at and asked.happened_at.astimezone(UTC),
            project=project,
            learned_from=True,
            unattended=True,
            metadata={ONLY_ADDS: True} if grant.adds_only else {},
        ),
    )
    learn(user, it)
    leave_to_model(user, it)
    return it, True


@extend_schema(
    operation_id="source_read",
    description="A source with a part of its text. Forgotten passages are blacked out.",
    parameters=parameters_of(shapes.Reading),
    responses={200: shapes.SourceAnswer, 404: ErrorAnswer},
)
@endpoint("GET", in_project=["GET"])
def source(request: ApiRequest, pk: UUID) -> Response:
    """One source."""
    it = own_of(request, Source.objects.defer("text"), pk)
    asked = query_of(request, shapes.Reading)
    size = source_text.size_of(it)
    text = source_text.cut(it, asked.start, asked.length)
    bound = grant_of(request).project
    answer = answers.source(request.user, it, text, min(asked.start, size), size, bound)
    return Response(answer.model_dump())
