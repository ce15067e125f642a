"""The API's calls for what lies around memories: sources, entities, recall, learning."""

from uuid import UUID

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.models import Project
from database.acting import acting_as
from memories import work
from memories.api import answers, shapes
from memories.learning import learn
from memories.models import Entity, Memory, Source, Work
from memories.pages import reading
from memories.recall import Query
from memories.recall import recall as look_up
from web.guard import own
from web.rest import ApiRequest, body_of, endpoint, query_of
from web.schema import ErrorAnswer, parameters_of

# So many waiting sources are learned from in one call.
AT_ONCE = 50


@extend_schema(
    operation_id="recall",
    description="What may answer a question, over memories, chats, notes, documents and mail.",
    parameters=parameters_of(shapes.Recalling),
    responses={200: shapes.RecallAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("GET", block=False)
def recall(request: ApiRequest) -> Response:
    """Merged items, best first."""
    asked = query_of(request, shapes.Recalling)
    if asked.project:
        with acting_as(request.user):
            own(Project, pk=asked.project)
    recalled = look_up(
        request.user,
        Query(
            asked.q,
            project=asked.project,
            kinds=frozenset(asked.kind),
            sources=frozenset(asked.source),
            tags=frozenset(asked.tag),
            limit=asked.limit,
            budget=asked.budget,
            mode=asked.mode,
        ),
    )
    answer = shapes.RecallAnswer(
        items=[answers.item(item) for item in recalled.items],
        known=recalled.known,
        answers=recalled.answers,
    )
    return Response(answer.model_dump())


@extend_schema(
    operation_id="source_read",
    description="A source with a part of its text. Forgotten passages are blacked out.",
    parameters=parameters_of(shapes.Reading),
    responses={200: shapes.SourceAnswer, 404: ErrorAnswer},
)
@endpoint("GET")
def source(request: ApiRequest, pk: UUID) -> Response:
    """One source."""
    it = own(Source.objects.defer("text"), pk=pk)
    asked = query_of(request, shapes.Reading)
    size = reading.size_of(it)
    text = reading.cut(it, asked.start, asked.length)
    learned = reading.learned_from(request.user, it)
    answer = answers.source(request.user, it, text, min(asked.start, size), size, learned)
    return Response(answer.model_dump())


@extend_schema(
    operation_id="extract",
    description="Learn now from one source, or from all that wait.",
    request=shapes.Extracting,
    responses={200: shapes.ExtractedAnswer, 404: ErrorAnswer},
)
@endpoint("POST")
def extract(request: ApiRequest) -> Response:
    """Learn now."""
    asked = body_of(request, shapes.Extracting)
    waiting = Work.objects.filter(user=request.user, kind=Work.Kind.LEARN, state=Work.State.WAITING)
    if asked.source:
        sources = [own(Source, pk=asked.source)]
    else:
        ids = list(waiting.order_by("created").values_list("subject", flat=True)[:AT_ONCE])
        sources = list(Source.objects.filter(user=request.user, pk__in=ids))
    learned = [each for it in sources for each in learn(request.user, it)]
    work.no_longer_needed(Work.Kind.LEARN, [it.pk for it in sources])
    answer = shapes.ExtractedAnswer(
        memories=[answers.of(request.user, each.memory) for each in learned if each.memory],
        waiting=waiting.count(),
    )
    return Response(answer.model_dump())


@extend_schema(
    operation_id="entities_list",
    description="People, organisations, projects, concepts and tools that memories speak of.",
    parameters=parameters_of(shapes.Finding),
    responses={200: shapes.EntitiesAnswer, 422: ErrorAnswer},
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
    answer = shapes.EntitiesAnswer(entities=[answers.entity(it) for it in ordered])
    return Response(answer.model_dump())


@extend_schema(
    operation_id="entity_read",
    description="A person or thing, with the current memories that speak of it.",
    responses={200: shapes.EntityDetailAnswer, 404: ErrorAnswer},
)
@endpoint("GET")
def entity(request: ApiRequest, pk: UUID) -> Response:
    """One person or thing."""
    it = own(Entity, pk=pk)
    about = Memory.objects.filter(
        user=request.user, state=Memory.State.CURRENT, mentions__entity=it
    ).distinct()
    latest = list(about.order_by("-updated", "-id")[: reading.LEARNED])
    return Response(answers.entity_detail(request.user, it, latest).model_dump())
