"""Conversations, and saying something in one: saved and learned from at once, by no model."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Project, User
from chat import attachments, branches
from chat.answering import proposals
from chat.answering.relearn import withheld_details
from chat.builtin import choice
from chat.builtin.requests import intent
from chat.builtin.requests.forget import read_removal
from chat.builtin.requests.moving import asked_to_move
from chat.builtin.requests.patterns import surely_asks
from chat.builtin.requests.remember import says_yes_to_it
from chat.builtin.requests.second_thoughts import has_second_thoughts
from chat.models import Conversation, Message, Redaction
from chat.titles import title_of
from database.rows import insert
from database.statements import pipelined
from documents.models import Document
from memories.forgetting import REQUEST, forget, remove_sources
from memories.keeping import (
    NewSource,
    Outcome,
    Quote,
    Refused,
    RememberResult,
    check_text,
    keep,
    remember,
)
from memories.learning import learn, leave_to_model
from memories.models import Change, Memory, Source
from memories.source_kinds import CHAT
from memories.text import MASK, dated, when_told

# The longest message, in characters: about sixty pages. More than that is a document.
LONGEST = 100_000
# How long a temporary chat is there after its last word, and once the person has left it.
TEMPORARY_FOR = timedelta(hours=1)
LEFT_FOR = timedelta(minutes=1)
# The session's key for the temporary chat that a browser is in.
TEMPORARY = "temporary"
EXCERPT = 160
# Number of first messages in which a title is looked for.
TITLED_FROM = 30
# Maximum number of conversations listed at once.
OLDER = 1_000


@dataclass(frozen=True)
class Exchange:
    """What was said, with which files, and the message that will hold the answer."""

    said: Message
    answer: Message
    files: Sequence[Document] = ()


@dataclass(frozen=True)
class FoundConversation:
    """A conversation that a search found, with words around the match."""

    conversation: Conversation
    excerpt: str


def say(
    user: User,
    conversation: Conversation | None,
    text: str,
    *,
    project: Project | None = None,
    temporary: bool = False,
    looks_up: bool = False,
    files: Sequence[Document] = (),
) -> Exchange:
    """Say something, in a conversation or (None) in a new one. Call it inside `acting_as`.

    What is said is findable by its words, and what it states is learned, before this returns.
    With `files` it may have no words. Raises Refused: empty, nul, not_text, too_long.
    """
    if text.strip() or not files:
        check_message(text)
    if conversation is None:
        conversation = start(user, project=project, temporary=temporary, looks_up=looks_up)
    else:
        # Of two said at once the second follows the first: side by side they would be versions.
        Conversation.objects.select_for_update().only("pk").get(pk=conversation.pk)
    return say_after(user, conversation, text, branches.last_said(conversation), files=files)


def say_after(
    user: User,
    conversation: Conversation,
    text: str,
    parent: Message | None,
    *,
    files: Sequence[Document] = (),
) -> Exchange:
    """Say something right after this turn of the person's; None: as the first. `say` checks it."""
    now = timezone.now()
    said = Message(
        user=user, conversation=conversation, role=Message.Role.USER, parent=parent, created=now
    )
    learns = False
    if conversation.temporary:
        said.draft = text
    elif text.strip():
        learns = _keep_and_learn(user, conversation, said, text)
    answer = Message(
        user=user,
        conversation=conversation,
        role=Message.Role.ASSISTANT,
        state=Message.State.WAITING,
        answers=said,
        created=now + timedelta(microseconds=1),
    )
    if conversation.temporary:
        # No title: it would stand in the browser's history.
        conversation.ends = now + TEMPORARY_FOR
    elif not conversation.title:
        conversation.title = title_of([text])
    conversation.updated = now
    proposed = proposals.perhaps_remember(user, said, answer) if learns else []
    if proposed:
        said.details = {**said.details, "proposed": len(proposed)}
    with pipelined():
        insert([said, answer])
        insert(attachments.attach(said, files))
        insert(proposed)
        Conversation.objects.filter(pk=conversation.pk).update(
            title=conversation.title, updated=now, ends=conversation.ends
        )
    return Exchange(said, answer, files)


