"""The API's calls for memories: list and search, remember, read, change, forget."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.grants import Does
from accounts.models import Project
from database.acting import acting_as
from memories import forgetting
from memories.api import answers, idempotency, shapes
from memories.api.idempotency import HEADER
from memories.api.project_scope import rows_in
from memories.keeping import Outcome, editing, remember
from memories.models import Change, Memory
from memories.recall import listing, recall
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

# Number of best results fetched for a search that is then narrowed to a namespace or a project.
SEARCHED = 200


@extend_schema(
    methods=["GET"],
    operation_id="memories_list",
    description="List memories, latest first, or with q search them, best first. A page holds two "
    "megabytes at most, however many memories that is: `next` goes on behind them.",
    parameters=parameters_of(shapes.Listing),
    responses={200: shapes.MemoriesAnswer, 422: ErrorAnswer},
)
@extend_schema(
    methods=["POST"],
    operation_id="memories_remember",
    description="Remember one thing. The same namespace and key update what they name.",
    parameters=[HEADER],
    request=shapes.Remembering,
    responses={
        200: shapes.RememberedAnswer,
        201: shapes.RememberedAnswer,
        202: shapes.ReceivedAnswer,
        409: ErrorAnswer,
        422: ErrorAnswer,
    },
)
@endpoint("GET", "POST", block=False, adds=["POST"], in_project=["GET", "POST"])
def memories(request: ApiRequest) -> Response:
    """What is known; or one thing more."""
    if request.method == "POST":
        return _remember(request)
    asked = query_of(request, shapes.Listing)
    return _search(request, asked) if asked.q.strip() else _list(request, asked)


@extend_schema(
    methods=["GET"],
    operation_id="memory_read",
    description="A memory with its evidence and its history.",
    responses={200: shapes.DetailAnswer, 404: ErrorAnswer},
)
@extend_schema(
    methods=["PATCH"],
    operation_id="memory_edit",
    description="Change parts of a memory, or move it: a null project means everywhere.",
    request=shapes.Editing,
    responses={200: shapes.DetailAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@extend_schema(
    methods=["DELETE"],
    operation_id="memory_forget",
    description="Forget a memory, its earlier versions and what was concluded from it alone.",
    responses={200: shapes.ForgottenAnswer, 404: ErrorAnswer},
)
@endpoint("GET", "PATCH", "DELETE", in_project=["GET", "PATCH", "DELETE"])
def memory(request: ApiRequest, pk: UUID) -> Response:
    """One memory."""
    it = own_of(request, Memory.objects.select_related("project"), pk)
    if request.method == "DELETE":
        return _forget(request, it)
    if request.method == "PATCH":
        it = _edit(request, it)
    return _detail(request, it)


@extend_schema(
    operation_id="memory_restore",
    description="Bring a forgotten memory back, with all that was forgotten in the same act.",
    request=None,
    responses={200: shapes.RestoredAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def restore(request: ApiRequest, pk: UUID) -> Response:
    """Take forgetting back."""
    it = own(Memory, pk=pk)
    back = forgetting.restore(request.user, it.pk)
    return Response(shapes.RestoredAnswer(memories=list(back)).model_dump())


@extend_schema(
    operation_id="memory_erase",
    description="Remove a memory for good. This cannot be taken back. Uploaded files that are text "
    "underneath are rewritten without it; what becomes of another in which it stands is said by "
    "`files`, else the answer is 422 with the code `files`, and nothing is erased.",
    request=shapes.Erasing,
    responses={204: None, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def erase(request: ApiRequest, pk: UUID) -> Response:
    """Remove for good."""
    files = body_of(request, shapes.Erasing).files if request.body else None
    forgetting.erase(request.user, own(Memory, pk=pk).pk, files=files)
    return Response(status=204)


@extend_schema(
    operation_id="memory_confirm",
    description="Say that a memory is right: it neither fades nor is changed without asking.",
    request=None,
    responses={200: shapes.DetailAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST", in_project=["POST"])
def confirm(request: ApiRequest, pk: UUID) -> Response:
    """Confirm."""
    it = own_of(request, Memory.objects.all(), pk)
    return _detail(request, editing.confirm(request.user, it, by=Change.By.API))


@extend_schema(
    operation_id="memory_correct",
    description="Put what is true now in a memory's place; the old one stays as history.",
    request=shapes.Correcting,
    responses={200: shapes.DetailAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST", in_project=["POST"])
def correct(request: ApiRequest, pk: UUID) -> Response:
    """Correct."""
    it = own_of(request, Memory.objects.all(), pk)
    content = body_of(request, shapes.Correcting).content
    new = editing.correct(request.user, it, content, by=Change.By.API)
    return _detail(request, new)


def _detail(request: ApiRequest, it: Memory) -> Response:
    whole = answers.detail(request.user, it, grant_of(request).project)
    return Response(whole.model_dump())


def _list(request: ApiRequest, asked: shapes.Listing) -> Response:
    with acting_as(request.user):
        filters = _filters(request, asked)
        page = listing.page(request.user, filters, cursor=asked.cursor, limit=asked.limit)
        found = [answers.memory(row) for row in rows_in(grant_of(request).project, page.rows)]
    return Response(shapes.MemoriesAnswer(memories=found, next=page.following).model_dump())


def _search(request: ApiRequest, asked: shapes.Listing) -> Response:
    if asked.state != Memory.State.CURRENT:
        raise ApiError("state", "Only current memories can be searched. Leave q or state out.")
    with acting_as(request.user):
        filters = _filters(request, asked)
    narrowed = filters.namespace or filters.key or filters.scope
    limit = SEARCHED if narrowed else asked.limit
    query = listing.query_of(filters, asked.q, limit=limit, memories_only=True)
    bound = grant_of(request).project
    query = replace(query, project_alone=bound is not None)
    recalled = recall(request.user, query)
    items = {item.memory_id: item for item in recalled.items}
    with acting_as(request.user):
        rows: Sequence[listing.MemoryRow] = [
            row
            for row in rows_in(bound, listing.rows_of(request.user, recalled, filters))
            if items[row.memory.pk].similarity >= asked.threshold
        ]
        rows = listing.cut_to_size(rows[: asked.limit], lambda row: listing.weight(row.memory))
        found = [answers.found(row, items[row.memory.pk]) for row in rows]
    return Response(shapes.MemoriesAnswer(memories=list(found), next=None).model_dump())


def _filters(request: ApiRequest, asked: shapes.Listing) -> listing.MemoryFilters:
    bound = grant_of(request).project
    if bound and asked.project not in (None, bound):
        raise Http404
    scope = asked.project or bound
    if isinstance(scope, UUID):
        own(Project, pk=scope)
    return listing.MemoryFilters(
        state=asked.state,
        scope=scope,
        kind=asked.kind,
        source=asked.source,
        tag=asked.tag,
        namespace=tuple(asked.namespace.split("/")) if asked.namespace else None,
        key=asked.key,
    )


def _remember(request: ApiRequest) -> Response:
    asked = body_of(request, shapes.Remembering)
    grant = grant_of(request)

    def do() -> idempotency.Outcome:
        _check_remembering(request, asked)
        said = asked.model_dump(exclude={"project"})
        remembered = remember(
            request.user,
            **said,
            project=project_of(request, asked.project),
            by=Change.By.API,
        )
        if grant.adds_only:
            return {}
        if remembered.outcome is Outcome.HELD_BACK:
            return {"held_back": True}
        if remembered.memory is None:
            message = "This was forgotten. To remember it all the same, send again: true."
            raise ApiError("forgotten", message, 409)
        return {"memory": str(remembered.memory.pk), "outcome": remembered.outcome.value}

    def answer(outcome: idempotency.Outcome) -> Response:
        if grant.adds_only:
            return Response(shapes.ReceivedAnswer().model_dump(), status=202)
        if outcome.get("held_back"):
            return Response(shapes.ReceivedAnswer(outcome="held_back").model_dump(), status=202)
        memory = own_of(request, Memory.objects.select_related("project"), outcome["memory"])
        told = shapes.RememberedAnswer(
            outcome=outcome["outcome"], memory=answers.of(request.user, memory, grant.project)
        )
        status = 201 if outcome["outcome"] == Outcome.NEW else 200
        return Response(told.model_dump(), status=status)

    with acting_as(request.user):
        return idempotency.once(request, do, answer)


def _check_remembering(request: ApiRequest, asked: shapes.Remembering) -> None:
    """Refuse what would change more than the key may: by a key's name, or by bringing back."""
    grant = grant_of(request)
    if grant.adds_only and asked.key is not None:
        grant.check(Does.WRITE, in_project=True)
    if asked.again:
        # What was forgotten was forgotten everywhere.
        grant.check(Does.WRITE, in_project=False)
    if grant.project and asked.namespace and asked.key:
        there = Memory.objects.filter(user=request.user, state__in=Memory.ACTIVE)
        there = there.filter(namespace=asked.namespace, key=asked.key)
        if there.exclude(project=grant.project).exists():
            raise ApiError("taken", "This namespace and key are taken. Use others.", 409)


def _edit(request: ApiRequest, it: Memory) -> Memory:
    asked = body_of(request, shapes.Editing)
    given = asked.model_fields_set
    if "project" in given:
        if asked.project is None:
            grant_of(request).check(Does.WRITE, in_project=False)
        project = project_of(request, asked.project)
        editing.move(request.user, it, project, by=Change.By.API)
    changes = {
        name: value
        for name, value in asked.model_dump(exclude={"project"}).items()
        if name in given and value is not None
    }
    if changes:
        editing.edit(request.user, it, by=Change.By.API, **changes)
    return it


def _forget(request: ApiRequest, it: Memory) -> Response:
    done = forgetting.forget(request.user, [it.pk], by=Change.By.API)
    answer = shapes.ForgottenAnswer(
        batch=done.batch, memories=list(done.memories), passages=done.passages
    )
    return Response(answer.model_dump())
