"""The API's calls for what lies around memories: sources, entities, recall, learning."""

from datetime import UTC
from uuid import UUID

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from database.acting import acting_as
from memories import work
from memories.answers import Question, Verdict, find_answer
from memories.api import answers, people_shapes, shapes
from memories.api.idempotency import HEADER, Outcome, once
from memories.api.project_scope import items_in
from memories.keeping import NewSource, keep
from memories.keeping.people.directory import everybody
from memories.learning import learn, leave_to_model, run_night
from memories.learning.changing.updating import ONLY_ADDS
from memories.models import Entity, Source, Work
from memories.pages import source_text
from memories.recall import Query, places
from memories.recall import recall as look_up
from memories.search import index
from memories.source_kinds import all_of_them
from web.guard import own
from web.rest import (
    ApiError,
    ApiRequest,
    body_of,
    endpoint,
    grant_of,
    own_of,
    project_of,
    query_of,
)
from web.schema import ErrorAnswer, parameters_of

# Maximum number of waiting sources learned from per call.
AT_ONCE = 50


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
    recalled = look_up(request.user, query)
    found = find_answer(
        request.user,
        Question(
            asked.q,
            project=query.project,
            leave_out_local_only=query.leave_out_local_only,
            narrowed=query,
        ),
    )
    sure = found.verdict is Verdict.SURE
    told = {passage.item.id: passage.item for passage in found.passages} if sure else {}
    # What answers may be found otherwise than by words and meaning: by who wrote it.
    same = {item.id: item.text for item in recalled.items}
    found_else = {i.id: i for i in told.values() if not i.memory_id and same.get(i.id) != i.text}
    rest = [item for item in recalled.items if item.id not in found_else]
    items = [*found_else.values(), *rest][: asked.limit]
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


@extend_schema(
    operation_id="consolidate",
    description="Do the night's work now: fade what is not used, merge duplicates, ask about what "
    "contradicts. `under_way` where it is being done already.",
    request=None,
    responses={200: shapes.ConsolidatedAnswer, 422: ErrorAnswer},
)
@endpoint("POST", block=False)
def consolidate(request: ApiRequest) -> Response:
    """Do the night's work now."""
    return Response(shapes.ConsolidatedAnswer(**vars(run_night(request.user))).model_dump())


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
    waiting = Work.objects.filter(user=request.user, kind=work.LEARN, state=Work.State.WAITING)
    if asked.source:
        sources = [own(Source, pk=asked.source)]
    else:
        ids = list(waiting.order_by("created").values_list("subject", flat=True)[:AT_ONCE])
        sources = list(Source.objects.filter(user=request.user, pk__in=ids))
    learned = [each for it in sources for each in learn(request.user, it)]
    for it in sources:
        if not leave_to_model(request.user, it, urgent=True):
            work.no_longer_needed(work.LEARN, [it.pk])
    answer = shapes.ExtractedAnswer(
        memories=[answers.of(request.user, each.memory) for each in learned if each.memory],
        waiting=waiting.count(),
    )
    return Response(answer.model_dump())


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
