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
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from chat import attachments, branches
from chat.answering.answer import ENDED
from chat.answering.quotes import quoted
from chat.answering.relearn import offers
from chat.attachments import ShownFile
from chat.branches import BranchPosition
from chat.markdown import MASKED, redacted, render
from chat.models import Citation, Conversation, Message, Proposal
from chat.tools import of_step, step_texts
from documents.models import Document
from memories.keeping import words_of
from memories.models import Chunk, Forgotten, Memory
from memories.pages import display
from memories.source_kinds import Noun, kind_of
from memories.text import without_secret
from web.stored_words import translated

# Messages per page of a conversation; a link leads to earlier ones.
PAGE = 60
# How long the words of what a turn had forgotten stand beside its Undo; later the Forgotten tab
# has them.
UNDO_SHOWS_WORDS = timedelta(minutes=10)
# A message of the person's that is longer is folded, in characters and lines.
FOLDED, FOLDED_LINES = 1_800, 24
HIDDEN = gettext_noop("(forgotten)")
_SAID_TO_BE_DONE = ("forgotten", "corrected")
MEMORIES = Noun(gettext_noop("memory"), gettext_noop("memories"))
# Maximum length of a passage shown under a model's step, in characters.
FOUND = 200


@dataclass(frozen=True)
class ShownCitation:
    """A marker [n] and its card."""

    number: int
    quote: str
    icon: str
    label: str
    url: str
    also: Sequence[display.ShownSource] = ()
    # False where the sentence before it says what is not in the source.
    holds: bool = True


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
    # What may be replaced by it: the person is asked.
    old: UUID | None = None
    # What a model proposed, by its id.
    proposal: UUID | None = None
    # How many were forgotten in one act with it, itself among them: Undo brings all of them back.
    together: int = 1


@dataclass(frozen=True)
class ShownStep:
    """What a model did before it answered, and what it found."""

    text: str
    items: Sequence[ShownUse] = ()
    # Of the same, by the ids that recall gives.
    ids: Sequence[str] = ()
    # What it was refused for, as the model was told; "" where it was done.
    refused: str = ""


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
    steps: Sequence[ShownStep] = ()
    changes: Sequence[ShownChange] = ()
    # Its words say that something is forgotten or corrected: they do not hold once that is undone.
    says_change: bool = False
    files: Sequence[ShownFile] = ()
    # Which of several branches it begins; None where there is one.
    branch: BranchPosition | None = None
    last: bool = False
    # Earlier answers to the same turn stand above the newest.
    older: bool = False
    created: object = field(default=None)

    @property
    def is_long(self) -> bool:
        """Whether it is shown folded."""
        return len(self.text) > FOLDED or self.text.count("\n") > FOLDED_LINES

    @property
    def reading(self) -> bool:
        """Whether one of its files is being read."""
        return any(file.busy for file in self.files)


def turns(
    user: User, conversation: Conversation, *, before: UUID | None = None
) -> tuple[list[ShownMessage], UUID | None]:
    """A page of turns, oldest first, and the id to ask for earlier ones by. Inside `acting_as`."""
    messages = Message.objects.filter(conversation=conversation, shown=True)
    if before is not None:
        edge = messages.filter(pk=before).values_list("created", flat=True).first()
        messages = messages.filter(created__lt=edge) if edge else messages.none()
    page = list(_complete(messages).order_by("-created", "-id")[: PAGE + 1])
    earlier = page[PAGE - 1].pk if len(page) > PAGE else None
    page = page[:PAGE][::-1]
    last = next((m.pk for m in reversed(page) if m.role == Message.Role.ASSISTANT), None)
    newest = {m.answers_id: m.pk for m in page if m.answers_id}
    places, of_messages = branches.places(page), attachments.shown(user, page)
    return [
        message(
            user,
            m,
            last=before is None and m.pk == last,
            older=m.answers_id is not None and newest[m.answers_id] != m.pk,
            files=of_messages.get(m.pk, ()),
            branch=places.get(m.pk),
        )
        for m in page
    ], earlier


def said(user: User, it: Message, *, files: Sequence[Document]) -> ShownMessage:
    """A message that the person said a moment ago: nothing is beside it yet. Inside `acting_as`."""
    return message(user, it, files=[attachments.shown_file(each) for each in files])


