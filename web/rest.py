"""The API's front door: who calls, what they may do, what they send, and how errors are told."""

import math
import re
from collections.abc import Callable, Collection
from functools import wraps
from typing import (
    Any,
    Concatenate,
    ParamSpec,
    TypeVar,
    cast,
    get_origin,
)
from uuid import UUID

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, JsonResponse, QueryDict
from django.http.response import HttpResponseBase
from pydantic import BaseModel, ConfigDict, ValidationError
from rest_framework import exceptions
from rest_framework.decorators import (
    api_view,
    authentication_classes,
    parser_classes,
    permission_classes,
)
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import NotGranted, Refused
from accounts.grants import Does, Grant
from accounts.models import ApiToken, Project, User
from database.acting import acting_as
from llm.errors import ModelError
from web.authentication import ApiTokenAuthentication, BrowserAuthentication
from web.guard import own
from web.negotiation import Untouched

P = ParamSpec("P")
S = TypeVar("S", bound="Shape")
Row = TypeVar("Row", bound=Model)

# NUL cannot be stored, and half of a surrogate pair is not text.
NOT_TEXT = re.compile("[\x00\ud800-\udfff]")


class ApiRequest(Request):
    """A request of a person's program, or of their browser."""

    user: User
    auth: ApiToken | None


ApiView = Callable[Concatenate[ApiRequest, P], HttpResponseBase]
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


class ApiError(Exception):
    """An error, answered as `{"error": {"code", "message"}}`; the message says what to do."""

    def __init__(self, code: str, message: str, status: int = 422) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.status = status


class Shape(BaseModel):
    """Base of request bodies: types are strict, unknown fields are errors."""

    # What checks a call is built when the first one comes.
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, defer_build=True)


def endpoint(
    *methods: str,
    block: bool = True,
    writes: bool = True,
    files: bool = False,
    adds: Collection[str] = (),
    in_project: Collection[str] = (),
) -> Callable[[ApiView[P]], View[P]]:
    """Make a function the view of an API call, by token or by the browser's session.

    It runs inside `acting_as(request.user)`; with `block=False` it opens its own short blocks.
    GET reads; other methods write, but for those that only add (`adds`), and with `writes=False`
    they read too: by that a key's scope is checked. A key that is bound to one project may call
    the methods `in_project` alone, which keep to it (`own_of`, `project_of`). With `files` it
    takes multipart forms.
    """

    class Granted(BasePermission):
        def has_permission(self, request: Request, view: Any) -> bool:  # noqa: ARG002
            if not request.user.is_authenticated:
                return False
            method = "GET" if request.method == "HEAD" else request.method or ""
            does = Does.READ if method in SAFE_METHODS or not writes else Does.WRITE
            does = Does.ADD if method in adds else does
            check_grant(cast("ApiRequest", request), does, in_project=method in in_project)
            return True

    def wrap(view: ApiView[P]) -> View[P]:
        @wraps(view)
        def called(request: Request, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            caller = cast("ApiRequest", request)
            _check_query(caller)
            if not block:
                return view(caller, *args, **kwargs)
            with acting_as(caller.user):
                return view(caller, *args, **kwargs)

        parsers: list[type[BaseParser]] = [MultiPartParser if files else Untouched]
        decorated = parser_classes(parsers)(called)
        decorated = permission_classes([Granted])(decorated)
        decorated = authentication_classes([ApiTokenAuthentication, BrowserAuthentication])(
            decorated
        )
        return cast("View[P]", api_view(methods)(decorated))

    return wrap


def body_of(request: ApiRequest, shape: type[S]) -> S:
    """The JSON body, checked against its shape. Raises ApiError 400, 413, 415 or 422."""
    if (
        request.body
        and request.content_type.partition(";")[0].strip().lower() != "application/json"
    ):
        message = "Send JSON, with the header Content-Type: application/json."
        raise ApiError("unsupported_media_type", message, 415)
    try:
        text = request.body.decode()
    except UnicodeDecodeError:
        raise ApiError("not_utf8", "The body is not valid UTF-8.", 400) from None
    try:
        return _clean(shape.model_validate_json(text))
    except ValidationError as error:
        raise _first(error) from None


def query_of(request: ApiRequest, shape: type[S]) -> S:
    """The query's parameters, checked against a shape; a list field takes repeated ones."""
    return _fields_of(request.query_params, shape)


def form_of(request: ApiRequest, shape: type[S]) -> S:
    """The fields of a multipart form, its files left out, checked against a shape."""
    return _clean(_fields_of(request.POST, shape))


def _fields_of(fields: QueryDict, shape: type[S]) -> S:
    values: dict[str, Any] = {
        name: fields.getlist(name) if _is_list(shape, name) else fields[name] for name in fields
    }
    try:
        return shape.model_validate(values, strict=False)
    except ValidationError as error:
        raise _first(error) from None


def error_response(code: str, message: str, status: int) -> JsonResponse:
    """An error in the API's one form, for what happens outside of its views."""
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)


