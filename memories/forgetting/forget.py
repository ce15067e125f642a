"""Forget: the one way out for a memory, at once and with Undo; erase removes for good."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from database import erasures
from database.ids import uuid7
from database.sealing import seal, unseal
from memories import work
from memories.forgetting.masked_names import MaskedName, MaskedNames, mask_names, unmask_names
from memories.forgetting.masking import Passage, mask, passages_of, unmask
from memories.forgetting.partial_forget import keep_rest, made_memory, sort_passages
from memories.hooks import Files, HeldFile, erasing, files_holding, forgotten
from memories.keeping import Refused, entity_upkeep, fingerprint
from memories.keeping.editing import is_findable
from memories.keeping.journal import journal
from memories.keeping.remember import judge_waiting, make_findable, rest_on
from memories.models import (
    Change,
    Entity,
    Evidence,
    Forgotten,
    Memory,
    Mention,
    SearchItem,
    Source,
    Work,
)
from memories.search import index
from memories.source_kinds import NOTE
from memories.text import Span, identifiers, is_blank, stems

# What is sealed of a memory when it is forgotten, and put back when it is restored.
_SEALED = tuple("content subject attribute value tags metadata namespace key state".split())


@dataclass(frozen=True)
class ForgetResult:
    """One act of forgetting: `undo` takes its batch back."""

    batch: UUID
    memories: tuple[UUID, ...]
    passages: int


def forget(
    user: User,
    memories: Collection[UUID],
    *,
    by: Change.By,
    cause: Source | None = None,
    batch: UUID | None = None,
    passages: Sequence[Passage] = (),
) -> ForgetResult:
    """Forget these memories, their earlier versions, and what was concluded from them alone.

    What is history already goes alone: what took its place stays, and so does what came before.

    The passages behind them, and sentences elsewhere that state the same, are masked and leave
    recall; the words are sealed until `undo`, `restore` or `erase`. Of `passages` go what rests on
    them too; of a memory that says more, only that half. Raises Refused when one of the memories
    is not there.
    """
    index.hold(user.pk)
    parts = sort_passages(user, passages)
    made = [made_memory(user, passage) for passage in parts.loose]
    halves = {pk: half for pk, half in parts.halves.items() if pk not in set(memories)}
    wanted = {*memories, *parts.whole, *halves, *(memory.pk for memory in made)}
    going = _going(user, wanted)
    batch = batch or uuid7()
    masked_away = 0
    touched: set[UUID] = set()
    said: list[str] = []
    for memory in going:
        half = halves.get(memory.pk)
        fact = " ".join(p.told for p in half.passages) if half else memory.content
        # The half that stays first: what a memory rests on that stays is left alone.
        rest = keep_rest(user, memory, half, by=by) if half else None
        found = passages_of(user, memory, {m.pk for m in going}, half.passages if half else None)
        mask(user, found)
        touched |= {passage.source for passage in found}
        masked_away += len(found)
        said += [text for text in (fact, *(passage.told for passage in found)) if text]
        bury(user, memory, found, batch, fact, rest=rest, made=memory in made)
        journal(memory, Change.What.FORGOTTEN, by, cause=cause)
    named = mask_names(user, said, touched)
    mask(user, named.headings)
    _seal_names(user, batch, named)
    ids = tuple(memory.pk for memory in going)
    forgotten.send(Memory, user_id=user.pk, memories=ids, sources=sorted(touched), back=False)
    return ForgetResult(batch, ids, masked_away)


def undo(user: User, batch: UUID) -> tuple[UUID, ...]:
    """Take one act of forgetting back. Returns the memories that are there again."""
    index.hold(user.pk)
    stones = list(
        Forgotten.objects.select_for_update()
        .filter(user=user, batch=batch, sealed__isnull=False, lifted__isnull=True)
        .order_by("-id")
    )
    if not stones:
        raise Refused(
            "unknown_memory", gettext("There is nothing to take back: it was erased or restored.")
        )
    # The tombstones first: while they stand, what they name is kept out of the index.
    Forgotten.objects.filter(pk__in=[stone.pk for stone in stones]).delete()
    touched: set[UUID] = set()
    for stone in stones:
        touched |= _raise(user, stone)
        unmask_names(user, names_in(stone))
    ids = tuple(stone.memory_id for stone in stones if stone.memory_id)
    forgotten.send(Memory, user_id=user.pk, memories=ids, sources=sorted(touched), back=True)
    judge_waiting(user)
    made = _made_for(stones)
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory__in=made))
    Memory.objects.filter(user=user, pk__in=made).delete()
    return tuple(pk for pk in ids if pk not in made)


def _made_for(stones: Iterable[Forgotten]) -> set[UUID]:
    """The memories that were made to forget by: of mere passages, and of halves that stayed."""
    made: set[UUID] = set()
    for stone in stones:
        sealed = unseal(stone.sealed) if stone.sealed is not None else {}
        if sealed.get("made") and stone.memory_id:
            made.add(stone.memory_id)
        if sealed.get("rest"):
            made.add(UUID(sealed["rest"]))
    return made


def restore(user: User, memory_id: UUID) -> tuple[UUID, ...]:
    """Bring a forgotten memory back, with all that went in the same act."""
    stone = _stone(user, memory_id)
    return undo(user, stone.batch)


def erase(user: User, memory_id: UUID, *, files: Files | None = None) -> None:
    """Remove a memory for good: no words of it stay, only keyed hashes that keep it from returning.

    The passages stay masked, and uploaded files are rewritten without them; `files` says what
    becomes of one that cannot be (raises Refused where there is one and nothing is said). What
    the database still holds of it is overwritten by a worker. This cannot be undone.
    """
    with transaction.atomic():
        _erase(user, memory_id, files)


def _erase(user: User, memory_id: UUID, files: Files | None) -> None:
    index.hold(user.pk)
    memory = Memory.objects.filter(user=user, pk=memory_id).first()
    if memory is None:
        raise Refused("unknown_memory", gettext("There is no such memory."))
    if memory.state != Memory.State.FORGOTTEN:
        forget(user, [memory_id], by=Change.By.PERSON)
    stones = Forgotten.objects.filter(user=user, batch=_stone(user, memory_id).batch)
    _black_out_left(user, stones)
    erasing.send(Memory, user_id=user.pk, files=files, **_held_by(stones))
    gone = [stone.memory_id for stone in stones if stone.memory_id]
    erasures.note(
        user.pk,
        memories=gone,
        passages=[row for stone in stones for row in stone.blocked],
        prints=[stone.fingerprint for stone in stones],
    )
    stones.update(sealed=None, erased=timezone.now())
    notes = Source.objects.filter(user=user, kind=NOTE, chunks__evidence__memory__in=gone).exclude(
        Q(chunks__evidence__memory__isnull=False) & ~Q(chunks__evidence__memory__in=gone)
    )
    notes_gone = list(notes.values_list("pk", flat=True).distinct())
    Work.objects.filter(user=user, subject__in=[*gone, *notes_gone]).delete()
    for memory in Memory.objects.filter(user=user, pk__in=gone):
        # What came before it belongs to what came after.
        memory.superseded_by.update(supersedes=memory.supersedes_id)
    Memory.objects.filter(user=user, pk__in=gone).delete()
    Source.objects.filter(user=user, pk__in=notes_gone).delete()
    work.enqueue(user.pk, work.VACUUM, [user.pk])


def _black_out_left(user: User, stones: Iterable[Forgotten]) -> None:
    """Remove what was kept until the erasure."""
    for stone in stones:
        sealed = unseal(stone.sealed) if stone.sealed is not None else {}
        left = [Passage.from_json(row) for row in sealed.get("left", ())]
        if left:
            mask(user, left)
            stone.blocked += [[str(p.source), p.start, p.stop] for p in left]
            stone.save(update_fields=["blocked"])


def files_with(user: User, memory: Memory) -> list[HeldFile]:
    """The uploaded files in which a memory stands, forgotten or not: for who is about to erase."""
    if memory.state != Memory.State.FORGOTTEN:
        found = passages_of(user, memory, [memory.pk])
        return files_holding(user.pk, {passage.source for passage in found}, ())
    stones = Forgotten.objects.filter(user=user, batch=_stone(user, memory.pk).batch)
    return files_holding(user.pk, **_held_by(stones))


def _held_by(stones: Iterable[Forgotten]) -> dict[str, Any]:
    """The sources and the names from which these tombstones took words."""
    return {
        "sources": {UUID(source) for stone in stones for source, _, _ in stone.blocked},
        "names": [name for stone in stones for name in names_in(stone)],
    }


def names_in(stone: Forgotten) -> list[MaskedName]:
    """The names this tombstone keeps sealed."""
    sealed = unseal(stone.sealed) if stone.sealed is not None else {}
    return [MaskedName.from_json(row) for row in sealed.get("names", ())]


def _seal_names(user: User, batch: UUID, named: MaskedNames) -> None:
    """Keep what was blacked out in names with the first tombstone of its act."""
    stone = Forgotten.objects.filter(user=user, batch=batch, sealed__isnull=False).first()
    if any(named) and stone is not None and stone.sealed is not None:
        sealed = unseal(stone.sealed)
        sealed["names"] = [name.as_json() for name in named.names]
        sealed["passages"] += [heading.as_json() for heading in named.headings]
        stone.sealed = seal(sealed)
        stone.blocked += [[str(p.source), p.start, p.stop] for p in named.headings]
        stone.save(update_fields=["sealed", "blocked"])


def _going(user: User, wanted: Collection[UUID]) -> list[Memory]:
    """The memories to forget with their versions and what rests on them alone, locked."""
    mine = Memory.objects.select_for_update(of=("self",)).filter(user=user)
    states = dict(mine.filter(pk__in=wanted).values_list("pk", "state"))
    known = set(wanted)
    if not known or known != {pk for pk, state in states.items() if state != "forgotten"}:
        raise Refused(
            "unknown_memory", gettext("There is no such memory. It may be forgotten already.")
        )
    history = {pk for pk, state in states.items() if state == Memory.State.SUPERSEDED}
    while True:
        more = set(
            Memory.objects.filter(user=user, superseded_by__in=known - history)
            .exclude(state=Memory.State.FORGOTTEN)
            .values_list("pk", flat=True)
        ) | concluded(user, known)
        if more <= known:
            break
        known |= more
    return list(mine.filter(pk__in=known).order_by("pk"))


def concluded(user: User, known: Collection[UUID]) -> set[UUID]:
    """Memories concluded from these alone, or from others that are forgotten too."""
    resting = Evidence.objects.filter(user=user, basis__in=known).values_list("memory", flat=True)
    held = (
        Evidence.objects.filter(user=user, memory__in=set(resting))
        .exclude(basis__in=known)
        .exclude(basis__state=Memory.State.FORGOTTEN)
    )
    return set(resting) - set(held.values_list("memory", flat=True))


def bury(
    user: User,
    memory: Memory,
    found: Sequence[Passage],
    batch: UUID,
    fact: str,
    *,
    rest: Memory | None = None,
    made: bool = False,
    left: Sequence[Passage] = (),
) -> None:
    """Blank a memory and seal its words. `fact` is what it is recognised by: a half, perhaps.

    `rest` is the memory of the half that stayed; one that was `made` to be forgotten is not there
    again on Undo. Without a fact it is not recognised; passages that are `left` stay as they are
    until it is erased.
    """
    changes = {
        str(change.pk): [change.before, change.after]
        for change in Change.objects.filter(user=user, memory=memory)
    }
    spoken_of = set(Mention.objects.filter(memory=memory).values_list("entity", flat=True))
    sealed = {
        "memory": {name: getattr(memory, name) for name in _SEALED},
        "updated": memory.updated.isoformat(),
        "passages": [passage.as_json() for passage in found],
        "changes": changes,
        "mentions": [str(pk) for pk in spoken_of],
        "people": entity_upkeep.rows_of(user, spoken_of),
        "fact": fact,
        **({"rest": str(rest.pk)} if rest else {}),
        **({"made": True} if made else {}),
        **({"left": [passage.as_json() for passage in left]} if left else {}),
    }
    Forgotten.objects.create(
        user=user,
        memory=memory,
        batch=batch,
        fingerprint=fingerprint(user.pk, fact) if fact else {},
        sealed=seal(sealed),
        blocked=[[str(p.source), p.start, p.stop] for p in found],
        project=memory.project,
    )
    index.remove(user.pk, SearchItem.objects.filter(user=user, memory=memory))
    Work.objects.filter(user=user, subject=memory.pk).delete()
    Change.objects.filter(user=user, memory=memory).update(before={}, after={})
    Mention.objects.filter(memory=memory).delete()
    entity_upkeep.settle(user, spoken_of)
    memory.state = Memory.State.FORGOTTEN
    memory.content = memory.subject = memory.attribute = memory.value = ""
    memory.tags, memory.metadata = [], {}
    memory.namespace = memory.key = None
    memory.updated = timezone.now()
    memory.save()


def bury_sources(user: User, sources: Collection[UUID], batch: UUID) -> int:
    """Mask the whole text of these sources, in the same act. Returns how many had words left."""
    passages = [
        Passage(source.pk, 0, len(source.text), source.text)
        for source in Source.objects.filter(user=user, pk__in=sources)
        if not is_blank(source.text)
    ]
    for passage in passages:
        mask(user, [passage])
        Forgotten.objects.create(
            user=user,
            batch=batch,
            sealed=seal({"passages": [passage.as_json()]}),
            blocked=[[str(passage.source), passage.start, passage.stop]],
        )
    return len(passages)


def bury_words(user: User, source: Source, span: Span, batch: UUID) -> None:
    """Mask the words that asked for an act of forgetting, where they repeat what it took."""
    stones = list(Forgotten.objects.filter(user=user, batch=batch, sealed__isnull=False))
    said: set[str] = set()
    for stone in stones:
        said |= _words_of(unseal(stone.sealed).get("fact", "")) if stone.sealed else set()
    source.refresh_from_db(fields=["text"])
    words = span.of(source.text)
    if not stones or stones[0].sealed is None or not said & _words_of(words):
        return
    passage = Passage(source.pk, span.start, span.stop, words)
    mask(user, [passage])
    sealed = unseal(stones[0].sealed)
    sealed["passages"].append(passage.as_json())
    stones[0].sealed = seal(sealed)
    stones[0].blocked += [[str(source.pk), span.start, span.stop]]
    stones[0].save(update_fields=["sealed", "blocked"])
    forgotten.send(Memory, user_id=user.pk, memories=(), sources=[source.pk], back=False)


def _words_of(text: str) -> set[str]:
    """What two texts have in common where one repeats the other: a number in any writing, too."""
    return {*stems(text), *(each.canonical for each in identifiers(text))}


def _raise(user: User, stone: Forgotten) -> set[UUID]:
    """Put back what one tombstone holds. Returns the sources whose passages are shown again."""
    if stone.sealed is None:
        return set()
    sealed = unseal(stone.sealed)
    passages = [Passage.from_json(row) for row in sealed["passages"]]
    entity_upkeep.put_back(user, sealed.get("people", ()))
    unmask(user, passages)
    if stone.memory is not None and not sealed.get("made"):
        _raise_memory(user, stone.memory, sealed)
    return {passage.source for passage in passages}


def _raise_memory(user: User, memory: Memory, sealed: dict[str, Any]) -> None:
    _give_back(user, memory, sealed["memory"], sealed.get("updated"))
    for pk, (before, after) in sealed["changes"].items():
        Change.objects.filter(user=user, pk=pk).update(before=before, after=after)
    entities = Entity.objects.filter(user=user, pk__in=sealed["mentions"])
    Mention.objects.bulk_create(
        (Mention(user=user, entity=entity, memory=memory) for entity in entities),
        ignore_conflicts=True,
    )
    if not Evidence.objects.filter(user=user, memory=memory).exists():
        # What it rested on was deleted meanwhile.
        rest_on(user, memory, None)
    journal(memory, Change.What.RESTORED, Change.By.PERSON)


def _give_back(user: User, memory: Memory, fields: dict[str, Any], updated: str | None) -> None:
    """Make it what it was, in its old place of the list: that is ordered by `updated`."""
    taken = fields["key"] and Memory.objects.filter(
        user=user,
        namespace=fields["namespace"],
        key=fields["key"],
        state__in=Memory.ACTIVE,
    )
    if taken:
        raise Refused(
            "key", gettext("Another memory has its namespace and key now. Forget that one first.")
        )
    for name, value in fields.items():
        setattr(memory, name, value)
    # A tombstone of before version 0.2 has no time.
    memory.updated = datetime.fromisoformat(updated) if updated else timezone.now()
    memory.save()
    if is_findable(user, memory):
        make_findable(user, memory)


def _stone(user: User, memory_id: UUID) -> Forgotten:
    stone = Forgotten.objects.filter(user=user, memory=memory_id).order_by("-created").first()
    if stone is None:
        raise Refused("unknown_memory", gettext("This memory is not among the forgotten ones."))
    return stone
