"""Mailboxes of an organisation, read with a service account's key (domain-wide delegation)."""

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext

from accounts.models import User
from database.sealing import seal
from gmail.connection.connect import NotConnected
from gmail.google.tokens import is_service_key
from gmail.models import Account, ServiceKey
from gmail.source_kind import SYNC
from memories import work
from web.loopback import is_loopback

_TOKEN_URIS = {
    "https://oauth2.googleapis.com/token",
    "https://www.googleapis.com/oauth2/v4/token",
    "https://accounts.google.com/o/oauth2/token",
}
_NEEDED = ("type", "client_email", "private_key", "private_key_id", "token_uri")
MOST = 500


def add_mailboxes(user: User, key: str, addresses: Iterable[str]) -> list[Account]:
    """Keep the key, sealed, and begin to read these mailboxes with it.

    Raises NotConnected for a key that is none, and for an address that is none or there already.
    """
    told = _key(key)
    wanted = _addresses(user, addresses)
    kept, _ = ServiceKey.objects.update_or_create(
        user=user, client_email=told["client_email"], defaults={"sealed_key": seal(told)}
    )
    accounts = [
        Account(user=user, subject=each, address=each, delegated=True, service_key=kept)
        for each in wanted
    ]
    Account.objects.bulk_create(accounts)
    work.enqueue(user.pk, SYNC, [account.pk for account in accounts])
    return accounts


def _key(raw: str) -> dict[str, str]:
    """The parts of a key that are needed, and nothing else of the file."""
    try:
        told: Any = json.loads(raw)
        key = {name: str(told[name]) for name in _NEEDED}
    except (ValueError, KeyError, TypeError):
        raise NotConnected(
            "key",
            gettext(
                "This is no service account's key. Paste the whole JSON file from Google Cloud."
            ),
        ) from None
    if key["type"] != "service_account" or not _may_ask(key["token_uri"]):
        raise NotConnected(
            "key",
            gettext("This key is not one of Google's service accounts: check where it comes from."),
        )
    if not is_service_key(key):
        raise NotConnected("key", gettext("The private key in this file cannot be read."))
    return key


def _may_ask(token_uri: str) -> bool:
    """A key may send us to Google only, or to this machine where the settings do so already."""
    ours = settings.GOOGLE_OAUTH_TOKEN_URI
    if token_uri in _TOKEN_URIS or token_uri == ours:
        return True
    try:
        both = [urlsplit(each).hostname or "" for each in (ours, token_uri)]
    except ValueError:
        return False
    return all(is_loopback(host) for host in both)


def _addresses(user: User, addresses: Iterable[str]) -> list[str]:
    wanted = list(dict.fromkeys(each.strip().lower() for each in addresses if each.strip()))
    if not 0 < len(wanted) <= MOST:
        raise NotConnected(
            "mailboxes", gettext("Name one mailbox per line, at most %(most)s.") % {"most": MOST}
        )
    for each in wanted:
        try:
            validate_email(each)
        except ValidationError:
            raise NotConnected(
                "mailboxes", gettext("%(each)s isn’t an email address.") % {"each": each[:100]}
            ) from None
    known = Account.objects.filter(user=user, address__in=wanted).values_list("address", flat=True)
    if known:
        raise NotConnected(
            "twice", gettext("%(join)s: connected already.") % {"join": ", ".join(known)}
        )
    return wanted
