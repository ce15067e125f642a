"""Take a whole import back: what came with it goes, and what was learned from that alone."""

from functools import partial

from django.db import transaction

from accounts.models import Project, User
from database.acting import acting_as
from documents.storage import drop
from imports.models import Import, Imported
from memories.forgetting import remove_taught

# Sources removed at once: whoever writes to a person's index holds up their other writers.
AT_ONCE = 50


def undo_sources(user: User, it: Import) -> bool:
    """Take a few of its sources back; True when more are left. They may come again."""
    with acting_as(user):
        brought = Imported.objects.filter(user=user, origin=it, source__isnull=False)
        going = list(brought.order_by("-id").values_list("source", flat=True)[:AT_ONCE])
        remove_taught(user, going)
    return len(going) == AT_ONCE


def drop_files(user: User, project: Project | None) -> None:
    """Delete the files of a person's imports, or of those into a project, on commit."""
    rows = Import.objects.filter(user=user)
    rows = rows.filter(project=project) if project else rows
    names = [name for row in rows.values_list("file", "prepared") for name in row if name]
    transaction.on_commit(partial(drop, names))
