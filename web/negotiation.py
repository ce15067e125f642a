"""In what form the API takes and gives."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Untouched(BaseParser):
    """Leaves the body to `web.rest.body_of`, whatever its type."""

    media_type = ""

    def parse(self, *_: Any) -> dict[str, Any]:
        return {}


class AlwaysJson(BaseContentNegotiation):
    """JSON whatever the Accept header asks for: there is nothing else to choose."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        return next((p for p in parsers if request.content_type.startswith(p.media_type)), None)

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002
        renderers: Any,
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type
