"""What goes wrong at Google, when a test wants it to."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass
class Reply:
    """What a request is answered with. `drop` breaks the connection instead."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "application/json; charset=UTF-8"
    drop: bool = False


@dataclass
class Fault:
    """Let the next calls of one name (after `skip` of them) go wrong, `times` over."""

    name: str
    reply: Reply | None = None
    times: int = 1
    skip: int = 0
    seconds: float = 0
    # Called when the fault strikes, before the answer: something happens meanwhile.
    then: Callable[[], object] | None = None
    # Only calls about this id.
    about: str = ""

    def strikes(self, name: str, about: str) -> bool:
        if name != self.name or not self.times or (self.about and about != self.about):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.times -= 1
        return True


def error(
    status: int, reason: str, message: str = "", headers: Mapping[str, str] | None = None
) -> Reply:
    """An error of the API, in Google's shape."""
    told = {
        "error": {
            "code": status,
            "message": message or reason,
            "errors": [{"message": message or reason, "domain": "global", "reason": reason}],
            "status": _STATUSES.get(status, "UNKNOWN"),
        }
    }
    return Reply(status, json.dumps(told).encode(), headers or {})


def oauth_error(status: int, name: str, words: str = "") -> Reply:
    """An error of the token endpoint."""
    return Reply(status, json.dumps({"error": name, "error_description": words}).encode())


def html_502() -> Reply:
    page = b"<!DOCTYPE html><html><title>Error 502 (Server Error)</title><p>That is all we know."
    return Reply(502, page, kind="text/html; charset=UTF-8")


_STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
