"""A statement that was not learned: known already, or offered to be remembered, or accepted."""

from typing import Any

from django.utils.translation import gettext

from accounts.models import Project
from chat.answering.plan import Plan
from chat.answering.turns import Turn
from chat.builtin import phrases
from chat.builtin.citable_memories import CitableMemory, known_memories
from chat.builtin.requests import intent
from chat.builtin.requests.remember import asks_to_keep_it, says_yes_to_it
from database.acting import acting_as
from llm.tokens import fits
from memories.keeping import LONGEST, find_same
from memories.learning import asks_for_work, states
from memories.text import Span

# What is longer, in characters, is no one thing to remember.
OFFERED_AT_MOST = 2_000


def offer(turn: Turn) -> Plan:
    """Say what became of a statement that nothing was learned from, and offer to remember it."""
    text = turn.text
    words = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    # What is longer than any memory is none that is known, and long to compare.
    memorable = fits(words.of(text), LONGEST)
    with acting_as(turn.user):
        known = _known(turn, words.of(text)) if memorable else []
    if known:
        return phrases.known_already(turn.user, known)
    if len(words.of(text)) > OFFERED_AT_MOST or not memorable or asks_for_work(text):
        return Plan(gettext(phrases.SAVED))
    offered = {"what": "offered", "start": words.start, "stop": words.stop}
    return Plan(gettext(phrases.OFFER), details={"offers": [offered]})


def accepted(turn: Turn) -> Plan | None:
    """What a "yes" to an offer does, or "remember it" to what was held back or proposed.

    None where it is said of nothing: a mere "ok" lifts no forgetting.
    """
    last = turn.earlier[-1] if turn.earlier else None
    if last is None or last.by_person or not says_yes_to_it(turn.text):
        return None
    if last.details.get("offers"):
        return Plan(gettext(phrases.NOTED), accepts=True)
    said = next((each for each in reversed(turn.earlier) if each.by_person), None)
    if said is None or not asks_to_keep_it(turn.text):
        return None
    held = any(said.details.get(key) for key in ("withheld", "held", "proposed"))
    return Plan(gettext(phrases.NOTED), accepts=held) if held or said.memories else None


def offered_beside(turn: Turn) -> dict[str, Any]:
    """What a model's answer to a statement that nothing was learned from has on offer.

    Most of what people say to a model asks it for something: that is not offered.
    """
    did = any(turn.said_details.get(done) for done in ("did", "withheld", "held", "proposed"))
    if turn.temporary or did or intent.read(turn.text).kind is not intent.Kind.STATEMENT:
        return {}
    offered = offer(turn).details if states(turn.text) else {}
    return {"offers": offered["offers"]} if "offers" in offered else {}


def _known(turn: Turn, words: str) -> list[CitableMemory]:
    project = Project.objects.filter(pk=turn.project_id).first() if turn.project_id else None
    known = find_same(turn.user, words, project)
    return known_memories(turn.user, [known.pk]) if known else []
