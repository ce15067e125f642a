"""The pages of documents: the list that watches itself, one document, its file, deleting it."""

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Project, User
from database.acting import acting_as
from documents import display, document_text, file_kinds
from documents import upload as uploads
from documents.authorship import change_author, may_change
from documents.download import as_attachment
from documents.erasing import why_withheld
from documents.listing import DocumentFilters, matching, page
from documents.models import Document
from documents.reader_messages import readable
from documents.remove import going, remove
from documents.upload_handler import ReceivedFile, limit
from memories.keeping import Refused
from memories.models import Source
from memories.pages import learned, passage_asked, source_page, source_text
from web.guard import PersonRequest, own, signed_in
from web.stored_words import translated

# Rows per page; a link loads more.
ROWS = 30
# Maximum number of memories listed before a document is deleted.
NAMED = 20
# Maximum number of documents in progress that one page polls.
WATCHED = 100
_BUSY = [Document.State.WAITING, Document.State.READING, Document.State.LEARNING]


@require_safe
@signed_in
def document_list(request: PersonRequest) -> HttpResponse:
    """All documents, latest first, and where to drop more."""
    context = _list(request)
    part = "#rows" if request.htmx and request.GET.get("cursor") else ""
    return render(request, f"documents/list.html{part}", context)


@require_POST
@signed_in(block=False)
def upload(request: PersonRequest) -> HttpResponse:
    """Take in files. A script sends them one by one; the plain form all at once."""
    files = cast("list[ReceivedFile]", request.FILES.getlist("file"))
    taken = _take(request, files)
    with acting_as(request.user):
        if request.htmx:
            context = {**taken.context(request.user), **_watched(request.user)}
            return render(request, "documents/uploaded.html", context)
        if not taken.refused and taken.documents:
            for known in taken.known:
                messages.info(
                    request, gettext("“%(name)s” was here already.") % {"name": known.name}
                )
            return redirect(_back(request))
        nothing = "" if files else gettext("Choose a file first.")
        context = {**_list(request), "refused": taken.refused, "error": nothing}
        return render(request, "documents/list.html", context, status=422)


@require_safe
@signed_in
def watch(request: PersonRequest) -> HttpResponse:
    """What changed in the rows that were busy; the list asks until none is."""
    ids = [pk for pk in map(_uuid, request.GET.getlist("id")[:WATCHED]) if pk]
    rows = matching(request.user, DocumentFilters()).filter(pk__in=ids).select_related("project")
    context = {
        "documents": display.documents(request.user, list(rows)),
        **_watched(request.user),
    }
    return render(request, "documents/watch.html", context)


@require_safe
@signed_in
def document(request: PersonRequest, pk: UUID) -> HttpResponse:
    """One document: its text with the passage marked, `?at=START-STOP`, or a page as it looks."""
    it = own(Document.objects.select_related("project", "source").defer("source__text"), pk=pk)
    if request.htmx and "state" in request.GET:
        state = {"document": display.documents(request.user, [it])[0]}
        return render(request, "documents/document.html#state", state)
    passage = passage_asked(request.GET.get("at", ""))
    context: dict[str, Any] = {
        "document": display.documents(request.user, [it])[0],
        "figures": display.figures(it),
        "processed": it.processed,
        "learned": learned(source_text.learned_from(request.user, it.source)) if it.source else [],
        "is_drawn": _is_drawn(it),
        "author_url": _author_url(it),
        "withheld": translated(why_withheld(it)),
        "has_file": bool(it.file),
        "at": request.GET["at"] if passage else "",
    }
    if request.GET.get("view") == "pages" and _is_drawn(it):
        context |= _page_as_it_looks(request, it, passage)
    else:
        context |= _text(request, it, passage)
    return render(request, "documents/document.html", context)


