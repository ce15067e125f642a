"""Answering questions with what was said or read, word for word or turned to the second person."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from django.db.models import F, Q

from chat.answering import mail_by_author
from chat.answering.mail_by_author import Wrote
from chat.answering.plan import Cite, Plan
from chat.answering.retrieval import look_for_answer
from chat.answering.turns import Turn
from chat.answering.who_is import asked_for
from chat.builtin import answer_scoring, phrases
from chat.builtin.asked import take_apart
from chat.builtin.followup import carried_over, complete
from chat.builtin.intent import LONGEST_QUESTION, asks
from chat.builtin.known import known_memories
from database.acting import acting_as
from memories.models import Memory, Source
from memories.pages import tell_item, tell_statement
from memories.recall import Item
from memories.text import (
    Span,
    content_words,
    in_second_person,
    is_blank,
    sentences,
    stems,
    understand,
)

# How many passages an answer shows at most.
SHOWN = 3
LISTED = 10
# How many questions of one message are answered.
AT_ONCE = 3
# A passage as good as this share of the best one is shown too.
NEARLY = 0.7
# The same where none of them answers for sure.
HALF = 0.5
SHOWN_UNSURE = 2
ABOUT_LIKENESS = 0.5
# Of documents, and of what was pasted into a chat, so many recalled passages are read sentence by
# sentence: they are long. And what is at least this
# close is shown beside the best.
READ = 6
PASTED = 600  # characters
# So much of a question, and of what has no full stop, is looked at: comparing them takes as long as
# both are together, in characters.
LOOKED_AT = 240
CLOSE = 0.01
# What a document says answers nothing about the person by chance.
_MYSELF = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours)\b")
# Of a mail so many characters are told.
QUOTED = 280
# In a document "She waters them in July." says little without the sentence before: one that points
# back with its first characters goes with that, up to so many characters.
_POINTS_BACK = re.compile(
    r".{0,40}\b(?:them|they|it|its|their|he|she|his|her|him|this|these|those|such)\b",
    re.IGNORECASE | re.DOTALL,
)
TOGETHER = 300
# In content words: "Booked Lisbon. 2 to 6 July." says something as one passage, as two it does not.
SAYS_ENOUGH = 6
TOO_SHORT = 3


@dataclass(frozen=True)
class Passage:
    """A sentence, or a few short ones, of something recalled."""

    item: Item
    text: str
    start: int
    stop: int

    @property
    def cite(self) -> Cite | None:
        """What is cited of it: of a document the very sentence."""
        cite = Cite.of(self.item)
        if cite is None or not self.was_read:
            return cite
        first = self.item.start
        return replace(cite, start=first + self.start, stop=first + self.stop, fits=None)

    @property
    def was_read(self) -> bool:
        """Whether it stands in a document, and is no memory."""
        return self.item.memory_id is None and self.item.source_kind == Source.Kind.DOCUMENT


class _Surety(StrEnum):
    SURE = "answered"
    CLOSEST = "not for sure: what comes closest"
    UNKNOWN = "not known"


@dataclass(frozen=True)
class _Found:
    """What comes closest to one question, best first, and whether that answers it."""

    passages: list[Passage]
    surety: _Surety
    looked: int


def answer(turn: Turn, text: str) -> Plan:
    """Answer one or more questions with the passages that answer, or say that none is known."""
    questions = [_in_brief(span.of(text)) for span in sentences(text)][:AT_ONCE] or [text]
    found = [_passages_for(turn, question) for question in questions]
    details = {"looked": sum(each.looked for each in found)}
    people = [item for question in questions for item in asked_for(turn.user, question)]
    sure, closest = _told_once(found)
    if not sure and not closest and not people:
        return Plan(phrases.UNKNOWN, details=details)
    zone = turn.user.zone
    answers = [(tell_item(p.item, p.text, zone), p.cite) for p in sure]
    answers += [(item.text, Cite.of(item)) for item in people]
    # Who somebody is was asked and told: what else comes close is beside the point.
    hedged = [(tell_item(p.item, p.text, zone), p.cite) for p in closest if not people]
    lines = [f"{line} [{n}]." for n, (line, _) in enumerate([*answers, *hedged], 1)]
    told = lines[: len(answers)]
    if hedged:
        told.append(phrases.CLOSEST_OF_THE_REST if answers else phrases.CLOSEST)
        told += lines[len(answers) :]
    if any(each.surety is _Surety.UNKNOWN for each in found) and not people:
        told.append(phrases.NOT_THE_REST)
    cites = [cite for _, cite in [*answers, *hedged] if cite]
    return Plan(" ".join(told), cites=cites, details=details)


def _in_brief(question: str) -> str:
    """The end of a question that is too long for one: what was pasted stands before it."""
    return question[-LOOKED_AT:] if len(question) > LONGEST_QUESTION else question


def _told_once(found: Sequence[_Found]) -> tuple[list[Passage], list[Passage]]:
    """What answers, and what only comes closest: nothing twice."""
    sure = [p for each in found if each.surety is _Surety.SURE for p in each.passages]
    closest = [p for each in found if each.surety is _Surety.CLOSEST for p in each.passages]
    kept = _distinct([*sure, *closest])
    return [p for p in kept if p in sure], [p for p in kept if p not in sure]


def _passages_for(turn: Turn, question: str) -> _Found:
    """The passages that answer one question, or come closest to it."""
    found = _closest_to(turn, question)
    asked = mail_by_author.asked_for(turn.user, question)
    return found if asked is None else _written(found, asked)


def _written(found: _Found, asked: Wrote) -> _Found:
    """What was written by whom a question asks for, and when; by others, or else, not for sure."""
    others = [
        p
        for p in found.passages
        if found.surety is _Surety.SURE and p.item.source_kind != Source.Kind.GMAIL
    ]
    inside = [_told_of(mail, asked.topic) for mail in asked.inside[:SHOWN]]
    if others or inside:
        inside.sort(key=lambda passage: passage.item.happened_at)
        return _Found(_distinct([*others, *inside])[:SHOWN], _Surety.SURE, found.looked)
    outside = [_told_of(mail, asked.topic) for mail in asked.outside[:SHOWN_UNSURE]]
    if outside:
        return _Found(outside, _Surety.CLOSEST, found.looked)
    sure = found.surety is _Surety.SURE
    return replace(found, surety=_Surety.CLOSEST) if sure else found


def _told_of(mail: Sequence[Item], topic: str) -> Passage:
    """Of a mail what speaks of the topic, and what follows it, as much as is quoted."""
    wanted = set(stems(topic))
    item = max(mail, key=lambda each: len(wanted & set(stems(each.text))))
    spans = list(sentences(item.text)) or [Span(0, len(item.text))]
    first = max(spans, key=lambda span: len(wanted & set(stems(span.of(item.text)))))
    last = first
    for span in spans:
        if span.start > last.start and span.stop - first.start <= QUOTED:
            last = span
    told = Span(first.start, last.stop)
    words = told.of(item.text)
    start = item.start + told.start
    cut = replace(item, start=start, stop=start + len(words), text=words, quote=words)
    return Passage(cut, words, 0, len(words))


def _closest_to(turn: Turn, question: str) -> _Found:
    """What of all that was said and read comes closest to a question."""
    told = carried_over(question, turn.earlier)
    in_full = complete(question, turn.earlier)
    found = look_for_answer(turn, in_full)
    passages = passages_of(_not_too_much(found), question)
    texts = [p.text[:LOOKED_AT] for p in passages]
    judged = answer_scoring.judge(take_apart(question), in_full, texts, told)
    ranked = sorted(zip(judged, passages, strict=True), key=lambda pair: -pair[0])
    best = ranked[0][0] if ranked else 0.0
    if best < answer_scoring.LEAST:
        return _Found([], _Surety.UNKNOWN, len(found))
    surety = _Surety.SURE if best >= answer_scoring.SURE else _Surety.CLOSEST
    nearly, shown = (NEARLY, SHOWN) if surety is _Surety.SURE else (HALF, SHOWN_UNSURE)
    chosen = [p for sure, p in ranked if sure >= best * nearly]
    if all(p.was_read for p in chosen) and not _MYSELF.search(in_full):
        chosen = chosen[:1] + _best_of_each(ranked, without=chosen[:1])
        shown = SHOWN
    return _Found(_distinct(chosen)[:shown], surety, len(found))


def _not_too_much(items: Sequence[Item]) -> list[Item]:
    """Without all but the best long passages: each has many sentences to be judged."""
    passages = [i for i in items if i.memory_id is None]
    read = [i.id for i in passages if i.source_kind == Source.Kind.DOCUMENT]
    pasted = [
        i.id for i in passages if i.source_kind != Source.Kind.DOCUMENT and len(i.text) > PASTED
    ]
    left_out = {*read[READ:], *pasted[READ:]}
    return [item for item in items if item.id not in left_out]


def _best_of_each(
    ranked: Sequence[tuple[float, Passage]], without: Sequence[Passage]
) -> list[Passage]:
    """The best sentence of each passage of a document, best first: one may be what is looked for.

    Who asks about a document sees a few passages, and no harm is done by one too many.
    """
    seen = {passage.item.id for passage in without}
    found: list[Passage] = []
    for sure, passage in ranked:
        if passage.was_read and sure >= CLOSE and passage.item.id not in seen:
            seen.add(passage.item.id)
            found.append(passage)
    return found


def about(turn: Turn, topic: str) -> Plan:
    """All that is known about a topic: a sentence, and the list it came from."""
    topic = topic.strip(" ?.!\"'“”")
    if topic.lower() in {"me", "myself", "us", "my life"}:
        return overview(turn)
    found = look_for_answer(turn, complete(topic, turn.earlier))
    chosen = _distinct(_speaking_of(topic, passages_of(found, topic)))[:LISTED]
    said = in_second_person(topic) or topic
    said = said[0].lower() + said[1:] if topic[:1].islower() else said
    people = asked_for(turn.user, f"who is {topic}")
    if not chosen and not people:
        return Plan(phrases.unknown_about(said), details={"looked": len(found)})
    lines = [item.text for item in people]
    lines += [tell_item(p.item, p.text, turn.user.zone) for p in chosen]
    if len(lines) == 1:
        text = f"{lines[0]} [1]."
    else:
        text = phrases.listed(f"This is what I know about {said}:", lines)
    cites = [Cite.of(item) for item in people] + [p.cite for p in chosen]
    return Plan(text, cites=[c for c in cites if c], details={"looked": len(found)})


def _speaking_of(topic: str, passages: Sequence[Passage]) -> list[Passage]:
    """Those with the topic's words in them; where there are none, those that speak of it."""
    wanted = set(stems(topic))
    if not wanted:
        # "her": what was recalled for what it points back to.
        return [p for p in passages if p.item.similarity >= ABOUT_LIKENESS]
    exact = [p for p in passages if wanted <= answer_scoring.stems_with_kin(p.text)]
    if exact:
        return exact
    touching = answer_scoring.touch(topic, [p.text for p in passages])
    return [p for p, touches in zip(passages, touching, strict=True) if touches]


