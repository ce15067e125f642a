"""The API's front door: who calls, what they may do, what they send, and how errors are told."""

import math
import re
from collections.abc import Callable
from functools import wraps
from typing import (
    Any,
    Concatenate,
    ParamSpec,
    TypeVar,
    cast,
    get_origin,
)

from django.core.exceptions import PermissionDenied, RequestDataTooBig
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

from accounts.errors import Refused
from accounts.models import ApiToken, User
from database.acting import acting_as
from llm.errors import ModelError
from web.authentication import ApiTokenAuthentication, BrowserAuthentication
from web.negotiation import Untouched

P = ParamSpec("P")
S = TypeVar("S", bound="Shape")

# NUL cannot be stored, and half of a surrogate pair is not text.
NOT_TEXT = re.compile("[\x00\ud800-\udfff]")


class ApiRequest(Request):
    """A request of a person's program, or of their browser."""

    user: User
    auth: ApiToken | None


ApiView = Callable[Concatenate[ApiRequest, P], HttpResponseBase]
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


class ApiError(Exception):
    """What went wrong, told as `{"error": {"code", "message"}}`; the message says what to do."""

    def __init__(self, code: str, message: str, status: int = 422) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.status = status


class Shape(BaseModel):
    """What a call takes. Types are strict, unknown fields are errors."""

    # What checks a call is built when the first one comes.
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, defer_build=True)


def endpoint(
    *methods: str, block: bool = True, writes: bool = True, files: bool = False
) -> Callable[[ApiView[P]], View[P]]:
    """Make a function the view of an API call, by token or by the browser's session.

    It runs inside `acting_as(request.user)`; with `block=False` it opens its own short blocks.
    A read-only token may call GET, and the other methods only with `writes=False`. With `files`
    it takes multipart forms.
    """

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
        decorated = permission_classes([MayWrite if writes else MayRead])(decorated)
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


class MayRead(BasePermission):
    """Anyone who is signed in."""

    def has_permission(self, request: Request, view: Any) -> bool:  # noqa: ARG002
        return bool(request.user.is_authenticated)


class MayWrite(MayRead):
    """Anyone who is signed in, except a read-only token that would change something."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not super().has_permission(request, view):
            return False
        if request.method not in SAFE_METHODS:
            check_may_write(cast("ApiRequest", request))
        return True


def check_may_write(request: ApiRequest) -> None:
    """Refuse a read-only token, where what is called would change something."""
    if request.auth and request.auth.scope == ApiToken.Scope.READ:
        raise ApiError("read_only", "This token may only read. Use one that may write.", 403)


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