def edited(user: User, it: Message) -> ShownMessage:
    """A message of the person's with its files and branches. Inside `acting_as`."""
    files, places = attachments.shown(user, [it]), branches.places([it])
    return message(user, it, files=files.get(it.pk, ()), branch=places.get(it.pk))


def one(user: User, message_id: UUID) -> ShownMessage:
    """One message, as the newest of its conversation or not. Inside `acting_as`."""
    found = _complete(Message.objects.filter(pk=message_id)).get()
    answers = Message.objects.filter(
        conversation=found.conversation_id, role=Message.Role.ASSISTANT, shown=True
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


def message(
    user: User,
    it: Message,
    *,
    last: bool = False,
    older: bool = False,
    files: Sequence[ShownFile] = (),
    branch: BranchPosition | None = None,
) -> ShownMessage:
    """A message as the page shows it."""
    text = MASKED.sub(gettext(HIDDEN), it.text)
    if it.role == Message.Role.USER:
        return ShownMessage(
            id=it.pk,
            role=it.role,
            state=it.state,
            text=text,
            html=redacted(it.text),
            reason="",
            model="",
            files=files,
            branch=branch,
            created=it.created,
        )
    done = it.state in ENDED
    cards = {c: _citation(user, c) for c in it.citations.all()} if done else {}
    # What was forgotten is cited no more.
    cited = {c: card for c, card in cards.items() if card.quote}
    rests_on = {c: card for c, card in cited.items() if card.holds}
    return ShownMessage(
        id=it.pk,
        role=it.role,
        state=it.state,
        text=text,
        html=render(it.text, it.pk, list(cards.values())) if done and text else SafeString(""),
        reason=translated(it.reason),
        model=it.model,
        citations=list(cited.values()),
        used=[_use(c, card) for c, card in rests_on.items()],
        used_line=_used_line(rests_on),
        steps=steps(user, it) if done else (),
        changes=changes(user, it) if done else (),
        says_change=any(d["what"] in _SAID_TO_BE_DONE for d in it.details.get("did", [])),
        last=last,
        older=older,
        created=it.created,
    )


def _citation(user: User, citation: Citation) -> ShownCitation:
    chunk = citation.chunk
    if chunk is None:
        return ShownCitation(
            citation.marker, "", "quote", gettext("From something deleted since"), ""
        )
    at = display.of_passage(user, chunk, citation.answer_start, citation.answer_stop)
    also, holds = _also(user, citation), citation.holds
    words = quoted(citation).words
    return ShownCitation(citation.marker, words, at.icon, at.label, at.url, also, holds)


def _also(user: User, citation: Citation) -> list[display.ShownSource]:
    """Other places that say the same, without those deleted or blacked out since."""
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
    why = ", ".join(translated(str(reason)) for reason in citation.why)
    return ShownUse(text, card.icon, card.label, card.url, why)


def _used_line(citations: Iterable[Citation]) -> str:
    """ "4 memories, 2 messages": what an answer rests on."""
    counts: dict[Noun, int] = {}
    for citation in citations:
        name = MEMORIES
        if citation.memory_id is None and citation.chunk:
            kind = kind_of(citation.chunk.source.kind)
            name = kind.passages or kind.noun
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name.counted(number) for name, number in counts.items())


def changes(user: User, answer: Message) -> list[ShownChange]:
    """What this turn did: what was learned from the words, and what the answer carried out."""
    said = answer.answers.details.get("did", []) if answer.answers else []
    done = [*said, *answer.details.get("did", [])]
    options = (answer.details.get("asks") or {}).get("options", [])
    # Passages among them have no row of their own: the answer lists them.
    asked = [option for option in options if ":" not in option]
    ids = {UUID(d["memory"]) for d in done} | {UUID(pk) for pk in asked}
    before = {UUID(d["before"]) for d in done if d.get("before")}
    memories = {m.pk: m for m in Memory.objects.filter(user=user, pk__in=ids | before)}
    rows = [_change(user, d, memories, answer) for d in done]
    rows += [
        ShownChange(m.pk, "choice", m.content)
        for pk in asked
        if (m := memories.get(UUID(pk))) and m.active
    ]
    shown = {row.memory_id: row for row in rows if row}.values()
    return [*shown, *_proposals(user, answer), *_offers(answer)]


