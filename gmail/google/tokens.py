"""Google's tokens: sealed at rest, renewed when they expire."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import google_auth_httplib2
import httplib2
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils.translation import gettext_noop
from google.auth.exceptions import GoogleAuthError, RefreshError, TransportError
from google.oauth2 import credentials as of_people
from google.oauth2 import service_account

from database.sealing import seal, unseal
from gmail.google.errors import NO_ANSWER, Busy, GoogleError, NotAllowed, SignInAgain

READONLY = "https://www.googleapis.com/auth/gmail.readonly"
# What no waiting mends: somebody has to change something at Google, or here.
_REFUSED = frozenset(
    """invalid_client unauthorized_client deleted_client disabled_client access_denied invalid_scope
    admin_policy_enforced org_internal""".split()
)
# Seconds to wait for an answer of Google's.
PATIENCE = 30.0


class _Impatient:
    """Renews over a connection with a time-out.

    In the middle of a batch the client library brings one without.
    """

    def refresh(self, _request: object) -> None:
        http = httplib2.Http(timeout=PATIENCE)
        try:
            super().refresh(google_auth_httplib2.Request(http))  # type: ignore[misc]
        finally:
            http.close()


class PersonCredentials(_Impatient, of_people.Credentials):
    """The permission that a person gave."""


class ServiceCredentials(_Impatient, service_account.Credentials):
    """A service account that stands for a person of its organisation."""


Credentials = PersonCredentials | ServiceCredentials


@dataclass(frozen=True)
class OAuthGrant:
    """What a person's permission consists of. `expiry` is UTC without a zone, as Google has it."""

    refresh_token: str
    token: str
    expiry: datetime | None

    def sealed(self) -> bytes:
        expiry = self.expiry.isoformat() if self.expiry else None
        return seal({"refresh": self.refresh_token, "token": self.token, "expiry": expiry})


@dataclass(frozen=True)
class OAuthResult:
    """What came back: whose account, which scopes, and the grant."""

    subject: str
    address: str
    scopes: frozenset[str]
    grant: OAuthGrant


def opened(sealed: bytes | memoryview | None) -> OAuthGrant:
    """Raises SignInAgain where there is none, or its key is gone."""
    if not sealed:
        raise SignInAgain(gettext_noop("Google's permission is gone."))
    try:
        told = unseal(sealed)
    except InvalidToken:
        raise SignInAgain(
            gettext_noop("The key that encrypted Google's permission is gone.")
        ) from None
    expiry = datetime.fromisoformat(told["expiry"]) if told["expiry"] else None
    return OAuthGrant(told["refresh"], told["token"], expiry)


def of_person(grant: OAuthGrant) -> PersonCredentials:
    return PersonCredentials(  # type: ignore[no-untyped-call]
        token=grant.token or None,
        refresh_token=grant.refresh_token,
        token_uri=settings.GOOGLE_OAUTH_TOKEN_URI,
        client_id=settings.GOOGLE_OAUTH_CLIENT_ID,
        client_secret=settings.GOOGLE_OAUTH_CLIENT_SECRET,
        expiry=grant.expiry,
    )


def of_service(key: Mapping[str, Any], address: str) -> ServiceCredentials:
    """Raises ValueError or GoogleAuthError where the key is none."""
    make = cast("Callable[..., ServiceCredentials]", ServiceCredentials.from_service_account_info)
    return make(key, scopes=[READONLY], subject=address)


def is_service_key(key: Mapping[str, Any]) -> bool:
    """Whether its private key can be used."""
    try:
        of_service(key, "")
    except (ValueError, GoogleAuthError):
        return False
    return True


def renewed(grant: OAuthGrant, credentials: PersonCredentials) -> OAuthGrant | None:
    """The grant with the token it has now, where that is another one."""
    if not credentials.token or credentials.token == grant.token:
        return None
    return OAuthGrant(
        credentials.refresh_token or grant.refresh_token, credentials.token, credentials.expiry
    )


def trouble_with(error: GoogleAuthError, *, person: bool) -> GoogleError:
    """What it means that a token could not be had. `person`: theirs, not a service account's."""
    if isinstance(error, TransportError):
        return Busy(NO_ANSWER)
    told = error.args[1] if isinstance(error, RefreshError) and len(error.args) > 1 else None
    if not isinstance(told, Mapping) or error.retryable:
        return Busy(gettext_noop("Google's sign-in gave an unexpected answer."))
    name = str(told.get("error"))
    if name in ("invalid_grant", "invalid_rapt"):
        if person:
            return SignInAgain(gettext_noop("Google no longer accepts the permission."))
        return NotAllowed(gettext_noop("Google knows no such user, or they are suspended."))
    if name not in _REFUSED:
        return Busy(gettext_noop("Google's sign-in gave an unexpected answer."))
    if person:
        return NotAllowed(
            gettext_noop("Google refuses the client id or its secret. Check the settings.")
        )
    return NotAllowed(
        gettext_noop(
            "The service account may not read this mailbox. An administrator allows it in the "
            "organisation's settings."
        )
    )