def check_message(text: str) -> None:
    """Refuse what cannot be a message: empty, broken, or longer than 100,000 characters."""
    check_text(text)
    if len(text) > LONGEST:
        raise Refused(
            "too_long",
            gettext(
                "A message holds at most %(longest)s characters; this one has %(length)s. Upload a "
                "longer text as a file."
            )
            % {"longest": intcomma(LONGEST), "length": intcomma(len(text))},
        )


def _keep_and_learn(user: User, conversation: Conversation, said: Message, text: str) -> bool:
    """Keep a message, and learn from what only tells something: then True."""
    wanted = intent.read(text)
    forgetting = wanted.kind in intent.TAKING_AWAY
    surely = forgetting and (wanted.kind is not intent.Kind.FORGET or surely_asks(text))
    # "Erase my weight from January" is asked about: it tells nothing, not even to be forgotten.
    asked_about = not forgetting and read_removal(text) is not None and surely_asks(text)
    replies = choice.is_reply(text) or has_second_thoughts(text) or says_yes_to_it(text)
    source = keep(
        user,
        NewSource(
            CHAT,
            text,
            external_id=str(said.pk),
            thread=str(conversation.pk),
            project=conversation.project,
            # Else what is to be forgotten, or moved, would be found in the words that ask for it.
            searchable=not (forgetting or replies) and asked_to_move(text) is None,
            learned_from=True,
            metadata={REQUEST: True} if surely or replies or asked_about else {},
        ),
    )
    said.source = source
    if forgetting or replies or asked_about:
        return False
    if wanted.kind is intent.Kind.CORRECT:
        # Carried out with the answer, which finds what is to be corrected.
        return False
    if wanted.kind is intent.Kind.REMEMBER:
        said.details = _remember(user, source, wanted)
        return False
    learned = learn(user, source)
    said.details = {"did": _did(learned)}
    said.details |= withheld_details(user, source, len(learned))
    # What rules are sure of is kept at once; a model reads the rest when it comes to it.
    leave_to_model(user, source, urgent=True)
    return wanted.kind is intent.Kind.STATEMENT and "withheld" not in said.details


def _did(learned: Sequence[RememberResult]) -> list[dict[str, str]]:
    """What was new, and what was known already, each once."""
    found = {str(r.memory.pk): "known" for r in learned if r.memory}
    found |= {
        str(r.memory.pk): "remembered" for r in learned if r.memory and r.outcome is Outcome.NEW
    }
    return [{"what": what, "memory": pk} for pk, what in found.items()]


def _remember(user: User, source: Source, wanted: intent.Intent) -> dict[str, object]:
    """Remember what was asked for, in the person's own words; their wish lifts a forgetting."""
    words = wanted.of(source.text)
    said_at = source.happened_at.astimezone(ZoneInfo(source.zone))
    content = dated(words[0].upper() + words[1:], said_at)
    try:
        remembered = remember(
            user,
            content,
            by=Change.By.PERSON,
            project=source.project,
            event_time=when_told(content, said_at),
            quote=Quote(source, wanted.start, wanted.stop),
            cause=source,
            again=True,
        )
    except Refused as refused:
        return {"refused": refused.message}
    if remembered.memory is None:
        return {}
    what = "known" if remembered.outcome is Outcome.SUPPORTED else "remembered"
    return {"did": [{"what": what, "memory": str(remembered.memory.pk)}]}


def start(
    user: User,
    *,
    project: Project | None = None,
    temporary: bool = False,
    looks_up: bool = False,
) -> Conversation:
    """Begin a conversation. A temporary one is deleted an hour after its last word."""
    ends = timezone.now() + TEMPORARY_FOR if temporary else None
    return Conversation.objects.create(
        user=user,
        project=project,
        temporary=temporary,
        looks_up=temporary and looks_up,
        ends=ends,
    )


def there() -> QuerySet[Conversation]:
    """The conversations that have not ended, whether the sweeper has come by or not."""
    return Conversation.objects.exclude(ends__lt=timezone.now())


def stay(conversation: Conversation) -> None:
    """The person looks at a conversation: a temporary one has its whole time again."""
    if conversation.temporary:
        conversation.ends = timezone.now() + TEMPORARY_FOR
        conversation.save(update_fields=["ends"])


