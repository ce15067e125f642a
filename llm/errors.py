"""What can go wrong with a model, in our own words; no caller sees a library's exception."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    import openai


class ModelError(Exception):
    """A model could not do what was asked.

    `retryable` says whether the same call may succeed later; `str(error)` is one sentence for
    people, free of content and keys; `retry_after` is in seconds, where the server named one.
    """

    retryable: ClassVar[bool] = False
    message: ClassVar[str] = gettext_noop("The model could not answer.")

    def __init__(self, message: str | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(message or self.message)
        self.retry_after = retry_after


class Unreachable(ModelError):
    retryable = True
    message = gettext_noop(
        "The model's server cannot be reached. Is it running, and is its address right?"
    )


class TimedOut(ModelError):
    retryable = True
    message = gettext_noop("The model took too long to answer. Try again in a moment.")


class TookTooLong(TimedOut):
    retryable = False
    message = gettext_noop(
        "The model’s answer took longer than YARNNN_ANSWER_TIMEOUT allows, and ends here."
    )


class UnaskedTool(ModelError):
    retryable = True
    message = gettext_noop(
        "The model tried to use a tool, and it has none here: whatever it says it did, nothing was"
        " done. Try again."
    )


class Interrupted(ModelError):
    retryable = True
    message = gettext_noop("The connection to the model broke off in the middle of the answer.")


class RateLimited(ModelError):
    retryable = True
    message = gettext_noop(
        "The model's server is busy or its limit is reached. Try again in a moment."
    )


class ServerFailed(ModelError):
    retryable = True
    message = gettext_noop(
        "The model's server reported a failure of its own. Try again in a moment."
    )


class OutOfCredit(ModelError):
    message = gettext_noop("The account at the model's provider has no credit left.")


class BadKey(ModelError):
    message = gettext_noop("The model's server refused the key. Check OPENAI_API_KEY.")


class UnknownModel(ModelError):
    message = gettext_noop(
        "The server does not know this model or address. Check the model's name and base URL."
    )


class ContextTooLong(ModelError):
    """`with_answer`: it would fit if less room were asked for to answer in."""

    message = gettext_noop("This is longer than the model can read at once.")
    with_answer: bool = False


class RequestRejected(ModelError):
    """The server turned the request down; `parameters` are those of ours its words name."""

    message = gettext_noop("The model's server did not accept the request.")
    parameters: frozenset[str] = frozenset()


class NoTools(ModelError):
    """The model's server takes no tools: ask again without them, in words that promise none."""

    message = gettext_noop("This model cannot use tools.")


class NoModel(ModelError):
    message = gettext_noop(
        "No chat model is set. Set YARNNN_CHAT_MODEL and OPENAI_BASE_URL or OPENAI_API_KEY."
    )


class BadAnswer(ModelError):
    message = gettext_noop("The model's answer could not be understood.")


class WrongDimension(ModelError):
    message = gettext_noop(
        "The embedding model returns vectors of another length than YARNNN_EMBEDDING_DIMENSION."
    )


_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "context length",
    "context size",
    "context window",
    "maximum context",
    "too many tokens",
    "input is too large",
    "too large to process",
    "input length exceeds",
)
# vLLM counts what may be answered among what must fit, in words that changed over time.
_ANSWER_COUNTED = ("max_tokens", "max_completion_tokens", "in the completion", "output tokens")
_NO_CREDIT = ("insufficient_quota", "billing_hard_limit_reached")
_UNKNOWN_MODEL = ("model_not_found", "not found, try pulling", "unknown model")
_PARAMETERS = {
    "max_completion_tokens": "max_completion_tokens",
    "max_tokens": "max_tokens",
    "stream_options": "stream_options",
    "dimensions": "dimensions",
    "matryoshka": "dimensions",
    "response_format": "response_format",
    "json_schema": "response_format",
    "invalid schema": "response_format",
    "grammar": "response_format",
    "tools": "tools",
    "tool choice": "tools",
}


@contextmanager
def model_errors() -> Iterator[None]:
    """Turn whatever the client library raises inside the block into a `ModelError`."""
    # Imported here: the library costs a second and 45 MB, which a process without a model saves.
    import httpx2
    import openai

    try:
        yield
    except openai.APIStatusError as error:
        raise _from_status(error) from None
    except openai.APITimeoutError:
        raise TimedOut from None
    except openai.APIConnectionError as error:
        raise _from_connection(error) from None
    except openai.APIResponseValidationError:
        raise BadAnswer from None
    except openai.APIError as error:  # the server reported it inside its stream
        raise _from_words(error) or ServerFailed() from None
    except httpx2.TimeoutException:
        raise TimedOut from None
    except httpx2.ConnectError:
        raise Unreachable from None
    except (httpx2.HTTPError, httpx2.StreamError):
        raise Interrupted from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise BadAnswer from None


def _from_connection(error: Exception) -> ModelError:
    import httpx2

    reached = isinstance(error.__cause__, httpx2.ReadError | httpx2.RemoteProtocolError)
    return Interrupted() if reached else Unreachable()


def _from_status(error: "openai.APIStatusError") -> ModelError:
    status = error.status_code
    named = _from_words(error)
    if status == HTTPStatus.TOO_MANY_REQUESTS and not isinstance(named, OutOfCredit):
        return RateLimited(retry_after=_seconds(error.response.headers.get("retry-after")))
    if named is not None:
        return named
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return BadKey()
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED} or 300 <= status < 400:
        return UnknownModel()
    if status in {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT}:
        return TimedOut()
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return ContextTooLong()
    if status < HTTPStatus.INTERNAL_SERVER_ERROR or "tools" in _parameters(error):
        refused = RequestRejected()  # llama.cpp says 500 where it cannot do tools
        refused.parameters = _parameters(error)
        return refused
    return ServerFailed(retry_after=_seconds(error.response.headers.get("retry-after")))


def _parameters(error: "openai.APIStatusError") -> frozenset[str]:
    """Find which parameter a server will not take: named by OpenAI, by others only in words."""
    if error.param and error.param.partition(".")[0] in _PARAMETERS.values():
        return frozenset({error.param.partition(".")[0]})
    said = str(error.message).lower()
    return frozenset(name for words, name in _PARAMETERS.items() if words in said)


def _from_words(error: Exception) -> ModelError | None:
    """Some errors are told only by a code or a phrase; servers agree on few status codes."""
    code = getattr(error, "code", None) or ""
    said = f"{code} {getattr(error, 'type', None) or ''} {getattr(error, 'message', '')}".lower()
    if any(phrase in said for phrase in _NO_CREDIT):
        return OutOfCredit()
    if any(phrase in said for phrase in _TOO_LONG):
        too_long = ContextTooLong()
        too_long.with_answer = any(phrase in said for phrase in _ANSWER_COUNTED)
        return too_long
    if any(phrase in said for phrase in _UNKNOWN_MODEL):
        return UnknownModel()
    return None


def _seconds(header: str | None) -> float | None:
    """Read a Retry-After given in seconds; no model's server sends the form with a date."""
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