def _author_url(document: Document) -> str:
    """Where it is said that the person wrote a document, or did not; "" where it cannot be now."""
    if document.state != Document.State.DONE or not may_change(document):
        return ""
    return reverse(f"documents:{'others' if document.own_words else 'mine'}", args=[document.pk])


def _is_drawn(document: Document) -> bool:
    """Whether its pages can be shown as they look."""
    kind = file_kinds.named(document.kind)
    return kind is not None and kind.drawn and bool(document.file)


@require_safe
@signed_in
def by_source(request: PersonRequest, pk: UUID) -> HttpResponseBase:
    """Where a citation leads: the document of this source, at the passage."""
    source = own(Source.objects.defer("text"), pk=pk)
    it = Document.objects.filter(user=request.user, source=source).only("pk").first()
    if it is None:
        return source_page(request, source)
    query = request.GET.urlencode()
    url = reverse("documents:document", args=[it.pk]) + (f"?{query}" if query else "")
    return HttpResponseClientRedirect(f"{url}#passage") if request.htmx else redirect(url)


@require_safe
@signed_in
def file(_request: PersonRequest, pk: UUID) -> HttpResponseBase:
    """The file itself, to be saved; not while something in it is forgotten."""
    it = own(Document, pk=pk)
    if why_withheld(it):
        # Its page says why.
        return redirect("documents:document", pk)
    return as_attachment(it)


