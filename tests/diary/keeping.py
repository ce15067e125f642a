"""Write in the diary, and tear a page out. Both run inside the caller's `acting_as` block."""

from datetime import date

from accounts.models import User
from memories.forgetting import remove_taught
from memories.keeping import NewSource, keep
from memories.search import index
from tests.diary.models import Entry
from tests.diary.source_kind import DIARY


def write(user: User, day: date, text: str) -> Entry:
    """Keep what was written on a day."""
    source = keep(user, NewSource(DIARY, text, title=f"{day:%-d %B %Y}"))
    return Entry.objects.create(user=user, source=source, day=day)


def tear_out(user: User, entry: Entry) -> None:
    """Delete a day for good, with what was learned from it alone."""
    index.hold(user.pk)
    source = entry.source_id
    entry.delete()
    remove_taught(user, [source])
