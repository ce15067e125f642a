"""Find from everywhere: pages, conversations, memories, people. Ctrl/Cmd-K shows it as a dialog."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import Project, User
from chat.converse import listed, told_apart
from database.acting import acting_as
from memories.pages import moment, people_found, source_url
from memories.recall import Item, Query, RecallResult, recall
from memories.source_kinds import CHAT, several
from memories.text import asks
from web import navigation
from web.guard import PersonRequest, signed_in
from web.navigation import PaletteEntry

# Maximum number of results of each kind.
EACH = 6
LONGEST = 200  # characters of a question that are looked for
# What is no memory, and has none of the words, is offered where it means much the same: what people
# say to a model in passing ("make it shorter") comes near to any word.
ALIKE = 0.4
# Number of first letters that two forms of a word share.
_BEGUN = 4
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class PaletteGroup:
    """Lines of one kind."""

    title: str
    items: tuple[PaletteEntry, ...]


@require_safe
@signed_in(block=False)
def palette(request: PersonRequest) -> HttpResponse:
    """What fits the words; without any, the pages and the latest conversations."""
    q = request.GET.get("q", "").replace("\0", " ").strip()[:LONGEST]
    # Recall waits for the embedding of the question, so it comes before the block.
    recalled = recall(request.user, Query(q, limit=2 * EACH)) if q else None
    with acting_as(request.user):
        found = list(_fitting(recalled, q))
        groups = [
            _group(gettext("Pages"), _pages(q)),
            _group(gettext("Do"), _actions(q)),
            _group(gettext("Projects"), _projects(request.user, q)),
            _group(gettext("Memories"), islice(_memories(found), EACH)),
            _passages([item for item in found if not item.memory_id][:EACH]),
            *_of_rooms(request.user, q),
            _group(gettext("People and things"), _entities(request.user, q)),
            _group(gettext("Conversations"), _conversations(request.user, q)),
        ]
    context = {"q": q, "groups": [group for group in groups if group.items]}
    part = "#results" if request.htmx else ""
    return render(request, f"yarnnn/palette.html{part}", context)


def _group(title: str, entries: Iterable[PaletteEntry]) -> PaletteGroup:
    return PaletteGroup(title, tuple(entries))


def _to(name: str, *args: object, **query: object) -> str:
    url = reverse(name, args=args)
    return f"{url}?{urlencode(query)}" if query else url


def _pages(q: str) -> Iterator[PaletteEntry]:
    for tab in navigation.tabs():
        label = gettext(tab.label)
        if _fits(q, label):
            yield PaletteEntry(_to(tab.page), tab.icon, label)

    for link in (each for card in navigation.settings_links().values() for each in card if q):
        if _fits(q, link.label):
            yield PaletteEntry(link.url, "settings", link.label, link.detail)


def _actions(q: str) -> Iterator[PaletteEntry]:
    """What can be done at once; what a script does leads to where it is done without one."""
    settings = _to("accounts:settings")
    actions = (
        PaletteEntry(_to("chat:home"), "plus", gettext("New chat")),
        PaletteEntry(_to("memories:add"), "memory", gettext("Add a memory")),
        PaletteEntry(settings, "theme", gettext("Dark colours"), does="theme:dark"),
        PaletteEntry(settings, "theme", gettext("Light colours"), does="theme:light"),
        PaletteEntry(settings, "info", gettext("Keyboard shortcuts"), does="open:keys"),
        PaletteEntry(_to("account_logout"), "lock", gettext("Sign out")),
    )
    return (entry for entry in actions if _fits(q, entry.label))


def _fits(q: str, label: str) -> bool:
    """Whether a label has the words, or begins as they do: "dunkel" is "Dunkle Farben"."""
    lower, words = label.lower(), q.lower().split()
    begun = all(
        any(word.startswith(each[:_BEGUN]) for word in _WORD.findall(lower)) for each in words
    )
    return q.lower() in lower or (begun and all(len(each) > _BEGUN for each in words))


def _projects(user: User, q: str) -> Iterator[PaletteEntry]:
    if not q:
        return
    for project in Project.objects.filter(user=user, archived=None, name__icontains=q)[:EACH]:
        yield PaletteEntry(_to("memories:list", project=project.pk), "projects", project.name)


def _memories(found: Iterable[Item]) -> Iterator[PaletteEntry]:
    for item in found:
        if item.memory_id:
            yield PaletteEntry(_to("memories:history", item.memory_id), "memory", item.text)


def _passages(found: Sequence[Item]) -> PaletteGroup:
    """What was said or read and is no memory: it may only have been offered as one."""
    kinds = several({item.source_kind for item in found})
    return _group(
        kinds[:1].upper() + kinds[1:],
        (
            PaletteEntry(
                source_url(item.source_id, item.source_kind, item.start, item.stop) + "#passage",
                "quote",
                item.quote,
            )
            for item in found
        ),
    )


def _fitting(recalled: RecallResult | None, q: str) -> Iterator[Item]:
    """What comes near the words; a word that is still being typed is near what begins with it."""
    near = recalled.near().items if recalled else ()
    begun = q.lower().split()
    numbers = [re.sub(r"\D", "", each) for each in begun if any(c.isdigit() for c in each)]
    for item in recalled.items if recalled else ():
        # A number is meant as it is: nothing is like it.
        digits = re.sub(r"\D", "", item.text)
        if any(number not in digits for number in numbers):
            continue
        words = _WORD.findall(item.text.lower())
        begins = all(any(w.startswith(b) for w in words) for b in begun)
        alike = item in near and (item.memory_id or item.covers or item.similarity >= ALIKE)
        asked = item.memory_id is None and item.source_kind == CHAT and asks(item.text)
        if (begins or alike) and not asked:
            yield item


def _of_rooms(user: User, q: str) -> Iterator[PaletteGroup]:
    """What the rooms find among their things."""
    for finder in navigation.finders() if q else ():
        yield _group(gettext(finder.title), finder.find(user, q, EACH))


def _entities(user: User, q: str) -> Iterator[PaletteEntry]:
    for row in people_found(user, q, EACH) if q else ():
        yield PaletteEntry(row.url, row.icon, row.name, row.what)


def _conversations(user: User, q: str) -> Iterator[PaletteEntry]:
    found = listed(user).filter(title__icontains=q).order_by("-updated")
    for conversation in told_apart(found[:EACH]):
        url = _to("chat:conversation", conversation.pk)
        when = moment(user, conversation.updated) if conversation.twin else ""
        yield PaletteEntry(url, "chat", conversation.title or gettext("New chat"), when)
