"""A row that was just forgotten: shown in its place for a while, with Undo and what went along."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import User
from database.sealing import unseal
from memories.keeping import words_of
from memories.models import Forgotten, Memory, Source
from memories.source_kinds import NOTE, kind_of
from memories.text import in_second_person, is_blank

# How long after it was forgotten a page still shows it in its place; later the Forgotten tab does.
SHOWN_FOR = timedelta(minutes=10)
# How an address names it, and its place in the list.
GHOSTLY = ("gone", "place")
_LONGEST = 80  # characters of it that a line repeats


@dataclass(frozen=True)
class Ghost:
    """What the row of a memory leaves behind: `parts` are what went with it, in plain words."""

    id: UUID
    batch: UUID
    content: str
    parts: tuple[str, ...]

    @property
    def along(self) -> str:
        """What went with it: "1 other memory and 2 sentences in 1 conversation", or nothing."""
        return in_a_row(self.parts)

    @property
    def line(self) -> str:
        """What was done, in one line: Forgot “You live in Bath” and 2 sentences in 1 mail."""
        words = gettext("“%(words)s”") % {"words": in_short(self.content)}
        return gettext("Forgot %(what)s.") % {"what": in_a_row((words, *self.parts))}


def ghost_of(user: User, memory_id: UUID) -> Ghost | None:
    """What a memory forgotten a moment ago leaves behind; None when it is back, or long gone."""
    stone = (
        Forgotten.objects.filter(
            user=user,
            memory=memory_id,
            memory__state=Memory.State.FORGOTTEN,
            created__gt=timezone.now() - SHOWN_FOR,
        )
        .order_by("-created")
        .first()
    )
    words = words_of(stone) if stone else None
    if stone is None or words is None:
        return None
    return Ghost(memory_id, stone.batch, words, went_along(user, stone.batch))


def went_along(user: User, batch: UUID, *, asked: int = 1) -> tuple[str, ...]:
    """What one act of forgetting took besides what was asked: "2 sentences in 1 conversation", …"""
    stones = list(Forgotten.objects.filter(user=user, batch=batch))
    passages = {(UUID(pk), start, stop) for s in stones for pk, start, stop in s.blocked}
    sources = Source.objects.filter(user=user, pk__in={pk for pk, _, _ in passages}).defer("text")
    places = {source.pk: _place(source) for source in sources if not _holds_only_it(source)}
    sentences = sum(pk in places for pk, _, _ in passages)
    others = sum(map(is_current, stones)) - asked
    parts = []
    if others > 0:
        told = ngettext("%(number)s other memory", "%(number)s other memories", others)
        parts.append(told % {"number": others})
    if sentences:
        where = Counter(kind_of(name) for name, _ in set(places.values()))
        stood = [(kind.places or kind.noun).counted(number) for kind, number in where.items()]
        told = ngettext(
            "%(number)s sentence in %(places)s", "%(number)s sentences in %(places)s", sentences
        )
        parts.append(told % {"number": sentences, "places": in_a_row(stood)})
    return tuple(parts)


def _place(source: Source) -> tuple[str, str]:
    """Where a person would say that it stood: the messages of one chat are one place."""
    spoken = kind_of(source.kind).conversation
    return source.kind, (source.thread if spoken and source.thread else str(source.pk))


def _holds_only_it(source: Source) -> bool:
    """Whether it is the note that a memory added by hand rests on: that is the memory itself."""
    return source.kind == NOTE and is_blank(source.text)


def is_current(stone: Forgotten) -> bool:
    """Whether it holds a memory, and not an earlier version of one."""
    sealed = unseal(stone.sealed) if stone.sealed is not None else {}
    return "memory" in sealed and sealed["memory"]["state"] != Memory.State.SUPERSEDED


def in_a_row(parts: Sequence[str]) -> str:
    """Several things in one sentence: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return gettext("%(others)s and %(last)s") % {
        "others": ", ".join(parts[:-1]),
        "last": parts[-1],
    }


def in_short(content: str) -> str:
    """A memory as a line repeats it, said to the person: "You live in Bath"."""
    flat = " ".join(content.split()).rstrip(" .")
    told = in_second_person(flat) or flat
    return told if len(told) <= _LONGEST else told[:_LONGEST].rsplit(" ", 1)[0] + " …"
