"""The addresses of OAuth. allauth's views look for these names."""

from django.urls import include, path

from account_pages.oauth import metadata, views

_oidc = [
    path("authorize", views.authorize, name="authorization"),
    path("token", views.token, name="token"),
    path("register", views.register, name="client_registration"),
    path("revoke", views.revoke, name="revoke"),
]

urlpatterns = [
    path("oauth/", include(([path("", include((_oidc, "oidc")))], "idp"))),
    path(
        ".well-known/oauth-authorization-server",
        metadata.authorization_server,
        name="oauth_authorization_server",
    ),
    path(
        ".well-known/oauth-protected-resource",
        metadata.protected_resource,
        name="oauth_protected_resource",
    ),
    path(
        ".well-known/oauth-protected-resource/mcp",
        metadata.protected_resource,
        name="oauth_protected_resource_mcp",
    ),
]
