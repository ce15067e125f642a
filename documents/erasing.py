"""What becomes of an uploaded file when words in it are forgotten, and when they are erased."""

from collections.abc import Collection
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, gettext_noop

from documents import file_kinds
from documents.models import Document
from documents.source_kind import REWRITE
from documents.storage import drop
from memories import work
from memories.forgetting import MaskedName, as_it_was
from memories.hooks import Files, HeldFile
from memories.keeping import Refused
from memories.models import Forgotten, Work

MODEL = "documents.Document"

REMOVED = gettext_noop(
    "The file was removed, because something in it was erased. Its text is still here."
)
_FORGOTTEN = gettext_noop(
    "Something in this file is forgotten, so it can’t be downloaded. Restore it in Memory, or"
    " erase it there for good: then you choose what becomes of the file."
)
_REWRITING = gettext_noop(
    "This file is being rewritten without what was erased. It can be downloaded soon."
)
_READ_SO = gettext_noop(
    "This file says something that was forgotten before it was uploaded, so it can’t be downloaded."
    " Its text is here, without that."
)


def can_be_rewritten(document: Document) -> bool:
    """Whether a copy of its file can be made in which words are blacked out."""
    kind = file_kinds.named(document.kind)
    return kind is not None and kind.without is not None


def why_withheld(document: Document) -> str:
    """Why the stored file is not given out: it holds words that its text does not show any more.

    Empty where it is given out, and where there is none.
    """
    if not document.file:
        return ""
    sealed = Forgotten.objects.filter(
        user=document.user_id,
        sealed__isnull=False,
        lifted__isnull=True,
        blocked__contains=[[str(document.source_id)]],
    )
    if sealed.exists():
        return _FORGOTTEN
    if not document.withheld:
        return ""
    rewriting = Work.objects.filter(kind=REWRITE, subject=document.pk)
    is_open = rewriting.filter(state__in=[Work.State.WAITING, Work.State.WORKING]).exists()
    return _REWRITING if is_open else _READ_SO


def files_holding(
    sender: object,  # noqa: ARG001 - what every signal passes
    *,
    user_id: UUID,
    sources: Collection[UUID],
    names: Collection[MaskedName],
    **_: Any,
) -> list[HeldFile]:
    """The files in which this stands, for the person who is about to erase it."""
    return [
        HeldFile(_name(document, names), can_be_rewritten(document))
        for document in _holding(user_id, sources, names).order_by("pk")
    ]


def on_erasing(
    sender: object,  # noqa: ARG001 - what every signal passes
    *,
    user_id: UUID,
    sources: Collection[UUID],
    names: Collection[MaskedName],
    files: Files | None,
    **_: Any,
) -> None:
    """Have the files rewritten that can be; remove or keep the others, as the person chose."""
    rewritten: list[UUID] = []
    for document in _holding(user_id, sources, names).select_for_update():
        if can_be_rewritten(document):
            rewritten.append(document.pk)
        elif files is None:
            raise Refused(
                "files",
                gettext(
                    "This is also in “%(name)s”, which I can’t rewrite without it: choose whether"
                    " to remove the whole file (its text stays, blacked out) or to keep it."
                )
                % {"name": _name(document, names)},
            )
        elif files is Files.REMOVE:
            remove_file(document)
    Document.objects.filter(pk__in=rewritten).update(withheld=True)
    work.enqueue(user_id, REWRITE, rewritten)


def remove_file(document: Document) -> None:
    """Remove a stored file and keep its text. The same file can be uploaded again."""
    stored = document.file.name
    Document.objects.filter(pk=document.pk).update(
        file="", withheld=False, digest=uuid4().hex, notes=[*document.notes, REMOVED]
    )
    if stored:
        transaction.on_commit(partial(drop, [stored]))


def _name(document: Document, names: Collection[MaskedName]) -> str:
    """What the person knows it by, blacked out since or not."""
    field = "title" if document.title else "filename"
    return as_it_was(
        document.name,
        [n for n in names if (n.model, n.field, n.row) == (MODEL, field, document.pk)],
    )


def _holding(
    user_id: UUID, sources: Collection[UUID], names: Collection[MaskedName]
) -> QuerySet[Document]:
    titled = [n.row for n in names if (n.model, n.field) == (MODEL, "title")]
    return Document.objects.filter(user=user_id).filter(
        Q(source__in=sources) | Q(pk__in=titled), ~Q(file="")
    )
