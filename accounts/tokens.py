"""Keys that let a person's programs in."""

from allauth.idp.oidc.models import Token

from accounts.models import ApiToken, Project, User, digest_of, new_secret
from database.acting import acting_as

# Says what it is wherever it turns up, and no command takes it for an option.
PREFIX = "yarnnn_"


def make_token(
    user: User, name: str, scope: ApiToken.Scope, project: Project | None = None
) -> tuple[ApiToken, str]:
    """Make a token and its secret, which is shown once and not kept."""
    secret = PREFIX + new_secret()
    token = ApiToken.objects.create(
        user=user, name=name, digest=digest_of(secret), scope=scope, project=project
    )
    return token, secret


def allow(
    user: User, client: str, name: str, scope: ApiToken.Scope, project: Project | None = None
) -> ApiToken:
    """Allow a program, by the OAuth client that it is, to come with tokens of this scope.

    A program that was allowed something else before comes no more with the tokens of then.
    """
    allowed, made = ApiToken.objects.get_or_create(
        user=user,
        oauth_client=client,
        defaults={
            "name": name,
            "digest": digest_of(new_secret()),
            "scope": scope,
            "project": project,
        },
    )
    now = (scope, project.pk if project else None)
    if made or (allowed.scope, allowed.project_id) != now:
        Token.objects.filter(user=user, client=client).delete()
    allowed.name, allowed.scope, allowed.project = name, scope, project
    allowed.save(update_fields=["name", "scope", "project"])
    return allowed


def revoke(key: ApiToken) -> None:
    """Let a key, or a program that was allowed in, work no more."""
    if key.oauth_client:
        Token.objects.filter(user=key.user_id, client=key.oauth_client).delete()
    key.delete()


def revoke_all(user: User) -> int:
    """Let none of this person's keys work any more; tells how many there were."""
    # What they did goes along, and is seen by its person alone.
    with acting_as(user):
        Token.objects.filter(user=user).delete()
        _, deleted = ApiToken.objects.filter(user=user).delete()
    return deleted.get(ApiToken._meta.label, 0)
