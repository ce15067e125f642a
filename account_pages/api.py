"""The API's call for the person's own settings."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, StringConstraints
from rest_framework.response import Response

from accounts.models import User
from accounts.profile import change_profile
from web.rest import ApiRequest, Shape, body_of, endpoint
from web.schema import ErrorAnswer


class Changing(Shape):
    """What to change of the person's settings; what is left out stays."""

    name: Annotated[str, StringConstraints(max_length=200)] | None = None
    zone: str | None = None
    language: str | None = None


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
    request=Changing,
    responses={200: PersonAnswer, 422: ErrorAnswer},
)
@endpoint("GET", "PATCH")
def me(request: ApiRequest) -> Response:
    """The person themselves."""
    if request.method == "PATCH":
        asked = body_of(request, Changing)
        change_profile(request.user, name=asked.name, time_zone=asked.zone, language=asked.language)
    return Response(_answer(request.user).model_dump())


def _answer(user: User) -> PersonAnswer:
    return PersonAnswer(
        id=user.pk,
        email=user.email,
        name=user.name,
        zone=user.time_zone,
        language=user.language,
        joined=user.date_joined,
    )
