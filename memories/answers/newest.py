"""What was said later may hold in the place of an answer: it comes first, with the earlier beside.

Only what surely changed was superseded when it was said. Where that was doubtful, nothing was; but
among what answers one question, the later statement that seems to change the earlier is the better
answer, and the person sees both.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from memories.answers.passage_ranking import RankedPassages
from memories.answers.passages import AnswerPassage
from memories.answers.persons.kinship import Kinship, MentionedPeople
from memories.answers.persons.people import told_of
from memories.answers.scoring.analysed_passage import AnalysedPassage
from memories.answers.scoring.news import LaterMessage, likely_news
from memories.answers.scoring.question import AnalysedQuestion, asks_several
from memories.answers.scoring.reader_scores import ReaderScores
from memories.learning.changing.comparing import StatementPair, changes
from memories.learning.changing.endings import may_follow, says_over
from memories.learning.changing.plain_changes import says_no_longer
from memories.models import Memory, Source
from memories.recall import Item
from memories.source_kinds import kind_of
from memories.text import asks, content_words, in_english
from memories.text.expected_answers import ExpectedAnswer
from memories.text.sameness.sentence_owner import of_others_alone

# Minimum probability that a later message replaces an answer (the earlier one stays beside it, so a
# wrong guess loses nothing), and the number of best recalled items looked through for one.
NEWS, LOOKED_THROUGH = 0.2, 8
# Minimum probability that what follows the end of something takes its place, and that what was told
# before it answers as well.
SEEMS, ANSWERS = 0.4, 0.5
# What came in the place of something over has to do with the question: "I gave up the night shifts"
# is not followed by "I love olives".
TO_THE_POINT = 0.002
# What still holds of something replaced answers no more where this much of the answer, as a logit,
# was in the part that was replaced.
LOSES = 0.7
# What is less likely to answer, and has no word of the first answer, is no news of it.
FAR = 0.001
# Maximum characters of a message that was not learned from: a longer one is a story, or pasted.
SHORT = 240


@dataclass(frozen=True)
class _Said:
    """The recalled items of one message, in the order in which they were said."""

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
    asked: AnalysedQuestion,
    chosen: Sequence[AnswerPassage],
    items: Sequence[Item],
    likely: Mapping[str, float],
    messages: Callable[[Sequence[Item]], Mapping[UUID, str]],
) -> list[AnswerPassage]:
    """The chosen passages, the first behind what was told later and seems to change it.

    `likely` is how likely each item answers, by its id; `messages` finds those in which items were
    said, by their source; long ones are left out.
    """
    if not chosen:
        return []
    if asked.wanted is ExpectedAnswer.REASON:
        # Why something ended stays so, whatever came in its place.
        return list(chosen)
    first = chosen[0]
    # Whether something is still so is answered by that it is over.
    to_the_point = [i for i in items if likely.get(i.id, TO_THE_POINT) >= TO_THE_POINT]
    still = asked.wanted is ExpectedAnswer.WHETHER
    if not still and (after := _after_an_end(first, to_the_point)) is not None:
        rest = [passage for passage in chosen if passage.item.id != after.item.id]
        return [after, *rest]
    if not _is_told(first.item):
        return list(chosen)
    later = [
        item
        for item in _told_beside(first.item, items)
        # What took the place of something else is news of that.
        if _told_at(item) > _told_at(first.item) and not item.before
    ]
    if not later:
        return list(chosen)
    said = [
        message
        for message in _by_message(later, messages(later))
        if _may_be_news(first.item, message, likely)
    ]
    who = Kinship(_told(item) for item in items)
    later_messages = [_message(each, items, likely) for each in said]
    may_be = likely_news(asked, first.text, likely.get(first.item.id, 1.0), later_messages, who)
    news = [each for each, sure in zip(said, may_be, strict=True) if sure >= NEWS]
    if not news:
        return list(chosen)
    now = max(news, key=lambda each: _told_at(each.items[-1])).best(likely)
    latest = replace(AnswerPassage(now, now.text, 0, len(now.text)), earlier=first.item)
    if not still and (after := _after_an_end(latest, to_the_point)) is not None:
        # That the old car is gone tells of none; what was told after it does.
        latest = replace(after, earlier=first.item)
    rest = [passage for passage in chosen[1:] if passage.item.id != latest.item.id]
    return [latest, *rest]


def _may_be_news(first: Item, message: _Said, likely: Mapping[str, float]) -> bool:
    """Whether it is worth reading as a change: that takes 7 ms a sentence.

    Of 259 messages that were compared none was news that answers as little and shares no word.
    """
    if of_others_alone(first.text, message.text):
        return False
    answers = max(likely.get(item.id, 0.0) for item in message.items)
    return answers >= FAR or bool(_stems(first.text) & _stems(message.text))


def _stems(text: str) -> set[str]:
    return {word.stem for word in content_words(in_english(text))}


def with_earlier(
    chosen: Sequence[AnswerPassage], items: Sequence[Item], likely: Mapping[str, float]
) -> list[AnswerPassage]:
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
    """The best recalled items that the person said in other messages."""
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


def _message(said: _Said, items: Sequence[Item], likely: Mapping[str, float]) -> LaterMessage:
    source = said.items[0].source_id
    names = [_told(item).names for item in items if item.source_id != source]
    answers = max(likely.get(item.id, 0.0) for item in said.items)
    return LaterMessage(said.text, answers, frozenset().union(*names))


def _told(item: Item) -> MentionedPeople:
    return told_of(in_english(item.text))


def _after_an_end(first: AnswerPassage, items: Sequence[Item]) -> AnswerPassage | None:
    """A later statement, where the best answer only says that something is over.

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
    return AnswerPassage(after, after.text, 0, len(after.text)) if after else None


