"""The context a model answers from: the passages that answer first, then whatever comes near."""

from dataclasses import dataclass, replace

from django.db.models import Sum
from django.utils.translation import gettext_noop

from accounts.models import User
from chat.answering.turns import Turn
from chat.builtin.followup import complete, stand_alone
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from memories.answers import (
    BUDGET,
    ITEMS,
    Answer,
    Question,
    Verdict,
    find_answer,
    just_learned,
    look_near,
    who_is,
)
from memories.answers import always_told as always
from memories.answers import look_up as look_up_all
from memories.models import Chunk
from memories.recall import Item, Query, passage
from memories.source_kinds import CHAT
from memories.text import asks, sentences


@dataclass(frozen=True)
class RetrievedItems:
    """Passages that may answer, best first, and how sure it is that one does.

    `verdict` is None where nothing was asked. `people` are those of the items that tell who
    somebody is.
    """

    items: tuple[Item, ...]
    verdict: Verdict | None
    people: tuple[Item, ...] = ()


def look_up(user: User, query: Query) -> RetrievedItems:
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
    near = look_near(user, query, answer.recalled, answer.verdict)
    return RetrievedItems(_answering_first(answer, near), answer.verdict)


def look_for_model(turn: Turn, text: str, *, leave_out_local_only: bool) -> RetrievedItems:
    """The passages a model answers from, with what was learned a moment ago.

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
    if not asks(text):
        people = tuple(each.item for each in who_is(turn.user, replace(query, text=text)))
        return RetrievedItems((*people, *_near(turn.user, query)), None, people)
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
    people = tuple(each.item for each in answer.passages if each.as_it_is)
    near = _near(turn.user, query, answer)
    return RetrievedItems(_answering_first(answer, near), answer.verdict, people)


def _near(user: User, query: Query, answer: Answer | None = None) -> tuple[Item, ...]:
    """What comes near, with what was learned a moment ago."""
    found = (answer.recalled, answer.verdict) if answer else ()
    near = look_near(user, query, *found)
    with acting_as(user):
        return (*near, *just_learned(user, query, {item.memory_id for item in near}))


def always_told(turn: Turn, seen: RetrievedItems, *, leave_out_local_only: bool) -> list[Item]:
    """What was not found and is told all the same: who the person is, and in work their project.

    A message in a project that asks nothing is work in it. Call it outside of `acting_as`.
    """
    here = leave_out_local_only
    with acting_as(turn.user):
        if turn.project_id and seen.verdict is None:
            told = always.of_project(turn.user, turn.project_id, leave_out_local_only=here)
            most = always.OF_PERSON_AT_WORK
        else:
            told, most = [], always.OF_PERSON
        told += always.of_person(turn.user, most=most, leave_out_local_only=here)
    known = {item.id for item in seen.items}
    own_words = turn.source_id
    return [it for it in told if it.id not in known and it.source_id != own_words]


def of_files(turn: Turn, text: str, budget: int, *, leave_out_local_only: bool) -> tuple[Item, ...]:
    """Passages of the attached files: all in order if they fit the budget, else the nearest.

    `budget` is in o200k tokens. Call it outside of `acting_as`.
    """
    if not turn.read_in:
        return ()
    with acting_as(turn.user):
        chunks = Chunk.objects.filter(source__in=turn.read_in, hidden=None)
        if leave_out_local_only:
            chunks = chunks.filter(source__local_only=False)
        size = chunks.aggregate(tokens=Sum("token_count"))["tokens"] or 0
        begin = chunks.select_related("source").order_by("source", "position")
        first = [
            passage(chunk, chunk.start, chunk.stop, why=gettext_noop("it came with the message"))
            for chunk in (begin if size <= budget else begin[:1])
        ]
    if size <= budget or not text.strip():
        return tuple(first)
    query = Query(
        text,
        project=turn.project_id,
        sources=frozenset({DOCUMENT}),
        within=turn.read_in,
        limit=ITEMS,
        budget=budget,
        leave_out_local_only=leave_out_local_only,
    )
    near = look_up_all(turn.user, query)
    known = {item.id for item in first}
    return (*first, *(item for item in near if item.id not in known))


def _answering_first(answer: Answer, near: tuple[Item, ...]) -> tuple[Item, ...]:
    """Passages judged to answer come first, though others may be nearer in meaning."""
    answering = {passage.item.id: passage.item for passage in answer.passages}
    return (*answering.values(), *(item for item in near if item.id not in answering))


def only_asks(item: Item) -> bool:
    """Whether a passage holds only the person's questions, which say nothing about them."""
    if item.source_kind != CHAT or item.memory_id or not item.own_words:
        return False
    return all(asks(span.of(item.text)) for span in sentences(item.text))
