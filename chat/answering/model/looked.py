"""What is found for a model: what answers first, then all else that comes near."""

from dataclasses import dataclass

from accounts.models import User
from chat.answering.turns import Turn
from chat.builtin.followup import complete, stand_alone
from database.acting import acting_as
from memories.answers import (
    BUDGET,
    ITEMS,
    Answer,
    Question,
    Verdict,
    find_answer,
    just_learned,
    look_near,
)
from memories.recall import Item, Query
from memories.source_kinds import CHAT
from memories.text import asks, sentences


@dataclass(frozen=True)
class Looked:
    """What may answer, best first, and how sure it is that something here does.

    `verdict` is None where nothing was asked.
    """

    items: tuple[Item, ...]
    verdict: Verdict | None


def look_up(user: User, query: Query) -> Looked:
    """Look for what a query names; nothing where nothing comes near.

    Call it outside of `acting_as`.
    """
    question = Question(
        query.text,
        project=query.project,
        exclude_sources=query.exclude_sources,
        leave_out_local_only=query.leave_out_local_only,
        narrowed=query,
    )
    answer = find_answer(user, question)
    return Looked(_answering_first(answer, look_near(user, query)), answer.verdict)


def look_for_model(turn: Turn, text: str, *, leave_out_local_only: bool) -> Looked:
    """What a model answers from, with what was learned a moment ago.

    Call it outside of `acting_as`.
    """
    query = Query(
        complete(text, turn.earlier),
        project=turn.project_id,
        limit=ITEMS,
        budget=BUDGET,
        exclude_sources=frozenset({turn.source_id} if turn.source_id else ()),
        leave_out_local_only=leave_out_local_only,
    )
    near = look_near(turn.user, query)
    with acting_as(turn.user):
        near += tuple(just_learned(turn.user, query, {item.memory_id for item in near}))
    if not asks(text):
        return Looked(near, None)
    question, carried = stand_alone(text, turn.earlier)
    answer = find_answer(
        turn.user,
        Question(
            question,
            project=query.project,
            carried=carried,
            exclude_sources=query.exclude_sources,
            leave_out_local_only=leave_out_local_only,
        ),
    )
    return Looked(_answering_first(answer, near), answer.verdict)


def _answering_first(answer: Answer, near: tuple[Item, ...]) -> tuple[Item, ...]:
    """What was judged to answer may lie further away than what only comes near."""
    answering = {passage.item.id: passage.item for passage in answer.passages}
    return (*answering.values(), *(item for item in near if item.id not in answering))


def only_asks(item: Item) -> bool:
    """What the person asked once says nothing of them."""
    if item.source_kind != CHAT or item.memory_id or not item.own_words:
        return False
    return all(asks(span.of(item.text)) for span in sentences(item.text))
