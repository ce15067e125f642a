"""What is known about somebody or something: all that mentions them, in pages."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from chat.answering.plan import Cite, Plan
from chat.answering.turns import Turn
from chat.builtin import phrases
from chat.builtin.citable_memories import CitableMemory, known_memories
from database.acting import acting_as
from memories.keeping import KnownEntity, meant_in
from memories.models import Chunk
from memories.pages import tell_item, tell_statement
from memories.recall import MentionPage, MentionPlace, meant_by, passage, places
from memories.text import in_second_person, sentences

# Number of statements per answer.
PAGE = 10
# Maximum length of a quoted message, in characters; of a longer one only matching sentences.
_TOLD = 280
_MORE = re.compile(
    r"^\W*(?:(?:and|show|tell|give)\s+(?:me\s+)?)?(?:more|the rest|what else|go on|next|mehr|weiter"
    r"|der rest|was noch|más|sigue|el resto|qué más)\W*(?:please|bitte|por favor)?\W*$",
    re.IGNORECASE,
)


def about(turn: Turn, topic: str) -> Plan | None:
    """All that speaks of whom or what a topic names; None where nobody is known by that name."""
    with acting_as(turn.user):
        meant = meant_by(meant_in(turn.user.pk, topic), topic, timezone.now())
        if not meant:
            return None
        found = [_places(turn, [one.id], 0) for one in meant]
        if len(meant) > 1:
            counts = [(one.name, each.total) for one, each in zip(meant, found, strict=True)]
            return Plan(phrases.which_of(topic, counts)) if all(n for _, n in counts) else None
        return _told(turn, meant[0].id, _called(topic, meant[0]), found[0], 0)


def more(turn: Turn) -> Plan | None:
    """The next page of what was asked for last; None where that was something else."""
    if not _MORE.match(turn.text):
        return None
    last = next((each for each in reversed(turn.earlier) if not each.by_person), None)
    told: dict[str, Any] = last.details.get("about", {}) if last else {}
    if not told:
        return None
    entity, after = UUID(told["entity"]), int(told["after"])
    with acting_as(turn.user):
        return _told(turn, entity, told["called"], _places(turn, [entity], after), after)


def _places(turn: Turn, entities: Sequence[UUID], after: int) -> MentionPage:
    return places(turn.user.pk, entities, project=turn.project_id, after=after, most=PAGE)


def _called(topic: str, one: KnownEntity) -> str:
    """How they are called in the answer: "your boss, Nadia Okafor"."""
    said = in_second_person(topic) or topic
    said = said[:1].lower() + said[1:] if topic[:1].islower() or topic.startswith("My ") else said
    if one.name.lower() in topic.lower() or topic.lower() in one.name.lower() or one.unnamed:
        return said if topic.lower() != one.name.lower() else one.name
    return f"{said} ({one.name})"


def _told(turn: Turn, entity: UUID, called: str, found: MentionPage, after: int) -> Plan | None:
    """One page of it, with how much there is. None where nothing is left."""
    ids = [place.memory for place in found.places if place.memory]
    known = {each.id: each for each in known_memories(turn.user, ids)}
    told = [each for place in found.places if (each := _line(turn, place, known))]
    if not told:
        return Plan(gettext(phrases.NO_MORE)) if after else None
    until = after + len(found.places)
    ending = phrases.page(after + 1, until, found.total) if found.total > len(told) else ""
    opening = phrases.more_about(called) if after else phrases.known_about(called)
    lines = [line for line, _ in told]
    text = (
        f"{lines[0]} [1]."
        if len(lines) == 1 and not ending
        else phrases.listed(opening, lines, ending)
    )
    details: dict[str, Any] = {"looked": found.total}
    if until < found.total:
        details["about"] = {"entity": str(entity), "after": until, "called": called}
    return Plan(text, cites=[cite for _, cite in told], details=details)


def _line(
    turn: Turn, place: MentionPlace, known: Mapping[UUID, CitableMemory]
) -> tuple[str, Cite] | None:
    """What stands there, and what is cited for it."""
    if place.memory is not None:
        told = known.get(place.memory)
        return (tell_statement(told.content), told.cite) if told else None
    if place.chunk is None:
        return None
    chunk = Chunk.objects.select_related("source").filter(pk=place.chunk).first()
    if chunk is None:
        return None
    start, stop = _shown(chunk, place)
    item = passage(chunk, start, stop, why=gettext_noop("mentions them"))
    cite = Cite.of(item)
    return (tell_item(item, item.text, turn.user.zone), cite) if cite else None


def _shown(chunk: Chunk, place: MentionPlace) -> tuple[int, int]:
    """Which part of a passage is told: all of a short one, else the sentence that names them."""
    text = chunk.source.text[chunk.start : chunk.stop]
    if len(text) <= _TOLD or not place.spans:
        return chunk.start, chunk.stop
    first = place.spans[0][0] - chunk.start
    at = next((span for span in sentences(text) if span.start <= first < span.stop), None)
    if at is None:
        return chunk.start, chunk.stop
    return chunk.start + at.start, chunk.start + at.stop
