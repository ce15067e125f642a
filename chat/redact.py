"""Forgetting reaches answers: what cited the forgotten is blacked out, and comes back on Undo."""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts.models import User
from chat.answering.citations import MARKER
from chat.answering.proposals import drop_forgotten
from chat.converse import retitle
from chat.models import Citation, Conversation, Message, Redaction
from database.sealing import seal, unseal
from memories.forgetting import Passage, mask, unmask
from memories.models import Memory
from memories.text import MASK, Span, is_blank, sentences


def on_forgotten(
    sender: object,  # noqa: ARG001 - what every signal passes
    *,
    user_id: UUID,
    memories: Collection[UUID],
    sources: Collection[UUID],
    back: bool,
    **_: Any,
) -> None:
    """Follow what memories forgets and restores, in its transaction."""
    user = User.objects.get(pk=user_id)
    if back:
        show_again(user, memories)
    else:
        redact(user, memories, sources)
        drop_forgotten(user, memories)
        _black_out_temporary(user, memories, sources)
        Conversation.objects.filter(user=user).exclude(summary="").update(
            summary="", summed_up=None
        )
    _retitle(user, sources)


def redact(user: User, memories: Collection[UUID], sources: Collection[UUID]) -> None:
    """Black out the sentences that cite these memories, or passages that were masked with them."""
    cited = (
        Citation.objects.filter(user=user, message__source__isnull=False)
        .filter(Q(memory__in=memories) | Q(memory=None, chunk__source__in=sources))
        .select_related("message__source", "chunk__source")
        .order_by("message", "marker")
    )
    for citation in cited:
        if citation.memory_id is not None or _is_masked(citation):
            _black_out(user, citation, citation.memory_id or next(iter(memories)))


def _black_out_temporary(user: User, memories: Collection[UUID], sources: Collection[UUID]) -> None:
    """Answers of temporary chats that cite them go whole: they are gone soon in any case."""
    cited = Citation.objects.filter(user=user, message__conversation__temporary=True)
    of_these = cited.filter(Q(memory__in=memories) | Q(chunk__source__in=sources))
    messages = Message.objects.filter(user=user, pk__in=of_these.values("message"))
    messages.update(draft=MASK * 3)


def _is_masked(citation: Citation) -> bool:
    chunk = citation.chunk
    return chunk is not None and MASK in chunk.source.text[citation.start : citation.stop]


def _black_out(user: User, citation: Citation, memory: UUID) -> None:
    source = citation.message.source
    if source is None:
        return
    source.refresh_from_db(fields=["text"])
    for span in cited_spans(source.text, citation.marker):
        words = span.of(source.text)
        if is_blank(MARKER.sub("", words)):
            continue
        Redaction.objects.create(
            user=user,
            message=citation.message,
            memory_id=memory,
            start=span.start,
            stop=span.stop,
            sealed=seal({"words": words}),
        )
        mask(user, [Passage(source.pk, span.start, span.stop, words)])


def cited_spans(text: str, marker: int) -> list[Span]:
    """The sentences that a marker [n] speaks for: its own, or the one that it stands behind."""
    spans = sentences(text)
    found: list[Span] = []
    for number, span in enumerate(spans):
        for match in MARKER.finditer(text, span.start, span.stop):
            if match[1] != str(marker):
                continue
            before = MARKER.sub("", text[span.start : match.start()])
            behind = number > 0 and not _says_something(before)
            found.append(spans[number - 1] if behind else Span(span.start, match.start()))
            if not behind and _says_something(text[match.end() : span.stop]):
                found.append(Span(match.end(), span.stop))
    return list(dict.fromkeys(found)) or [Span(0, len(text))]


def _says_something(text: str) -> bool:
    """Whether there are words, be they blacked out, and not only marks."""
    return any(c.isalnum() or c == MASK for c in MARKER.sub("", text))


def show_again(user: User, memories: Collection[UUID]) -> None:
    """Show what was blacked out for these memories; what another forgotten one keeps out stays."""
    for redaction in Redaction.objects.filter(user=user, memory__in=memories).select_related(
        "message__source"
    ):
        other = _still_forgotten(redaction)
        if other is not None:
            redaction.memory_id = other
            redaction.save(update_fields=["memory"])
            continue
        source = redaction.message.source
        if source is not None:
            words = unseal(redaction.sealed)["words"]
            now = source.text[redaction.start : redaction.stop]
            shown = "".join(
                hidden if here == MASK else here for here, hidden in zip(now, words, strict=True)
            )
            unmask(user, [Passage(source.pk, redaction.start, redaction.stop, shown)])
        redaction.delete()


def _still_forgotten(redaction: Redaction) -> UUID | None:
    """Another forgotten memory that the blacked-out sentence cites, if there is one."""
    source = redaction.message.source
    if source is None:
        return None
    markers = _markers_for(source.text, Span(redaction.start, redaction.stop))
    return (
        Citation.objects.filter(
            message=redaction.message, marker__in=markers, memory__state=Memory.State.FORGOTTEN
        )
        .values_list("memory", flat=True)
        .first()
    )


def _markers_for(text: str, span: Span) -> set[int]:
    numbers = {int(m[1]) for m in MARKER.finditer(text) if m[1].isdigit()}
    return {number for number in numbers if span in cited_spans(text, number)}


def _retitle(user: User, sources: Iterable[UUID]) -> None:
    """Titles taken from a first message follow what is masked in it."""
    conversations = Conversation.objects.filter(
        user=user, renamed=False, messages__source__in=list(sources)
    ).distinct()
    for conversation in conversations:
        retitle(conversation)
