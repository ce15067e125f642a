"""The other sentences of a message with news: any of them may be the answer.

"Priscilla's off to some startup. Tobias has had our crew since Monday" is news of who leads the
crew, whichever of the two comes nearer to the question.
"""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.db.models.functions import Length
from django.utils.translation import gettext_noop

from accounts.models import User
from database.acting import acting_as
from memories.answers.lookup import without_replaced
from memories.answers.passages import AnswerPassage, passages_of
from memories.answers.unasked_secrets import without_unasked_secrets
from memories.models import Chunk, Evidence, Source
from memories.recall import Item, Query, passage
from memories.source_kinds import CHAT
from memories.text import MASK, Span, content_words, masked, sentences

# In characters: what is longer is a story, and its sentences are about much else.
SHORT = 300
# Number of memories, the best first, whose messages are read whole.
MESSAGES = 20
# Maximum number of other sentences told, and minimum number of words of each.
MOST, LEAST = 2, 3


def whole_messages(user: User, items: Sequence[Item]) -> dict[UUID, str]:
    """The short messages in which something was said, by their source.

    None of which a part was forgotten.
    """
    sources = {item.source_id for item in items if item.source_kind == CHAT}
    with acting_as(user):
        rows = Source.objects.filter(user=user, pk__in=sources, author=Source.Author.PERSON)
        found = rows.annotate(size=Length("text")).filter(size__lte=SHORT).values_list("pk", "text")
        return {pk: text for pk, text in found if MASK not in text}


def unlearned(
    user: User, query: Query, items: Sequence[Item], question: str
) -> list[AnswerPassage]:
    """What short messages say beside what was learned of them.

    Recall gives a memory and its message as one, by the memory's words. As in what is recalled,
    nothing that was replaced since is there, nor a secret that the `question` does not ask for.
    """
    if query.filtered:
        return []
    whole = {item.chunk_id for item in items if item.memory_id is None}
    told_in = [item.chunk_id for item in items if item.memory_id and item.source_kind == CHAT]
    learned_from = [pk for pk in told_in if pk is not None and pk not in whole]
    with acting_as(user):
        own = Chunk.objects.filter(
            query.in_scope("source__project"), user=user, own_words=True, hidden__isnull=True
        )
        if query.leave_out_local_only:
            own = own.filter(source__local_only=False)
        chunks = list(own.filter(pk__in=learned_from[:MESSAGES]).select_related("source"))
        evidence = Evidence.objects.filter(user=user, chunk__in=chunks)
        learned: dict[UUID | None, list[Span]] = defaultdict(list)
        for pk, start, stop in evidence.values_list("chunk", "start", "stop"):
            if start is not None and stop is not None:
                learned[pk].append(Span(start, stop))
        why = gettext_noop("said in the same message")
        short = [chunk for chunk in chunks if chunk.stop - chunk.start <= SHORT]
        messages = [passage(chunk, chunk.start, chunk.stop, why=why) for chunk in short]
        messages = without_replaced(user, messages, None)
    return [
        said
        for message in without_unasked_secrets(messages, question)
        for said in passages_of([message], "")
        if _says_more(message, said, learned[message.chunk_id])
    ]


def _says_more(message: Item, said: AnswerPassage, learned: Sequence[Span]) -> bool:
    """Whether more than a word of what is said in a message is not learned yet."""
    rest, begins = said.text, message.start + said.start
    for span in learned:
        start, stop = max(span.start - begins, 0), min(span.stop - begins, len(rest))
        if start < stop:
            rest = masked(rest, start, stop)
    return sum(1 for word in content_words(rest) if MASK not in word.spelling) > 1


def said_beside(user: User, news: AnswerPassage) -> list[AnswerPassage]:
    """The other sentences of the message that some news stands in, those that follow it first."""
    if news.item.chunk_id is None:
        return []
    with acting_as(user):
        chunk = (
            Chunk.objects.filter(user=user, pk=news.item.chunk_id, own_words=True)
            .select_related("source")
            .first()
        )
    if chunk is None or chunk.stop - chunk.start > SHORT or chunk.source.thread == "":
        return []
    words = chunk.source.text[chunk.start : chunk.stop]
    told = news.item.start, news.item.stop
    beside = []
    for span in sentences(words):
        start, stop = chunk.start + span.start, chunk.start + span.stop
        text = span.of(words)
        if len(text.split()) < LEAST:
            continue
        if MASK not in text and not (start < told[1] and told[0] < stop):
            item = passage(chunk, start, stop, why=gettext_noop("said in the same message"))
            beside.append(AnswerPassage(item, text, 0, len(text)))
    beside.sort(key=lambda each: (each.item.start < told[0], each.item.start))
    return beside[:MOST]
