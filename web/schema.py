"""What the API's calls take and give, for its OpenAPI description: from the same shapes."""

from typing import Any

from django.conf import settings
from drf_spectacular.contrib.pydantic import PydanticExtension
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter
from pydantic import BaseModel

from web.rest import Shape

_REF = "#/components/schemas/{model}"


class ErrorBody(BaseModel):
    """What went wrong: a stable code, and what to do in plain words."""

    code: str
    message: str


class ErrorAnswer(BaseModel):
    """Every error of the API."""

    error: ErrorBody


def parameters_of(shape: type[Shape]) -> list[OpenApiParameter]:
    """The query parameters that a shape describes."""
    described = _described(shape)
    required = described.get("required", [])
    return [
        OpenApiParameter(
            name,
            type=_plain(schema),
            required=name in required,
            description=schema.get("description", ""),
        )
        for name, schema in described["properties"].items()
    ]


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema without "or null"."""
    options = [option for option in schema.get("anyOf", []) if option != {"type": "null"}]
    if len(options) == 1:
        return _plain(options[0])
    return {key: value for key, value in schema.items() if key not in ("title", "description")}


class ShapeScheme(PydanticExtension):  # type: ignore[no-untyped-call]
    """A shape as pydantic describes it, but with the choices of a field in their place.

    Choices of several rooms have one name, as "State"; of one name one description would be kept.
    """

    priority = 1

    def map_serializer(self, auto_schema: Any, direction: str) -> Any:  # noqa: ARG002
        described = _described(self.target)
        for name, part in described.pop("$defs", {}).items():
            kind = ResolvedComponent.SCHEMA
            component = ResolvedComponent(name, kind, part, name)  # type: ignore[no-untyped-call]
            auto_schema.registry.register_on_missing(component)
        return described


def _described(shape: type[BaseModel]) -> dict[str, Any]:
    described = shape.model_json_schema(ref_template=_REF, mode="serialization")
    parts = described.get("$defs", {})
    choices = {_REF.format(model=name): part for name, part in parts.items() if "enum" in part}
    described["$defs"] = {name: part for name, part in parts.items() if "enum" not in part}
    in_place: dict[str, Any] = _in_place(described, choices)
    return in_place


def _in_place(described: Any, choices: dict[str, Any]) -> Any:
    match described:
        case {"$ref": ref, **more} if ref in choices:
            return choices[ref] | more
        case dict():
            return {key: _in_place(value, choices) for key, value in described.items()}
        case list():
            return [_in_place(value, choices) for value in described]
    return described


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer TOKEN`."""

    target_class = "web.authentication.ApiTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The browser's session; what changes something also needs the CSRF token."""

    target_class = "web.authentication.BrowserAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
