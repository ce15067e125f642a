"""Answering: claim the waiting message, stream, keep what was written whatever happens.

No database connection is held while a model, a stream or another viewer is waited for.
"""

import logging
import time
from collections.abc import Iterator
from uuid import UUID

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from chat import builtin, tools
from chat.answering import citations, files, turns
from chat.answering.apply_plan import apply_plan
from chat.answering.events import AnswerEnded, Event, KeepAlive, Step, Token
from chat.answering.language import spoken_as
from chat.answering.memory_updates import update, update_answered
from chat.answering.model.by_model import answer_by_model
from chat.answering.plan import Plan
from chat.answering.turns import Turn
from chat.models import LEASE, Message
from chat.tools import step_texts
from database.acting import acting_as
from model_access import ledger
from model_access.connections import chosen

logger = logging.getLogger(__name__)

# How often a second viewer looks for more, and how long `stop` waits for the writer, in seconds.
LOOK = 0.4
STOP_WITHIN = 2.0
BROKE = gettext_noop("Something went wrong on our side. What you said is saved; try again.")
ENDED = (
    Message.State.DONE,
    Message.State.STOPPED,
    Message.State.INTERRUPTED,
    Message.State.FAILED,
)


def answer(user_id: UUID, message_id: UUID) -> Iterator[Event]:
    """Answer a waiting message, or follow whoever is answering it already. Ends with AnswerEnded.

    Call it outside of `acting_as`. Close it to stop: what was written is kept and marked. Raises
    Message.DoesNotExist.
    """
    turn = _claim(user_id, message_id)
    if turn is None:
        yield from _follow(user_id, message_id)
    else:
        try:
            yield from _write(turn)
        except Exception:
            logger.exception("An answer broke off")
            _close(turn, Message.State.FAILED, gettext(BROKE))
    yield AnswerEnded(message_id)


def answer_now(user_id: UUID, message_id: UUID) -> None:
    """Answer a waiting message to the end, for whoever does not watch."""
    for _ in answer(user_id, message_id):
        pass


def _claim(user_id: UUID, message_id: UUID) -> Turn | None:
    with acting_as(user_id):
        message = (
            Message.objects.select_for_update(of=("self",))
            .select_related("conversation", "answers__source", "user")
            .get(pk=message_id, role=Message.Role.ASSISTANT)
        )
        if message.state != Message.State.WAITING:
            return None
        turn = turns.load(message.user, message)
        message.state = Message.State.WORKING
        message.lease = timezone.now() + LEASE
        message.save(update_fields=["state", "lease"])
        return turn


def _write(turn: Turn) -> Iterator[Event]:
    if turn.files:
        read = yield from files.wait_until_read(turn)
        if read is None:
            apply_plan(turn, Plan(text=""), state=Message.State.STOPPED)
            return
        turn = read
    turn = update(turn)
    model = None if _is_for_rules(turn) else chosen(turn.model)
    if model is None:
        yield from _by_rules(turn)
    elif ledger.is_used_up(turn.user):
        yield from _by_rules(
            turn, gettext("Today’s budget for the model is used up: this is answered without it.")
        )
    else:
        yield from answer_by_model(turn, model)


def _is_for_rules(turn: Turn) -> bool:
    """Whether no model is asked: it is not wanted, or there is nothing to ask it."""
    return turn.builtin or not turn.text.strip() or builtin.commands(turn)


def _by_rules(turn: Turn, reason: str = "") -> Iterator[Event]:
    """Decide, carry out and save at once; only then show it, word by word."""
    earlier = [said.text for said in reversed(turn.earlier) if said.by_person]
    with spoken_as([turn.text, *earlier]):
        plan = builtin.decide(turn)
        text = apply_plan(turn, plan, reason=reason)
    if plan.remember:
        update_answered(turn)
    for word in _words(text):
        yield Token(word)


def _words(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        stop = text.find(" ", start + 24)
        stop = len(text) if stop < 0 else stop
        yield text[start:stop]
        start = stop


def _close(turn: Turn, state: Message.State, reason: str) -> None:
    try:
        apply_plan(turn, Plan(text=""), state=state, reason=reason)
    except DatabaseError:
        logger.warning("An answer could not be closed: its lease will run out")


def _follow(user_id: UUID, message_id: UUID) -> Iterator[Event]:
    """Show what another stream has saved of its answer, until it ends."""
    shown = seen = 0
    while True:
        message = settled(user_id, message_id)
        for step in message.details.get("steps", [])[seen:]:
            seen += 1
            yield Step(seen, step_texts.done(step, tools.of_step(step)), ended=True)
        text = message.text
        if len(text) > shown and message.state not in ENDED:
            yield Token(text[shown:])
            shown = len(text)
        if message.state in ENDED or message.state == Message.State.WAITING:
            return
        yield KeepAlive()
        time.sleep(LOOK)


def settled(user_id: UUID, message_id: UUID) -> Message:
    """Give a message as it is now; one whose writer died is closed first, with what there is."""
    with acting_as(user_id):
        message = Message.objects.select_related("source", "conversation").get(pk=message_id)
        if message.state != Message.State.WORKING or (
            message.lease and message.lease > timezone.now()
        ):
            return message
    end_without_writer(user_id, message_id, Message.State.INTERRUPTED)
    with acting_as(user_id):
        return Message.objects.select_related("source", "conversation").get(pk=message_id)


def end_without_writer(user_id: UUID, message_id: UUID, state: Message.State) -> None:
    """Close an answer that nobody writes any more: its draft is kept as it is."""
    with acting_as(user_id):
        message = (
            Message.objects.select_related("conversation", "answers__source", "user")
            .filter(pk=message_id, state__in=[Message.State.WORKING, Message.State.WAITING])
            .first()
        )
        if message is None:
            return
        turn, text = turns.load(message.user, message), message.draft
    # What its markers stood for went with the writer.
    text, _ = citations.resolve(text, 0)
    apply_plan(turn, Plan(text=text), state=state)


def stop(user_id: UUID, message_id: UUID) -> None:
    """Stop an answer. Whoever writes it ends it with what there is; waits for that a moment."""
    with acting_as(user_id):
        waiting = Message.objects.filter(pk=message_id, state=Message.State.WAITING)
        if waiting.update(state=Message.State.STOPPED):
            return
        Message.objects.filter(pk=message_id, state=Message.State.WORKING).update(
            stop_asked=timezone.now()
        )
    until = time.monotonic() + STOP_WITHIN
    while time.monotonic() < until:
        if settled(user_id, message_id).state in ENDED:
            return
        time.sleep(0.1)
    end_without_writer(user_id, message_id, Message.State.STOPPED)


def retry(user: User, message: Message, *, by_rules: bool = False) -> Message:
    """Ask for another answer to the same turn. The first stays. Call it inside `acting_as`."""
    if message.answers is None:
        raise ValueError("only an answer can be tried again")
    if message.state in (Message.State.WAITING, Message.State.WORKING):
        return message
    return Message.objects.create(
        user=user,
        conversation_id=message.conversation_id,
        role=Message.Role.ASSISTANT,
        state=Message.State.WAITING,
        answers=message.answers,
        details={"builtin": True} if by_rules else {},
    )
