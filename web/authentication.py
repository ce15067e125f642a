"""How a caller of the API is known: by a token, or by the browser's session."""

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User, digest_of

# "Last used" is written at most this often: not with every call.
NOTED_EVERY = timedelta(minutes=1)


class ApiTokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        token = find_token(secret.strip().decode("latin-1"))
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return "Bearer"


class BrowserAuthentication(SessionAuthentication):
    """The session of the web pages, with its CSRF token."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, None] | None:
        if not request._request.user.is_authenticated:
            return None
        return super().authenticate(request)


def find_token(secret: str) -> ApiToken | None:
    """The token of an active person with this secret, its use noted."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=digest_of(secret), user__is_active=True)
        .first()
    )
    if token:
        note_use(token)
    return token


def note_use(token: ApiToken) -> None:
    """Note that a token is used now."""
    now = timezone.now()
    if token.last_used is None or token.last_used < now - NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)
