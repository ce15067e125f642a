"""Calls with an Idempotency-Key: sent again, they are answered again, and nothing is done twice."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response

from database.rows import insert
from database.sealing import index_key
from memories.models import AnsweredCall
from web.rest import ApiError, ApiRequest

LONGEST_KEY = 255
KEPT = timedelta(days=1)

# What became of a call, by ids: no words, which could be forgotten later.
Outcome = dict[str, Any]

HEADER = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Any text of the program's own. For a day the same call with the same key is "
    "answered as it was, and not done again; another call with that key is 422.",
)


def once(
    request: ApiRequest, do: Callable[[], Outcome], answer: Callable[[Outcome], Response]
) -> Response:
    """Do what is asked, unless it was done: then only answer. Runs inside `acting_as`.

    What is done and that it was done are one transaction: of two that come at the same time the
    second waits for the first, and of a call that failed nothing is kept.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return answer(do())
    if not 0 < len(key) <= LONGEST_KEY:
        raise ApiError("idempotency_key", f"An Idempotency-Key has 1 to {LONGEST_KEY} characters.")
    mine = AnsweredCall.objects.filter(user=request.user)
    mine.filter(created__lt=timezone.now() - KEPT).delete()
    key = _digest(request, _caller(request), key.encode())
    sent = (request.method or "").encode(), request.get_full_path().encode(), request.body
    call = AnsweredCall(user=request.user, key=key, call=_digest(request, *sent))
    if insert([call], unless_there=True):
        call.outcome = do()
        call.save(update_fields=["outcome"])
        return answer(call.outcome)
    before = mine.get(key=key)
    if before.call != call.call:
        message = "This Idempotency-Key came with another call before. Use a new one for each."
        raise ApiError("idempotency_key", message)
    return answer(before.outcome)


def _caller(request: ApiRequest) -> bytes:
    """Which of the person's programs: none learns from an Idempotency-Key what another did."""
    return request.auth.pk.bytes if request.auth else b""


def _digest(request: ApiRequest, *parts: bytes) -> str:
    """Of these parts, by a key of the person's own."""
    digest = hashlib.blake2b(digest_size=32, key=index_key(request.user.pk))
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
