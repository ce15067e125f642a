"""Connect a mailbox: to Google's consent page and back, once, within ten minutes."""

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User, digest_of
from database.acting import acting_as
from database.sealing import seal, unseal
from gmail.connection import controls
from gmail.google.errors import GoogleError
from gmail.google.mail import connected
from gmail.google.tokens import READONLY, OAuthGrant, OAuthResult, of_person, opened
from gmail.models import Account, Attempt
from gmail.source_kind import SYNC
from memories import work
from web.stored_words import translated

MINUTES = 10
_LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class ConnectionResult:
    """A mailbox that is connected now; `again` where it had been before."""

    account: Account
    again: bool


class NotConnected(Exception):
    """Nothing was connected. `message` says why in plain words, and what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def is_set_up() -> bool:
    """Whether there is a client id to ask Google with."""
    return bool(settings.GOOGLE_OAUTH_CLIENT_ID)


def begin(user: User, redirect_uri: str, account: Account | None = None) -> str:
    """Where to send the person to give their consent; for `account` where it is to be given again.

    Raises NotConnected where Google would not send anybody back to `redirect_uri`.
    """
    if not is_set_up():
        raise NotConnected("no_client", gettext("Gmail is not set up here yet."))
    if not _google_takes(redirect_uri):
        raise NotConnected(
            "address",
            gettext(
                "Google sends people back only to an address with https, or to localhost. Open "
                "Yarnnn as http://localhost on its own machine, or have it run at an https "
                "address."
            ),
        )
    from gmail.google import oauth

    state = secrets.token_urlsafe(32)
    hint = account.address if account else ""
    url, verifier = oauth.consent_url(redirect_uri, state, hint)
    kept = {
        "verifier": verifier,
        "redirect": redirect_uri,
        "account": str(account.pk) if account else "",
    }
    Attempt.objects.filter(user=user, expires__lt=timezone.now() - timedelta(days=1)).delete()
    Attempt.objects.create(
        user=user,
        state_digest=digest_of(state),
        sealed_verifier=seal(kept),
        expires=timezone.now() + timedelta(minutes=MINUTES),
    )
    return url


def finish(user: User, state: str, code: str, error: str = "") -> ConnectionResult:
    """The person came back from Google. Waits for Google: call it outside of any block.

    Raises NotConnected, and then nothing has changed.
    """
    from gmail.google import oauth

    kept = _use(user, state)
    if error:
        raise _denied(error)
    if not code:
        raise NotConnected("no_code", gettext("Google sent nothing to connect with. Try again."))
    try:
        granted = oauth.redeem(code, kept["verifier"], kept["redirect"])
    except GoogleError as trouble:
        raise NotConnected("google", _try_again(trouble)) from None
    if READONLY not in granted.scopes:
        raise NotConnected(
            "scope",
            gettext(
                "The box that lets Yarnnn read your mail was not ticked, so there is nothing it "
                "could "
                "read. Connect again, and tick “View your email messages and settings”."
            ),
        )
    if not granted.address:
        granted = replace(granted, address=_address_of(granted))
    with acting_as(user):
        return _keep(user, granted, kept["account"])


def _try_again(trouble: GoogleError) -> str:
    again = gettext("Try to connect again.")
    return f"{translated(trouble.words)} {again}"


def _address_of(granted: OAuthResult) -> str:
    """The address of the mailbox, where Google's sign-in does not tell it."""
    try:
        with connected(of_person(granted.grant)) as mail:
            address = mail.address()
    except GoogleError as trouble:
        raise NotConnected("google", _try_again(trouble)) from None
    if not address:
        raise NotConnected("google", gettext("Google did not say whose account it is. Try again."))
    return address


def _google_takes(redirect_uri: str) -> bool:
    parts = urlsplit(redirect_uri)
    return parts.scheme == "https" or parts.hostname in _LOCAL


