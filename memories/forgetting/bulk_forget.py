"""Forget many at once: what a selection names, what would go along, and what stays."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from database.ids import uuid7
from memories.forgetting.forget import ForgetResult, bury_sources, forget
from memories.forgetting.masking import Passage
from memories.forgetting.requests.meant import find_meant
from memories.hooks import forgotten
from memories.keeping import Refused
from memories.models import Change, Entity, Evidence, Memory, Mention, Source
from memories.source_kinds import CHAT


@dataclass(frozen=True)
class Selection:
    """A selection to forget: memories by id, or all from a source, a person, a time.

    `sender` is the speaker's name, `since` and `until` bound when things were said (until is not
    included). Criteria about sources narrow each other down; ids and an entity add to them.
    """

    ids: tuple[UUID, ...] = ()
    source: UUID | None = None
    entity: UUID | None = None
    sender: str | None = None
    conversation: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class ForgetPreview:
    """Everything that forgetting a selection removes, and memories that another source keeps."""

    memories: tuple[Memory, ...]
    sources: tuple[UUID, ...]
    surviving: tuple[Memory, ...]


@dataclass(frozen=True)
class EntityMentions:
    """All that speaks of somebody or something: memories, and passages that may belong to none."""

    memories: tuple[Memory, ...]
    passages: tuple[Passage, ...]

    @property
    def words(self) -> list[str]:
        """Everything that goes, each once: no sentence that memories already tell in parts."""
        told = {_plain(memory.content): memory.content for memory in self.memories}
        beside = {_plain(passage.words): passage.words for passage in self.passages}
        further = [w for plain, w in beside.items() if not any(each in plain for each in told)]
        return [*told.values(), *further]


def _plain(words: str) -> str:
    return words.strip(" .").lower()


def everything_about(user: User, entity: Entity) -> EntityMentions:
    """Find all that mentions them. Nothing is changed."""
    memories = _named(user, Selection(entity=entity.pk))
    meant = find_meant(user, entity.name, everything=True, states=False)
    return EntityMentions(tuple(memories), tuple(meant.passages if meant.sure else ()))


def preview(user: User, selection: Selection) -> ForgetPreview:
    """Say what would go and what would stay. Nothing is changed.

    Raises Refused when nothing is selected, or one of the ids is not there.
    """
    sources = _sources(user, selection)
    named = _named(user, selection)
    if sources is None:
        return ForgetPreview(tuple(named), (), ())
    elsewhere = Evidence.objects.filter(user=user, memory=OuterRef("pk")).exclude(
        chunk__source__in=sources
    )
    resting = (
        Memory.objects.filter(
            user=user, state__in=Memory.KNOWN, evidence__chunk__source__in=sources
        )
        .exclude(pk__in=[memory.pk for memory in named])
        .annotate(held=Exists(elsewhere))
        .distinct()
        .order_by("-updated")
    )
    return ForgetPreview(
        memories=(*named, *(memory for memory in resting if not memory.held)),
        sources=tuple(sources.values_list("pk", flat=True)),
        surviving=tuple(memory for memory in resting if memory.held),
    )


def forget_selection(user: User, selection: Selection, *, by: Change.By) -> ForgetResult:
    """Forget what `preview` names, in one act that one Undo takes back.

    The sources' whole text is masked; what only they taught goes, what others taught too stays.
    """
    going = preview(user, selection)
    if not going.memories and not going.sources:
        raise Refused("nothing", gettext("Nothing matches this, so nothing was forgotten."))
    batch = uuid7()
    done = ForgetResult(batch, (), 0)
    if going.memories:
        done = forget(user, [memory.pk for memory in going.memories], by=by, batch=batch)
    passages = bury_sources(user, going.sources, batch)
    if passages:
        forgotten.send(
            Memory, user_id=user.pk, memories=(), sources=list(going.sources), back=False
        )
    return ForgetResult(batch, done.memories, done.passages + passages)


def _named(user: User, selection: Selection) -> list[Memory]:
    wanted = Q(pk__in=selection.ids)
    if selection.entity is not None:
        mentions = Mention.objects.filter(user=user, entity=selection.entity)
        wanted |= Q(pk__in=mentions.values("memory"))
    found = list(Memory.objects.filter(wanted, user=user, state__in=Memory.KNOWN))
    if not set(selection.ids) <= {memory.pk for memory in found}:
        raise Refused("unknown_memory", gettext("One of these memories does not exist."))
    return found


def _sources(user: User, selection: Selection) -> QuerySet[Source] | None:
    """The sources the selection names, or None when it names none."""
    wanted = Q()
    if selection.source is not None:
        wanted &= Q(pk=selection.source)
    if selection.conversation is not None:
        wanted &= Q(kind=CHAT, thread=str(selection.conversation))
    if selection.sender:
        wanted &= Q(speaker__iexact=selection.sender)
    if selection.since is not None:
        wanted &= Q(happened_at__gte=selection.since)
    if selection.until is not None:
        wanted &= Q(happened_at__lt=selection.until)
    if wanted:
        return Source.objects.filter(wanted, user=user)
    if not selection.ids and selection.entity is None:
        raise Refused("nothing", gettext("Say what to forget: ids, a source, a person, or a time."))
    return None
