"""What Google's answers mean for us: whether trying again can help, and plain words for it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from django.utils.translation import gettext_noop


class GoogleError(Exception):
    """Google did not do what was asked. `words` say so without content."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Busy(GoogleError):
    """Later it may work: after `seconds`, where Google said so."""

    def __init__(self, words: str, seconds: float | None = None, *, internal: bool = False) -> None:
        super().__init__(words)
        self.seconds = seconds
        # Google broke on this one thing (500), whatever else works.
        self.internal = internal


class DayIsOver(GoogleError):
    """The day's quota is used up: it works again after midnight in California."""


class SignInAgain(GoogleError):
    """The permission is gone; only the person can give it again."""


class NotAllowed(GoogleError):
    """Somebody else has to change something first: an administrator, or whoever runs this."""


class NotFound(GoogleError):
    """It is not there (any more)."""


class BadPage(GoogleError):
    """Google no longer knows this page of a list."""


class UnexpectedRefusal(GoogleError):
    """Google refused for a reason we do not know."""


@dataclass(frozen=True)
class ErrorResponse:
    """An error as it came over the wire."""

    status: int
    headers: Mapping[str, str]
    content: bytes | str


SLOW_DOWN = gettext_noop("Google asked to go slower.")
NO_ANSWER = gettext_noop("Google could not be reached.")
CUT_OFF = gettext_noop("Google's answer was cut off.")

_RATE = frozenset(
    """rateLimitExceeded userRateLimitExceeded quotaExceeded RATE_LIMIT_EXCEEDED
    RESOURCE_EXHAUSTED""".split()
)
_PERMISSION = {"insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"}
_SWITCHED_OFF = gettext_noop(
    "The Gmail API is switched off in the Google Cloud project. Whoever runs this switches it on."
)
_FORBIDDEN = {
    "domainPolicy": gettext_noop(
        "Your organisation does not allow this app to read its mail. Its "
        "administrator can change that."
    ),
    "accessNotConfigured": _SWITCHED_OFF,
    "SERVICE_DISABLED": _SWITCHED_OFF,
}


def trouble_of(answer: ErrorResponse) -> GoogleError:
    """What an error of the Gmail API means."""
    reasons, message = _said(answer.content)
    match answer.status:
        case 400:
            return _bad_request(message)
        case 401:
            return Busy(gettext_noop("Google rejected the permission; it is being renewed."))
        case 403:
            return _forbidden(reasons, message, answer)
        case 404 | 410:
            return NotFound(gettext_noop("Google no longer has it."))
        case 429 if _is_of_the_day(reasons, message):
            return DayIsOver(gettext_noop("The day's quota at Google is used up."))
        case 408 | 429:
            return Busy(SLOW_DOWN, retry_after(answer.headers))
        case status if status >= 500:
            words = gettext_noop("Google is having problems.")
            return Busy(words, retry_after(answer.headers), internal=status == 500)
    return UnexpectedRefusal(f"Google refused with error {answer.status}.")


def _bad_request(message: str) -> GoogleError:
    lowered = message.lower()
    if "mail service not enabled" in lowered or "precondition check failed" in lowered:
        return NotAllowed(gettext_noop("This account has no Gmail."))
    if "historyid" in lowered:
        return NotFound(gettext_noop("Google no longer knows what changed since then."))
    if "page" in lowered and "token" in lowered:
        return BadPage(gettext_noop("Google no longer knows this page of the list."))
    return UnexpectedRefusal(gettext_noop("Google refused with error 400."))


def _forbidden(reasons: set[str], message: str, answer: ErrorResponse) -> GoogleError:
    if _is_of_the_day(reasons, message):
        return DayIsOver(gettext_noop("The day's quota at Google is used up."))
    known = [words for reason, words in _FORBIDDEN.items() if reason in reasons]
    if known:
        return NotAllowed(known[0])
    # Some answers give their reason in words alone.
    lowered = message.lower()
    if reasons & _RATE or "rate limit" in lowered or "quota exceeded" in lowered:
        return Busy(SLOW_DOWN, retry_after(answer.headers))
    if reasons & _PERMISSION or "insufficient" in lowered:
        return SignInAgain(gettext_noop("The permission to read mail is missing."))
    if "has not been used in project" in lowered:
        return NotAllowed(_SWITCHED_OFF)
    return NotAllowed(gettext_noop("Google does not allow reading this mailbox."))


def _is_of_the_day(reasons: set[str], message: str) -> bool:
    return "dailyLimitExceeded" in reasons or "daily limit" in message.lower()


def _said(content: bytes | str) -> tuple[set[str], str]:
    """The reasons and the message in the body of an error; none where it is no JSON of theirs."""
    try:
        told: Any = json.loads(content)["error"]
        details = [*(told.get("errors") or ()), *(told.get("details") or ())]
        reasons = {str(each.get("reason")) for each in details} | {str(told.get("status"))}
        return reasons, str(told.get("message") or "")
    except (ValueError, TypeError, KeyError, AttributeError):
        return set(), ""


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of a Retry-After header, at most an hour; it may also name a time."""
    raw = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    try:
        seconds = float(raw)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(raw) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return min(max(seconds, 0.0), 3600.0) if seconds == seconds else None
