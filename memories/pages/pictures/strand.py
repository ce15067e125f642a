"""The thread of a memory or a conversation back to its sources, drawn beside the words it joins.

Every row is in words by itself; the line beside them says what comes from what.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from memories.models import Evidence, Memory
from memories.pages import display

# Maximum number of versions before a memory, and after it; of sources of each; of what is built on
# it.
VERSIONS, SOURCES, BUILT = 20, 12, 12

# A source runs into what comes from it; a knot lies on the line; what is built on it leaves it.
Shape = Literal["source", "knot", "built"]


@dataclass(frozen=True)
class StrandRow:
    """One thing on the thread: how it is drawn, what it is, its words, where it leads."""

    shape: Shape
    what: str
    words: str
    label: str = ""
    icon: str = ""
    url: str = ""
    # Whether the page is about it, and whether it does not hold any more.
    here: bool = False
    over: bool = False


def of_memory(user: User, memory: Memory) -> list[StrandRow]:
    """A memory's thread: each version after its sources, then what is built on it."""
    earlier = _versions(memory, lambda it: it.supersedes)[::-1]
    later = _versions(memory, lambda it: it.superseded_by.first())
    rows: list[StrandRow] = []
    for version in (*earlier, memory, *later):
        rows += _sources(user, version)
        rows.append(_knot(version, here=version.pk == memory.pk))
    rows += _built_on(user, memory)
    return rows


def _versions(memory: Memory, step: Callable[[Memory], Memory | None]) -> list[Memory]:
    """The versions of a memory before or after it, the nearest first, without forgotten ones."""
    found: list[Memory] = []
    at = step(memory)
    while at is not None and len(found) < VERSIONS:
        if at.state != Memory.State.FORGOTTEN:
            found.append(at)
        at = step(at)
    return found


def _knot(version: Memory, *, here: bool) -> StrandRow:
    over = version.state == Memory.State.SUPERSEDED
    return StrandRow(
        "knot",
        gettext("Before") if over else gettext("Now"),
        version.content,
        url="" if here else reverse("memories:history", args=[version.pk]),
        here=here,
        over=over,
    )


def _sources(user: User, memory: Memory) -> Iterator[StrandRow]:
    """What a memory rests on: passages, and for a reflection other memories."""
    evidence = (
        Evidence.objects.filter(user=user, memory=memory)
        .select_related("chunk__source", "basis")
        .defer("chunk__source__text", "chunk__source__metadata")
        .order_by("chunk__source__happened_at", "id")
    )
    for each in evidence[:SOURCES]:
        if each.chunk is not None:
            at = display.of_evidence(user, each)
            yield StrandRow("source", "", each.quote, at.label, at.icon, f"{at.url}#passage")
        elif each.basis is not None and each.basis.state in Memory.KNOWN:
            yield _of_memory(each.basis, "source", gettext("Concluded from"))


def _built_on(user: User, memory: Memory) -> Iterable[StrandRow]:
    found = Memory.objects.filter(
        user=user, evidence__basis=memory, state__in=Memory.ACTIVE
    ).distinct()
    told = gettext("Concluded from it")
    return [_of_memory(each, "built", told) for each in found.order_by("created", "id")[:BUILT]]


def _of_memory(memory: Memory, shape: Shape, what: str) -> StrandRow:
    url = reverse("memories:history", args=[memory.pk])
    return StrandRow(shape, what, memory.content, icon="memory", url=url)