def tell(error: Exception, _context: dict[str, Any]) -> Response | None:
    """Django REST framework's exception handler. None lets Django answer 500, without details."""
    known = _known(error)
    if known is None:
        return None
    response = Response(
        {"error": {"code": known.code, "message": known.message}}, status=known.status
    )
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    wait = getattr(error, "wait", None) or getattr(error, "retry_after", None)
    if wait:
        response["Retry-After"] = str(math.ceil(wait))
    return response


def grant_of(request: ApiRequest) -> Grant:
    """The scope of the caller's key."""
    return Grant.of(request.auth)


def check_grant(request: ApiRequest, does: Does, *, in_project: bool = False) -> None:
    """Refuse what the caller's key may not do, and note which kind of call it is."""
    request._request.does = does  # type: ignore[attr-defined]
    grant_of(request).check(does, in_project=in_project)


def own_of(request: ApiRequest, rows: QuerySet[Row], pk: UUID, column: str = "project") -> Row:
    """The one row with this id, as `own`; a key of one project finds only what is in it."""
    project = grant_of(request).project
    return own(rows.filter(**{column: project}) if project else rows, pk=pk)


def project_of(request: ApiRequest, asked: UUID | None) -> Project | None:
    """The project that a call is about: a key's own, where it has one, and 404 for any other."""
    bound = grant_of(request).project
    if bound and asked and asked != bound:
        raise Http404
    pk = asked or bound
    return own(Project, pk=pk) if pk else None


def _known(error: Exception) -> ApiError | None:
    match error:
        case ApiError():
            return error
        case RequestDataTooBig():
            return ApiError("too_large", "That is too large. Send less at once.", 413)
        case Http404():
            return ApiError("not_found", "There is nothing here by that address.", 404)
        case PermissionDenied():
            return ApiError("forbidden", "You may not do that.", 403)
        case exceptions.APIException():
            return _framework(error)
        case NotGranted():
            return ApiError(error.code, error.message, 403)
        case Refused():
            status = 404 if error.code.startswith("unknown_") else 422
            status = 429 if error.retry_after else status
            return ApiError(error.code, error.message, status)
        case ModelError():
            return ApiError("model", str(error), 503 if error.retryable else 502)
    return None


def _framework(error: exceptions.APIException) -> ApiError:
    match error:
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            message = "Send a valid token: Authorization: Bearer TOKEN."
            return ApiError("not_authenticated", message, error.status_code)
        case exceptions.MethodNotAllowed():
            return ApiError("method_not_allowed", "This address does not take that method.", 405)
        case exceptions.PermissionDenied():
            return ApiError("forbidden", "You may not do that: the CSRF token is missing.", 403)
        case exceptions.NotFound():
            return ApiError("not_found", "There is nothing here by that address.", 404)
        case exceptions.UnsupportedMediaType():
            message = "This address takes a multipart form."
            return ApiError("unsupported_media_type", message, 415)
        case exceptions.Throttled():
            return ApiError("too_many_requests", "Too many requests. Wait a little.", 429)
        case exceptions.ParseError():
            return ApiError("invalid", "The body could not be read.", 400)
    return ApiError(str(error.default_code), str(error.detail), error.status_code)


def _check_query(request: ApiRequest) -> None:
    for values in request.query_params.lists():
        if any(NOT_TEXT.search(value) for value in (values[0], *values[1])):
            raise ApiError("not_text", "The address holds characters that are not text.", 400)


def _clean(value: S) -> S:
    if _has_what_is_not_text(value.model_dump(mode="python")):
        raise ApiError("nul", "The text holds NUL characters. Take them out and send it again.")
    return value


def _has_what_is_not_text(value: object) -> bool:
    match value:
        case str():
            return NOT_TEXT.search(value) is not None
        case dict():
            return any(map(_has_what_is_not_text, [*value.keys(), *value.values()]))
        case list() | tuple() | set() | frozenset():
            return any(map(_has_what_is_not_text, value))
    return False


def _first(error: ValidationError) -> ApiError:
    """The first thing that is wrong, in one sentence that does not repeat what was sent."""
    wrong = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in wrong["loc"])
    if wrong["type"] == "json_invalid":
        return ApiError("not_json", "The body is not valid JSON.", 400)
    if wrong["type"] == "missing":
        return ApiError("missing", f"`{where}` is missing.")
    if wrong["type"] == "extra_forbidden":
        return ApiError("unknown_field", f"`{where}` is not a field of this call.")
    message = wrong["msg"].replace("Input should", "should").replace("Value error, ", "")
    if not where:
        return ApiError("invalid", f"The body {message}.")
    return ApiError("invalid", f"`{where}` {message}.")


def _is_list(shape: type[Shape], name: str) -> bool:
    field = shape.model_fields.get(name)
    return field is not None and get_origin(field.annotation) in (list, tuple, set, frozenset)
