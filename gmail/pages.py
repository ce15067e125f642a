"""The pages of mail: mailboxes and how far they are, threads, one thread, what was learned."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from accounts.models import User
from database.acting import acting_as
from gmail import display, labels
from gmail.attachments import read_file
from gmail.connection import connect
from gmail.google.tokens import READONLY
from gmail.learned_memories import forget_learned, going_with, learned
from gmail.models import Account, Message, Thread
from gmail.threads import ThreadFilters, ThreadPage, page, search
from memories.keeping import Refused
from memories.models import Source
from memories.pages import learned as as_learned
from memories.pages import passage_asked, source_page, source_text
from web.guard import PersonRequest, own, signed_in

# Rows per page; a link loads more.
ROWS = 30
# Maximum number of memories listed before they are removed.
NAMED = 20
# Maximum number of mails shown of a thread; the requested passage is always included.
MAILS = 200
# How often the page asks how far it is, in seconds.
_EVERY = {"busy": 2, "preparing": 10}
_TABS = (
    ("", gettext_noop("All")),
    ("INBOX", gettext_noop("Inbox")),
    ("SENT", gettext_noop("Sent")),
    ("IMPORTANT", gettext_noop("Important")),
)


@require_safe
@signed_in
def home(request: PersonRequest) -> HttpResponse:
    """Which mailboxes are connected, how far they are; what is read, before one is."""
    whole = not request.htmx or request.htmx.history_restore_request
    accounts = Account.objects.filter(user=request.user).order_by("created")
    mailboxes = [display.mailbox(request.user, account) for account in accounts]
    pace = _pace(mailboxes)
    context = {
        "mailboxes": mailboxes,
        "pace": pace,
        "every": _EVERY.get(pace),
        "set_up": connect.is_set_up(),
        "callback": _callback(request),
        "scope": READONLY,
        **_settings_place(),
        "days": settings.GMAIL_SYNC_DAYS,
        "owner": request.user.owns_installation,
        # Not told to whoever only asks how far it is.
        "learned": learned(request.user, 0) if mailboxes and whole else None,
    }
    if whole:
        return render(request, "gmail/home.html", context)
    if pace != request.GET.get("pace", "busy"):
        # What moved does not any more: the whole page is to tell how it came out.
        return HttpResponseClientRefresh()
    return render(request, "gmail/home.html#mailboxes", context)


def _pace(mailboxes: Sequence[display.ShownMailbox]) -> str:
    """What moves: "busy" while mail comes in, "preparing" while it is made findable, or ""."""
    if any(mailbox.busy for mailbox in mailboxes):
        return "busy"
    return "preparing" if any(mailbox.preparing for mailbox in mailboxes) else ""


@require_safe
@signed_in(block=False)
def threads(request: PersonRequest) -> HttpResponse:
    """All threads, latest first; with `?q=` those that answer best."""
    q = request.GET.get("q", "").strip()[:500]
    label = request.GET.get("label", "")[:100]
    if "\0" in q + label + request.GET.get("cursor", ""):
        raise Http404
    filters = ThreadFilters(label=label)
    found = _found(request, q, filters)
    with acting_as(request.user):
        accounts = list(Account.objects.filter(user=request.user))
        own_labels = labels.own_labels(accounts)
        context = {
            "q": q,
            "label": label,
            "tabs": [(gettext(name), _url(q, value), value == label) for value, name in _TABS],
            "chosen_label": label if label in own_labels else "",
            "own_labels": [(name, _url(q, name), name == label) for name in own_labels],
            "threads": display.threads(request.user, found, len(accounts)),
            "accounts": len(accounts),
            "more_url": _url(q, label, found.following) if found.following else "",
        }
        part = "#rows" if request.htmx and request.GET.get("cursor") else ""
        return render(request, f"gmail/threads.html{part}", context)


@require_safe
@signed_in
def thread(request: PersonRequest, pk: UUID) -> HttpResponse:
    """One thread as text; `?mail=SOURCE&at=START-STOP` marks the passage of a citation."""
    it = own(Thread.objects.select_related("account"), pk=pk)
    passage = passage_asked(request.GET.get("at", ""))
    source = _uuid(request.GET.get("mail", ""))
    mails = list(it.messages.select_related("source").order_by("internal_date", "gmail_message_id"))
    context = {
        "title": display.title_of(it),
        "thread": it,
        "labels": labels.in_words(it.labels, it.account.label_names),
        "mails": display.mails(request.user, _some(mails, source), source, passage),
        "not_shown": max(0, len(mails) - MAILS),
        "learned": _learned_from(request.user, mails),
    }
    return render(request, "gmail/thread.html", context)


@require_safe
@signed_in
def by_source(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Where a citation leads: the thread of this mail, at the passage."""
    source = own(Source.objects.defer("text"), pk=pk)
    mail = Message.objects.filter(user=request.user, source=source).only("thread").first()
    if mail is None:
        return source_page(request, source)
    at = request.GET.get("at", "")
    query = f"?mail={pk}" + (f"&at={at}" if passage_asked(at) else "")
    url = reverse("gmail:thread", args=[mail.thread_id]) + query
    return HttpResponseClientRedirect(f"{url}#passage") if request.htmx else redirect(url)


