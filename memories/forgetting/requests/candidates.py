"""The sentences that a request to forget may mean: what shares its words or stands beside them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Project, User
from database.statements import array_of, fetched
from memories.forgetting.masking import Passage
from memories.models import Chunk, Evidence, Source
from memories.search import index, match
from memories.source_kinds import CHAT
from memories.text import sentences, stem_of, stems
from memories.text.calendar.names import months
from memories.text.identifiers import Identifier
from memories.text.names.lists import also_short_for
from memories.text.names.spellings import spellings
from memories.text.sameness.standing_alone import beside_masks

# How many entries of the index are looked at for a request, and how many of the latest messages,
# whatever words they have.
LOOKED_AT, LATEST = 300, 20
# What a message's metadata has that asks for a change of the memory, and tells nothing.
REQUEST = "request"


@dataclass(frozen=True)
class Unit:
    """A sentence that somebody said or that stands in a source, as it may be forgotten."""

    passage: Passage
    text: str
    kind: str
    thread: str
    turn: int
    number: int
    # Whether recall found it for the request.
    hinted: bool = False


@dataclass
class ForgetMatches:
    """The passages to forget; if not `sure`, those to ask about, best first.

    `more` is what may belong to it too. `wider` where more of a sentence goes than was asked for,
    since nothing of it would stand by itself.
    """

    passages: list[Passage] = field(default_factory=list)
    sure: bool = True
    more: list[Passage] = field(default_factory=list)
    wider: bool = False


def _looked_for(topic: str) -> list[str]:
    words = re.findall(r"[^\W_]+", topic)
    wanted = [stem_of(each) for word in words for each in spellings(word)]
    names = (word.lower() for word in words if word[0].isupper())
    wanted += [stem_of(long) for name in names for long in sorted(also_short_for(name))]
    return list(dict.fromkeys([*stems(topic), *wanted]))


def units_for(
    user: User,
    topic: str,
    ids: Sequence[Identifier],
    hints: Collection[UUID],
    but: UUID | None,
) -> list[Unit]:
    """The sentences that a request to forget may mean, in the order in which they were said.

    `hints` are chunks that recall found for it; `but` is its own source.
    """
    wanted = _looked_for(topic)
    scopes: list[Project | None] = [None, *Project.objects.filter(user=user)]
    parts = [index.part_of(scope, layer) for scope in scopes for layer in index.layers()]
    items = list(match(user.pk, wanted).best(parts, LOOKED_AT)) if wanted else []
    found = set(Chunk.objects.filter(user=user, item__in=items).values_list("source", flat=True))
    hinted = set(Chunk.objects.filter(user=user, pk__in=hints).values_list("source", flat=True))
    found |= hinted
    found |= set(
        Evidence.objects.filter(user=user, memory__item__in=items, chunk__isnull=False).values_list(
            "chunk__source", flat=True
        )
    )
    found |= _holding(user, ids)
    latest = Source.objects.filter(user=user, kind=CHAT, author=Source.Author.PERSON).order_by(
        "-happened_at", "-id"
    )
    found |= set(latest.values_list("pk", flat=True)[:LATEST])
    found |= _next_to(user, found)
    sources = Source.objects.filter(user=user, pk__in=found).exclude(author=Source.Author.ASSISTANT)
    sources = telling(user, sources)
    if but is not None:
        sources = sources.exclude(pk=but)
    units: list[Unit] = []
    for source in sources.order_by("thread", "turn", "happened_at"):
        for number, span in enumerate(sentences(source.text)):
            if span.of(source.text).rstrip().endswith("?"):
                continue
            for part in beside_masks(source.text, span):
                words = part.of(source.text)
                passage = Passage(source.pk, part.start, part.stop, words)
                at = source.thread, source.turn, number
                units.append(Unit(passage, words, source.kind, *at, source.pk in hinted))
    return units


def mark_request(user: User, source: UUID, *, asks: bool) -> None:
    """Say of a message whether it asks for something to be forgotten: then it is itself nothing
    to be forgotten.
    """
    for said in Source.objects.filter(user=user, pk=source):
        rest = {key: told for key, told in said.metadata.items() if key != REQUEST}
        said.metadata = {**rest, REQUEST: True} if asks else rest
        said.save(update_fields=["metadata"])


def telling(user: User, sources: QuerySet[Source]) -> QuerySet[Source]:
    """Without the messages that ask for a change of the memory, where nothing rests on them."""
    known = Evidence.objects.filter(user=user, chunk__source=OuterRef("pk"))
    return sources.filter(~Q(metadata__has_key=REQUEST) | Exists(known))


_WITH_DIGITS = """
SELECT id FROM memories_source
WHERE user_id = %(user)s
    AND regexp_replace(lower(text), '[^a-z0-9]', '', 'g') LIKE ANY(%(patterns)s::text[])
LIMIT 200
"""


def _holding(user: User, ids: Sequence[Identifier]) -> set[UUID]:
    """The sources whose letters and digits hold one of these, whatever stands between."""
    patterns = []
    for each in ids:
        if each.kind == "date":
            _, month, day = each.canonical.rsplit("-", 2)
            names = months("en", "de", "es", "fr")[int(month) - 1 :: 12]
            patterns += [f"%{month}{day}%", f"%{day}{month}%", f"%{int(day)}{names[0]}%"]
            patterns += [f"%{names[0]}{int(day)}%", f"%{int(day)}{int(month)}%"]
            patterns += [f"%{name}%" for name in names]
        else:
            plain = re.sub(r"[^a-z0-9]", "", each.canonical)
            patterns.append(f"%{plain[-8:]}%")
    if not patterns:
        return set()
    values = {"user": user.pk, "patterns": array_of(list(dict.fromkeys(patterns)))}
    return {pk for (pk,) in fetched(_WITH_DIGITS, values)}


def _next_to(user: User, found: Collection[UUID]) -> set[UUID]:
    """What was said right after these in the same conversation: it may go on about them."""
    rows = Source.objects.filter(user=user, pk__in=found, kind=CHAT).exclude(thread="")
    places = {(thread, turn) for thread, turn in rows.values_list("thread", "turn")}
    if not places:
        return set()
    near = Source.objects.filter(user=user, thread__in={thread for thread, _ in places})
    return {
        pk
        for pk, thread, turn in near.values_list("pk", "thread", "turn")
        if any((thread, turn - back) in places for back in (1, 2, 3, 4))
    }
