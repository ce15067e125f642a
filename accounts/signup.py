"""How people come in: the first owns the installation, others are invited, or sign-up is open."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import connection, transaction

from accounts.invitations import accept, find_open
from accounts.models import User, Workspace
from database.acting import acting_as

_INVITATION = "invitation"

# One sign-up decides at a time: of two at once on an empty installation, one becomes the owner.
_LOCK = 0x59_4E_4A_4F


class SignUpClosedError(Exception):
    """Somebody is here already, sign-up is not open, and there is no invitation that holds."""


def is_open(invitation: str) -> bool:
    """Tell whether somebody with this invitation's secret (or "") may make an account now."""
    return settings.OPEN_SIGNUP or is_first() or (find_open(invitation) is not None)


def is_first() -> bool:
    """Nobody has an account yet."""
    return not User.objects.exists()


def heir_of(user: User) -> User | None:
    """Who owns the installation once this person is gone, where they own it now."""
    if not user.owns_installation:
        return None
    return User.objects.exclude(pk=user.pk).order_by("date_joined").first()


def pass_on(heir: User) -> None:
    """The installation is theirs from now on."""
    User.objects.filter(pk=heir.pk).update(owns_installation=True)


def put_invitation(session: SessionBase, secret: str) -> None:
    """Keep the secret of an opened invitation until the sign-up."""
    session[_INVITATION] = secret


def invitation_of(session: SessionBase) -> str:
    """The secret of the invitation that was opened in this browser, or ""."""
    return str(session.get(_INVITATION, ""))


def join(user: User, *, invitation: str = "", let_in: bool = False) -> User:
    """Save a new person with a workspace of their own; `let_in` is for whoever runs the machine.

    Raises SignUpClosedError where nothing lets them in, IntegrityError where the email is taken.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        user.owns_installation = is_first()
        welcome = user.owns_installation or let_in or settings.OPEN_SIGNUP
        accepted = accept(invitation)
        if not welcome and not accepted:
            raise SignUpClosedError
        user.save(force_insert=True)
        # Unless a mail must be answered first, the address is taken at the person's word.
        known = let_in or settings.ACCOUNT_EMAIL_VERIFICATION != "mandatory"
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=known)
        with acting_as(user):
            Workspace.objects.create(user=user, name=user.name or user.email)
    return user