def overview(turn: Turn) -> Plan:
    """The most telling of what is known, and how much more there is."""
    with acting_as(turn.user):
        memories = Memory.objects.filter(user=turn.user, state=Memory.State.CURRENT).filter(
            Q(project=None) | Q(project=turn.project_id)
        )
        count = memories.count()
        best: list[UUID] = list(
            memories.order_by(
                "-pinned", F("confirmed").desc(nulls_last=True), "-importance", "-updated"
            ).values_list("pk", flat=True)[: LISTED + 2]
        )
        known = known_memories(turn.user, best)
    if not known:
        return Plan(phrases.NOTHING_YET)
    lines = [tell_statement(k.content) for k in known]
    more = count - len(known)
    ending = (
        f"There {'is' if more == 1 else 'are'} {more} more on the Memory page." if more > 0 else ""
    )
    text = phrases.listed("This is what I know about you:", lines, ending)
    return Plan(text, cites=[k.cite for k in known])


def passages_of(items: Sequence[Item], question: str) -> list[Passage]:
    """The statements of what was recalled: no questions, nothing masked.

    The assistant's own words answer only what it was asked to repeat.
    """
    about_assistant = _asks_the_assistant(question)
    found: list[Passage] = []
    for item in items:
        if item.author == Source.Author.ASSISTANT and not about_assistant:
            continue
        if item.chunk_id is None:
            continue
        if item.memory_id is not None:
            found.append(Passage(item, item.text, 0, len(item.text)))
        # What stands around one's own question belongs to it: "The vet's on the phone."
        elif item.source_kind != Source.Kind.CHAT or not _has_question(item.text):
            read = item.source_kind == Source.Kind.DOCUMENT
            spans = statements_in(item.text, points_back if read else says_little)
            found += [Passage(item, span.of(item.text), span.start, span.stop) for span in spans]
    return found


