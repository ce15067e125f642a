"""What was said later may hold in the place of an answer: it comes first, with the earlier beside.

Only what surely changed was superseded when it was said. Where that was doubtful, nothing was; but
among what answers one question, the later statement that seems to change the earlier is the better
answer, and the person sees both.
"""

from collections.abc import Sequence
from dataclasses import replace

from memories.answers.passages import Passage
from memories.answers.persons.people import told_of
from memories.learning import Pair, changes, may_follow, says_over
from memories.models import Memory, Source
from memories.recall import Item
from memories.source_kinds import kind_of
from memories.text import asks, in_english, stems

# So likely must it be that the later one changes the earlier; and so many of the best that were
# recalled are looked through.
SEEMS, LOOKED_THROUGH = 0.3, 8
# How likely where both have no word in common.
UNLIKE = 0.8
# What was told and not learned counts up to so many characters: longer is a story, or pasted.
SHORT = 240


def newest_first(chosen: Sequence[Passage], items: Sequence[Item]) -> list[Passage]:
    """The chosen passages, the first behind what was told later and seems to change it."""
    if not chosen:
        return []
    first = chosen[0]
    if (after := _after_an_end(first, items)) is not None:
        rest = [passage for passage in chosen if passage.item.id != after.item.id]
        return [after, *rest]
    if not _is_told(first.item):
        return list(chosen)
    relations, words = _relations(first.item.text), _words(first.item.text)
    later = [
        item
        for item in items[:LOOKED_THROUGH]
        if _is_told(item)
        and item.source_id != first.item.source_id
        and _told_at(item) > _told_at(first.item)
        and not _of_others(relations, item.text)
    ]
    likely = changes([Pair(first.item.text, item.text) for item in later])
    seeming = [
        item
        for item, sure in zip(later, likely, strict=True)
        if sure >= (SEEMS if words & _words(item.text) else UNLIKE)
    ]
    if not seeming:
        return list(chosen)
    now = max(seeming, key=_told_at)
    latest = replace(Passage(now, now.text, 0, len(now.text)), earlier=first.item)
    if (after := _after_an_end(latest, items)) is not None:
        # That the old car is gone tells of none; what was told after it does.
        latest = replace(after, earlier=first.item)
    rest = [passage for passage in chosen[1:] if passage.item.id != latest.item.id]
    return [latest, *rest]


def _after_an_end(first: Passage, items: Sequence[Item]) -> Passage | None:
    """What was told later than the best answer, where that only says that something is over.

    Or beside it: "Cancelled PureForm. Signed up at Gritstone instead."
    """
    said = first.item
    if said.author != Source.Author.PERSON or not says_over(said.text):
        return None
    for item in items[:LOOKED_THROUGH]:
        beside = item.source_id == said.source_id and not says_over(item.text)
        later = beside or (item.source_id != said.source_id and _told_at(item) > _told_at(said))
        if later and _is_told(item) and may_follow(said.text, item.text):
            return Passage(item, item.text, 0, len(item.text))
    return None


def _of_others(relations: set[str], text: str) -> bool:
    """Whether a text tells of people by what they are to the person, and of none of these.

    Your boss is another now: that changes nothing of your sister's.
    """
    theirs = _relations(text) if relations else set()
    return bool(theirs) and not relations & theirs


def _relations(text: str) -> set[str]:
    refs = told_of(in_english(text)).refs
    return {kind.family for ref in refs for _, kind in ref.kinds}


def _words(text: str) -> set[str]:
    return set(stems(in_english(text)))


def _told_at(item: Item) -> str:
    """What puts things in the order in which they were told: ids of passages grow with time."""
    return str(item.chunk_id)


def _is_told(item: Item) -> bool:
    """Whether the person told it, in a few words of their own, and it replaced nothing yet."""
    if not item.own_words or item.author != Source.Author.PERSON or item.before:
        return False
    if item.memory_id is not None:
        return item.state == Memory.State.CURRENT
    return not kind_of(item.source_kind).read and len(item.text) <= SHORT and not asks(item.text)
