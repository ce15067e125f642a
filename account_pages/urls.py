"""The addresses of this room's pages."""

from django.urls import path

from account_pages import settings, sign_in, tokens

urlpatterns = [
    path("settings", settings.settings, name="settings"),
    path("settings/invitations", settings.create_invitation, name="invite"),
    path(
        "settings/invitations/<uuid:pk>/withdraw",
        settings.withdraw_invitation,
        name="invitation_withdraw",
    ),
    path("settings/connect", tokens.connect, name="connect"),
    path("settings/keys/create", tokens.create_token, name="token_create"),
    path("settings/keys/<uuid:pk>", tokens.token, name="token"),
    path("settings/keys/<uuid:pk>/revoke", tokens.revoke_token, name="token_revoke"),
    path("invite/<str:secret>", sign_in.open_invitation, name="open_invitation"),
]
