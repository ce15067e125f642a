"""What the API's calls take and give, for its OpenAPI description: from the same shapes."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter
from pydantic import BaseModel

from web.rest import Shape


class ErrorBody(BaseModel):
    """What went wrong: a stable code, and what to do in plain words."""

    code: str
    message: str


class ErrorAnswer(BaseModel):
    """Every error of the API."""

    error: ErrorBody


def parameters_of(shape: type[Shape]) -> list[OpenApiParameter]:
    """The query parameters that a shape describes."""
    described: dict[str, Any] = shape.model_json_schema()
    required = described.get("required", [])
    definitions = described.get("$defs", {})
    return [
        OpenApiParameter(
            name,
            type=_plain(schema, definitions),
            required=name in required,
            description=schema.get("description", ""),
        )
        for name, schema in described["properties"].items()
    ]


def _plain(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema with its references put in place, and without "or null"."""
    options = [option for option in schema.get("anyOf", []) if option != {"type": "null"}]
    if len(options) == 1:
        return _plain(options[0], definitions)
    if "$ref" in schema:
        return dict(definitions[schema["$ref"].rpartition("/")[2]])
    if "items" in schema:
        return {"type": "array", "items": _plain(schema["items"], definitions)}
    return {key: value for key, value in schema.items() if key not in ("title", "description")}


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
