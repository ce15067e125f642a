"""Keys that let a person's programs in."""

from accounts.models import ApiToken, User, digest_of, new_secret

# Says what it is wherever it turns up, and no command takes it for an option.
PREFIX = "yarnnn_"


def make_token(user: User, name: str, scope: ApiToken.Scope) -> tuple[ApiToken, str]:
    """Make a token and its secret, which is shown once and not kept."""
    secret = PREFIX + new_secret()
    token = ApiToken.objects.create(user=user, name=name, digest=digest_of(secret), scope=scope)
    return token, secret


def revoke_all(user: User) -> int:
    """Let none of this person's keys work any more; tells how many there were."""
    number, _ = ApiToken.objects.filter(user=user).delete()
    return number
