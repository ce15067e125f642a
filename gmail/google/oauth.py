"""The way to Google's consent page and back.

It loads a hundred and fifty modules, for a visit that comes once a year: import it in the function
that goes there.
"""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.utils.translation import gettext_noop
from google_auth_oauthlib.flow import Flow
from oauthlib.oauth2 import OAuth2Error

from gmail.google.errors import NO_ANSWER, Busy, NotAllowed, UnexpectedRefusal
from gmail.google.tokens import PATIENCE, READONLY, OAuthGrant, OAuthResult

SCOPES = ("openid", "email", READONLY)

# Which boxes were ticked is for us to check: the library would only raise a Warning.
os.environ["OAUTHLIB_RELAX_TOKEN_SCOPE"] = "1"  # noqa: S105


def consent_url(redirect_uri: str, state: str, hint: str = "") -> tuple[str, str]:
    """Where to send the person, and the PKCE verifier to bring to `redeem`."""
    flow = _flow(redirect_uri, None)
    more = {"login_hint": hint} if hint else {}
    url, _ = flow.authorization_url(access_type="offline", prompt="consent", state=state, **more)
    return str(url), str(flow.code_verifier)


def redeem(code: str, verifier: str, redirect_uri: str) -> OAuthResult:
    """Get the tokens for a code, and whose they are.

    Raises Busy, NotAllowed or UnexpectedRefusal.
    """
    flow = _flow(redirect_uri, verifier)
    with flow.oauth2session:
        try:
            told = flow.fetch_token(code=code, timeout=PATIENCE)
        except (requests.RequestException, ValueError):
            raise Busy(NO_ANSWER) from None
        except OAuth2Error as error:
            raise _refusal(error) from None
    # What Google calls itself granted; where it says nothing, that is what was asked for.
    granted = told.get("scope") or list(SCOPES)
    scopes = frozenset(granted if isinstance(granted, list) else granted.split())
    token = str(told["access_token"])
    subject, address = _whose(token)
    return OAuthResult(
        subject=subject,
        address=address,
        scopes=scopes,
        grant=OAuthGrant(
            str(told.get("refresh_token") or ""), token, _expiry(told.get("expires_at"))
        ),
    )


def revoke(token: str) -> None:
    """Give the permission back. Raises Busy where Google did not take it."""
    try:
        answer = requests.post(
            settings.GOOGLE_OAUTH_REVOKE_URI, data={"token": token}, timeout=PATIENCE
        )
    except requests.RequestException:
        raise Busy(NO_ANSWER) from None
    # 400: it was not good any more.
    if answer.status_code not in (200, 400):
        raise Busy(gettext_noop("Google has not revoked the permission yet."))


def _flow(redirect_uri: str, verifier: str | None) -> Flow:
    if urlsplit(settings.GOOGLE_OAUTH_TOKEN_URI).scheme == "http":
        # The settings let http through for this machine alone.
        os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
    client = {
        "client_id": settings.GOOGLE_OAUTH_CLIENT_ID,
        "client_secret": settings.GOOGLE_OAUTH_CLIENT_SECRET,
        "auth_uri": settings.GOOGLE_OAUTH_AUTH_URI,
        "token_uri": settings.GOOGLE_OAUTH_TOKEN_URI,
    }
    flow: Flow = Flow.from_client_config(
        {"web": client}, scopes=list(SCOPES), redirect_uri=redirect_uri, code_verifier=verifier
    )
    return flow


def _refusal(error: OAuth2Error) -> Busy | NotAllowed | UnexpectedRefusal:
    if error.error in ("invalid_client", "unauthorized_client"):
        return NotAllowed(
            gettext_noop("Google refuses the client id or its secret. Check the settings.")
        )
    if error.error == "invalid_grant":
        return UnexpectedRefusal(gettext_noop("Google no longer accepts this sign-in."))
    return Busy(gettext_noop("Google's sign-in gave an unexpected answer."))


def _expiry(at: float | None) -> datetime | None:
    return datetime.fromtimestamp(at, UTC).replace(tzinfo=None) if at else None


def _whose(token: str) -> tuple[str, str]:
    """Google's own id for somebody, and their address; "" where only the mailbox tells it."""
    headers = {"Authorization": f"Bearer {token}"}
    try:
        answer = requests.get(settings.GOOGLE_USERINFO_URI, headers=headers, timeout=PATIENCE)
        who: Mapping[str, Any] = answer.json()
        # By its older address Google calls it `id`.
        subject = who.get("sub") or who.get("id")
        if answer.status_code == 200 and subject:
            return str(subject), str(who.get("email") or "").lower()
    except (requests.RequestException, ValueError, AttributeError):
        pass
    raise Busy(gettext_noop("Google did not say whose account it is."))
