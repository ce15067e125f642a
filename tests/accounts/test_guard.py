"""The guard: signed-in people only, and only their own rows."""

from uuid import UUID

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from accounts.models import ApiToken, User, Workspace
from database.acting import acting_as
from web.guard import PersonRequest, own, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@signed_in
def workspace(request: PersonRequest, pk: UUID) -> HttpResponse:
    return HttpResponse(own(Workspace, pk=pk).name)


@signed_in(block=False)
def count(request: PersonRequest) -> HttpResponse:
    outside = Workspace.objects.count()
    with acting_as(request.user):
        return HttpResponse(f"{outside} {Workspace.objects.count()}")


@signed_in
def token(request: PersonRequest, pk: str) -> HttpResponse:
    return HttpResponse(own(ApiToken.objects.all(), pk=pk).name)


def open_to_all(request: HttpRequest) -> HttpResponse:
    return HttpResponse(own(ApiToken, digest="x").name)


urlpatterns = [
    path("workspace/<uuid:pk>", workspace),
    path("count", count),
    path("token/<str:pk>", token),
    path("open", open_to_all),
    # The page that says that something is not there has the rail, with all that it leads to.
    path("", include("yarnnn.urls")),
]


@pytest.fixture
def place(alice: User) -> Workspace:
    with acting_as(alice):
        return Workspace.objects.create(user=alice, name="Alice's")


def test_the_owner_gets_the_row(client: Client, alice: User, place: Workspace) -> None:
    client.force_login(alice)
    assert client.get(f"/workspace/{place.pk}").content == b"Alice's"


def test_a_stranger_gets_404(client: Client, charlie: User, place: Workspace) -> None:
    client.force_login(charlie)
    assert client.get(f"/workspace/{place.pk}").status_code == 404


def test_own_guards_tables_outside_row_security_too(
    client: Client, alice: User, charlie: User
) -> None:
    key = ApiToken.objects.create(user=alice, name="laptop", digest="x")
    client.force_login(alice)
    assert client.get(f"/token/{key.pk}").content == b"laptop"
    assert client.get("/token/not-an-id").status_code == 404
    client.force_login(charlie)
    assert client.get(f"/token/{key.pk}").status_code == 404
    assert client.get("/open").status_code == 404


def test_without_a_block_the_view_acts_for_nobody(
    client: Client, alice: User, place: Workspace
) -> None:
    client.force_login(alice)
    assert client.get("/count").content == b"0 2"


def test_whoever_is_not_signed_in_goes_to_sign_in(client: Client) -> None:
    answer = client.get("/count?a=1")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/login/?next=/count%3Fa%3D1"
    assert client.post("/count")["Location"] == "/accounts/login/?next=/"


def test_an_htmx_request_moves_the_whole_page(client: Client) -> None:
    answer = client.post(
        "/count", headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/memory?q=a"}
    )
    assert answer.status_code == 200
    assert answer["HX-Redirect"] == "/accounts/login/?next=/memory%3Fq%3Da"