def leave(user: User, temporary: UUID) -> None:
    """The person left a temporary chat: it ends in a minute, unless they come back to it."""
    soon = timezone.now() + LEFT_FOR
    Conversation.objects.filter(user=user, pk=temporary, ends__gt=soon).update(ends=soon)


def end(user: User, temporary: UUID) -> None:
    """Delete a temporary chat at once, with all that was said in it."""
    Conversation.objects.filter(user=user, pk=temporary, temporary=True).delete()


def rename(conversation: Conversation, title: str) -> None:
    """Give a conversation a title of the person's own. Raises Refused for an empty one."""
    check_text(title)
    conversation.title = " ".join(title.split())[:200]
    conversation.renamed = True
    conversation.save(update_fields=["title", "renamed"])


def retitle(conversation: Conversation) -> None:
    """Let a title that is not of the person's own follow the first messages that are shown."""
    if conversation.renamed or conversation.temporary:
        return
    said = Message.objects.filter(
        conversation=conversation, role=Message.Role.USER, shown=True, source__isnull=False
    )
    first = said.select_related("source").order_by("created")[:TITLED_FROM]
    conversation.title = title_of(message.text for message in first)
    conversation.save(update_fields=["title"])


def delete(user: User, conversation: Conversation, *, forget_too: bool = False) -> None:
    """Delete a conversation with all that was said in it.

    What was learned from it stays and keeps the sentence it came from; or goes, with `forget_too`.
    """
    if forget_too:
        learned = [memory.pk for memory in learned_from(user, conversation) if memory.active]
        if learned:
            forget(user, learned, by=Change.By.PERSON)
    Redaction.objects.filter(user=user, message__conversation=conversation).delete()
    sources = list(
        Source.objects.filter(user=user, message__conversation=conversation).values_list("pk")
    )
    conversation.delete()
    remove_sources(user, Source.objects.filter(user=user, pk__in=[pk for (pk,) in sources]))


def learned_from(user: User, conversation: Conversation) -> QuerySet[Memory]:
    """The memories that rest on something said in this conversation."""
    return Memory.objects.filter(
        user=user, evidence__chunk__source__message__conversation=conversation
    ).distinct()


def search(user: User, words: str, limit: int = 30) -> list[FoundConversation]:
    """Find conversations by words in their titles or in what was said, newest first."""
    words = " ".join(words.replace("\0", " ").split())[:200]
    if not words:
        return []
    said = Message.objects.filter(user=user, source__text__icontains=words)
    conversations = (
        listed(user)
        .filter(Q(title__icontains=words) | Q(pk__in=said.values("conversation")))
        .select_related("project")
        .order_by("-updated")[:limit]
    )
    return [_found(said, conversation, words) for conversation in told_apart(conversations)]


def _found(said: QuerySet[Message], conversation: Conversation, words: str) -> FoundConversation:
    messages = said.filter(conversation=conversation).select_related("source")
    message = messages.order_by("-shown", "created").first()
    if message is None:
        return FoundConversation(conversation, "")
    conversation.found_in = None if message.shown else message.answers_id or message.pk
    return FoundConversation(conversation, _excerpt(message, words))


def _excerpt(message: Message, words: str) -> str:
    text = " ".join(re.sub(rf"{MASK}+", " … ", message.text).split())
    at = max(0, text.lower().find(words.lower()))
    start = max(0, at - EXCERPT // 3)
    cut = text[start : start + EXCERPT]
    return f"{'…' if start else ''}{cut}{'…' if start + EXCERPT < len(text) else ''}"


def recent(user: User, limit: int = 30, *, project: Project | None = None) -> list[Conversation]:
    """The latest conversations, of a project alone where one is given. No temporary ones."""
    found = listed(user).order_by("-updated")
    return told_apart((found.filter(project=project) if project else found)[:limit])


def told_apart(conversations: Iterable[Conversation]) -> list[Conversation]:
    """A list of conversations, each marked whose title another of them has: it adds their time."""
    found = list(conversations)
    titles = Counter(each.title for each in found)
    for each in found:
        each.twin = titles[each.title] > 1
    return found


def listed(user: User) -> QuerySet[Conversation]:
    """The conversations that lists, searches and the palette know: no temporary ones."""
    return Conversation.objects.filter(user=user, temporary=False)
