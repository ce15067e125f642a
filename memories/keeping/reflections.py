"""Keep what was concluded from several memories: a reflection rests on them, and goes with them."""

from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from memories.keeping.bounds import check_content
from memories.keeping.describing import describe
from memories.keeping.journal import journal, snapshot
from memories.keeping.recognising import TombstoneMatch
from memories.keeping.remember import find_same, make_findable
from memories.keeping.tombstones import judged
from memories.models import Change, Evidence, Memory
from memories.search import index
from memories.tagging import tags_of


def conclude(
    user: User, content: str, bases: Sequence[Memory], *, by: Change.By, confidence: float, why: str
) -> Memory | None:
    """Keep a reflection on these memories, all of one scope. Inside `acting_as`.

    None where it is known, may have been forgotten, or where what it rests on holds no more.
    Raises Refused for words that cannot be a memory.
    """
    content = content.strip()
    check_content(content)
    index.hold(user.pk)
    ids = [each.pk for each in bases]
    held = Memory.objects.filter(user=user, pk__in=ids, state=Memory.State.CURRENT).count()
    (verdict,) = judged(user, [content])
    project = bases[0].project
    if held < len(ids) or verdict is not TombstoneMatch.OTHER or find_same(user, content, project):
        return None
    reflection = Memory(
        user=user,
        project=project,
        origin_project=project,
        kind=Memory.Kind.REFLECTION,
        content=content,
        tags=tags_of(content),
        confidence=confidence,
        origin=Memory.Origin.INFERRED,
        source_kind=bases[0].source_kind,
        local_only=any(each.local_only for each in bases),
    )
    describe(reflection, timezone.now().astimezone(user.zone))
    reflection.save(force_insert=True)
    Evidence.objects.bulk_create(
        [Evidence(user=user, memory=reflection, basis=each) for each in bases]
    )
    journal(reflection, Change.What.REMEMBERED, by, why=why, after=snapshot(reflection))
    make_findable(user, reflection)
    return reflection
