"""Change what is known: edit, correct, confirm, move. Everything is journaled."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from accounts.models import Project, User
from memories.errors import Refused
from memories.keeping import tombstones
from memories.keeping.bounds import check_content, check_tags
from memories.keeping.describing import describe
from memories.keeping.journal import journal, snapshot
from memories.keeping.people import entity_upkeep
from memories.keeping.recognising import TombstoneMatch
from memories.keeping.remember import (
    Quote,
    make_findable,
    rest_on,
    reword,
    said_at,
)
from memories.models import Change, Evidence, Memory, SearchItem, Source, Work
from memories.search import index
from memories.source_kinds import NOTE
from memories.tagging import tags_of
from memories.text import undated, when_told


def edit(
    user: User,
    memory: Memory,
    *,
    by: Change.By,
    content: str | None = None,
    tags: Sequence[str] | None = None,
    importance: float | None = None,
    kind: Memory.Kind | None = None,
    pinned: bool | None = None,
    cause: Source | None = None,
) -> Memory:
    """Change parts of a memory in place. New words rest on a note of their own.

    Raises Refused for words, tags or an importance that cannot be, and for forgotten words.
    """
    _take(user, memory)
    before = snapshot(memory)
    if tags is not None:
        memory.tags = check_tags(tags)
    if importance is not None:
        if not 0 <= importance <= 1:
            raise Refused("importance", "Importance is a number from 0 to 1.")
        memory.importance = importance
    if kind is not None:
        memory.kind = kind
    if pinned is not None:
        memory.pinned = pinned
    words = memory.content if content is None else content.strip()
    check_content(words)
    if words != memory.content:
        check_not_forgotten(user, words)
    reword(user, memory, words, None)
    journal(memory, Change.What.EDITED, by, cause=cause, before=before, after=snapshot(memory))
    return memory


def correct(
    user: User,
    memory: Memory,
    content: str,
    *,
    by: Change.By,
    cause: Source | None = None,
    quote: Quote | None = None,
) -> Memory:
    """Put a new memory in the place of one that is no longer true; the old one stays as history."""
    _take(user, memory)
    content = content.strip()
    check_content(content)
    check_not_forgotten(user, content)
    namespace, key = memory.namespace, memory.key
    before = _retire(user, memory)
    new = Memory(
        user=user,
        project=memory.project,
        origin_project=memory.origin_project,
        kind=memory.kind,
        content=content,
        tags=tags_of(content),
        metadata=memory.metadata,
        importance=memory.importance,
        confidence=1.0,
        origin=Memory.Origin.SAID,
        source_kind=quote.source.kind if quote else NOTE,
        pinned=memory.pinned,
        supersedes=memory,
        namespace=namespace,
        key=key,
        local_only=memory.local_only,
        event_time=when_told(content, said_at(user, quote)),
    )
    describe(new, said_at(user, quote))
    new.save(force_insert=True)
    rest_on(user, new, quote)
    make_findable(user, new, urgent=by == Change.By.PERSON)
    after = snapshot(new)
    journal(memory, Change.What.CORRECTED, by, cause=cause, before=before, after=after)
    journal(new, Change.What.REMEMBERED, by, cause=cause, after=after)
    return new


def correct_by(
    user: User, old: Memory, new: Memory, *, by: Change.By, cause: Source | None = None
) -> None:
    """Let a memory that is known take the place of one that is no longer true.

    `uncorrect` takes it back. Raises Refused where one of them is not current.
    """
    _take(user, new)
    _take(user, old)
    before = _retire(user, old)
    new.supersedes = old
    new.save(update_fields=["supersedes"])
    journal(old, Change.What.CORRECTED, by, cause=cause, before=before, after=snapshot(new))


def _retire(user: User, memory: Memory) -> dict[str, Any]:
    """Take a memory that was replaced out of recall. Gives what the journal keeps of it."""
    before = _before(memory)
    memory.state = Memory.State.SUPERSEDED
    memory.valid_until = memory.updated = timezone.now()
    memory.save(update_fields=["state", "valid_until", "updated"])
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory=memory))
    return before


def _before(memory: Memory) -> dict[str, Any]:
    """A snapshot that restores a memory as it was."""
    until = memory.valid_until.isoformat() if memory.valid_until else None
    return {**snapshot(memory), "updated": memory.updated.isoformat(), "valid_until": until}


def supersede(
    user: User,
    old: Memory,
    new: Memory,
    *,
    by: Change.By,
    why: str = "",
    cause: Source | None = None,
    still: tuple[str, Sequence[str]] | None = None,
) -> None:
    """What was true until `new` was: the old one stays as history, until when `new` began.

    It stays in the index, too: who asks in its words is led to what holds now. `still` is what of
    the old one holds all the same, and the words of it that say so, the best first: it is kept as
    one of its own.
    Raises Refused where one of the two is no longer current.
    """
    _take(user, old)
    _take(user, new)
    before = _before(old)
    rest = _keep_rest(user, old, *still, by=by) if still else None
    old.state = Memory.State.SUPERSEDED
    old.valid_until = new.created
    old.updated = timezone.now()
    old.save(update_fields=["state", "valid_until", "updated"])
    last = _first_version(new)
    last.supersedes = old
    last.save(update_fields=["supersedes"])
    after = {**snapshot(old), "superseded_by": str(new.pk)}
    if rest is not None:
        after["rest"] = str(rest.pk)
    journal(old, Change.What.SUPERSEDED, by, why=why, cause=cause, before=before, after=after)


def _keep_rest(
    user: User, old: Memory, words: str, said: Sequence[str], *, by: Change.By
) -> Memory | None:
    """Keep what still holds of a memory; None where the words that say so stand nowhere."""
    evidence = (
        Evidence.objects.filter(user=user, memory=old, chunk__isnull=False, start__isnull=False)
        .select_related("chunk__source")
        .order_by("id")
    )
    for each in evidence:
        if each.chunk is None or each.start is None or each.stop is None:
            continue
        source = each.chunk.source
        for part in (spelled for each_said in said for spelled in (each_said, undated(each_said))):
            at = source.text.lower().find(part.lower(), each.start, each.stop)
            if at >= 0:
                quote = Quote(source, at, at + len(part), each.chunk)
                why = gettext_noop("The rest of it was replaced.")
                return keep_part(user, old, words, quote, by=by, why=why)
    return None


def keep_part(
    user: User, memory: Memory, words: str, quote: Quote, *, by: Change.By, why: str
) -> Memory:
    """Remember a part of a memory as one of its own, as sure and as important."""
    part = Memory(
        user=user,
        project=memory.project,
        origin_project=memory.origin_project,
        kind=memory.kind,
        content=words,
        tags=tags_of(words),
        importance=memory.importance,
        confidence=memory.confidence,
        origin=memory.origin,
        source_kind=memory.source_kind,
        event_time=when_told(words, said_at(user, quote)) or memory.event_time,
        pinned=memory.pinned,
        confirmed=memory.confirmed,
        local_only=memory.local_only,
    )
    describe(part, memory.event_time or memory.created)
    part.save(force_insert=True)
    rest_on(user, part, quote)
    make_findable(user, part)
    journal(part, Change.What.REMEMBERED, by, why=why)
    return part


def is_findable(user: User, memory: Memory) -> bool:
    """Whether it belongs into the index: what holds, and what was true once and leads to that."""
    return memory.active or (
        memory.state == Memory.State.SUPERSEDED
        and Change.objects.filter(
            user=user, memory=memory, what=Change.What.SUPERSEDED, undone=None
        ).exists()
    )


def _first_version(memory: Memory) -> Memory:
    """The earliest of what this stands in the place of; itself, where it replaced nothing."""
    seen = {memory.pk}
    while memory.supersedes is not None and memory.supersedes_id not in seen:
        memory = memory.supersedes
        seen.add(memory.pk)
    return memory


def keep_both(
    user: User, memory: Memory, *, by: Change.By, why: str = gettext_noop("Both are true.")
) -> list[Memory]:
    """Both are true: what this memory superseded is current again. Returns what is.

    Raises Refused where it superseded nothing, or was itself superseded or forgotten since.
    """
    _take(user, memory)
    changes = _superseding(user, memory)
    if not changes:
        raise Refused("not_superseded", gettext("There is nothing here that was replaced."))
    return [bring_back(user, change, by, why) for change in changes]


def _superseding(user: User, memory: Memory) -> list[Change]:
    """How the memories that this one superseded came to be history, where that still stands."""
    return list(
        Change.objects.filter(
            user=user,
            what=Change.What.SUPERSEDED,
            undone=None,
            after__superseded_by=str(memory.pk),
            memory__state=Memory.State.SUPERSEDED,
        ).select_related("memory")
    )


def bring_back(user: User, change: Change, by: Change.By, why: str) -> Memory:
    """Make a memory current again that was corrected or superseded, as it was before."""
    old = change.memory
    # It was current: nothing stood in its place before. What stands behind it in a row of several
    # that were replaced by the same one moves up.
    behind = old.supersedes if old.supersedes_id and _replaced_by_the_same(change) else None
    Memory.objects.filter(user=user, supersedes=old).update(supersedes=behind)
    old.supersedes = None if behind else old.supersedes
    old.state = Memory.State(change.before["state"])
    until = change.before.get("valid_until")
    old.valid_until = datetime.fromisoformat(until) if until else None
    old.updated = datetime.fromisoformat(change.before["updated"])
    old.save(update_fields=["state", "supersedes", "valid_until", "updated"])
    rest = Memory.objects.filter(user=user, pk=change.after.get("rest"), state__in=Memory.ACTIVE)
    for each in rest:
        unremember(user, each)
    change.undone = timezone.now()
    change.save(update_fields=["undone"])
    if not SearchItem.objects.filter(user=user, memory=old).exists():
        make_findable(user, old)
    journal(old, Change.What.RESTORED, by, why=why, after=snapshot(old))
    return old


def _replaced_by_the_same(change: Change) -> bool:
    """Whether what stands behind a memory was replaced by what replaced it, not by itself."""
    return Change.objects.filter(
        user=change.user_id,
        memory=change.memory.supersedes_id,
        what=Change.What.SUPERSEDED,
        undone=None,
        after__superseded_by=change.after.get("superseded_by", ""),
    ).exists()


def uncorrect(user: User, memory: Memory, *, by: Change.By) -> Memory:
    """Take a correction or a change back: what it replaced is as it was, the new one is gone.

    Raises Refused where this replaced nothing, or was itself replaced or forgotten since.
    """
    _take(user, memory)
    changes = _superseding(user, memory)
    corrected = (
        Change.objects.filter(
            user=user, memory=memory.supersedes, what=Change.What.CORRECTED, undone=None
        )
        .select_related("memory")
        .order_by("-at", "-id")
        .first()
        if memory.supersedes and not changes
        else None
    )
    changes += [corrected] if corrected else []
    if not changes or any(c.memory.state != Memory.State.SUPERSEDED for c in changes):
        raise Refused("not_corrected", gettext("There is no correction to take back here."))
    why = gettext_noop("The correction was taken back.")
    # First: a key is unique among what is current.
    unremember(user, memory)
    return [bring_back(user, change, by, why) for change in changes][0]  # noqa: RUF015


def unremember(user: User, memory: Memory) -> None:
    """Delete a memory as if it had never been, and the notes that only it rests on."""
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory=memory))
    Work.objects.filter(user=user, subject=memory.pk).delete()
    notes = Source.objects.filter(user=user, kind=NOTE, chunks__evidence__memory=memory).exclude(
        chunks__evidence__in=Evidence.objects.filter(user=user).exclude(memory=memory)
    )
    notes_gone = list(notes.values_list("pk", flat=True).distinct())
    spoken_of = entity_upkeep.spoken_of(user, memory=memory)
    memory.delete()
    Source.objects.filter(user=user, pk__in=notes_gone).delete()
    entity_upkeep.settle(user, spoken_of)


def confirm(user: User, memory: Memory, *, by: Change.By) -> Memory:
    """The person says it is so: it no longer fades, and nothing overrules it silently."""
    _take(user, memory)
    before = snapshot(memory)
    memory.confirmed = memory.updated = timezone.now()
    memory.confidence = 1.0
    memory.decay_rate = 0.0
    memory.state = Memory.State.CURRENT
    memory.save(update_fields=["confirmed", "updated", "confidence", "decay_rate", "state"])
    journal(memory, Change.What.CONFIRMED, by, before=before, after=snapshot(memory))
    return memory


def move(user: User, memory: Memory, project: Project | None, *, by: Change.By) -> Memory:
    """Move a memory into a project, or (None) everywhere. Where it came from is kept."""
    _take(user, memory)
    if memory.project_id == (project.pk if project else None):
        return memory
    before = snapshot(memory)
    memory.project = project
    memory.updated = timezone.now()
    memory.save(update_fields=["project", "updated"])
    for item in SearchItem.objects.filter(user=user, memory=memory):
        index.move(user.pk, item, index.part_of(project, index.MEMORY))
    journal(memory, Change.What.MOVED, by, before=before, after=snapshot(memory))
    return memory


def check_not_forgotten(user: User, words: str) -> None:
    """Refuse words that were forgotten, or likely were, as the new text of a memory.

    Nor does a sentence of it. Raises Refused.
    """
    (whole,) = tombstones.judged(user, [words])
    (parts,) = tombstones.restatements(user, [words], (True,))
    what = max([whole, *parts.values()])
    if what >= TombstoneMatch.LIKELY:
        raise Refused(
            "forgotten" if what is TombstoneMatch.SAME else "held_back",
            gettext(
                "This is like something you had me forget. To remember it again, add it as a "
                "memory of its own."
            ),
        )


def _take(user: User, memory: Memory) -> None:
    """Hold the person's memory, and look at this one as it is now: it may have been forgotten."""
    index.hold(user.pk)
    try:
        memory.refresh_from_db()
    except Memory.DoesNotExist:
        raise Refused("unknown_memory", gettext("There is no such memory.")) from None
    if memory.user_id != user.pk or not memory.active:
        raise Refused(
            "not_current",
            gettext("This is no longer a current memory. Restore it before changing it."),
        )
