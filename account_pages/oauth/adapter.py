"""Where allauth's OAuth meets our own rules."""

from typing import Any
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import Client
from django.conf import settings
from django.core.exceptions import ValidationError

from account_pages.oauth.addresses import address_of, resource_of
from account_pages.oauth.clients import prepare
from accounts.models import new_secret


class OAuthAdapter(DefaultOIDCAdapter):  # type: ignore[misc]
    """Tokens are for /mcp alone, and a client is what we let it be."""

    def get_issuer(self) -> str:
        return address_of(self.request)

    def generate_client_secret(self) -> str:
        """Letters and digits: allauth leaves a secret of HTTP Basic percent-encoded as it came."""
        return new_secret()

    def validate_resource_uris(self, *, uris: list[str], **_: Any) -> None:
        if any(uri != resource_of(self.request) for uri in uris):
            raise ValidationError("There is no such resource here.")

    def validate_client_registration(self, *, client: Client, **_: Any) -> None:
        prepare(client)
        # What else a stranger sends is not kept.
        client.data = {"dcr": True}

    def is_cimd_url_allowed(self, url: str) -> bool:
        """Fetch only from listed hosts: allauth asks any address, also one of the home network."""
        return urlsplit(url).netloc in settings.YARNNN_OAUTH_CLIENT_HOSTS
