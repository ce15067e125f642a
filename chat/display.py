"""How a conversation is put on the page: turns with their answers, citations and changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts.models import User
from chat.answering.answer import ENDED
from chat.answering.quotes import quoted
from chat.answering.relearn import offers
from chat.markdown import MASKED, redacted, render
from chat.models import Citation, Conversation, Message
from memories.keeping import words_of
from memories.models import Chunk, Forgotten, Memory, Source
from memories.pages import display

# So many messages are on a page of a conversation; earlier ones by a link.
PAGE = 60
# How long the words of what a turn had forgotten stand beside its Undo; later the Forgotten tab
# has them.
UNDO_SHOWS_WORDS = timedelta(minutes=10)
HIDDEN = "(forgotten)"


@dataclass(frozen=True)
class ShownCitation:
    """A marker [n] and its card."""

    number: int
    quote: str
    icon: str
    label: str
    url: str
    also: Sequence[display.ShownSource] = ()


@dataclass(frozen=True)
class ShownUse:
    """Something an answer used, and why it was chosen."""

    text: str
    icon: str
    label: str
    url: str
    why: str


@dataclass(frozen=True)
class ShownChange:
    """What a turn did to a memory, as it stands now."""

    memory_id: UUID | None
    what: str
    content: str
    before: str = ""
    # Where what is on offer is accepted, and which of several it is.
    accept_url: str = ""
    start: int = 0


@dataclass(frozen=True)
class ShownMessage:
    """A turn as templates/chat/turn.html wants it."""

    id: UUID
    role: str
    state: str
    text: str
    html: SafeString
    reason: str
    model: str
    citations: Sequence[ShownCitation] = ()
    used: Sequence[ShownUse] = ()
    used_line: str = ""
    changes: Sequence[ShownChange] = ()
    last: bool = False
    # Earlier answers to the same turn stand above the newest.
    older: bool = False
    created: object = field(default=None)


def turns(
    user: User, conversation: Conversation, *, before: UUID | None = None
) -> tuple[list[ShownMessage], UUID | None]:
    """A page of turns, oldest first, and the id to ask for earlier ones by. Inside `acting_as`."""
    messages = Message.objects.filter(conversation=conversation)
    if before is not None:
        edge = messages.filter(pk=before).values_list("created", flat=True).first()
        messages = messages.filter(created__lt=edge) if edge else messages.none()
    page = list(_complete(messages).order_by("-created", "-id")[: PAGE + 1])
    earlier = page[PAGE - 1].pk if len(page) > PAGE else None
    page = page[:PAGE][::-1]
    last = next((m.pk for m in reversed(page) if m.role == Message.Role.ASSISTANT), None)
    newest = {m.answers_id: m.pk for m in page if m.answers_id}
    return [
        message(
            user,
            m,
            last=before is None and m.pk == last,
            older=m.answers_id is not None and newest[m.answers_id] != m.pk,
        )
        for m in page
    ], earlier


def one(user: User, message_id: UUID) -> ShownMessage:
    """One message, as the newest of its conversation or not. Inside `acting_as`."""
    found = _complete(Message.objects.filter(pk=message_id)).get()
    answers = Message.objects.filter(
        conversation=found.conversation_id, role=Message.Role.ASSISTANT
    ).order_by("-created")
    newest = answers.first()
    older = answers.filter(answers=found.answers_id, created__gt=found.created)
    return message(
        user,
        found,
        last=newest is not None and newest.pk == found.pk,
        older=found.answers_id is not None and older.exists(),
    )


def html_of(user: User, message_id: UUID, *, csrf_token: str = "") -> str:
    """A message rendered, for the end of a stream. Inside `acting_as`."""
    context = {"message": one(user, message_id), "csrf_token": csrf_token}
    return render_to_string("chat/turn.html", context)


def _complete(messages: QuerySet[Message]) -> QuerySet[Message]:
    return messages.select_related("source", "answers__source", "conversation").prefetch_related(
        Prefetch(
            "citations",
            Citation.objects.select_related("memory", "chunk__source")
            .defer("chunk__source__text")
            .order_by("marker"),
        )
    )


def message(user: User, it: Message, *, last: bool = False, older: bool = False) -> ShownMessage:
    """A message as the page shows it."""
    text = MASKED.sub(HIDDEN, it.text)
    if it.role == Message.Role.USER:
        html = redacted(it.text)
        return ShownMessage(it.pk, it.role, it.state, text, html, "", "", created=it.created)
    done = it.state in ENDED
    cards = {c: _citation(user, c) for c in it.citations.all()} if done else {}
    # What was forgotten is cited no more.
    cited = {c: card for c, card in cards.items() if card.quote}
    return ShownMessage(
        id=it.pk,
        role=it.role,
        state=it.state,
        text=text,
        html=render(it.text, it.pk, list(cards.values())) if done and text else SafeString(""),
        reason=it.reason,
        model=it.model,
        citations=list(cited.values()),
        used=[_use(c, card) for c, card in cited.items()],
        used_line=_used_line(cited),
        changes=changes(user, it) if done else (),
        last=last,
        older=older,
        created=it.created,
    )


def _citation(user: User, citation: Citation) -> ShownCitation:
    chunk = citation.chunk
    if chunk is None:
        return ShownCitation(citation.marker, "", "quote", "From something that is gone", "")
    at = display.of_passage(user, chunk, citation.answer_start, citation.answer_stop)
    return ShownCitation(
        citation.marker, quoted(citation).words, at.icon, at.label, at.url, _also(user, citation)
    )


def _also(user: User, citation: Citation) -> list[display.ShownSource]:
    """Where else the same stands, as far as it is still there and not blacked out."""
    if not citation.also:
        return []
    chunks = (
        Chunk.objects.filter(user=user, hidden=None)
        .select_related("source")
        .defer("source__text")
        .in_bulk([UUID(chunk) for chunk, _, _ in citation.also])
    )
    return [
        display.of_passage(user, found, start, stop)
        for chunk, start, stop in citation.also
        if (found := chunks.get(UUID(chunk)))
    ]


def _use(citation: Citation, card: ShownCitation) -> ShownUse:
    memory = citation.memory
    text = (memory.content if memory else "") or card.quote
    why = ", ".join(str(reason) for reason in citation.why)
    return ShownUse(text, card.icon, card.label, card.url, why)


_KINDS = {
    Source.Kind.CHAT: ("message", "messages"),
    Source.Kind.NOTE: ("note", "notes"),
    Source.Kind.DOCUMENT: ("passage", "passages"),
    Source.Kind.GMAIL: ("mail", "mails"),
    Source.Kind.IMPORT: ("imported message", "imported messages"),
}


def _used_line(citations: Iterable[Citation]) -> str:
    """ "4 memories, 2 messages": what an answer rests on."""
    counts: dict[tuple[str, str], int] = {}
    for citation in citations:
        name = ("memory", "memories")
        if citation.memory_id is None and citation.chunk:
            name = _KINDS[Source.Kind(citation.chunk.source.kind)]
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{n} {one if n == 1 else many}" for (one, many), n in counts.items())


def changes(user: User, answer: Message) -> list[ShownChange]:
    """What this turn did: what was learned from the words, and what the answer carried out."""
    said = answer.answers.details.get("did", []) if answer.answers else []
    done = [*said, *answer.details.get("did", [])]
    asked = (answer.details.get("asks") or {}).get("options", [])
    ids = {UUID(d["memory"]) for d in done} | {UUID(pk) for pk in asked}
    before = {UUID(d["before"]) for d in done if d.get("before")}
    memories = {m.pk: m for m in Memory.objects.filter(user=user, pk__in=ids | before)}
    rows = [_change(user, d, memories, answer) for d in done]
    rows += [
        ShownChange(m.pk, "choice", m.content)
        for pk in asked
        if (m := memories.get(UUID(pk))) and m.active
    ]
    return [*{row.memory_id: row for row in rows if row}.values(), *_offers(answer)]


def _offers(answer: Message) -> list[ShownChange]:
    said = answer.answers
    if said is None:
        return []
    url = reverse("chat:remember", args=[said.pk])
    return [
        ShownChange(None, each.what, each.content, "", url, each.span.start)
        for each in offers(said, answer)
    ]


def _change(
    user: User, done: dict[str, str], memories: dict[UUID, Memory], answer: Message
) -> ShownChange | None:
    memory = memories.get(UUID(done["memory"]))
    earlier = memories.get(UUID(done["before"])) if done.get("before") else None
    if memory is None and earlier is not None and earlier.active:
        # The correction was taken back.
        return ShownChange(earlier.pk, "restored", earlier.content)
    if memory is None or memory.state == Memory.State.SUPERSEDED:
        return None
    if memory.state == Memory.State.FORGOTTEN:
        fresh = timezone.now() - answer.created < UNDO_SHOWS_WORDS
        words = _forgotten_words(user, memory) if fresh and done["what"] == "forgotten" else ""
        return ShownChange(memory.pk, "forgotten", words)
    if done["what"] == "forgotten":
        return ShownChange(memory.pk, "remembered", memory.content)
    what = done["what"] if done["what"] in ("corrected", "known") else "remembered"
    return ShownChange(memory.pk, what, memory.content, earlier.content if earlier else "")


def _forgotten_words(user: User, memory: Memory) -> str:
    """What was forgotten, from its seal."""
    stone = Forgotten.objects.filter(user=user, memory=memory).order_by("-created").first()
    return (words_of(stone) or "") if stone else ""
