"""The API's front door: callers, scopes, bodies, errors."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.test import Client
from django.urls import include, path
from rest_framework.exceptions import Throttled
from rest_framework.response import Response

from accounts.errors import Refused
from accounts.models import ApiToken, User, Workspace, digest_of
from database.acting import acting_as
from llm.errors import NoModel, RateLimited
from web.rest import ApiError, ApiRequest, Shape, body_of, endpoint, query_of

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class Note(Shape):
    text: str
    importance: float = 0.5
    tags: list[str] = []


class Filters(Shape):
    q: str = ""
    limit: int = 20
    tag: list[str] = []


def notes_kept() -> QuerySet[Workspace]:
    return Workspace.objects.filter(name__startswith="note:")


@endpoint("GET", "POST")
def notes(request: ApiRequest) -> Response:
    if request.method == "GET":
        filters = query_of(request, Filters)
        return Response({"places": notes_kept().count(), **filters.model_dump()})
    note = body_of(request, Note)
    Workspace.objects.create(user=request.user, name=f"note: {note.text}")
    if note.text in FAILURES:
        raise FAILURES[note.text]
    return Response(note.model_dump(), status=201)


@endpoint("POST", writes=False, block=False)
def look(request: ApiRequest) -> HttpResponse:
    return HttpResponse(str(Workspace.objects.count()))


@endpoint("POST", files=True)
def upload(request: ApiRequest) -> Response:
    return Response({"size": request.FILES["file"].size, "name": request.POST["name"]})


FAILURES: dict[str, Exception] = {
    "empty": Refused("empty", "Write something first."),
    "project": Refused("unknown_project", "There is no such project."),
    "own": ApiError("conflict", "That is there already.", 409),
    "404": Http404(),
    "403": PermissionDenied(),
    "429": Throttled(wait=2.5),
    "502": NoModel(),
    "503": RateLimited(retry_after=2.5),
    "500": RuntimeError("the secret is 42"),
}

handler404 = "yarnnn.error_responses.not_found"
handler500 = "yarnnn.error_responses.broken"
handler400 = "yarnnn.error_responses.bad_request"
urlpatterns = [
    path("api/notes", notes),
    path("api/look", look),
    path("api/upload", upload),
    path("accounts/", include("allauth.urls")),
]


def bearer(user: User, scope: ApiToken.Scope = ApiToken.Scope.FULL) -> Client:
    ApiToken.objects.create(user=user, name="test", digest=digest_of(scope), scope=scope)
    return Client(headers={"Authorization": f"Bearer {scope}"}, raise_request_exception=False)


def error_of(answer: Any) -> tuple[int, str]:
    body = json.loads(answer.content)
    assert list(body) == ["error"]
    assert sorted(body["error"]) == ["code", "message"]
    assert body["error"]["message"]
    return answer.status_code, body["error"]["code"]


def send(client: Client, body: Any, **kwargs: Any) -> Any:
    content = body if isinstance(body, bytes | str) else json.dumps(body)
    return client.post("/api/notes", content, **{"content_type": "application/json", **kwargs})


def test_a_token_acts_as_its_person(alice: User, charlie: User) -> None:
    with acting_as(alice):
        Workspace.objects.create(user=alice, name="note: Alice's")
    assert bearer(alice).get("/api/notes").json()["places"] == 1
    with acting_as(alice):
        ApiToken.objects.all().delete()
    assert bearer(charlie).get("/api/notes").json()["places"] == 0


def test_a_tokens_use_is_noted(alice: User) -> None:
    bearer(alice).get("/api/notes")
    first = ApiToken.objects.get().last_used
    assert first
    Client(headers={"Authorization": "Bearer full"}).get("/api/notes")
    assert ApiToken.objects.get().last_used == first


@pytest.mark.parametrize("header", ["Bearer wrong", "Bearer ", "Bearer \u00e9", "Basic YTpi"])
def test_without_a_valid_token_401(alice: User, header: str) -> None:
    answer = Client(headers={"Authorization": header}).get("/api/notes")
    assert error_of(answer) == (401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_the_token_of_a_closed_account_is_worth_nothing(alice: User) -> None:
    client = bearer(alice)
    User.objects.update(is_active=False)
    assert error_of(client.get("/api/notes")) == (401, "not_authenticated")


def test_a_read_only_token_writes_nothing(alice: User) -> None:
    client = bearer(alice, ApiToken.Scope.READ)
    assert error_of(send(client, {"text": "a"})) == (403, "read_only")
    assert client.get("/api/notes").json()["places"] == 0
    assert client.post("/api/look").content == b"0"


def test_the_browsers_session_needs_its_csrf_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.get("/api/notes").status_code == 200
    assert error_of(send(client, {"text": "a"})) == (403, "forbidden")
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    assert send(client, {"text": "a"}, headers={"X-CSRFToken": "a" * 32}).status_code == 201


def test_what_is_kept_is_told(alice: User) -> None:
    answer = send(bearer(alice), {"text": "Grüße", "tags": ["a"]})
    assert answer.status_code == 201
    assert answer.json() == {"text": "Grüße", "importance": 0.5, "tags": ["a"]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", (400, "not_json")),
        (b"{", (400, "not_json")),
        (b'{"text": "\xff"}', (400, "not_utf8")),
        (b'{"text": "\\ud800"}', (400, "not_json")),
        (b"[" * 100_000, (400, "not_json")),
        ([], (422, "invalid")),
        ("null", (422, "invalid")),
        ({}, (422, "missing")),
        ({"text": 1}, (422, "invalid")),
        ({"text": ["a"]}, (422, "invalid")),
        ({"text": "a", "importance": "0.5"}, (422, "invalid")),
        ('{"text": "a", "importance": NaN}', (422, "invalid")),
        ({"text": "a", "tags": ["a", 1]}, (422, "invalid")),
        ({"text": "a", "other": 1}, (422, "unknown_field")),
        ({"text": "a\0b"}, (422, "nul")),
        ({"text": "a", "tags": ["\0"]}, (422, "nul")),
        ({"text": "a" * 5_000_001}, (413, "too_large")),
    ],
)
def test_a_bad_body_gets_one_clear_error(alice: User, body: Any, expected: tuple[int, str]) -> None:
    client = bearer(alice)
    assert error_of(send(client, body)) == expected
    assert client.get("/api/notes").json()["places"] == 0


def test_a_message_names_the_field_and_not_what_was_sent(alice: User) -> None:
    answer = send(bearer(alice), {"text": "a", "tags": ["a", {"secret": 1}]})
    assert answer.json()["error"]["message"] == "`tags.1` should be a valid string."


def test_only_json_is_read(alice: User) -> None:
    client = bearer(alice)
    answer = client.post("/api/notes", {"text": "a"})
    assert error_of(answer) == (415, "unsupported_media_type")
    assert (
        client.post(
            "/api/notes", '{"text": "a"}', content_type="application/json; charset=utf-8"
        ).status_code
        == 201
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("empty", (422, "empty")),
        ("project", (404, "unknown_project")),
        ("own", (409, "conflict")),
        ("404", (404, "not_found")),
        ("403", (403, "forbidden")),
        ("429", (429, "too_many_requests")),
        ("502", (502, "model")),
        ("503", (503, "model")),
        ("500", (500, "failed")),
    ],
)
def test_what_goes_wrong_is_told_and_nothing_is_half_saved(
    alice: User, text: str, expected: tuple[int, str]
) -> None:
    client = bearer(alice)
    answer = send(client, {"text": text})
    assert error_of(answer) == expected
    assert b"42" not in answer.content
    assert answer.get("Retry-After") == ("3" if text in ("429", "503") else None)
    assert client.get("/api/notes").json()["places"] == 0


def test_the_query_is_checked(alice: User) -> None:
    client = bearer(alice)
    assert client.get("/api/notes?q=a&limit=5&tag=x&tag=y").json() == {
        "places": 0,
        "q": "a",
        "limit": 5,
        "tag": ["x", "y"],
    }
    assert error_of(client.get("/api/notes?limit=many")) == (422, "invalid")
    assert error_of(client.get("/api/notes?colour=red")) == (422, "unknown_field")
    assert error_of(client.get("/api/notes?q=%00")) == (400, "not_text")
    assert error_of(client.get("/api/notes?q=a&q=%00")) == (400, "not_text")
    assert client.get("/api/notes?q=%ff").status_code == 200


def test_unknown_addresses_and_methods(alice: User) -> None:
    client = bearer(alice)
    assert error_of(client.get("/api/nothing")) == (404, "not_found")
    assert error_of(client.delete("/api/notes")) == (405, "method_not_allowed")


def test_accept_headers_do_not_matter(alice: User) -> None:
    answer = bearer(alice).get("/api/notes", headers={"Accept": "text/html"})
    assert answer["Content-Type"] == "application/json"


def test_a_file_is_taken_where_files_are(alice: User) -> None:
    client = bearer(alice)
    answer = client.post(
        "/api/upload", {"name": "a", "file": SimpleUploadedFile("a.txt", b"12345")}
    )
    assert answer.json() == {"size": 5, "name": "a"}
    answer = client.post("/api/upload", "{}", content_type="application/json")
    assert error_of(answer) == (415, "unsupported_media_type")
    answer = client.post("/api/upload", "x", content_type="multipart/form-data")
    assert error_of(answer) == (400, "invalid")
