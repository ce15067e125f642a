"""What this installation is called: for programs that connect, and for what their tokens are."""

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The installation's address, without a slash at its end."""
    return settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")


def resource_of(request: HttpRequest) -> str:
    """What every token is for (RFC 8707): programs meet the memory here and nowhere else."""
    return f"{address_of(request)}/mcp"


def challenge(request: HttpRequest) -> str:
    """The WWW-Authenticate of whoever comes without a key: it says where to ask for a token."""
    if not settings.YARNNN_OAUTH:
        return "Bearer"
    document = f"{address_of(request)}/.well-known/oauth-protected-resource/mcp"
    return f'Bearer resource_metadata="{document}"'
