"""OAuth clients: what one may be, and which of them are forgotten again."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

from allauth.idp.oidc.models import Client, Token
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import ApiToken

SCOPES: list[str] = ApiToken.Scope.values
GRANTS = ["authorization_code", "refresh_token"]
RESPONSES = ["code"]

# Anybody may register: how long a client is kept that nobody has allowed anything.
KEPT_UNUSED = timedelta(days=30)

_MOST_ADDRESSES = 10
_LONGEST_ADDRESS = 500
_PRINTED = re.compile(r"[\x21-\x7e]+")
_HOST = re.compile(r"[a-z0-9.-]+")
_LOOPBACK = ("localhost", "127.0.0.1")
# Addresses of these a browser would run or show itself: no program answers to them.
_NO_PROGRAM = frozenset(
    {"about", "blob", "data", "file", "filesystem", "ftp", "javascript", "vbscript", "view-source"}
)


def prepare(client: Client) -> None:
    """Let a client ask for what there is here, whatever it wished for. Raises ValidationError."""
    addresses = client.get_redirect_uris()
    if len(addresses) > _MOST_ADDRESSES or any(where_to(each) is None for each in addresses):
        raise ValidationError(
            "'redirect_uris': each must be an https address, http on localhost or 127.0.0.1, or "
            "one of an app's own."
        )
    client.set_scopes(SCOPES)
    client.set_default_scopes(SCOPES)
    client.set_grant_types(GRANTS)
    client.set_response_types(RESPONSES)


def where_to(address: str) -> str | None:
    """Who gets a person's answer that is sent to this address, in words; None: nobody may.

    A host name, "this computer" or "the app NAME".
    """
    if len(address) > _LONGEST_ADDRESS or not _PRINTED.fullmatch(address) or "#" in address:
        return None
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return None
    if not parts.netloc or "@" in parts.netloc or parts.scheme in _NO_PROGRAM:
        return None
    match parts.scheme:
        case "https":
            return host if _HOST.fullmatch(host) else None
        case "http":
            return gettext("this computer") if host in _LOOPBACK else None
    return gettext("the app “%(scheme)s”") % {"scheme": parts.scheme}


def prune() -> None:
    """Forget tokens that have expired, and clients that came to nothing."""
    Token.objects.expired().delete()
    allowed = ApiToken.objects.exclude(oauth_client="").values("oauth_client")
    old = Client.objects.filter(created_at__lt=timezone.now() - KEPT_UNUSED)
    old.exclude(pk__in=allowed).delete()
