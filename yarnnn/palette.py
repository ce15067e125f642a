"""Find from everywhere: pages, conversations, memories, people. Ctrl/Cmd-K shows it as a dialog."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_safe

from accounts.models import Project, User
from chat.converse import listed
from database.acting import acting_as
from documents.listing import Filters, page
from memories.models import Entity
from memories.pages import source_url
from memories.recall import Query, Recalled, recall
from web.guard import PersonRequest, signed_in

# Of each kind so many are offered.
EACH = 6
LONGEST = 200  # characters of a question that are looked for
_WORD = re.compile(r"[^\W_]+")

PAGES = (
    ("Chat", "chat", "chat:home"),
    ("Memory", "memory", "memories:list"),
    ("Documents", "documents", "documents:list"),
    ("Gmail", "gmail", "gmail:home"),
    ("Mail", "gmail", "gmail:threads"),
    ("Projects", "projects", "accounts:projects"),
    ("Settings", "settings", "accounts:settings"),
    ("Keys for programs", "key", "accounts:tokens"),
)


@dataclass(frozen=True)
class Entry:
    """One line: where it leads, and what it says."""

    url: str
    icon: str
    label: str
    detail: str = ""


@dataclass(frozen=True)
class Group:
    """Lines of one kind."""

    title: str
    items: tuple[Entry, ...]


@require_safe
@signed_in(block=False)
def palette(request: PersonRequest) -> HttpResponse:
    """What fits the words; without any, the pages and the latest conversations."""
    q = request.GET.get("q", "").replace("\0", " ").strip()[:LONGEST]
    # Recall waits for the embedding of the question, so it comes before the block.
    recalled = recall(request.user, Query(q, limit=EACH)) if q else None
    with acting_as(request.user):
        groups = [
            _group("Pages", _pages(q)),
            _group("Projects", _projects(request.user, q)),
            _group("Memories", _memories(recalled, q)),
            _group("Documents", _documents(request.user, q)),
            _group("People and things", _entities(request.user, q)),
            _group("Conversations", _conversations(request.user, q)),
        ]
    context = {"q": q, "groups": [group for group in groups if group.items]}
    part = "#results" if request.htmx else ""
    return render(request, f"yarnnn/palette.html{part}", context)


def _group(title: str, entries: Iterator[Entry]) -> Group:
    """Only lines that lead somewhere: a room may have no pages."""
    return Group(title, tuple(entry for entry in entries if entry.url))


def _to(name: str, *args: object, **query: object) -> str:
    try:
        url = reverse(name, args=args)
    except NoReverseMatch:
        return ""
    return f"{url}?{urlencode(query)}" if query else url


def _pages(q: str) -> Iterator[Entry]:
    for label, icon, name in PAGES:
        if q.lower() in label.lower():
            yield Entry(_to(name), icon, label)


def _projects(user: User, q: str) -> Iterator[Entry]:
    if not q:
        return
    for project in Project.objects.filter(user=user, archived=None, name__icontains=q)[:EACH]:
        yield Entry(_to("memories:list", project=project.pk), "projects", project.name)


def _memories(recalled: Recalled | None, q: str) -> Iterator[Entry]:
    """What comes near the words; a word that is still being typed is near what begins with it."""
    near = recalled.near().items if recalled else ()
    begun = q.lower().split()
    for item in recalled.items if recalled else ():
        words = _WORD.findall(item.text.lower())
        if item not in near and not all(any(w.startswith(b) for w in words) for b in begun):
            continue
        if item.memory_id:
            yield Entry(_to("memories:history", item.memory_id), "memory", item.text)
        else:
            url = source_url(item.source_id, item.source_kind, item.start, item.stop)
            yield Entry(f"{url}#passage", "quote", item.quote)


def _documents(user: User, q: str) -> Iterator[Entry]:
    if not q:
        return
    found = page(user, Filters(q=q), after=None, limit=EACH)
    for document in found.documents:
        yield Entry(_to("documents:document", document.pk), "documents", document.name)


def _entities(user: User, q: str) -> Iterator[Entry]:
    if not q:
        return
    known = Entity.objects.filter(user=user, merged_into=None)
    named = known.filter(Q(name__icontains=q) | Q(aliases__icontains=q))
    for entity in named.order_by("-mention_count", "name")[:EACH]:
        icon = "person" if entity.type == Entity.Type.PERSON else "tag"
        url = _to("memories:list", q=entity.name)
        yield Entry(url, icon, entity.name, Entity.Type(entity.type).label)


def _conversations(user: User, q: str) -> Iterator[Entry]:
    found = listed(user).filter(title__icontains=q).order_by("-updated")
    for conversation in found[:EACH]:
        url = _to("chat:conversation", conversation.pk)
        yield Entry(url, "chat", conversation.title or "New chat")