@require_POST
@signed_in
def retry(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Try again what failed."""
    it = own(Document, pk=pk)
    try:
        uploads.retry(request.user, it)
    except Refused as refused:
        messages.info(request, refused.message)
    if request.htmx:
        context = {
            "documents": display.documents(request.user, [it]),
            **_watched(request.user),
        }
        return render(request, "documents/watch.html", context)
    return redirect(_back(request))


@require_POST
@signed_in
def author(request: PersonRequest, pk: UUID, *, own_words: bool) -> HttpResponse:
    """The person wrote a document, or did not: said after it was read."""
    it = own(Document, pk=pk)
    try:
        gone = change_author(request.user, it, own=own_words)
    except Refused as refused:
        messages.info(request, refused.message)
        return redirect("documents:document", pk)
    told = gettext("I’m learning about you from it.")
    if not own_words:
        told = ngettext(
            "Not yours: %(number)s memory learned from it alone is gone.",
            "Not yours: %(number)s memories learned from it alone are gone.",
            gone,
        ) % {"number": intcomma(gone)}
    back = reverse("documents:others" if own_words else "documents:mine", args=[pk])
    messages.success(request, told, extra_tags=back)
    return redirect("documents:document", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def delete(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Delete a document, having shown what goes with it and what stays."""
    it = own(Document.objects.select_related("source"), pk=pk)
    if request.method == "POST":
        remove(request.user, it)
        messages.success(request, gettext("“%(name)s” is gone.") % {"name": it.name})
        return redirect("documents:list")
    goes = going(request.user, it)
    context = {
        "document": it,
        "passages": goes.passages,
        "memories": goes.memories[:NAMED],
        "more": max(0, len(goes.memories) - NAMED),
        "staying": goes.surviving[:NAMED],
        "more_staying": max(0, len(goes.surviving) - NAMED),
    }
    part = "#card" if request.htmx else ""
    return render(request, f"documents/delete.html{part}", context)


@dataclass(frozen=True)
class _Taken:
    """What became of the files of one form."""

    documents: list[Document]
    known: list[Document]
    refused: list[dict[str, str]]

    def context(self, user: User) -> dict[str, Any]:
        return {
            "documents": display.documents(user, self.documents),
            "refused": self.refused,
            "known": {it.pk for it in self.known},
        }


def _take(request: PersonRequest, files: list[ReceivedFile]) -> _Taken:
    project = request.POST.get("project") or None
    batch = _uuid(request.POST.get("batch", "")) or (uuid4() if len(files) > 1 else None)
    taken = _Taken([], [], [])
    for each in files:
        try:
            done = uploads.upload(
                request.user,
                each,
                project=_known_uuid(project),
                own_words=request.POST.get("own_words") == "on",
                batch=batch,
            )
        except Refused as refusal:
            name = uploads.clean_name(each.name or "")
            taken.refused.append({"name": name, "reason": refusal.message})
            continue
        taken.documents.append(done.document)
        if done.known:
            taken.known.append(done.document)
    return taken


def _list(request: PersonRequest) -> dict[str, Any]:
    filters = DocumentFilters(project=_project(request), q=request.GET.get("q", "").strip()[:200])
    if "\0" in filters.q:
        raise Http404
    cursor = _known_uuid(request.GET.get("cursor") or None)
    found = page(request.user, filters, after=cursor, limit=ROWS)
    following = request.GET.copy()
    following["cursor"] = str(found.following)
    return {
        "q": filters.q,
        "documents": display.documents(request.user, found.documents),
        "more_url": f"?{following.urlencode()}" if found.following else "",
        "projects": Project.objects.filter(user=request.user, archived=None).order_by("name"),
        "project": filters.project,
        "most": limit(),
        "most_mb": limit() // 1_000_000,
        "readable": readable(),
        **_watched(request.user),
    }


def _watched(user: User) -> dict[str, Any]:
    """What every answer says of all documents: whether any is busy, and the latest batches."""
    return {
        "batches": display.batches(user),
        "watching": Document.objects.filter(user=user, state__in=_BUSY).exists(),
    }


def _text(request: PersonRequest, it: Document, passage: tuple[int, int] | None) -> dict[str, Any]:
    if it.source is None:
        return {"parts": []}
    first = request.GET.get("from", "")
    start = int(first) if first.isdecimal() and len(first) < 10 else None
    if start is None and passage is None:
        start = _start_of_page(it, request.GET.get("page", ""))
    piece = source_text.piece_of(it.source, passage, start)
    url = reverse("documents:document", args=[it.pk])
    earlier = max(0, piece.start - source_text.PIECE)
    return {
        "parts": document_text.parts_of(it, piece.segments),
        "missing": passage is not None and start is None and not piece.passage_shown,
        "page": document_text.page_at(it, passage[0] if passage else piece.start),
        "earlier_url": f"{url}?from={earlier}" if piece.start else "",
        "later_url": f"{url}?from={piece.stop}" if piece.stop < piece.size else "",
    }


def _page_as_it_looks(
    request: PersonRequest, it: Document, passage: tuple[int, int] | None
) -> dict[str, Any]:
    last = it.pages or 1
    asked = request.GET.get("page", "")
    number = document_text.page_at(it, passage[0]) if passage else 1
    if asked.isdecimal() and len(asked) < 8:
        number = int(asked)
    number = min(max(1, number), last)
    hidden = it.source is not None and document_text.is_hidden(it, it.source, number)
    # To draw one page the browser fetches the whole file.
    hidden = hidden or bool(why_withheld(it))
    return {
        "words": document_text.words_on(it, it.source, number, passage)
        if passage and it.source
        else "",
        "as_pages": True,
        "page": number,
        "previous": number - 1,
        "following": number + 1 if number < last else 0,
        "hidden": hidden,
    }


def _start_of_page(it: Document, number: str) -> int | None:
    if not number.isdecimal():
        return None
    return next((start for page, start in it.page_starts if str(page) == number), None)


def _project(request: PersonRequest) -> UUID | None:
    asked = _known_uuid(request.GET.get("project") or None)
    return own(Project, pk=asked).pk if asked else None


def _back(request: PersonRequest) -> str:
    project = _uuid(request.POST.get("project", ""))
    url = reverse("documents:list")
    return f"{url}?project={project}" if project else url


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _known_uuid(text: str | None) -> UUID | None:
    """An id that an address or a form names; what is none is 404."""
    if text is None:
        return None
    found = _uuid(text)
    if found is None:
        raise Http404
    return found
