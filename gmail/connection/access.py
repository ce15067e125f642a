"""Open a mailbox with the permission that was given, and keep the token that came of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from cryptography.fernet import InvalidToken
from django.utils.translation import gettext_noop
from google.auth.exceptions import GoogleAuthError

from accounts.models import User
from database.acting import acting_as
from database.sealing import unseal
from gmail.google import tokens
from gmail.google.errors import NotAllowed
from gmail.google.mail import GmailClient, connected
from gmail.google.tokens import OAuthGrant, PersonCredentials
from gmail.models import Account


@contextmanager
def mail_of(user: User, account: Account) -> Iterator[GmailClient]:
    """A connection to this mailbox. Opened outside of any transaction.

    Raises SignInAgain or NotAllowed where there is nothing to open it with.
    """
    if account.delegated:
        with connected(_of_service(user, account)) as mail:
            yield mail
        return
    grant = tokens.opened(account.sealed_credentials)
    credentials = tokens.of_person(grant)
    try:
        with connected(credentials) as mail:
            yield mail
    finally:
        _keep(user, account, grant, credentials)


def _of_service(user: User, account: Account) -> tokens.ServiceCredentials:
    with acting_as(user):
        key = account.service_key
    try:
        if key is not None:
            return tokens.of_service(unseal(key.sealed_key), account.address)
    except (InvalidToken, ValueError, GoogleAuthError):
        pass
    raise NotAllowed(gettext_noop("The service account's key cannot be read. Add it again."))


def _keep(user: User, account: Account, grant: OAuthGrant, credentials: PersonCredentials) -> None:
    """Keep a fresh token for the next task, unless the person has connected again meanwhile."""
    fresh = tokens.renewed(grant, credentials)
    if fresh is None or account.sealed_credentials is None:
        return
    with acting_as(user):
        same = Account.objects.filter(
            user=user, pk=account.pk, sealed_credentials=account.sealed_credentials
        )
        same.update(sealed_credentials=fresh.sealed())
