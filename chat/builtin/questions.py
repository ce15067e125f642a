"""Answering questions with what was said or read, word for word or turned to the second person."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F, Q
from django.utils.translation import gettext, ngettext

from chat.answering.plan import Cite, Plan
from chat.answering.retrieval import look, look_for_answer
from chat.answering.turns import Turn
from chat.builtin import about_named, clock, phrases
from chat.builtin.citable_memories import cite_of, known_memories
from chat.builtin.followup import complete, stand_alone, told_lately
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from memories.answers import (
    Answer,
    AnswerPassage,
    Question,
    Verdict,
    distinct,
    find_answer,
    passages_of,
    speak_of,
    stems_with_kin,
    who_is,
    without_unasked_secrets,
)
from memories.forgetting import Passage, find_meant, questions_of
from memories.models import Memory
from memories.pages import tell_item, tell_passage, tell_statement
from memories.recall import Item, Query
from memories.text import (
    LONGEST_QUESTION,
    AskedDays,
    asks_past,
    for_who_asks,
    in_second_person,
    sentences,
    stems,
)

# What whoever asks calls themselves.
_THEMSELVES = {"me", "myself", "us", "my life", "mich", "uns", "mí", "nosotros"}
LISTED = 10
# How many questions of one message are answered.
AT_ONCE = 3
ABOUT_LIKENESS = 0.5
# Characters kept of a message too long to be a question: its end.
LOOKED_AT = 240


@dataclass(frozen=True)
class _Found:
    """What answers one question, or comes closest to it, best first; and how sure that is."""

    passages: list[AnswerPassage]
    verdict: Verdict
    looked: int
    unheard: str = ""
    whether: bool | None = None
    days: AskedDays | None = None
    half: bool = False

    @classmethod
    def of(cls, it: Answer) -> "_Found":
        return cls(
            list(it.passages), it.verdict, len(it.items), it.unheard, it.whether, it.days, it.half
        )


def answer(turn: Turn, text: str) -> Plan:
    """Answer one or more questions with the passages that answer, or say that none is known."""
    if (by_clock := clock.told(turn, text)) is not None:
        return by_clock
    questions = [_in_brief(span.of(text)) for span in sentences(text)][:AT_ONCE] or [text]
    found = [_closest_to(turn, question) for question in questions]
    if len(found) == 1 and found[0].days:
        return _whats_on(turn, found[0], found[0].days)
    sure, closest = _told_once(found)
    details: dict[str, Any] = {"looked": sum(each.looked for each in found)}
    if not sure and not closest:
        unheard = next((each.unheard for each in found if each.unheard), "")
        told_nothing = phrases.nothing_about(unheard) if unheard else phrases.unknown()
        return Plan(told_nothing, details=details | {"verdict": Verdict.UNKNOWN})
    zone = turn.user.zone
    past = any(asks_past(question) for question in questions)
    answers = [line for p in sure for line in _with_history(p, zone, past=past)]
    hedged = [line for p in closest for line in _with_history(p, zone, past=past)]
    told = [f"{line} [{n}]." for n, (line, _) in enumerate([*answers, *hedged], 1)]
    if len(found) == 1 and answers:
        told[0] = phrases.decided(found[0].whether, told[0])
    if hedged and any(each.verdict is Verdict.CLOSEST and not each.half for each in found):
        told.append(gettext(phrases.CLOSEST_OF_THE_REST if answers else phrases.CLOSEST))
    if any(each.verdict is Verdict.UNKNOWN or each.half for each in found):
        told.append(gettext(phrases.NOT_THE_REST))
    cites = [cite for _, cite in [*answers, *hedged] if cite]
    details["verdict"] = Verdict.SURE if answers else Verdict.CLOSEST
    return Plan(" ".join(told), cites=cites, details=details)


def _whats_on(turn: Turn, found: _Found, days: AskedDays) -> Plan:
    """All that is on in the days asked about, in order; or that nothing is known of them."""
    details: dict[str, Any] = {"looked": found.looked, "verdict": found.verdict}
    if not found.passages:
        return Plan(phrases.nothing_on(days), details=details)
    lines: list[str] = []
    cites: list[Cite] = []
    for passage in found.passages:
        told: list[str] = []
        for line, cite in _with_history(passage, turn.user.zone, past=False):
            if cite:
                cites.append(cite)
                told.append(f"{line} [{len(cites)}]")
        lines.append(". ".join(told))
    text = f"{lines[0]}." if len(lines) == 1 else phrases.listing(phrases.on(days), lines)
    return Plan(text, cites=cites, details=details)


def _with_history(
    passage: AnswerPassage, zone: ZoneInfo, *, past: bool
) -> list[tuple[str, Cite | None]]:
    """What holds now and what was before; the other way round where the past is asked for."""
    now = (tell_passage(passage, zone), cite_of(passage))
    old = next(iter(passage.item.before), passage.earlier)
    if old is None:
        return [now]
    before = tell_item(old, old.text, zone)
    if past:
        told = gettext(phrases.EARLIER) + before
        return [(told, Cite.of(old)), (gettext(phrases.NOW) + now[0], now[1])]
    lead = gettext(phrases.BEFORE) if passage.item.before else gettext(phrases.EARLIER)
    return [now, (lead + before, Cite.of(old))]


def _in_brief(question: str) -> str:
    """The end of a question that is too long for one: what was pasted stands before it."""
    return question[-LOOKED_AT:] if len(question) > LONGEST_QUESTION else question


def _told_once(found: Sequence[_Found]) -> tuple[list[AnswerPassage], list[AnswerPassage]]:
    """What answers, and what only comes closest: nothing twice."""
    sure = [p for each in found if each.verdict is Verdict.SURE for p in each.passages]
    closest = [p for each in found if each.verdict is Verdict.CLOSEST for p in each.passages]
    kept = distinct([*sure, *closest])
    return [p for p in kept if p in sure], [p for p in kept if p not in sure]


def _closest_to(turn: Turn, question: str) -> _Found:
    """What comes closest to a question: in the files that came with it, then in all there is."""
    of_files = _in_files(turn, question) if turn.read_in else None
    if of_files is not None and of_files.verdict is Verdict.SURE:
        return of_files
    found = _of_all(turn, question)
    if of_files is None or of_files.verdict is Verdict.UNKNOWN or found.verdict is Verdict.SURE:
        return found
    return of_files


def _in_files(turn: Turn, question: str) -> _Found:
    """What in the files of this message comes closest to its question."""
    narrowed = Query(question, sources=frozenset({DOCUMENT}), within=turn.read_in)
    asked = Question(question, project=turn.project_id, narrowed=narrowed)
    return _Found.of(find_answer(turn.user, asked))


def _of_all(turn: Turn, question: str) -> _Found:
    asked, carried = stand_alone(question, turn.earlier)
    found = find_answer(
        turn.user,
        Question(
            asked,
            project=turn.project_id,
            carried=carried,
            # What was may well have been told beside what is.
            told=told_lately(turn.earlier) if asked != question and not asks_past(asked) else "",
            exclude_sources=frozenset({turn.source_id} if turn.source_id else ()),
        ),
    )
    return _Found.of(found)


def about(turn: Turn, topic: str) -> Plan:
    """All that is known about a topic: a sentence, and the list it came from."""
    topic = topic.strip(" ?.!\"'“”")
    if topic.lower() in _THEMSELVES:
        return overview(turn)
    named = about_named.about(turn, topic)
    if named is not None:
        return named
    found = without_unasked_secrets(look_for_answer(turn, complete(topic, turn.earlier)), topic)
    chosen = distinct(_speaking_of(topic, passages_of(found, topic)))[:LISTED]
    said = in_second_person(topic) or topic
    said = said[0].lower() + said[1:] if topic[:1].islower() else said
    chosen = [*who_is(turn.user, Query(f"who is {topic}", project=turn.project_id)), *chosen]
    chosen = chosen or _of_area(turn, topic)
    if not chosen:
        return Plan(phrases.unknown_about(said), details={"looked": len(found)})
    lines = [tell_passage(p, turn.user.zone) for p in chosen]
    if len(lines) == 1:
        text = f"{lines[0]} [1]."
    else:
        text = phrases.listed(phrases.known_about(said), lines)
    cites = [cite_of(p) for p in chosen]
    return Plan(text, cites=[c for c in cites if c], details={"looked": len(found)})


def _of_area(turn: Turn, topic: str) -> list[AnswerPassage]:
    """What belongs to an area of their life ("my health"), as forgetting all of it would find."""
    questions = questions_of(topic, whole=True)
    items = {item.id: item for words in questions for item in look(turn, words, limit=LISTED)}
    if not items:
        return []
    hints = {item.chunk_id for item in items.values() if item.chunk_id}
    with acting_as(turn.user):
        meant = find_meant(turn.user, topic, everything=True, states=False, hints=hints)
    found = [item for item in items.values() if any(_is_in(item, one) for one in meant.passages)]
    found.sort(key=lambda item: item.happened_at, reverse=True)
    told = distinct([AnswerPassage(item, item.text, 0, len(item.text)) for item in found])
    return told[:LISTED]


def _is_in(item: Item, passage: Passage) -> bool:
    same = item.source_id == passage.source
    return same and item.start < passage.stop and passage.start < item.stop


def _speaking_of(topic: str, passages: Sequence[AnswerPassage]) -> list[AnswerPassage]:
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
    """The most telling of what is known, without codes, and how much more there is."""
    with acting_as(turn.user):
        memories = Memory.objects.filter(user=turn.user, state=Memory.State.CURRENT).filter(
            Q(project=None) | Q(project=turn.project_id)
        )
        count = memories.count()
        telling = memories.order_by(
            "-pinned", F("confirmed").desc(nulls_last=True), "-importance", "-updated"
        ).values_list("pk", "content")[: 3 * LISTED]
        best = [pk for pk, content in telling if not for_who_asks(content)][: LISTED + 2]
        known = known_memories(turn.user, best)
    if not count:
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