def _beside(said: Item, item: Item) -> bool:
    return item.source_id == said.source_id


def _goes_on(said: Item, item: Item) -> bool:
    """Whether it stands in the same message, and does not say as well that something is over."""
    return _beside(said, item) and item.id != said.id and not says_over(item.text)


def _takes_the_place(over: Item, later: Item) -> bool:
    """Whether a later statement tells what came in the place of what one says is over."""
    if may_follow(over.text, later.text):
        return True
    ended = [StatementPair(old.text, later.text) for old in over.before]
    return not says_over(later.text) and any(sure >= SEEMS for sure in changes(ended))


def _told_at(item: Item) -> str:
    """Sort key by the time of telling: passage ids grow with time."""
    return str(item.chunk_id)


def _is_told(item: Item) -> bool:
    """Whether the person told it, in a few words of their own, and nothing replaced it."""
    if not item.own_words or item.author != Source.Author.PERSON:
        return False
    if item.memory_id is not None:
        return item.state == Memory.State.CURRENT
    return not kind_of(item.source_kind).read and len(item.text) <= SHORT and not asks(item.text)


def tells_end(text: str) -> bool:
    """Whether a passage tells that something is so no longer: what is, may be said beside it."""
    return says_over(text) or says_no_longer(text)


def without_parts(
    judged: RankedPassages,
    asked: AnalysedQuestion,
    readings: Sequence[AnalysedPassage],
    passages: Sequence[AnswerPassage],
    now: Mapping[str, Item],
) -> RankedPassages:
    """The part of a replaced statement that still holds, or all of it, whichever answers.

    Of "I live in Hull with Jo" the rest tells with whom, and what took its place tells where.
    """
    if judged.also or not now or asks_several(asked.text):
        return judged
    words = [frozenset(word.stem for word in content_words(p.text)) for p in passages]
    current = [n for n, p in enumerate(passages) if p.item.memory_id and p.item.id not in now]
    each, out = list(judged.each), set()
    for old in (n for n, p in enumerate(passages) if p.item.id in now):
        for rest in (n for n in current if words[n] and words[n] < words[old]):
            reads = ReaderScores(asked.text, [readings[old].text, readings[rest].text])
            lost = reads.answers(readings[old].text) - reads.answers(readings[rest].text)
            out.add(rest if lost > LOSES else old)
            if lost <= LOSES:
                each[rest] = max(each[rest], each[old])
    order = sorted((n for n in judged.order if n not in out), key=lambda n: -each[n])
    return replace(judged, each=each, order=order, likely=each[order[0]] if order else 0.0)