@require_POST
@signed_in(block=False)
def read_attachment(request: PersonRequest, pk: UUID, part: str) -> HttpResponse:
    """Fetch a file that came with a mail, and read it as a document."""
    try:
        document = read_file(request.user, pk, part)
    except Refused as refused:
        messages.error(request, refused.message)
        with acting_as(request.user):
            return redirect("gmail:thread", own(Message, pk=pk).thread_id)
    return redirect("documents:document", document.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in(block=False)
def remove_learned(request: PersonRequest) -> HttpResponse:
    """Forget all that mail alone taught, having shown what that is and what stays."""
    if request.method == "POST":
        try:
            batch, count = forget_learned(request.user)
        except Refused as refused:
            messages.info(request, refused.message)
        else:
            told = ngettext("One memory is forgotten.", "%(number)s memories are forgotten.", count)
            undo = reverse("memories:undo", args=[batch])
            messages.success(request, told % {"number": intcomma(count)}, extra_tags=undo)
        return redirect("gmail:home")
    with acting_as(request.user):
        context = {"learned": learned(request.user, NAMED), "named": NAMED}
        part = "#card" if request.htmx else ""
        return render(request, f"gmail/remove_learned.html{part}", context)


@require_safe
@signed_in
def leave(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Ask before a mailbox is disconnected: what goes with it, and what stays."""
    account = own(Account, pk=pk)
    context = {
        "account": account,
        "mails": Message.objects.filter(user=request.user, account=account).count(),
        "learned": going_with(request.user, account, NAMED),
        "named": NAMED,
    }
    part = "#card" if request.htmx else ""
    return render(request, f"gmail/leave.html{part}", context)


def _found(request: PersonRequest, q: str, filters: ThreadFilters) -> ThreadPage:
    try:
        if q:
            return search(request.user, q, filters, limit=ROWS)
        with acting_as(request.user):
            return page(request.user, filters, after=request.GET.get("cursor", ""), limit=ROWS)
    except Refused:
        raise Http404 from None


def _url(q: str, label: str, cursor: str = "") -> str:
    from urllib.parse import urlencode

    query = {"q": q, "label": label, "cursor": cursor}
    told = urlencode({name: value for name, value in query.items() if value})
    return reverse("gmail:threads") + (f"?{told}" if told else "")


def _some(mails: list[Message], source: UUID | None) -> list[Message]:
    """The last mails of a very long thread, or those around the one that was asked for."""
    place = next((n for n, mail in enumerate(mails) if source and mail.source_id == source), None)
    if place is None or place >= len(mails) - MAILS:
        return mails[-MAILS:]
    start = max(0, place - MAILS // 2)
    return mails[start : start + MAILS]


def _learned_from(user: User, mails: list[Message]) -> list[dict[str, str]]:
    sources = [mail.source for mail in mails if mail.source and mail.from_person][-50:]
    return as_learned(source_text.learned_from(user, *sources))


def _callback(request: PersonRequest) -> str:
    path = reverse("gmail:callback")
    return (
        f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)
    )


def _settings_place() -> dict[str, Any]:
    """Where its owner writes this installation's settings."""
    file = settings.SETTINGS_FILE
    if settings.IN_CONTAINER or file is None:
        # The container's own path is nowhere on the owner's machine.
        return {"container": settings.IN_CONTAINER, "file": "", "file_exists": False}
    return {"container": False, "file": str(file.absolute()), "file_exists": file.is_file()}


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
