"""Parts of what was said that are to be forgotten: sentences without a memory, halves of others."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.utils.translation import gettext_noop

from accounts.models import User
from memories.forgetting.masking import Passage
from memories.keeping import Quote
from memories.keeping.editing import keep_part
from memories.keeping.journal import journal, snapshot
from memories.keeping.remember import rest_on
from memories.models import Change, Evidence, Memory, Source
from memories.text import Span, content_words, language_meant, told_without, undated
from memories.text.sameness.standing_alone import JOINED, JOINS
from memories.text.sameness.subjects import SUBJECT
from memories.text.sameness.verbs import breaks_off, has_verb, is_verb


@dataclass(frozen=True)
class PartialForget:
    """The passages of a memory that go, and the words that stay, with their place."""

    passages: tuple[Passage, ...]
    stays: str
    quote: Quote


@dataclass
class PassageGroups:
    """Passages by what rests on them: all of these memories, a half of those, or nothing."""

    whole: set[UUID] = field(default_factory=set)
    halves: dict[UUID, PartialForget] = field(default_factory=dict)
    loose: list[Passage] = field(default_factory=list)


def sort_passages(user: User, passages: Sequence[Passage]) -> PassageGroups:
    """Find which memories rest on these passages, and with how much of themselves."""
    found = PassageGroups()
    halved: dict[UUID, list[tuple[Evidence, Passage]]] = {}
    for passage in passages:
        resting = Evidence.objects.filter(
            user=user,
            chunk__source=passage.source,
            start__lt=passage.stop,
            stop__gt=passage.start,
            memory__state__in=Memory.KNOWN,
        ).select_related("memory", "chunk__source")
        rows = list(resting)
        if not rows:
            found.loose.append(passage)
        for evidence in rows:
            if _left_of(evidence, [passage]):
                halved.setdefault(evidence.memory_id, []).append((evidence, passage))
            else:
                found.whole.add(evidence.memory_id)
    for memory_id, pairs in halved.items():
        evidence, gone = pairs[0][0], [passage for _, passage in pairs]
        left = _left_of(evidence, gone)
        if memory_id in found.whole or not left or evidence.chunk is None:
            found.whole.add(memory_id)
            continue
        stays = _listed_without(evidence, gone) or _told_without(evidence, gone)
        stays = stays or _together([words for words, _, _ in left])
        if not _tells(stays, evidence.quote):
            found.whole.add(memory_id)
            continue
        stays = _by_name(stays, evidence)
        _, start, stop = max(left, key=lambda each: len(each[0]))
        quote = Quote(evidence.chunk.source, start, stop)
        found.halves[memory_id] = PartialForget(tuple(gone), stays[:1].upper() + stays[1:], quote)
    return found


def _left_of(evidence: Evidence, gone: Sequence[Passage]) -> list[tuple[str, int, int]]:
    """The rest of a quote without these passages, with its place."""
    if evidence.chunk is None or evidence.start is None or evidence.stop is None:
        return []
    quote = Span(evidence.start, evidence.stop)
    return _left(evidence.chunk.source.text, quote, [Span(p.start, p.stop) for p in gone])


def _left(text: str, quote: Span, gone: Sequence[Span]) -> list[tuple[str, int, int]]:
    edges = [quote.start]
    for span in sorted(gone, key=lambda each: each.start):
        edges += [max(quote.start, span.start), min(quote.stop, span.stop)]
    edges.append(quote.stop)
    left = []
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        words = text[start:stop]
        opening = JOINS.match(words) if start > quote.start else None
        start += opening.end() if opening else 0
        words = JOINED.sub("", text[start:stop])
        # "My mail:" only names what goes behind it.
        names_it = stop < quote.stop and text[start:stop].rstrip().endswith(":")
        if words and not names_it:
            left.append((words, start, start + len(words)))
    telling = [part for part in left if any(True for _ in content_words(part[0]))]
    # "We have" says nothing, but before "two cats".
    opens = left[:1] if telling and left[0] not in telling and _is_head(left[0][0]) else []
    return [*opens, *telling]


def _is_head(words: str) -> bool:
    """Whether a sentence begins with these words, and what is said of it is missing."""
    return has_verb(words, language_meant(words)) and words.split()[0].lower() in SUBJECT


def _tells(rest: str, quote: str) -> bool:
    """Whether what is left of a quote tells something: "my brother Tom" does not."""
    told = not has_verb(quote, language_meant(quote)) or has_verb(rest, language_meant(quote))
    return told and not breaks_off(rest)


def _together(parts: Sequence[str]) -> str:
    """The rest as one sentence: "my brother" and "has a dog", or two clauses."""
    said = parts[0]
    for part in parts[1:]:
        language = language_meant(said)
        open_ = not has_verb(said, language) or is_verb(said.split()[-1], language)
        said = f"{said} {part}" if open_ else f"{said}, {part}"
    return said


def _told_without(evidence: Evidence, gone: Sequence[Passage]) -> str:
    """What a memory tells without what goes, where it tells less than its quote; else "".

    Of "we've got a dog and a canary, and Jo has one" the canary may have been replaced before.
    """
    content = undated(evidence.memory.content)
    if len(content) >= len(evidence.quote):
        return ""
    spans = [
        Span(found.start(), found.end())
        for passage in gone
        for found in re.finditer(re.escape(passage.words), content, re.IGNORECASE)
    ]
    if not spans:
        return ""
    return _together([words for words, _, _ in _left(content, Span(0, len(content)), spans)])


def _by_name(stays: str, evidence: Evidence) -> str:
    """What is left, with the name that the memory had where its quote has "he"."""
    pronoun, *then = evidence.quote.split()[:2]
    content = evidence.memory.content
    if not then or stays.split()[0].lower() != pronoun.lower():
        return stays
    name = content[: content.find(f" {then[0]}")] if f" {then[0]}" in content else ""
    if name[:1].isupper() and pronoun.lower() in SUBJECT and name.lower() != pronoun.lower():
        return name + stays[len(pronoun) :]
    return stays


def _listed_without(evidence: Evidence, gone: Sequence[Passage]) -> str:
    """A quote without some of what it lists, as one sentence."""
    if evidence.chunk is None or evidence.start is None or not all(p.listed for p in gone):
        return ""
    words = evidence.chunk.source.text[evidence.start : evidence.stop]
    at = evidence.start
    return told_without(words, [Span(p.start - at, p.stop - at) for p in gone])


def made_memory(user: User, passage: Passage) -> Memory:
    """A memory of what only a passage says, so that it is forgotten as any other is."""
    source = Source.objects.get(user=user, pk=passage.source)
    memory = Memory.objects.create(
        user=user,
        project=source.project,
        origin_project=source.project,
        content=passage.told,
        origin=Memory.Origin.EXTRACTED,
        source_kind=source.kind,
        local_only=source.local_only,
        event_time=source.happened_at,
    )
    rest_on(user, memory, Quote(source, passage.start, passage.stop))
    return memory


def keep_rest(user: User, memory: Memory, half: PartialForget, *, by: Change.By) -> Memory:
    """Remember the half that stays, as a memory of its own; of what was replaced, as history."""
    why = gettext_noop("The rest of it was forgotten.")
    rest = keep_part(user, memory, half.stays, half.quote, by=by, why=why)
    if memory.state == Memory.State.SUPERSEDED:
        _replaced_by_the_same(user, rest, memory, by=by)
    return rest


def _replaced_by_the_same(user: User, rest: Memory, memory: Memory, *, by: Change.By) -> None:
    """Let what took the place of a memory stand in that of its rest, too."""
    replaced = Change.objects.filter(
        user=user, memory=memory, what=Change.What.SUPERSEDED, undone=None
    )
    change = replaced.order_by("-at", "-id").first()
    before = snapshot(rest)
    rest.state, rest.valid_until = Memory.State.SUPERSEDED, memory.valid_until
    rest.save(update_fields=["state", "valid_until"])
    by_what = change.after.get("superseded_by") if change else None
    after = {**snapshot(rest), **({"superseded_by": by_what} if by_what else {})}
    journal(rest, Change.What.SUPERSEDED, by, before=before, after=after)
