"""The addresses of this room's pages."""

from django.urls import path

from accounts.views import entrance, settings, tokens

urlpatterns = [
    path("settings", settings.settings, name="settings"),
    path("settings/invitations", settings.create_invitation, name="invite"),
    path(
        "settings/invitations/<uuid:pk>/withdraw",
        settings.withdraw_invitation,
        name="invitation_withdraw",
    ),
    path("settings/keys", tokens.tokens, name="tokens"),
    path("settings/keys/create", tokens.create_token, name="token_create"),
    path("settings/keys/<uuid:pk>/revoke", tokens.revoke_token, name="token_revoke"),
    path("invite/<str:secret>", entrance.open_invitation, name="open_invitation"),
]
