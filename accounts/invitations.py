"""Links that let one more person sign up, made by the owner of the installation."""

from datetime import timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Invitation, User, digest_of, new_secret

VALID_FOR = timedelta(days=14)


def invite(owner: User, email: str = "") -> tuple[Invitation, str]:
    """Make an invitation and the secret of its link, which is not kept.

    With an email, only that address can sign up by it.
    """
    secret = new_secret()
    invitation = Invitation.objects.create(
        invited_by=owner,
        email=email.lower(),
        digest=digest_of(secret),
        expires=timezone.now() + VALID_FOR,
    )
    return invitation, secret


def find_open(secret: str) -> Invitation | None:
    """The invitation with this secret, as long as it can be accepted."""
    return _open(secret).select_related("invited_by").first() if secret else None


def accept(secret: str) -> bool:
    """Use the invitation up. False when there is none that holds: it works once."""
    return bool(secret) and bool(_open(secret).update(used=timezone.now()))


def withdraw(owner: User, invitation: UUID) -> bool:
    """Take an invitation back. False when it is not the owner's, or was accepted."""
    gone, _ = owner.invitations.filter(pk=invitation, used=None).delete()
    return bool(gone)


def listed(owner: User) -> QuerySet[Invitation]:
    """The owner's invitations that were accepted or still hold, the newest first."""
    holds = Q(used__isnull=False) | Q(expires__gt=timezone.now())
    return owner.invitations.filter(holds).order_by("-created")


def _open(secret: str) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        digest=digest_of(secret), used=None, expires__gt=timezone.now(), invited_by__is_active=True
    )
