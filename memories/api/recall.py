"""The API's call for recall."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from database.acting import acting_as
from memories.answers import Question, Verdict, find_answer, with_answer
from memories.api import answers, shapes
from memories.api.project_scope import items_in
from memories.recall import Query
from memories.recall import recall as look_up
from memories.source_kinds import all_of_them
from web.rest import ApiRequest, endpoint, grant_of, project_of, query_of
from web.schema import ErrorAnswer, parameters_of


@extend_schema(
    operation_id="recall",
    description=f"What may answer a question, over memories, {all_of_them()}.",
    parameters=parameters_of(shapes.Recalling),
    responses={200: shapes.RecallAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("GET", block=False, in_project=["GET"])
def recall(request: ApiRequest) -> Response:
    """Merged items, best first."""
    asked = query_of(request, shapes.Recalling)
    bound = grant_of(request).project
    about = asked.project or bound
    if about:
        with acting_as(request.user):
            project_of(request, about)
    query = Query(
        asked.q,
        project=about,
        project_alone=bound is not None,
        kinds=frozenset(asked.kind),
        sources=frozenset(asked.source),
        tags=frozenset(asked.tag),
        limit=asked.limit,
        budget=asked.budget,
        mode=asked.mode,
        as_of=asked.as_of,
        leave_out_local_only=not asked.local_only,
    )
    found = find_answer(
        request.user,
        Question(
            asked.q,
            project=query.project,
            leave_out_local_only=query.leave_out_local_only,
            narrowed=query,
        ),
    )
    recalled = look_up(request.user, query, found.recalled)
    sure = found.verdict is Verdict.SURE
    told = {passage.item.id for passage in found.passages} if sure else set()
    items = with_answer(recalled.items, found)[: asked.limit]
    answer = shapes.RecallAnswer(
        items=[
            answers.item(item, answers=item.id in told)
            for item in items_in(request.user, bound, items)
        ],
        verdict=found.verdict,
        known=found.likely,
        answers=sure,
    )
    return Response(answer.model_dump())
