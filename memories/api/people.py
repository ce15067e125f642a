"""The API's calls for people and things: list, read, and say who is the same and who is not."""

from uuid import UUID

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from memories.api import answers, people_shapes, shapes
from memories.keeping import same_people
from memories.keeping.people.directory import everybody
from memories.models import Entity
from memories.recall import places
from web.guard import own
from web.rest import ApiRequest, body_of, endpoint, query_of
from web.schema import ErrorAnswer, parameters_of


@extend_schema(
    operation_id="entities_list",
    description="People, organisations, projects, concepts and tools that memories speak of.",
    parameters=parameters_of(shapes.Finding),
    responses={200: people_shapes.EntitiesAnswer, 422: ErrorAnswer},
)
@endpoint("GET")
def entities(request: ApiRequest) -> Response:
    """People and things, most mentioned first."""
    asked = query_of(request, shapes.Finding)
    found = Entity.objects.filter(user=request.user, merged_into=None)
    if asked.q:
        found = found.filter(Q(name__icontains=asked.q) | Q(aliases__icontains=asked.q))
    if asked.type:
        found = found.filter(type=asked.type)
    ordered = found.order_by("-mention_count", "name", "id")[: asked.limit]
    answer = people_shapes.EntitiesAnswer(entities=[answers.entity(it) for it in ordered])
    return Response(answer.model_dump())


@extend_schema(
    operation_id="entity_read",
    description="A person or thing, with the memories, and passages beside, that speak of it.",
    parameters=parameters_of(shapes.Paging),
    responses={200: people_shapes.EntityDetailAnswer, 404: ErrorAnswer},
)
@endpoint("GET")
def entity(request: ApiRequest, pk: UUID) -> Response:
    """One person or thing."""
    it = own(Entity, pk=pk)
    asked = query_of(request, shapes.Paging)
    found = places(request.user.pk, [it.pk], everywhere=True, after=asked.cursor, most=asked.limit)
    held = everybody(request.user.pk).held_by(it.pk)
    answer = answers.entity_detail(request.user, it, found, held, asked.cursor)
    return Response(answer.model_dump())


@extend_schema(
    operation_id="entities_suggestions",
    description="Who may be the same as whom, and why.",
    parameters=parameters_of(people_shapes.Suggesting),
    responses={200: people_shapes.MergeSuggestionsAnswer},
)
@endpoint("GET")
def suggestions(request: ApiRequest) -> Response:
    """Who may be the same."""
    asked = query_of(request, people_shapes.Suggesting)
    found = same_people.suggestions(request.user, asked.limit)
    ids = {pk for each in found for pk in (each.first, each.second)}
    by_id = Entity.objects.filter(user=request.user).in_bulk(ids)
    answer = people_shapes.MergeSuggestionsAnswer(
        suggestions=[
            people_shapes.MergeSuggestionAnswer(
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
    request=people_shapes.Merging,
    responses={200: people_shapes.EntityAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def merge(request: ApiRequest, pk: UUID) -> Response:
    """Make one of two."""
    one = own(Entity, pk=pk)
    into = own(Entity, pk=body_of(request, people_shapes.Merging).into)
    merged = same_people.merge(request.user, one, into)
    return Response(answers.entity(own(Entity, pk=merged.merged_into_id)).model_dump())


@extend_schema(
    operation_id="entity_separate",
    description="Make two again of what was merged, by the id of the one that was merged.",
    request=None,
    responses={200: people_shapes.EntityAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def separate(request: ApiRequest, pk: UUID) -> Response:
    """Make two again."""
    one = same_people.separate(request.user, own(Entity, pk=pk))
    return Response(answers.entity(one).model_dump())


@extend_schema(
    operation_id="entity_different",
    description="Say that two are not the same: it is not suggested again.",
    request=people_shapes.Differing,
    responses={200: people_shapes.EntityAnswer, 404: ErrorAnswer},
)
@endpoint("POST")
def different(request: ApiRequest, pk: UUID) -> Response:
    """Say that two are not the same."""
    one = own(Entity, pk=pk)
    same_people.differ(one, own(Entity, pk=body_of(request, people_shapes.Differing).other))
    return Response(answers.entity(one).model_dump())


@extend_schema(
    operation_id="entity_split",
    description="Make somebody else of those whom some memories and passages speak of.",
    request=people_shapes.Splitting,
    responses={200: people_shapes.EntityAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def split(request: ApiRequest, pk: UUID) -> Response:
    """Make two of one."""
    asked = body_of(request, people_shapes.Splitting)
    other = same_people.split(request.user, own(Entity, pk=pk), asked.name, asked.places)
    return Response(answers.entity(other).model_dump())
