"""Middleware that notes what each key was used for: `accounts.access_log`."""

import re
from collections.abc import Callable
from contextlib import suppress

from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.access_log import note
from accounts.grants import Does
from accounts.models import ApiToken

_PART = re.compile(r"<\w+:(\w+)>")
_NAMES = {"pk": "ID"}
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


def note_calls(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Note each call of the API by a key: its route, without what stood in its address."""

    def called(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        # The framework leaves whoever called by which key at the request.
        key = getattr(request, "auth", None)
        if isinstance(key, ApiToken):
            does = getattr(request, "does", Does.READ)
            # What was answered stays answered, also where the database has just gone away.
            with suppress(DatabaseError):
                note(key, does, _route(request), response.status_code)
        return response

    return called


def _route(request: HttpRequest) -> str:
    method = request.method if request.method in _METHODS else "?"
    route = request.resolver_match.route if request.resolver_match else ""
    path = _PART.sub(lambda part: _NAMES.get(part[1], part[1].upper()), route)
    return f"{method} /{path}"