def statements_in(text: str, belongs: Callable[[str, str], bool]) -> list[Span]:
    """The sentences of a text that state something.

    One that belongs to what is before it makes one passage with that.
    """
    found: list[Span] = []
    goes_on = False
    for span in sentences(text):
        words = span.of(text)
        if asks(words) or is_blank(words):
            goes_on = False
        elif goes_on and belongs(found[-1].of(text), words):
            found[-1] = Span(found[-1].start, span.stop)
        else:
            found.append(span)
            goes_on = True
    return found


def says_little(before: str, words: str) -> bool:
    """Whether a sentence or what is before it is too short to say something by itself."""
    return _size(before) < SAYS_ENOUGH or _size(words) < TOO_SHORT


def points_back(before: str, words: str) -> bool:
    """Whether a sentence needs what is before it: too short, or about what is named there."""
    return says_little(before, words) or (
        len(before) < TOGETHER and _POINTS_BACK.match(words) is not None
    )


def _size(text: str) -> int:
    return sum(1 for _ in content_words(text))


def _has_question(text: str) -> bool:
    return any(asks(span.of(text)) for span in sentences(text))


def _asks_the_assistant(question: str) -> bool:
    from datetime import UTC, datetime
    from zoneinfo import ZoneInfo

    return understand(question, datetime.now(tz=UTC), ZoneInfo("UTC"), ()).about_assistant


def _distinct(passages: Sequence[Passage]) -> list[Passage]:
    """Leave out what says the same as something before it."""
    kept: list[Passage] = []
    seen: list[frozenset[str]] = []
    for passage in passages:
        words = frozenset(stems(passage.text))
        if any(words <= other or other <= words for other in seen):
            continue
        kept.append(passage)
        seen.append(words)
    return kept
