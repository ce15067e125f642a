"""What goes wrong, as exceptions."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any


class YarnnnError(Exception):
    """A call that was refused. `code` is stable, `message` says what to do."""

    def __init__(self, code: str, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status


class NotFound(YarnnnError):
    """There is nothing by that id, or at that namespace and key."""


class ItemForgotten(YarnnnError):
    """The person has forgotten this: it is not kept again, unless it is sent `again`."""


class Unreachable(YarnnnError):
    """Yarnnn could not be reached, or gave no answer in time."""


def refusal(status: int, told: Mapping[str, Any]) -> YarnnnError:
    """The exception for an error that was answered."""
    code, message = str(told.get("code", "")), str(told.get("message", ""))
    if code == "forgotten":
        return ItemForgotten(code, message, status)
    if status == HTTPStatus.NOT_FOUND:
        return NotFound(code, message, status)
    return YarnnnError(code or "failed", message or f"Yarnnn answered {status}.", status)
