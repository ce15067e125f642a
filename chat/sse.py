"""Server-sent events."""

import json
import logging
from collections.abc import Generator, Iterator
from typing import Any

from django.db import Error
from django.http import StreamingHttpResponse
from django.utils.translation import gettext

from web.unavailable import BUSY, unavailable

logger = logging.getLogger(__name__)


def event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def pulse() -> str:
    """A line that says nothing: it keeps proxies from closing, and shows who has gone."""
    return ": \n\n"


def streaming(events: Iterator[str]) -> StreamingHttpResponse:
    """A response that sends events as they come, past every buffer on the way.

    A database that fails underway ends it with an `error` that says what to do.
    """
    response = StreamingHttpResponse(_told(events), content_type="text/event-stream; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def _told(events: Iterator[str]) -> Generator[str, None, None]:
    try:
        yield from events
    except Error as error:
        logger.exception("A stream broke off")
        reason = unavailable(error) or BUSY
        yield event("error", {"code": reason.code, "message": gettext(reason.message)})
