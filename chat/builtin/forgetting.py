"""Forgetting on request: find what is meant, name it, or ask which."""

import re
from uuid import UUID

from chat.answering.plan import Plan
from chat.answering.retrieval import look
from chat.answering.turns import Turn
from chat.builtin import answer_scoring, taxonomy
from chat.builtin.intent import Intent
from chat.builtin.known import Known, known_memories
from database.acting import acting_as
from memories.pages import tell_statement
from memories.recall import Item
from memories.text import FIRST, Statement, in_second_person, statement, states, stems

LOOKED_AT = 30
# As alike as this, a request names a memory without sharing its words; and so much more than the
# next, that it names no other.
LIKE = 0.62
AHEAD = 0.16
ASKED_AT_MOST = 6

_ALL = re.compile(r"\b(?:everything|all|anything)\b", re.IGNORECASE)


def forget(turn: Turn, wanted: Intent) -> Plan:
    """Forget what a message names; ask when several fit, say so when nothing does."""
    topic = wanted.of(turn.text)
    found = look(turn, topic, limit=LOOKED_AT)
    meant = _meant(topic, [item for item in found if item.memory_id])
    with acting_as(turn.user):
        known = known_memories(turn.user, [item.memory_id for item in meant if item.memory_id])
    if not known:
        said = in_second_person(topic) or topic
        return Plan(f"I know nothing like that, so there is nothing to forget: {_lower(said)}.")
    if len(known) > 1 and not _ALL.search(turn.text[: wanted.start]):
        return ask_which(known)
    return forgotten(known, asked=(wanted.start, wanted.stop))


def forget_last(turn: Turn) -> Plan:
    """Forget what was cited or learned last; ask when that was more than one thing."""
    last: tuple[UUID, ...] = next((t.memories for t in reversed(turn.earlier) if t.memories), ())
    with acting_as(turn.user):
        known = known_memories(turn.user, last)
    if not known:
        return Plan("Tell me what to forget: “forget that …” or “forget about …”.")
    return ask_which(known) if len(known) > 1 else forgotten(known)


def ask_which(known: list[Known]) -> Plan:
    """Ask which of several is meant; the answer may be a number, its words, or “all”."""
    shown = known[:ASKED_AT_MOST]
    lines = "\n".join(f"{n}. {tell_statement(k.content)} [{n}]" for n, k in enumerate(shown, 1))
    return Plan(
        f"Which one shall I forget?\n\n{lines}\n\nSay its number, or “all of them”.",
        cites=[k.cite for k in shown],
        details={"asks": {"what": "forget", "options": [str(k.id) for k in shown]}},
    )


def forgotten(known: list[Known], *, asked: tuple[int, int] | None = None) -> Plan:
    """Forget these. They are named beside Undo, and not in the answer, which is kept."""
    many = f"I have forgotten these {len(known)} things."
    text = "I have forgotten that." if len(known) == 1 else many
    return Plan(text, forget=[k.id for k in known], asked=asked, searchable=False)


def _meant(topic: str, items: list[Item]) -> list[Item]:
    """What a request names: that statement; all that has its words; what is most alike."""
    said = statement(topic)
    stated = [item for item in items if _either(statement(item.text), said)]
    if stated:
        return stated
    items = [item for item in items if not _of_another(statement(item.text), said)]
    wanted = set(stems(topic))
    if wanted and (having := [i for i in items if wanted <= answer_scoring.stems_with_kin(i.text)]):
        return having
    if touching := answer_scoring.best_match(topic, [i.text for i in items]):
        return [items[touching[0]]]
    ranked = sorted(items, key=lambda i: -i.similarity)
    if not ranked or ranked[0].similarity < LIKE:
        return []
    return [i for i in ranked if i.similarity >= max(LIKE, ranked[0].similarity - AHEAD)]


def _of_another(known: Statement, said: Statement) -> bool:
    """Whether a request names what is the person's own, and a memory is of somebody else."""
    if said.subjects != {FIRST} or not known.stems:
        return False
    if known.subjects:
        return FIRST not in known.subjects
    if known.stems[0] in taxonomy.relations():
        return known.stems[0] not in said.stems
    return known.marks[0].startswith("N") and not known.of_mine


def _lower(sentence: str) -> str:
    """A sentence continued after a colon; names keep their capital."""
    first = sentence.split(" ", 1)[0]
    if first in ("You", "Your", "You’re", "You’ve", "My", "The"):
        return sentence[0].lower() + sentence[1:]
    return sentence


def _either(first: Statement, second: Statement) -> bool:
    return states(first, second) or states(second, first)