def done_now(user: User, answer: Message, did: Sequence[dict[str, str]]) -> ShownChange | None:
    """What a click carried out, as it stands now."""
    ids = {UUID(pk) for d in did for pk in (d["memory"], d.get("before")) if pk}
    memories = {m.pk: m for m in Memory.objects.filter(user=user, pk__in=ids)}
    return next((row for d in did if (row := _change(user, d, memories, answer))), None)


def _proposals(user: User, answer: Message) -> list[ShownChange]:
    """What a model proposed and nobody has decided on. What it is about may be gone since."""
    wanted = Proposal.objects.filter(user=user, message=answer).select_related("memory")
    return [
        ShownChange(
            memory_id=None,
            what=f"propose_{each.tool.removesuffix('_fact')}",
            content=each.arguments.get("content") or (each.memory.content if each.memory else ""),
            before=each.memory.content if each.memory and "content" in each.arguments else "",
            accept_url=reverse("chat:propose", args=[each.pk]),
            proposal=each.pk,
        )
        for each in wanted.order_by("created", "id")
        if each.memory is None or each.memory.active
    ]


def steps(user: User, answer: Message) -> list[ShownStep]:
    """What a model did, with what of what it found is still there. Inside `acting_as`."""
    kept = answer.details.get("steps", [])
    if not kept:
        return []
    found = _found(user, {name for step in kept for name in step.get("items", [])})
    return [
        ShownStep(
            step_texts.done(step, of_step(step)),
            [found[name] for name in step.get("items", []) if name in found],
            [name for name in step.get("items", []) if name in found],
            step.get("refused", ""),
        )
        for step in kept
    ]


def _found(user: User, names: set[str]) -> dict[str, ShownUse]:
    """Memories and passages by their ids, as they are listed."""
    by_id = {UUID(name.rpartition(":")[2]): name for name in names}
    shown = {}
    current = Memory.objects.filter(user=user, pk__in=by_id).exclude(state=Memory.State.FORGOTTEN)
    for memory in current:
        url = reverse("memories:history", args=[memory.pk])
        shown[by_id[memory.pk]] = ShownUse(memory.content, "memory", gettext("Memory"), url, "")
    for chunk in Chunk.objects.filter(user=user, pk__in=by_id, hidden=None).select_related(
        "source"
    ):
        at = display.of_passage(user, chunk, chunk.start, chunk.stop)
        words = MASKED.sub(gettext(HIDDEN), chunk.text)[:FOUND]
        shown[by_id[chunk.pk]] = ShownUse(words, at.icon, at.label, at.url, "")
    return shown


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
        act = [each.get("batch") for each in answer.details.get("did", [])]
        together = act.count(done["batch"]) if done["what"] == "forgotten" else 1
        return ShownChange(memory.pk, "forgotten", words, together=together)
    if done["what"] == "forgotten":
        return ShownChange(memory.pk, "restored", memory.content)
    told = ("corrected", "known", "confirmed", "restored")
    what = done["what"] if done["what"] in told else "remembered"
    if earlier is not None and done["what"] in ("updated", "asked"):
        return _update(memory, earlier)
    return ShownChange(memory.pk, what, memory.content, earlier.content if earlier else "")


def _update(memory: Memory, earlier: Memory) -> ShownChange:
    """What took the place of something known, or may: as long as the person has not said."""
    if earlier.state == Memory.State.SUPERSEDED:
        return ShownChange(memory.pk, "updated", memory.content, earlier.content)
    said_since = earlier.confirmed is not None and earlier.confirmed >= memory.created
    if earlier.state == Memory.State.CURRENT and not said_since:
        return ShownChange(memory.pk, "asked", memory.content, earlier.content, old=earlier.pk)
    return ShownChange(memory.pk, "remembered", memory.content)


def _forgotten_words(user: User, memory: Memory) -> str:
    """What was forgotten, from its seal: without the secret that it tells."""
    stone = Forgotten.objects.filter(user=user, memory=memory).order_by("-created").first()
    return without_secret(words_of(stone) or "") if stone else ""
