"""The API's calls that say who is the same, and who is not."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from memories.api import answers
from memories.api import people_shapes as shapes
from memories.keeping import same_people
from memories.models import Entity
from web.guard import own
from web.rest import ApiRequest, body_of, endpoint, query_of
from web.schema import ErrorAnswer, parameters_of


@extend_schema(
    operation_id="entities_suggestions",
    description="Who may be the same as whom, and why.",
    parameters=parameters_of(shapes.Suggesting),
    responses={200: shapes.SuggestionsAnswer},
)
@endpoint("GET")
def suggestions(request: ApiRequest) -> Response:
    """Who may be the same."""
    asked = query_of(request, shapes.Suggesting)
    found = same_people.suggestions(request.user, asked.limit)
    ids = {pk for each in found for pk in (each.first, each.second)}
    by_id = Entity.objects.filter(user=request.user).in_bulk(ids)
    answer = shapes.SuggestionsAnswer(
        suggestions=[
            shapes.SuggestionAnswer(
                first=answers.entity(by_id[each.first]),
                second=answers.entity(by_id[each.second]),
                reasons=list(each.reasons),
            )
            for each in found
        ]
    )
    return Response(answer.model_dump())


@extend_schema(
    operation_id="entity_merge",
    description="Make one of two. `separate` takes it back.",
    request=shapes.Merging,
    responses={200: shapes.EntityAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def merge(request: ApiRequest, pk: UUID) -> Response:
    """Make one of two."""
    one = own(Entity, pk=pk)
    into = own(Entity, pk=body_of(request, shapes.Merging).into)
    merged = same_people.merge(request.user, one, into)
    return Response(answers.entity(own(Entity, pk=merged.merged_into_id)).model_dump())


@extend_schema(
    operation_id="entity_separate",
    description="Make two again of what was merged, by the id of the one that was merged.",
    request=None,
    responses={200: shapes.EntityAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def separate(request: ApiRequest, pk: UUID) -> Response:
    """Make two again."""
    one = same_people.separate(request.user, own(Entity, pk=pk))
    return Response(answers.entity(one).model_dump())


@extend_schema(
    operation_id="entity_different",
    description="Say that two are not the same: it is not suggested again.",
    request=shapes.Differing,
    responses={200: shapes.EntityAnswer, 404: ErrorAnswer},
)
@endpoint("POST")
def different(request: ApiRequest, pk: UUID) -> Response:
    """Say that two are not the same."""
    one = own(Entity, pk=pk)
    same_people.differ(one, own(Entity, pk=body_of(request, shapes.Differing).other))
    return Response(answers.entity(one).model_dump())


@extend_schema(
    operation_id="entity_split",
    description="Make somebody else of those whom some memories and passages speak of.",
    request=shapes.Splitting,
    responses={200: shapes.EntityAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def split(request: ApiRequest, pk: UUID) -> Response:
    """Make two of one."""
    asked = body_of(request, shapes.Splitting)
    other = same_people.split(request.user, own(Entity, pk=pk), asked.name, asked.places)
    return Response(answers.entity(other).model_dump())
