"""A diary as a kind of source."""

from collections.abc import Mapping
from typing import TYPE_CHECKING
from uuid import UUID

from memories.source_kinds import Noun, SourceKind

if TYPE_CHECKING:
    from accounts.models import User

DIARY = "diary"


def _count(user: "User") -> Mapping[UUID | None, int]:
    from tests.diary.models import Entry

    return {None: Entry.objects.filter(user=user).count()}


KIND = SourceKind(
    name=DIARY,
    number=60,
    label="Diary",
    icon="note",
    noun=Noun("diary entry", "diary entries"),
    page="diary:entry",
    urls="tests.diary.urls",
    direct=True,
    count=_count,
)
