"""What lists show of a mail (subject, first words), in step with what was forgotten of it."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from gmail.models import Message, Thread
from gmail.reading.headers import without_reply
from memories.models import Source
from memories.text import MASK, is_blank

SNIPPET = 200


def snippet_of(source: Source | None) -> str:
    """The first words that a mail says: its subject aside, and who is quoted."""
    if source is None:
        return ""
    said, place = [], source.metadata.get("subject_end", 0)
    for start, stop in source.metadata.get("attributions", []):
        said.append(source.text[place:start])
        place = stop
    text = "".join((*said, source.text[place : place + SNIPPET * 4]))[: SNIPPET * 4]
    words = " ".join(text.split())
    return words if len(words) <= SNIPPET else words[:SNIPPET].rsplit(" ", 1)[0] + "…"


def on_forgotten(
    sender: object,  # noqa: ARG001 - what every signal passes
    *,
    user_id: UUID,
    sources: Collection[UUID],
    **_: Any,
) -> None:
    """Follow what memories forgets and restores, in its transaction."""
    threads = Message.objects.filter(user=user_id, source__in=sources)
    refresh(user_id, list(threads.values_list("thread", flat=True).distinct()))


def refresh(user_id: UUID, threads: Collection[UUID]) -> None:
    """Write anew what lists show of these threads: only words that their sources still hold."""
    for thread in Thread.objects.filter(user=user_id, pk__in=threads):
        messages = list(
            Message.objects.filter(thread=thread)
            .select_related("source")
            .order_by("internal_date", "gmail_message_id")
        )
        subject = _subject(messages)
        for message in messages:
            _follow(message, subject)
        thread.subject = subject
        thread.snippet = messages[-1].snippet if messages else ""
        thread.save(update_fields=["subject", "snippet"])


def _subject(messages: Collection[Message]) -> str:
    """What the thread is called, by the first mail that has a subject and is not all forgotten."""
    sources = [m.source for m in messages if m.source and not is_blank(m.source.text)]
    written = (s.text[: s.metadata.get("subject_end", 0)] for s in sources)
    titles = (without_reply(s.title) for s in sources)
    return next((words for words in (*written, *titles) if words), "")


def _follow(message: Message, subject: str) -> None:
    snippet = snippet_of(message.source)
    if message.snippet != snippet:
        message.snippet = snippet
        message.save(update_fields=["snippet"])
    source = message.source
    if source is None:
        return
    end = source.metadata.get("subject_end", 0)
    # A reply bears the subject of what it answers, so it follows that one.
    title = source.text[:end] or subject
    if source.title != title and MASK in source.title + title:
        source.title = title
        source.save(update_fields=["title"])
