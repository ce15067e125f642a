"""What both clients share: the address and the key, what is sent again, how answers are read."""

from http import HTTPStatus
from typing import Any, TypeVar

import httpx2

from .calls import Call
from .errors import Unreachable, YarnnnError, refusal

T = TypeVar("T")

# An answer of a model may take as long.
TIMEOUT = httpx2.Timeout(120, connect=10)
# Seconds waited before each retry of a call that may be repeated.
PAUSES = (0.5, 2.0)


def settings_of(url: str, key: str, timeout: float | None) -> dict[str, Any]:
    """What the HTTP client is made with."""
    return {
        "base_url": f"{url.rstrip('/')}/api/",
        "headers": {"Authorization": f"Bearer {key}"},
        "timeout": TIMEOUT if timeout is None else timeout,
    }


def arguments_of(call: Call[Any]) -> dict[str, Any]:
    """What the HTTP client is asked with."""
    told: dict[str, Any] = {"params": list(call.query)}
    if call.body is not None:
        told["json"] = dict(call.body)
    if call.once is not None:
        told["headers"] = {"Idempotency-Key": call.once}
    return told


def is_worth_repeating(call: Call[Any], response: httpx2.Response) -> bool:
    """Whether the server only could not just now."""
    busy = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
    return call.repeatable and response.status_code in busy


def unreachable(error: Exception) -> Unreachable:
    return Unreachable("unreachable", f"Yarnnn could not be reached: {error}")


def read(call: Call[T], response: httpx2.Response) -> T:
    """What was answered. Raises YarnnnError for what was refused."""
    try:
        told = response.json()
    except ValueError:
        message = "This is no answer of Yarnnn's. Check the address."
        raise YarnnnError("no_answer", message, response.status_code) from None
    if response.is_error:
        raise refusal(response.status_code, told.get("error", {}))
    if told.get("outcome") == "received":
        message = "It was kept. A key that may only add is told nothing more: use one that reads."
        raise YarnnnError("received", message, response.status_code)
    if told.get("outcome") == "held_back":
        message = "This may be what was forgotten. It is remembered once the person says so."
        raise YarnnnError("held_back", message, response.status_code)
    return call.read(told)
