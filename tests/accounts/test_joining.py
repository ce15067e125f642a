"""Coming in at the same moment."""

import threading

import pytest
from django.db import connection

from accounts.invitations import invite
from accounts.models import Invitation, User
from accounts.signup import SignUpClosedError, join

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*emails: str, invitation: str = "") -> list[str]:
    """Let all of them in at the same time; returns what became of each."""
    start = threading.Barrier(len(emails))
    became: list[str] = []

    def come(email: str) -> None:
        start.wait()
        try:
            user = join(User(email=email), invitation=invitation)
            became.append("owner" if user.owns_installation else "in")
        except SignUpClosedError:
            became.append("closed")
        finally:
            connection.close()

    threads = [threading.Thread(target=come, args=[email]) for email in emails]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(became)


def test_of_two_first_sign_ups_one_becomes_the_owner() -> None:
    became = at_once("a@example.org", "b@example.org", "c@example.org")
    assert became == ["closed", "closed", "owner"]
    assert User.objects.count() == 1


def test_one_invitation_lets_one_person_in() -> None:
    owner = join(User(email="owner@example.org"))
    _, secret = invite(owner)
    assert at_once("a@example.org", "b@example.org", invitation=secret) == ["closed", "in"]
    assert Invitation.objects.get().used


def test_whoever_is_refused_leaves_nothing_behind() -> None:
    join(User(email="owner@example.org"))
    with pytest.raises(SignUpClosedError):
        join(User(email="a@example.org"), invitation="wrong")
    assert User.objects.count() == 1
