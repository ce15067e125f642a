"""Keys that let a person's programs in."""

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


def revoke_all(user: User) -> int:
    """Let none of this person's keys work any more; tells how many there were."""
    # What they did goes along, and is seen by its person alone.
    with acting_as(user):
        _, deleted = ApiToken.objects.filter(user=user).delete()
    return deleted.get(ApiToken._meta.label, 0)
