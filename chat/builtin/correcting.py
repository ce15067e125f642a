"""Correcting on request: "No, it's Davis", "Actually I moved to Davis", "not Porto but Lisbon"."""

import re
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext

from chat.answering.plan import Correction, MemoryText, Plan
from chat.answering.retrieval import look
from chat.answering.turns import Turn
from chat.builtin import phrases
from chat.builtin.citable_memories import CitableMemory, known_memories
from chat.builtin.correction_rules import corrects
from chat.builtin.filling_in import filled, value_of
from chat.builtin.requests.intent import Intent
from chat.builtin.requests.moving import MoveRequest, asked_to_move
from database.acting import acting_as
from memories.answers import likeness as likeness_of
from memories.answers import people, synonyms
from memories.learning import filled_in
from memories.text import dated, first_person, in_english, stems, told_times

LOOKED_AT = 10
# How much what was mentioned last, and what touches the same points, are preferred.
LAST = 0.15
SAME_POINT = 0.15
ENOUGH = 0.55

_FRAGMENT = re.compile(
    r"^(?:it|that|this|he|she|they|the\s+(?:name|date|time|number|answer|right\s+one))"
    r"(?:['’]s|['’]re|\s+(?:is|are|was|were|should\s+be|would\s+be))\s+(?:actually\s+|now\s+|really\s+)?"
    r"(?:called\s+|named\s+)?(?P<value>.+)$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_DIGIT = re.compile(r"\d")
# "It's not Tuesdays, the choir moved", "it's the Kenwood we kept": no value, but a statement.
_TELLS_MORE = re.compile(
    r"^(?:not|no\s+longer)\b|\b(?:i|we|he|she|they|you)\s+\w+|[,;]\s+(?:the|my|our)\s+\w+\s+\w+",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"^(?:(?:it|that|this|he|she)(?:['’]s|\s+is|\s+was)\s+)?(?:not\s+(?P<old>.+?)\s*,?\s+(?:but|it['’]s|it\s+is)\s+"
    r"(?P<new>.+)|(?P<new2>.+?)\s*,?\s+(?:not|instead\s+of|rather\s+than)\s+(?P<old2>.+))$",
    re.IGNORECASE,
)
# "Dr. Petersen is not my boss, my boss is Mrs. Olufsen"; "das Auto ist nicht blau, sondern grau";
# "the car isn't blue, it's silver".
_CONTRASTS = (
    re.compile(
        r"^(?P<old>\S.{0,60}?)\s+(?:is\s+not|isn['’]t|ist\s+nicht)\s+"
        r"(?P<of>(?:my|our|mein\w*|unser\w*)\s+\w+)\s*[,;]\s*(?:sondern\s+)?"
        r"(?:(?P=of)\s+(?:is|ist)\s+)?(?P<new>[^\W\d_].*?)(?:\s+(?:is|ist))?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<of>.*?)(?:\b(?:not|nicht|kein(?:e[mnrs]?)?|no)|n['’]t)\s+(?P<old>[^,;]+?)\s*,?\s+"
        r"(?:but(?:\s+rather)?|sondern|sino)\s+(?P<new>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<of>.*?)(?:\bnot|n['’]t)\s+(?P<old>[^,;]+?)\s*[,;–—-]\s*(?:it|he|she|they)"
        r"(?:['’](?:s|re)|\s+(?:is|are|was))\s+(?P<new>.+)$",
        re.IGNORECASE,
    ),
)
# "I'm not vegan, but I eat little meat" gives no other value.
_CLAUSE_BEGINS = re.compile(
    r"(?:i|he|she|it|we|they|you|my|our|there|ich|er|sie|es|wir|man|mein\w*|unser\w*|yo|mi)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"(?:to|in|at|on|with|for|from|by|of|near|an|auf|aus|bei|beim|für|gegen|im|am|mit|nach|von|vom|vor|zu"
    r"|zum|zur|en|con|para|por|a|al|de|del)",
    re.IGNORECASE,
)
# In words: more than that is no name or value.
_LONGEST_VALUE = 5
# Of "blau" in "ein blauer Passat" the ending stays.
_ENDING = r"(?P<ending>(?:e[mnrs]?)?)"
_CLAUSE = re.compile(
    r"\b(?:i|we|my|our|he|she|they)\b.*\s\w+|^\w+(?:['’]s)?\s+\w+\s+\w+", re.IGNORECASE
)


def correct(turn: Turn, wanted: Intent) -> Plan:
    """Put what the message says in the place of what it corrects."""
    asked = asked_to_move(turn.text)
    if asked and (plan := _moved(turn, asked)):
        return plan
    # A long gap in a line that was pasted would be tried at every place of it, with every other.
    said = " ".join(wanted.of(turn.text).split())
    last = _mentioned_last(turn)
    if instead := _INSTEAD.match(said):
        old = (instead["old"] or instead["old2"]).strip(" .")
        new = (instead["new"] or instead["new2"]).strip(" .")
        # "I'm not allergic" is no "I'm" in the place of "allergic".
        at = turn.text.find(new, wanted.start)
        if instead["new2"] and stems(new) and _is_clause(new) and at >= 0:
            # "The MOT is on the 10th, not the 3rd": what it is not need not be kept.
            said, wanted = new, replace(wanted, start=at, stop=at + len(new))
        elif stems(new) and (plan := _replace(turn, last, old, new)):
            return plan
    denied = ""
    if contrast := _contrast(said.rstrip(" .!")):
        if plan := _replace(turn, last, contrast.old, contrast.new, contrast.of):
            return plan
        denied = contrast.old
    # "Wrong, it’s the 15th. Still 10": the rest says what stays.
    fragment = _FRAGMENT.match(_SENTENCE_END.split(said, maxsplit=1)[0])
    if (fragment or not (_is_clause(said) or _DIGIT.search(said))) and not denied:
        for known in last:
            # "It's level 5, I'd mixed it up", "wait no, Brookvale" for "Brookfield Primary".
            if content := filled_in(known.content, turn.text):
                now = timezone.now().astimezone(turn.user.zone)
                return _corrected(known.id, MemoryText(dated(content, now)))
    if fragment and _TELLS_MORE.search(fragment["value"]):
        return _restate(turn, wanted, last, denied)
    value = fragment["value"] if fragment else said
    if fragment or not _is_clause(said):
        return _fill_in(last, value_of(value), timezone.now().astimezone(turn.user.zone))
    return _restate(turn, wanted, last, denied)


def _moved(turn: Turn, asked: MoveRequest) -> Plan | None:
    """Put another time into what is named; None where that is nothing with a time, or several."""
    now = timezone.now().astimezone(turn.user.zone)
    wanted = set(stems(asked.what))
    found = look(turn, asked.what, limit=LOOKED_AT)
    with acting_as(turn.user):
        known = known_memories(turn.user, [i.memory_id for i in found if i.memory_id])
    named = [k for k in known if wanted <= set(stems(k.content)) and told_times(k.content, now)]
    if len(named) != 1:
        return None
    content = filled(named[0].content, value_of(asked.to), now)
    return _corrected(named[0].id, MemoryText(content)) if content else None


def _is_clause(said: str) -> bool:
    """Whether it is a whole statement; German and Spanish are read in English words."""
    said = in_english(said)
    if first_person.IN_ENGLISH.search(said):
        return True
    return len(said.split()) > 3 and bool(_CLAUSE.search(said))


def _mentioned_last(turn: Turn) -> list[CitableMemory]:
    last: tuple[UUID, ...] = next((t.memories for t in reversed(turn.earlier) if t.memories), ())
    with acting_as(turn.user):
        return known_memories(turn.user, last)


def _fill_in(last: list[CitableMemory], value: str, now: datetime) -> Plan:
    """A fragment takes the place of its like in what was mentioned last."""
    if not last:
        return Plan(
            gettext(
                "Tell me what to correct in a whole sentence, like “actually, I live in Davis”."
            )
        )
    for known in last:
        content = filled(known.content, value, now)
        if content and content != known.content:
            return _corrected(known.id, MemoryText(content))
    return Plan(
        gettext("I don’t see what that replaces. Say it in a whole sentence and I’ll correct it.")
    )


class _Contrast(NamedTuple):
    """What is said not to be so, what is instead, and of what."""

    old: str
    new: str
    of: str


def _contrast(said: str) -> _Contrast | None:
    match = next((found for each in _CONTRASTS if (found := each.match(said))), None)
    if match is None or _CLAUSE_BEGINS.match(match["new"]):
        return None
    old = _parallel(match["old"], match["new"])
    return _Contrast(old, match["new"], match["of"]) if old else None


def _parallel(old: str, new: str) -> str:
    """What of the one the other takes the place of: "live in Bath", "in Bristol", the last two.

    Empty where that does not show.
    """
    was, now = old.split(), new.split()
    if _PREPOSITION.fullmatch(now[0]):
        low = [word.lower() for word in was]
        if now[0].lower() not in low:
            return ""
        was = was[low.index(now[0].lower()) :]
    # "Nicht gegen Nüsse allergisch, sondern gegen Milch".
    while len(was) > 1 and was[-1].islower() and now[-1][0].isupper():
        was.pop()
    return " ".join(was) if max(len(was), len(now)) <= _LONGEST_VALUE else ""


def _replace(
    turn: Turn, last: list[CitableMemory], old: str, new: str, of: str = ""
) -> Plan | None:
    """X instead of Y: in what was mentioned last, else in whatever has Y and is `of` the same."""
    pattern = re.compile(rf"\b{re.escape(old)}{_ENDING}\b", re.IGNORECASE)
    about = set(stems(of))
    found = look(turn, f"{of} {old}", limit=LOOKED_AT)
    with acting_as(turn.user):
        others = known_memories(turn.user, [i.memory_id for i in found if i.memory_id])

    def says_it(known: CitableMemory) -> bool:
        same = not about or bool(about & set(stems(known.content)))
        return same and bool(pattern.search(known.content))

    having = list(filter(says_it, last)) or list(filter(says_it, others))
    if len({known.id for known in having}) != 1:
        return None
    content = pattern.sub(lambda match: new + match["ending"], having[0].content, count=1)
    return _corrected(having[0].id, MemoryText(content))


def _restate(turn: Turn, wanted: Intent, last: list[CitableMemory], denied: str) -> Plan:
    """A whole statement takes the place of the memory that it corrects for sure, or is new.

    Of what is `denied` something must stand there: else that was never said.
    """
    said = wanted.of(turn.text)
    found = look(turn, said, limit=LOOKED_AT)
    with acting_as(turn.user):
        others = known_memories(turn.user, [i.memory_id for i in found if i.memory_id])
    likeness = likeness_of(said, [k.content for k in [*last, *others]])
    points = synonyms.points_in(said)
    names = people.names_in(said)
    best: tuple[float, CitableMemory] | None = None
    must_say = set(stems(denied))
    for number, known in enumerate([*last, *others]):
        if must_say and not must_say & set(stems(known.content)):
            continue
        if not corrects(said, known.content, just_told=number < len(last)):
            continue
        score = likeness[number] + LAST * (number < len(last))
        score += SAME_POINT * bool(points & synonyms.points_in(known.content))
        score += SAME_POINT * bool(names & people.names_in(known.content))
        if best is None or score > best[0]:
            best = (score, known)
    content = said[0].upper() + said[1:]
    now = MemoryText(content, wanted.start, wanted.stop)
    if best is None or best[0] < ENOUGH:
        return Plan(gettext(phrases.NOTED), remember=now, searchable=False)
    return _corrected(best[1].id, now)


def _corrected(memory: UUID, now: MemoryText) -> Plan:
    return Plan(gettext(phrases.CORRECTED), correct=Correction(memory, now), searchable=False)
