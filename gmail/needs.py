"""Mailboxes that cannot be read until the person does something."""

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from gmail.models import Account
from web.stored_words import translated
from web.troubles import Trouble


def troubles(user: User) -> Iterator[Trouble]:
    """The mailboxes that wait for their owner. Inside `acting_as`."""
    lost = Q(state=Account.State.REAUTH_REQUIRED) | Q(state=Account.State.DISABLED)
    for account in Account.objects.filter(lost, user=user).order_by("address"):
        yield Trouble(
            gettext("I can’t read %(address)s") % {"address": account.address},
            translated(account.reason),
            "gmail",
            reverse("gmail:home"),
            gettext("Open Gmail"),
        )
