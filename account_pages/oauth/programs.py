"""Which program comes with a token."""

from allauth.idp.oidc.models import Token
from django.conf import settings

from accounts.models import ApiToken
from web.authentication import note_use


def find_program(secret: str, resource: str) -> ApiToken | None:
    """What a person allowed the program that has this token for this resource, its use noted.

    A token is good only while it says what is allowed now.
    """
    if not settings.YARNNN_OAUTH:
        return None
    token = Token.objects.lookup(Token.Type.ACCESS_TOKEN, secret)
    if token is None or resource not in token.get_resources():
        return None
    allowed = (
        ApiToken.objects.select_related("user")
        .filter(user=token.user_id, oauth_client=token.client_id, user__is_active=True)
        .exclude(oauth_client="")
        .first()
    )
    if allowed is None or token.get_scopes() != [allowed.scope]:
        return None
    note_use(allowed)
    return allowed
