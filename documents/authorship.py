"""Whose words a document holds, said after it was read: it is learned from, or no longer."""

from django.utils.translation import gettext

from accounts.models import User
from documents import file_kinds
from documents.models import Document
from documents.source_kind import READ
from memories import work
from memories.forgetting import unlearn
from memories.keeping import Refused, stop_finding
from memories.models import Chunk, Source
from memories.search import index


def may_change(document: Document) -> bool:
    """Whether all of its words are one writer's: which of a mail's are quoted is told once."""
    kind = file_kinds.named(document.kind)
    return kind is not None and not kind.quotes


def change_author(user: User, document: Document, *, own: bool) -> int:
    """Take a document for the person's own words, or for another's. Inside `acting_as`.

    The worker that reads documents finds its passages anew, and learns from what is the person's.
    What another's taught, it alone, goes: returns how many memories. Raises Refused: busy, quotes.
    """
    # Before any row is locked: other writers wait here.
    index.hold(user.pk)
    document = Document.objects.select_for_update().get(pk=document.pk)
    if document.is_busy:
        raise Refused("busy", gettext("It is still being read. Try again in a moment."), 5)
    if not may_change(document):
        message = gettext("It may quote others. Delete it, and add it again as yours.")
        raise Refused("quotes", message)
    if document.own_words == own:
        return 0
    document.own_words = own
    gone = 0
    if document.source_id:
        gone = 0 if own else unlearn(user, [document.source_id])
        # Whom it speaks of is looked for in the person's own words only.
        stop_finding(user, document.source_id)
        author = Source.Author.PERSON if own else Source.Author.OTHER
        Source.objects.filter(pk=document.source_id).update(author=author)
        Chunk.objects.filter(user=user, source=document.source_id).update(own_words=own)
        document.state = Document.State.LEARNING
        work.enqueue(user.pk, READ, [document.pk], urgent=True)
    document.save(update_fields=["own_words", "state"])
    return gone
