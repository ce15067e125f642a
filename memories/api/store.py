"""The API's store verbs: put, get, search, delete and list by namespace and key."""

from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.models import User
from memories import forgetting, store
from memories.api import store_shapes as shapes
from memories.api.idempotency import HEADER, Outcome, once
from memories.keeping import Outcome as Became
from memories.keeping import Refused
from memories.models import Change, Memory
from memories.recall import listing
from web.guard import own
from web.rest import ApiError, ApiRequest, body_of, endpoint, query_of
from web.schema import ErrorAnswer, parameters_of

STORED, UPDATED, MOVED = "Stored.", "Updated.", "Moved."
DELETED = "Deleted: it is forgotten, and can be restored."


@extend_schema(
    operation_id="store_put",
    description="Put one thing at a namespace (2 to 20 parts) and a key. The last to write wins.",
    parameters=[HEADER],
    request=shapes.Putting,
    responses={
        200: shapes.StoredAnswer,
        201: shapes.StoredAnswer,
        202: shapes.StoredAnswer,
        409: ErrorAnswer,
        422: ErrorAnswer,
    },
)
@endpoint("PUT")
def put(request: ApiRequest) -> Response:
    """Put one."""
    asked = body_of(request, shapes.Putting)

    def do() -> Outcome:
        (stored,) = _put(request.user, [asked])
        if stored.refused is not None:
            if stored.outcome is Became.HELD_BACK:
                return _outcome(stored)
            status = 409 if stored.refused.code == "forgotten" else 422
            raise ApiError(stored.refused.code, stored.refused.message, status)
        return _outcome(stored)

    return once(request, do, _told)


@extend_schema(
    operation_id="store_put_many",
    description="Put up to a thousand with one call, in their order. One that is refused holds the "
    "others up in nothing.",
    parameters=[HEADER],
    request=shapes.PuttingMany,
    responses={200: shapes.StoredManyAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def put_many(request: ApiRequest) -> Response:
    """Put many."""
    asked = body_of(request, shapes.PuttingMany)

    def do() -> Outcome:
        return {"results": [_outcome(stored) for stored in _put(request.user, asked.items)]}

    def told(outcome: Outcome) -> Response:
        results = [_answer(each) for each in outcome["results"]]
        return Response(shapes.StoredManyAnswer(results=results).model_dump(by_alias=True))

    return once(request, do, told)


@extend_schema(
    methods=["GET"],
    operation_id="store_get",
    description="What stands at a namespace and a key.",
    parameters=parameters_of(shapes.At),
    responses={200: shapes.StoreItem, 404: ErrorAnswer},
)
@extend_schema(
    methods=["DELETE"],
    operation_id="store_delete",
    description="Forget what stands there: it can be restored, and is not learned or put again.",
    parameters=[*parameters_of(shapes.At), HEADER],
    responses={200: shapes.StoredAnswer, 404: ErrorAnswer},
)
@endpoint("GET", "DELETE")
def item(request: ApiRequest) -> Response:
    """One place."""
    asked = query_of(request, shapes.At)

    def do() -> Outcome:
        it = _at(asked)
        forgetting.forget(request.user, [it.pk], by=Change.By.API)
        return {"memory": str(it.pk), "message": DELETED}

    if request.method == "DELETE":
        return once(request, do, _told)
    return Response(_item(_at(asked)).model_dump())


@extend_schema(
    operation_id="store_move",
    description="Move what stands at a namespace and a key to another, where nothing stands.",
    parameters=[HEADER],
    request=shapes.Moving,
    responses={200: shapes.StoredAnswer, 404: ErrorAnswer, 409: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def move(request: ApiRequest) -> Response:
    """Move one."""
    asked = body_of(request, shapes.Moving)

    def do() -> Outcome:
        at = tuple(asked.namespace), asked.key
        to = tuple(asked.to_namespace), asked.to_key
        try:
            it = store.move(request.user, at, to, by=Change.By.API)
        except Refused as refused:
            status = 409 if refused.code == "taken" else 422
            raise ApiError(refused.code, refused.message, status) from refused
        if it is None:
            raise Http404
        return {"memory": str(it.pk), "message": MOVED}

    return once(request, do, _told)


@extend_schema(
    operation_id="store_search",
    description="Search a namespace and those below it, or list what is there, latest first.",
    request=shapes.Looking,
    responses={200: shapes.StoreItemsAnswer, 422: ErrorAnswer},
)
@endpoint("POST", block=False, writes=False)
def search(request: ApiRequest) -> Response:
    """Search, or list."""
    asked = body_of(request, shapes.Looking)
    hits = store.search(
        request.user,
        store.StoreSearch(
            tuple(asked.namespace),
            asked.q,
            asked.filter,
            asked.threshold,
            asked.limit + 1,
            asked.offset,
        ),
    )
    shown = listing.cut_to_size(hits[: asked.limit], lambda hit: listing.weight(hit.memory))
    more = asked.offset + len(shown) if len(hits) > len(shown) else None
    items = [_item(hit.memory, hit.similarity) for hit in shown]
    return Response(shapes.StoreItemsAnswer(items=items, next=more).model_dump())


@extend_schema(
    operation_id="store_namespaces",
    description="The namespaces that hold anything.",
    parameters=parameters_of(shapes.Under),
    responses={200: shapes.NamespacesAnswer, 422: ErrorAnswer},
)
@endpoint("GET")
def namespaces(request: ApiRequest) -> Response:
    """List namespaces."""
    asked = query_of(request, shapes.Under)
    found = store.namespaces(request.user, **asked.model_dump())
    return Response(shapes.NamespacesAnswer(namespaces=found).model_dump())


def _put(user: User, asked: list[shapes.Putting]) -> list[store.StorePutResult]:
    puts = [
        store.StorePut(**each.model_dump() | {"namespace": tuple(each.namespace)}) for each in asked
    ]
    return store.put(user, puts, by=Change.By.API)


def _outcome(stored: store.StorePutResult) -> Outcome:
    if stored.refused is not None:
        return {"memory": None, "message": stored.refused.message, "code": stored.refused.code}
    new = stored.outcome == Became.NEW
    return {"memory": str(stored.memory), "message": STORED if new else UPDATED}


def _answer(outcome: Outcome) -> shapes.StoredAnswer:
    memory = outcome["memory"]
    return shapes.StoredAnswer(
        success=memory is not None,
        memory_id=UUID(memory) if memory else None,
        message=outcome["message"],
        code=outcome.get("code", ""),
    )


def _told(outcome: Outcome) -> Response:
    held_back = outcome.get("code") == "held_back"
    status = 202 if held_back else 201 if outcome["message"] == STORED else 200
    return Response(_answer(outcome).model_dump(by_alias=True), status=status)


def _at(asked: shapes.At) -> Memory:
    return own(Memory, namespace=asked.namespace, key=asked.key, state__in=Memory.ACTIVE)


def _item(it: Memory, similarity: float | None = None) -> shapes.StoreItem:
    return shapes.StoreItem(
        id=it.pk,
        namespace=it.namespace or [],
        key=it.key or "",
        content=it.content,
        metadata=it.metadata,
        kind=Memory.Kind(it.kind),
        tags=it.tags,
        created=it.created,
        updated=it.updated,
        similarity=similarity,
    )
