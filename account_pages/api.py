"""The API's calls for the person's own settings, and for their keys."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, StringConstraints
from rest_framework.response import Response

from accounts.access_log import KEPT, calls_of
from accounts.models import ApiToken, KeyUse, User
from accounts.profile import change_profile
from accounts.tokens import revoke
from web.guard import own
from web.rest import ApiRequest, Shape, body_of, endpoint
from web.schema import ErrorAnswer


class PersonChanges(Shape):
    """What to change of the person's settings; what is left out stays."""

    name: Annotated[str, StringConstraints(max_length=200)] | None = None
    zone: str | None = None
    language: str | None = None


class CallAnswer(BaseModel):
    """A kind of call that a key made: a route or a tool, how it ended, how often, and when last."""

    does: KeyUse.Does
    call: str
    status: int
    times: int
    last: datetime


class KeyAnswer(BaseModel):
    """A key: what it may do, in which project alone (null: everything), and what it did."""

    id: UUID
    name: str
    scope: ApiToken.Scope
    project: UUID | None
    created: datetime
    last_used: datetime | None
    calls: list[CallAnswer]


class KeysAnswer(BaseModel):
    """All keys, the latest first."""

    keys: list[KeyAnswer]


class PersonAnswer(BaseModel):
    """Whose memory it is: what to call them, and in which zone and language they live."""

    id: UUID
    email: str
    name: str
    zone: str
    language: str
    joined: datetime


@extend_schema(
    methods=["GET"],
    operation_id="me_read",
    description="Whose memory it is.",
    responses={200: PersonAnswer},
)
@extend_schema(
    methods=["PATCH"],
    operation_id="me_change",
    description="Change what to call the person, their time zone (such as Europe/Berlin), by which "
    "“last week” is understood, or the language of answers.",
    request=PersonChanges,
    responses={200: PersonAnswer, 422: ErrorAnswer},
)
@endpoint("GET", "PATCH")
def me(request: ApiRequest) -> Response:
    """The person themselves."""
    if request.method == "PATCH":
        asked = body_of(request, PersonChanges)
        change_profile(request.user, name=asked.name, time_zone=asked.zone, language=asked.language)
    return Response(_answer(request.user).model_dump())


@extend_schema(
    operation_id="keys_list",
    description=f"The person's keys, and what each did in the last {KEPT.days} days: kinds of "
    "calls, the latest first. Nothing of what was asked is kept.",
    responses={200: KeysAnswer},
)
@endpoint("GET")
def keys(request: ApiRequest) -> Response:
    """What each key did."""
    listed = list(request.user.api_tokens.order_by("-created", "pk"))
    calls = calls_of(request.user, listed)
    answer = KeysAnswer(
        keys=[
            KeyAnswer(
                id=key.pk,
                name=key.name,
                scope=ApiToken.Scope(key.scope),
                project=key.project_id,
                created=key.created,
                last_used=key.last_used,
                calls=[CallAnswer(**vars(call)) for call in calls[key.pk]],
            )
            for key in listed
        ]
    )
    return Response(answer.model_dump(mode="json"))


@extend_schema(
    operation_id="key_revoke",
    description="Let a key work no more.",
    responses={204: None, 404: ErrorAnswer},
)
@endpoint("DELETE")
def key(_request: ApiRequest, pk: UUID) -> Response:
    """Revoke."""
    revoke(own(ApiToken, pk=pk))
    return Response(status=204)


def _answer(user: User) -> PersonAnswer:
    return PersonAnswer(
        id=user.pk,
        email=user.email,
        name=user.name,
        zone=user.time_zone,
        language=user.language,
        joined=user.date_joined,
    )
