"""Retrieve what may answer a turn of a conversation, with or without a model."""

from chat.answering.turns import Turn
from memories.answers import BUDGET, ITEMS, look_up
from memories.recall import Item, Query


def look_for_answer(
    turn: Turn, text: str, *, leave_out_local_only: bool = False
) -> tuple[Item, ...]:
    """What an answer is made from, best first: of each kind the best, however much there is of one.

    Call it outside of `acting_as`.
    """
    return look(turn, text, limit=ITEMS, budget=BUDGET, leave_out_local_only=leave_out_local_only)


def look(
    turn: Turn,
    text: str,
    *,
    limit: int,
    budget: int | None = None,
    leave_out_local_only: bool = False,
) -> tuple[Item, ...]:
    """What may answer, best first, without the message that asks. Call it outside of `acting_as`.

    Statements that were corrected since are blacked out in the passages they stand in.
    """
    query = Query(
        text,
        project=turn.project_id,
        limit=limit,
        budget=budget,
        exclude_sources=frozenset({turn.source_id} if turn.source_id else ()),
        leave_out_local_only=leave_out_local_only,
    )
    return look_up(turn.user, query)
