"""Which models a server has, asked before one of them is chosen.

The address was typed into a form, so nothing of what answers is believed or shown but names: no
redirect is followed, and no more than a megabyte read.
"""

import json
from http import HTTPStatus

from llm.endpoints import Endpoint, http_client
from llm.errors import BadAnswer, BadKey, ModelError, ServerFailed, UnknownModel, model_errors

SECONDS = 10.0
_LARGEST = 1_000_000
_MOST, _LONGEST_NAME = 500, 200


def models_at(base_url: str, api_key: str) -> list[str]:
    """The names of a server's models. Raises ModelError."""
    endpoint = Endpoint(base_url, "", api_key)
    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    read = b""
    client = http_client(endpoint, SECONDS)
    try:
        with (
            model_errors(),
            client.stream("GET", f"{base_url.rstrip('/')}/models", headers=headers) as answer,
        ):
            if problem := _problem(answer.status_code):
                raise problem
            for piece in answer.iter_bytes():
                read += piece
                if len(read) > _LARGEST:
                    raise BadAnswer
    finally:
        client.close()
    return _names(read)


def _problem(status: int) -> ModelError | None:
    if status == HTTPStatus.OK:
        return None
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return BadKey("The server refused the key.")
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ServerFailed()
    return UnknownModel(
        "The server has no list of models at this address. Does the address end in /v1?"
    )


def _names(read: bytes) -> list[str]:
    try:
        listed = json.loads(read)["data"]
        names = {str(each["id"]) for each in listed[:_MOST]}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadAnswer("What answers at this address is no server of models.") from None
    return sorted(name for name in names if len(name) <= _LONGEST_NAME and name.isprintable())
