"""What was said later may hold in the place of an answer: it comes first, with the earlier beside.

Only what surely changed was superseded when it was said. Where that was doubtful, nothing was; but
among what answers one question, the later statement that seems to change the earlier is the better
answer, and the person sees both.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from memories.answers.passages import Passage
from memories.answers.persons.kinship import Told
from memories.answers.persons.people import told_of
from memories.learning.changing.comparing import Pair, changes
from memories.learning.changing.endings import may_follow, says_over
from memories.models import Memory, Source
from memories.recall import Item
from memories.source_kinds import kind_of
from memories.text import asks, in_english, stems

# So likely must it be that the later one changes the earlier; and so many of the best that were
# recalled are looked through.
SEEMS, LOOKED_THROUGH = 0.4, 8
# How likely where both have no word in common, and where one of a message's sentences is this
# likely to answer the question or both tell a number.
UNLIKE, UNLIKE_TO_THE_POINT, TO_THE_POINT = 0.7, 0.5, 0.05
# What answers the question nearly as surely as the first comes before it where it may change it
# at all: nothing is lost, as the earlier stands beside it.
ANSWERS, AS_SURELY, AT_ALL = 0.5, 0.8, 0.03
# What was told and not learned counts up to so many characters: longer is a story, or pasted.
SHORT = 240
_NUMBER = re.compile(r"\d[\d.,:/]*")
_NAME = re.compile(r"\b[^\W\d_a-z]\w+")


@dataclass(frozen=True)
class _Said:
    """What one message told, in the order in which it did, as far as it was recalled."""

    items: tuple[Item, ...]
    # The message as it was written, where that is known.
    message: str

    @property
    def text(self) -> str:
        """All of it as one: news may be told in two sentences, and half of them is of anything."""
        return self.message or " ".join(item.text for item in self.items)

    def best(self, likely: Mapping[str, float]) -> Item:
        """The sentence that answers; that something is over answers nothing where more is said."""
        going_on = [item for item in self.items if not says_over(item.text)]
        return max(going_on or self.items, key=lambda item: likely.get(item.id, 0.0))


def newest_first(
    chosen: Sequence[Passage],
    items: Sequence[Item],
    likely: Mapping[str, float],
    messages: Callable[[Sequence[Item]], Mapping[UUID, str]],
    *,
    by_name: bool = False,
) -> list[Passage]:
    """The chosen passages, the first behind what was told later and seems to change it.

    `likely` is how likely each item answers, by its id; `messages` finds those in which items were
    said, by their source, as far as they are short. `by_name` is whether who is asked for: that
    Uwe is well again changes nothing of what he is called.
    """
    if not chosen:
        return []
    first = chosen[0]
    if (after := _after_an_end(first, items)) is not None:
        rest = [passage for passage in chosen if passage.item.id != after.item.id]
        return [after, *rest]
    if not _is_told(first.item):
        return list(chosen)
    told = _told(first.item.text)
    later = [
        item
        for item in _told_beside(first.item, items)
        if _told_at(item) > _told_at(first.item) and not _of_another(told, item.text)
    ]
    if not later:
        return list(chosen)
    news = [
        message
        for message in _by_message(later, messages(later))
        if not _of_others_alone(first.item.text, message.text)
        and not (by_name and _names_nobody_else(first.item.text, message.text))
    ]
    seeming = _that_change(first.item, news, likely)
    if not seeming:
        return list(chosen)
    now = max(seeming, key=lambda said: _told_at(said.items[-1])).best(likely)
    latest = replace(Passage(now, now.text, 0, len(now.text)), earlier=first.item)
    if (after := _after_an_end(latest, items)) is not None:
        # That the old car is gone tells of none; what was told after it does.
        latest = replace(after, earlier=first.item)
    rest = [passage for passage in chosen[1:] if passage.item.id != latest.item.id]
    return [latest, *rest]


def with_earlier(
    chosen: Sequence[Passage], items: Sequence[Item], likely: Mapping[str, float]
) -> list[Passage]:
    """The chosen passages, the first with what answers as well and was told before it.

    For who asks for what was: of two flatmates the one before, and who it is now.
    """
    if not chosen:
        return []
    first, *rest = chosen
    if first.item.before or first.earlier or not _is_told(first.item):
        return list(chosen)
    before = [
        item
        for item in _told_beside(first.item, items)
        if _told_at(item) < _told_at(first.item) and likely.get(item.id, 0.0) >= ANSWERS
    ]
    if not before:
        return list(chosen)
    earlier = max(before, key=_told_at)
    return [replace(first, earlier=earlier), *(p for p in rest if p.item.id != earlier.id)]


def _told_beside(first: Item, items: Sequence[Item]) -> list[Item]:
    """What the person told in other messages, of the best that were recalled."""
    best = [item for item in items[:LOOKED_THROUGH] if _is_told(item)]
    return [item for item in best if item.source_id != first.source_id]


def _by_message(items: Sequence[Item], messages: Mapping[UUID, str]) -> list[_Said]:
    found: dict[UUID, list[Item]] = defaultdict(list)
    for item in items:
        found[item.source_id].append(item)
    return [
        _Said(tuple(sorted(each, key=_told_at)), messages.get(source, ""))
        for source, each in found.items()
    ]


def _that_change(old: Item, messages: Sequence[_Said], likely: Mapping[str, float]) -> list[_Said]:
    """The messages that seem to change what was told before, or answer as surely and may."""
    sure = changes([Pair(old.text, said.text) for said in messages])
    words, counts = _words(old.text), bool(_NUMBER.search(old.text))
    surely = max(ANSWERS, AS_SURELY * likely.get(old.id, 1.0))
    return [
        said
        for said, changed in zip(messages, sure, strict=True)
        if changed >= _least(words, counts, said, likely)
        or (changed >= AT_ALL and _answers(said, likely) >= surely)
    ]


def _answers(said: _Said, likely: Mapping[str, float]) -> float:
    return max(likely.get(item.id, 0.0) for item in said.items)


def _least(words: set[str], counts: bool, said: _Said, likely: Mapping[str, float]) -> float:
    """How likely it must be at the least that a message changes what was told in these words.

    `counts`: with a number among them.
    """
    text = said.text
    answers = _answers(said, likely)
    if words & _words(text):
        return SEEMS
    both_count = counts and _NUMBER.search(text)
    return UNLIKE_TO_THE_POINT if answers >= TO_THE_POINT or both_count else UNLIKE


def _after_an_end(first: Passage, items: Sequence[Item]) -> Passage | None:
    """What was told later than the best answer, where that only says that something is over.

    Or beside it: "Cancelled PureForm. Signed up at Gritstone instead."
    """
    said = first.item
    if said.author != Source.Author.PERSON or not says_over(said.text):
        return None
    told = [
        item
        for item in items[:LOOKED_THROUGH]
        if _is_told(item)
        and (_goes_on(said, item) or (not _beside(said, item) and _told_at(item) > _told_at(said)))
    ]
    after = next((item for item in told if _takes_the_place(said, item)), None)
    if after is None:
        # "No longer in Hull, thank god. I've got a one-bed in Lincoln": what the message says next.
        going_on = [item for item in told if _beside(said, item) and item.start > said.start]
        after = min(going_on, key=lambda item: item.start, default=None)
    return Passage(after, after.text, 0, len(after.text)) if after else None


def _beside(said: Item, item: Item) -> bool:
    return item.source_id == said.source_id


def _goes_on(said: Item, item: Item) -> bool:
    """Whether it stands in the same message, and does not say as well that something is over."""
    return _beside(said, item) and item.id != said.id and not says_over(item.text)


def _takes_the_place(over: Item, later: Item) -> bool:
    """Whether a later statement tells what came in the place of what one says is over."""
    if may_follow(over.text, later.text):
        return True
    ended = [Pair(old.text, later.text) for old in over.before]
    return not says_over(later.text) and any(sure >= SEEMS for sure in changes(ended))


def _of_another(told: Told, text: str) -> bool:
    """Whether a text tells of people by what they are to the person, and of none of these.

    Your boss is another now: that changes nothing of your sister's.
    """
    relations = _relations(told)
    theirs = _relations(_told(text)) if relations else set()
    return bool(theirs) and not relations & theirs


def _of_others_alone(old: str, news: str) -> bool:
    """Whether a message tells of others alone, who have nothing to do with what was told.

    "Ben was promoted. He sits on the fifth floor now": that changes nothing of my desk. Where
    somebody else was told of, "he" may be who that was.
    """
    told, theirs = _told(old), _told(news)
    if not theirs.refs or theirs.refs[0].start or theirs.me >= 0:
        return False
    return not told.refs or not (theirs.third or _words(old) & _words(news))


def _names_nobody_else(old: str, news: str) -> bool:
    """Whether a message has no name that what was told has not."""
    names = {name.lower() for name in _NAME.findall(news)} | _told(news).names
    return not names - {name.lower() for name in re.findall(r"\w+", old)}


def _told(text: str) -> Told:
    return told_of(in_english(text))


def _relations(told: Told) -> set[str]:
    return {kind.family for ref in told.refs for _, kind in ref.kinds}


def _words(text: str) -> set[str]:
    return set(stems(in_english(text)))


def _told_at(item: Item) -> str:
    """What puts things in the order in which they were told: ids of passages grow with time."""
    return str(item.chunk_id)


def _is_told(item: Item) -> bool:
    """Whether the person told it, in a few words of their own, and nothing replaced it."""
    if not item.own_words or item.author != Source.Author.PERSON:
        return False
    if item.memory_id is not None:
        return item.state == Memory.State.CURRENT
    return not kind_of(item.source_kind).read and len(item.text) <= SHORT and not asks(item.text)
