"""Answering questions with what was said or read, word for word or turned to the second person."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F, Q
from django.utils.translation import gettext, ngettext

from chat.answering import mail_by_author
from chat.answering.mail_by_author import Wrote
from chat.answering.plan import Cite, Plan
from chat.answering.retrieval import look_for_answer
from chat.answering.turns import Turn
from chat.answering.who_is import asked_for
from chat.builtin import about_named, phrases
from chat.builtin.followup import complete, stand_alone, told_before
from chat.builtin.known import known_memories
from database.acting import acting_as
from gmail.source_kind import GMAIL
from memories.answers import (
    Passage,
    Question,
    Verdict,
    distinct,
    find_answer,
    passages_of,
    speak_of,
    stems_with_kin,
)
from memories.models import Memory
from memories.pages import tell_item, tell_statement
from memories.recall import Item
from memories.text import (
    LONGEST_QUESTION,
    Span,
    asks_past,
    in_second_person,
    sentences,
    stems,
)

# How many passages an answer shows at most.
# What whoever asks calls themselves.
_THEMSELVES = {"me", "myself", "us", "my life", "mich", "uns", "mí", "nosotros"}
SHOWN = 3
SHOWN_UNSURE = 2
LISTED = 10
# How many questions of one message are answered.
AT_ONCE = 3
ABOUT_LIKENESS = 0.5
# So much of a question that is too long for one is looked at, in characters: its end.
LOOKED_AT = 240
# Of a mail so many characters are told.
QUOTED = 280


@dataclass(frozen=True)
class _Found:
    """What answers one question, or comes closest to it, best first; and how sure that is."""

    passages: list[Passage]
    verdict: Verdict
    looked: int
    unheard: str = ""
    whether: bool | None = None


def cite_of(passage: Passage) -> Cite | None:
    """What is cited of a passage: of a document the very sentence."""
    cite = Cite.of(passage.item)
    if cite is None or not passage.was_read:
        return cite
    first = passage.item.start
    return replace(cite, start=first + passage.start, stop=first + passage.stop, fits=None)


def answer(turn: Turn, text: str) -> Plan:
    """Answer one or more questions with the passages that answer, or say that none is known."""
    questions = [_in_brief(span.of(text)) for span in sentences(text)][:AT_ONCE] or [text]
    found = [_passages_for(turn, question) for question in questions]
    people = [item for question in questions for item in asked_for(turn.user, question)]
    sure, closest = _told_once(found)
    details: dict[str, Any] = {"looked": sum(each.looked for each in found)}
    if not sure and not closest and not people:
        unheard = next((each.unheard for each in found if each.unheard), "")
        told_nothing = phrases.nothing_about(unheard) if unheard else phrases.unknown()
        return Plan(told_nothing, details=details | {"verdict": Verdict.UNKNOWN})
    zone = turn.user.zone
    past = any(asks_past(question) for question in questions)
    answers = [line for p in sure for line in _with_history(p, zone, past=past)]
    answers += [(item.text, Cite.of(item)) for item in people]
    # Who somebody is was asked and told: what else comes close is beside the point.
    hedged = [line for p in closest if not people for line in _with_history(p, zone, past=past)]
    lines = [f"{line} [{n}]." for n, (line, _) in enumerate([*answers, *hedged], 1)]
    told = lines[: len(answers)]
    if len(found) == 1 and told:
        told[0] = phrases.decided(found[0].whether, told[0])
    if hedged:
        told += lines[len(answers) :]
        told.append(gettext(phrases.CLOSEST_OF_THE_REST) if answers else gettext(phrases.CLOSEST))
    if any(each.verdict is Verdict.UNKNOWN for each in found) and not people:
        told.append(gettext(phrases.NOT_THE_REST))
    cites = [cite for _, cite in [*answers, *hedged] if cite]
    details["verdict"] = Verdict.SURE if answers else Verdict.CLOSEST
    return Plan(" ".join(told), cites=cites, details=details)


def _with_history(passage: Passage, zone: ZoneInfo, *, past: bool) -> list[tuple[str, Cite | None]]:
    """What holds now and what was before; the other way round where the past is asked for."""
    now = (tell_item(passage.item, passage.text, zone), cite_of(passage))
    old = next(iter(passage.item.before), passage.earlier)
    if old is None:
        return [now]
    before = tell_item(old, old.text, zone)
    if past:
        return [(before, Cite.of(old)), (gettext(phrases.NOW) + now[0], now[1])]
    lead = gettext(phrases.BEFORE) if passage.item.before else gettext(phrases.EARLIER)
    return [now, (lead + before, Cite.of(old))]


def _in_brief(question: str) -> str:
    """The end of a question that is too long for one: what was pasted stands before it."""
    return question[-LOOKED_AT:] if len(question) > LONGEST_QUESTION else question


def _told_once(found: Sequence[_Found]) -> tuple[list[Passage], list[Passage]]:
    """What answers, and what only comes closest: nothing twice."""
    sure = [p for each in found if each.verdict is Verdict.SURE for p in each.passages]
    closest = [p for each in found if each.verdict is Verdict.CLOSEST for p in each.passages]
    kept = distinct([*sure, *closest])
    return [p for p in kept if p in sure], [p for p in kept if p not in sure]


def _passages_for(turn: Turn, question: str) -> _Found:
    """The passages that answer one question, or come closest to it."""
    found = _closest_to(turn, question)
    asked = mail_by_author.asked_for(turn.user, question)
    return found if asked is None else _written(found, asked)


def _written(found: _Found, asked: Wrote) -> _Found:
    """What was written by whom a question asks for, and when; by others, or else, not for sure."""
    others = [
        p for p in found.passages if found.verdict is Verdict.SURE and p.item.source_kind != GMAIL
    ]
    inside = [_told_of(mail, asked.topic) for mail in asked.inside[:SHOWN]]
    if others or inside:
        inside.sort(key=lambda passage: passage.item.happened_at)
        return _Found(distinct([*others, *inside])[:SHOWN], Verdict.SURE, found.looked)
    outside = [_told_of(mail, asked.topic) for mail in asked.outside[:SHOWN_UNSURE]]
    if outside:
        return _Found(outside, Verdict.CLOSEST, found.looked)
    sure = found.verdict is Verdict.SURE
    return replace(found, verdict=Verdict.CLOSEST) if sure else found


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
    asked, carried = stand_alone(question, turn.earlier)
    found = find_answer(
        turn.user,
        Question(
            asked,
            project=turn.project_id,
            carried=carried,
            told=told_before(turn.earlier) if asked != question else "",
            exclude_sources=frozenset({turn.source_id} if turn.source_id else ()),
        ),
    )
    return _Found(
        list(found.passages), found.verdict, len(found.items), found.unheard, found.whether
    )


def about(turn: Turn, topic: str) -> Plan:
    """All that is known about a topic: a sentence, and the list it came from."""
    topic = topic.strip(" ?.!\"'“”")
    if topic.lower() in _THEMSELVES:
        return overview(turn)
    named = about_named.about(turn, topic)
    if named is not None:
        return named
    found = look_for_answer(turn, complete(topic, turn.earlier))
    chosen = distinct(_speaking_of(topic, passages_of(found, topic)))[:LISTED]
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
        text = phrases.listed(phrases.known_about(said), lines)
    cites = [Cite.of(item) for item in people] + [cite_of(p) for p in chosen]
    return Plan(text, cites=[c for c in cites if c], details={"looked": len(found)})


def _speaking_of(topic: str, passages: Sequence[Passage]) -> list[Passage]:
    """Those with the topic's words in them; where there are none, those that speak of it."""
    wanted = set(stems(topic))
    if not wanted:
        # "her": what was recalled for what it points back to.
        return [p for p in passages if p.item.similarity >= ABOUT_LIKENESS]
    exact = [p for p in passages if wanted <= stems_with_kin(p.text)]
    if exact:
        return exact
    touching = speak_of(topic, [p.text for p in passages])
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
        return Plan(gettext(phrases.NOTHING_YET))
    lines = [tell_statement(k.content) for k in known]
    more = count - len(known)
    told = ngettext(
        "There is %(more)s more on the Memory page.",
        "There are %(more)s more on the Memory page.",
        more,
    )
    ending = told % {"more": more} if more > 0 else ""
    text = phrases.listed(gettext("This is what I know about you:"), lines, ending)
    return Plan(text, cites=[k.cite for k in known])
