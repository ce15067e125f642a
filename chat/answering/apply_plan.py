"""Carry out what an answer decided: save it, cite, and change the memory, in one transaction."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from chat.answering.plan import Cite, MemoryText, Plan
from chat.answering.proposals import accept_all
from chat.answering.turns import Turn
from chat.models import Citation, Message
from database.acting import acting_as
from memories.forgetting import UndoableAct, bury_words, forget, mark_request, take_back
from memories.keeping import (
    NewSource,
    Quote,
    Refused,
    correct,
    editing,
    find_again,
    keep,
    note_used,
    remember,
    stop_finding,
)
from memories.models import Change, Chunk, Memory, Source
from memories.source_kinds import CHAT
from memories.text import Span, dated, when_told
from web import stored_words

# No answer is kept beyond this, in characters: about ten pages.
LONGEST = 32_000
CUT_OFF = gettext_noop("Cut off here: an answer holds at most %(most)s characters.")
CUT = CUT_OFF % {"most": f"{LONGEST:,}"}
stored_words.register(CUT_OFF)


def apply_plan(
    turn: Turn,
    plan: Plan,
    *,
    state: Message.State = Message.State.DONE,
    reason: str = "",
    model: str = "",
) -> str:
    """Save an answer with what it does, all or nothing. Returns its text, as before forgetting.

    What is longer than LONGEST is cut, and the reason says so.
    Does nothing when the message was closed already: an answer is saved once.
    """
    if len(plan.text) > LONGEST:
        # Renumbering may have made markers of one marker.
        plan, reason = replace(plan, text=plan.text[:LONGEST]), reason or CUT
    with acting_as(turn.user):
        message = (
            Message.objects.select_for_update(of=("self",))
            .select_related("conversation__project")
            .filter(pk=turn.message_id, state__in=[Message.State.WAITING, Message.State.WORKING])
            .first()
        )
        if message is None:
            return ""
        message.state, message.reason, message.model = state, reason[:300], model
        message.details = {**message.details, **plan.details}
        message.lease = None
        try:
            with transaction.atomic():
                _save(turn, message, plan)
        except Refused as refused:
            plan = Plan(text=refused.message)
            message.source = None
            _save(turn, message, plan)
    return plan.text


def _save(turn: Turn, message: Message, plan: Plan) -> None:
    conversation = message.conversation
    message.draft = plan.text if conversation.temporary else ""
    if plan.text.strip() and not conversation.temporary:
        message.source = keep(
            turn.user,
            NewSource(
                CHAT,
                plan.text,
                external_id=str(message.pk),
                thread=str(conversation.pk),
                author=Source.Author.ASSISTANT,
                project=conversation.project,
                searchable=plan.searchable,
            ),
        )
    message.save()
    did = _restate(turn, plan)
    if plan.accepts:
        accept_all(turn.user, message)
    _cite(turn, message, plan.cites)
    if plan.tells_nothing and turn.source_id:
        # Else "scrub the bit about the budgie" would tell of the budgie.
        stop_finding(turn.user, turn.source_id)
        if "statement" in plan.details.get("asks", {}):
            mark_request(turn.user, turn.source_id, asks=True)
    if plan.tells_after_all:
        find_again(turn.user, plan.tells_after_all)
        mark_request(turn.user, plan.tells_after_all, asks=False)
    if plan.forget or plan.passages:
        did += _forget(turn, plan)
    if plan.take_back:
        did += _take_back(turn, plan.take_back)
        message.details = {**message.details, "undo": True}
    if did:
        # What a model's tools did stands there already.
        kept = [*message.details.get("did", []), *did]
        message.details = {**message.details, "did": kept}
        message.save(update_fields=["details"])
    conversation.updated = timezone.now()
    conversation.save(update_fields=["updated"])


def _cite(turn: Turn, message: Message, cites: Sequence[Cite]) -> None:
    """Save what the markers stand for; what is gone since it was recalled is cited no more."""
    there = set(
        Chunk.objects.filter(pk__in=[cite.chunk_id for cite in cites]).values_list("pk", flat=True)
    )
    Citation.objects.bulk_create(
        Citation(
            user=turn.user,
            message=message,
            marker=number,
            memory_id=cite.memory_id,
            chunk_id=cite.chunk_id,
            start=cite.start,
            stop=cite.stop,
            answer_start=cite.fits[0] if cite.fits else cite.start,
            answer_stop=cite.fits[1] if cite.fits else cite.stop,
            similarity=cite.similarity,
            why=list(cite.why),
            also=[[str(at.chunk_id), at.start, at.stop] for at in cite.also],
            holds=cite.holds,
        )
        for number, cite in enumerate(cites, start=1)
        if cite.chunk_id in there
    )
    if turn.temporary:
        return  # it leaves no trace, not even in when something was last used
    note_used(turn.user, [cite.memory_id for cite in cites if cite.memory_id and cite.holds])


def _source(turn: Turn) -> Source | None:
    return Source.objects.filter(pk=turn.source_id).first() if turn.source_id else None


def _restate(turn: Turn, plan: Plan) -> list[dict[str, str]]:
    source = _source(turn)
    did: list[dict[str, str]] = []
    if plan.correct:
        old = Memory.objects.get(pk=plan.correct.memory_id)
        now = plan.correct.now
        new = correct(
            turn.user,
            old,
            _dated(turn, source, now.content),
            by=Change.By.PERSON,
            cause=source,
            quote=_quote(source, now),
        )
        did.append({"what": "corrected", "memory": str(new.pk), "before": str(old.pk)})
    if plan.remember:
        content = _dated(turn, source, plan.remember.content)
        editing.check_not_forgotten(turn.user, content)
        remembered = remember(
            turn.user,
            content,
            by=Change.By.PERSON,
            event_time=when_told(content, _said_at(turn, source)),
            project=source.project if source else None,
            quote=_quote(source, plan.remember),
            cause=source,
        )
        if remembered.memory:
            did.append({"what": "remembered", "memory": str(remembered.memory.pk)})
    return did


def _said_at(turn: Turn, source: Source | None) -> datetime:
    """When the message was said, in the zone of whoever said it."""
    if source is None:
        return timezone.now().astimezone(turn.user.zone)
    return source.happened_at.astimezone(ZoneInfo(source.zone))


def _dated(turn: Turn, source: Source | None, content: str) -> str:
    """The text to remember, its relative times dated by when it was said."""
    return dated(content, _said_at(turn, source))


def _quote(source: Source | None, said: MemoryText) -> Quote | None:
    if source is None or said.start is None or said.stop is None:
        return None
    return Quote(source, said.start, said.stop)


def _forget(turn: Turn, plan: Plan) -> list[dict[str, str]]:
    """Forget, and with it the words that asked for it, where they repeat what is forgotten."""
    source = _source(turn)
    forgetting = forget(
        turn.user, plan.forget, by=Change.By.PERSON, cause=source, passages=plan.passages
    )
    if source is not None and plan.asked is not None:
        bury_words(turn.user, source, Span(*plan.asked), forgetting.batch)
    earlier = Memory.objects.filter(user=turn.user, superseded_by__in=forgetting.memories)
    versions = set(earlier.values_list("pk", flat=True))
    return [
        {"what": "forgotten", "memory": str(pk), "batch": str(forgetting.batch)}
        for pk in forgetting.memories
        if pk not in versions
    ]


def _take_back(turn: Turn, act: UndoableAct) -> list[dict[str, str]]:
    taken = take_back(turn.user, act, cause=_source(turn))
    asked = [pk for pk in taken.gone if pk in act.memories]
    back = Memory.objects.filter(user=turn.user, pk__in=taken.back, state=Memory.State.CURRENT)
    return [{"what": "restored", "memory": str(memory.pk)} for memory in back] + [
        {"what": "forgotten", "memory": str(pk), "batch": str(taken.batch)} for pk in asked
    ]
