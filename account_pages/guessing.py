"""How often a password may be guessed, and by whom, so that nobody can lock out somebody else.

A stranger's tries count by address and account together, and for the account as a whole. A browser
in which the person has signed in before has a count of its own, which no stranger can use up.
"""

import secrets
from typing import Any

from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIE = "yarnnn_browser"
_SALT = "account_pages.guessing"
_AGE = 400 * 24 * 3600
# Maximum number of people a browser is remembered for.
_PEOPLE = 5
_APP = "allauth.account"


class TooManyError(Exception):
    """No more tries for now; `everywhere` when it is the account's own bound."""

    def __init__(self, *, everywhere: bool) -> None:
        super().__init__()
        self.everywhere = everywhere


def take(request: HttpRequest, email: str) -> RateLimitUsage:
    """Count one try; the right password gives it back. Raises TooManyError."""
    email = email.lower()
    if known := _known_as(request, email):
        mine = _take(request, "login_failed_known", f"{email}:{known}")
        if mine is None:
            raise TooManyError(everywhere=False)
        return mine
    here = _take(request, "login_failed", key_of(request, email))
    if here is None:
        raise TooManyError(everywhere=False)
    everywhere = _take(request, "login_failed_everywhere", email)
    if everywhere is None:
        raise TooManyError(everywhere=True)
    return RateLimitUsage([*here.usage, *everywhere.usage])


def key_of(request: HttpRequest, email: str) -> str:
    """Whose tries a stranger's count together: address and account."""
    return f"{email.lower()}:{ratelimit.get_ip(request)}"


def clear_everywhere(request: HttpRequest, email: str) -> None:
    """Begin anew: the person has shown by mail who they are."""
    ratelimit.clear(request, app=_APP, action="login_failed_everywhere", key=email.lower())


def is_known_browser(request: HttpRequest, email: str) -> bool:
    return bool(_known_as(request, email.lower()))


def know_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Remember that this person has signed in by this browser."""
    browser, people = _read(request)
    people = [str(user.pk), *(each for each in people if each != str(user.pk))][:_PEOPLE]
    value = signing.dumps([browser or secrets.token_urlsafe(12), *people], salt=_SALT)
    response.set_cookie(
        COOKIE,
        value,
        max_age=_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _known_as(request: HttpRequest, email: str) -> str:
    """The signed-in session or the known browser that a person of this email asks by, or ""."""
    if request.user.is_authenticated and request.user.email == email:
        return "signed in"
    browser, people = _read(request)
    known = browser and User.objects.filter(email=email, pk__in=people).exists()
    return browser if known else ""


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        value: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_AGE)
    except signing.BadSignature:
        return "", []
    return value[0], value[1:]


def _take(request: HttpRequest, action: str, key: str) -> RateLimitUsage | None:
    return ratelimit.consume(request, app=_APP, action=action, key=key)
