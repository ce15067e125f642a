"""A statement that was not learned: known already, forgotten once, or offered to be remembered."""

from accounts.models import Project
from chat.answering.plan import Plan
from chat.answering.turns import Turn
from chat.builtin import phrases
from chat.builtin.known import Known, known_memories
from database.acting import acting_as
from llm.tokens import fits
from memories.keeping import LONGEST, find_same, restating, voices
from memories.models import Chunk, Source
from memories.text import Span

# What is longer, in characters, is no one thing to remember.
OFFERED_AT_MOST = 2_000


def offer(turn: Turn) -> Plan:
    """Say what became of a statement that nothing was learned from, and offer to remember it."""
    text = turn.text
    words = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    with acting_as(turn.user):
        gone = _forgotten(turn)
        known = [] if gone else _known(turn, words.of(text))
    if gone:
        return Plan(phrases.WITHHELD, details=_offers("withheld", gone))
    if known:
        return phrases.known_already(turn.user, known)
    if len(words.of(text)) > OFFERED_AT_MOST or not fits(words.of(text), LONGEST):
        return Plan(phrases.SAVED)
    return Plan(phrases.OFFER, details=_offers("offered", [words]))


def _offers(what: str, spans: list[Span]) -> dict[str, object]:
    return {"offers": [{"what": what, "start": s.start, "stop": s.stop} for s in spans]}


def _forgotten(turn: Turn) -> list[Span]:
    """What of it was forgotten before: for that recall does not see it."""
    hidden = Chunk.objects.filter(source=turn.source_id, hidden__isnull=False)
    if not hidden.exists():
        return []
    spoken = voices(Source.Kind.CHAT, Source.Author.PERSON, own_words=True)
    (spans,) = restating(turn.user, [turn.text], spoken)
    return list({span.start: span for span in spans}.values())


def _known(turn: Turn, words: str) -> list[Known]:
    project = Project.objects.filter(pk=turn.project_id).first() if turn.project_id else None
    known = find_same(turn.user, words, project)
    return known_memories(turn.user, [known.pk]) if known else []
