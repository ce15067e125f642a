"""Server-sent events."""

import json
from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse


def event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def pulse() -> str:
    """A line that says nothing: it keeps proxies from closing, and shows who has gone."""
    return ": \n\n"


def streaming(events: Iterator[str]) -> StreamingHttpResponse:
    """A response that sends events as they come, past every buffer on the way."""
    response = StreamingHttpResponse(events, content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