def _use(user: User, state: str) -> dict[str, Any]:
    """Use the attempt up, and open what it kept. Another person's attempt is nobody's."""
    now = timezone.now()
    mine = Attempt.objects.filter(user=user, state_digest=digest_of(state))
    if not mine.filter(used=None, expires__gt=now).update(used=now):
        if mine.filter(used__isnull=False).exists():
            raise NotConnected("used", gettext("This reply from Google was used already."))
        raise NotConnected(
            "state",
            gettext(
                "This does not belong to a connection that you started here in the last ten"
                " minutes. Connect again from this page."
            ),
        )
    try:
        kept = unseal(mine.values_list("sealed_verifier", flat=True).get())
    except InvalidToken:
        kept = {}
    if not kept.get("verifier"):
        raise NotConnected(
            "verifier",
            gettext("The request that began this connection has expired. Connect again."),
        )
    return kept


def _denied(error: str) -> NotConnected:
    if error == "access_denied":
        return NotConnected("denied", gettext("You did not allow it, so nothing was connected."))
    return NotConnected("google", gettext("Google refused to connect. Try again."))


def _keep(user: User, granted: OAuthResult, expected: str) -> ConnectionResult:
    """Write the permission to the account it belongs to: Google's own id says which."""
    account = Account.objects.select_for_update().filter(user=user, subject=granted.subject).first()
    _check_expected(user, granted, account, expected)
    if account is None:
        _check_new(user, granted)
        account = Account(user=user, subject=granted.subject, address=granted.address)
        account.sealed_credentials = granted.grant.sealed()
        account.save()
        work.enqueue(user.pk, SYNC, [account.pk])
        return ConnectionResult(account, again=False)
    if account.state == Account.State.DISCONNECTING:
        raise NotConnected(
            "leaving", gettext("This mailbox is still being removed. Wait a minute.")
        )
    account.address = granted.address
    account.sealed_credentials = _with_refresh_token(granted, account).sealed()
    if account.state in (Account.State.REAUTH_REQUIRED, Account.State.DISABLED):
        controls.wake(account)
    account.save(
        update_fields=[
            "address",
            "sealed_credentials",
            "state",
            "resume_state",
            "reason",
            "paused_until",
            "setbacks",
        ]
    )
    work.hasten(user.pk, SYNC, account.pk)
    return ConnectionResult(account, again=True)


def _check_expected(
    user: User, granted: OAuthResult, account: Account | None, expected: str
) -> None:
    if not expected or (account and account.pk == UUID(expected)):
        return
    asked = Account.objects.filter(user=user, pk=expected).first()
    if asked is not None:
        raise NotConnected(
            "other_account",
            gettext(
                "You signed in to Google as %(address)s. To reconnect %(address2)s, sign in as "
                "that; to add the other mailbox, choose Connect. Nothing was changed."
            )
            % {"address": granted.address, "address2": asked.address},
        )


def _check_new(user: User, granted: OAuthResult) -> None:
    if Account.objects.filter(user=user, address__iexact=granted.address).exists():
        raise NotConnected(
            "twice",
            gettext("%(address)s is connected already, by the organisation's key.")
            % {"address": granted.address},
        )
    if not granted.grant.refresh_token:
        raise NotConnected(
            "no_refresh_token",
            gettext(
                "Google gave a permission for one hour only. Remove Yarnnn from the apps at "
                "myaccount.google.com/permissions, then connect again."
            ),
        )


def _with_refresh_token(granted: OAuthResult, account: Account) -> OAuthGrant:
    """The new grant; where Google gave no refresh token, with the one that is there."""
    grant = granted.grant
    if grant.refresh_token:
        return grant
    try:
        known = opened(account.sealed_credentials)
    except GoogleError:
        known = OAuthGrant("", "", None)
    if not known.refresh_token:
        raise NotConnected(
            "no_refresh_token",
            gettext(
                "Google gave a permission for one hour only. Remove Yarnnn from the apps at "
                "myaccount.google.com/permissions, then connect again."
            ),
        )
    return OAuthGrant(known.refresh_token, grant.token, grant.expiry)
