"""What programs read first: whose tokens /mcp takes, and how to come by one."""

from allauth.idp.oidc import app_settings
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from account_pages.oauth.addresses import address_of, resource_of
from account_pages.oauth.clients import GRANTS, RESPONSES, SCOPES
from account_pages.oauth.switch import where_oauth_is_on


@require_GET
@where_oauth_is_on
def protected_resource(request: HttpRequest) -> JsonResponse:
    """RFC 9728: what lets a program in at /mcp."""
    return _document(
        {
            "resource": resource_of(request),
            "resource_name": "Yarnnn",
            "authorization_servers": [address_of(request)],
            "scopes_supported": SCOPES,
            "bearer_methods_supported": ["header"],
        }
    )


@require_GET
@where_oauth_is_on
def authorization_server(request: HttpRequest) -> JsonResponse:
    """RFC 8414, and of OpenID nothing: who the person is, no program is told."""
    return _document(
        {
            "issuer": address_of(request),
            "authorization_endpoint": _at(request, "authorization"),
            "token_endpoint": _at(request, "token"),
            "registration_endpoint": _at(request, "client_registration"),
            "revocation_endpoint": _at(request, "revoke"),
            "scopes_supported": SCOPES,
            "response_types_supported": RESPONSES,
            "grant_types_supported": GRANTS,
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": app_settings.AUTH_METHODS,
            "revocation_endpoint_auth_methods_supported": app_settings.AUTH_METHODS,
            "client_id_metadata_document_supported": app_settings.CIMD_ENABLED,
        }
    )


def _document(content: dict[str, object]) -> JsonResponse:
    response = JsonResponse(content)
    # Programs that run in a browser read it too.
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _at(request: HttpRequest, name: str) -> str:
    return address_of(request) + reverse(f"idp:oidc:{name}")
