"""/mcp and /mcp/search: for programs with a key or a token, by stateless streamable HTTP."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from account_pages.oauth.addresses import address_of, challenge, resource_of
from account_pages.oauth.programs import find_program
from accounts.access_log import note
from accounts.grants import Does
from accounts.models import ApiToken
from doors import bridge
from doors.bridge import Door
from doors.caller import Caller, LoggedToolCall
from web.authentication import find_token
from web.rest import error_response

# What a message is called that is no tool's: a program connects, or asks which tools there are.
CONNECT = "connect"
# Of the answer's headers these are ours to set.
_OURS = {"content-length", "connection", "date", "server"}


@csrf_exempt
@require_POST
def mcp(request: HttpRequest) -> HttpResponse:
    """One message of a program. No cookie lets anybody in here: only a key or a token does."""
    return _answered(request, Door.MEMORY)


@csrf_exempt
@require_POST
def mcp_search(request: HttpRequest) -> HttpResponse:
    """The same for programs that know no other tools than search and fetch, as ChatGPT's do."""
    return _answered(request, Door.SEARCH)


def _answered(request: HttpRequest, door: Door) -> HttpResponse:
    token = _let_in(request)
    if token is None:
        message = "Send a valid key: Authorization: Bearer KEY."
        refused = error_response("not_authenticated", message, 401)
        refused["WWW-Authenticate"] = challenge(request)
        return refused
    calls: list[LoggedToolCall] = []
    caller = Caller.of(token, calls.append, address_of(request))
    reply = bridge.handle(door, _scope(request), request.body, caller)
    for call in calls:
        note(token, call.does, call.tool, call.status)
    if not calls:
        # 202, for a message that wants no answer, is an answer as 200 is.
        note(token, Does.READ, CONNECT, 200 if reply.status < 300 else reply.status)
    response = HttpResponse(reply.body, status=reply.status)
    del response["Content-Type"]
    for name, value in reply.headers:
        if name.lower() not in _OURS:
            response[name] = value
    response["Cache-Control"] = "no-store"
    return response


def _let_in(request: HttpRequest) -> ApiToken | None:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    secret = secret.strip()
    return find_token(secret) or find_program(secret, resource_of(request))


def _scope(request: HttpRequest) -> dict[str, object]:
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
        for name, value in request.headers.items()
        if name.lower() != "authorization"
    ]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method or "POST",
        "scheme": request.scheme or "http",
        "path": request.path,
        "raw_path": request.path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": None,
        "server": None,
    }
