"""Files that could not be read, and that somebody may send once more."""

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from documents.display import failure
from documents.models import Document
from web.troubles import Trouble

# Longer ago it is known, or does not matter.
LATELY = timedelta(days=7)
MOST = 3


def troubles(user: User) -> Iterator[Trouble]:
    """The files of the last days that could not be read. Inside `acting_as`."""
    failed = Document.objects.filter(
        user=user, state=Document.State.FAILED, created__gte=timezone.now() - LATELY
    )
    for document in failed.order_by("-id")[:MOST]:
        yield Trouble(
            gettext("I couldn’t read “%(filename)s”") % {"filename": document.filename},
            failure(document.reason),
            "documents",
            reverse("documents:document", args=[document.pk]),
            gettext("Open"),
        )
