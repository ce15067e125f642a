"""What to answer: reads what a message wants, and lets the part that knows about it decide."""

from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext

from chat.answering import files
from chat.answering.plan import Plan
from chat.answering.turns import Turn
from chat.builtin import about_named, choice, phrases, questions
from chat.builtin.citable_memories import CitableMemory, known_memories
from chat.builtin.correcting import correct
from chat.builtin.forgetting import (
    forget,
    forget_if_known,
    forget_last,
    forget_told_last,
    offer_to_seal,
    say_how_all_goes,
)
from chat.builtin.offer_to_remember import accepted, offer
from chat.builtin.requests import intent
from chat.builtin.requests.intent import Kind
from chat.builtin.undoing import undo, wants_back
from database.acting import acting_as
from memories.learning import secrets_in, seems_to_ask

# What a message asks.
_ASKS = frozenset({Kind.OVERVIEW, Kind.ABOUT, Kind.QUESTION})
# What is said to anybody, and its answer.
_SMALL_TALK = {
    Kind.GREETING: phrases.GREETING,
    Kind.THANKS: phrases.THANKS,
    Kind.HELP: phrases.HELP,
    Kind.DEED: phrases.CANNOT,
}
_COMMANDS = intent.TAKING_AWAY | {Kind.REMEMBER, Kind.CORRECT}


def commands(turn: Turn) -> bool:
    """Whether this message wants the memory changed: done by rules, whatever model is set."""
    if choice.chosen(turn) is not None or wants_back(turn):
        return True
    return intent.read(turn.text).kind in _COMMANDS


def decide(turn: Turn) -> Plan:
    """Decide on an answer. Call it outside of `acting_as`: it may recall."""
    wanted = intent.read(turn.text)
    plan = replace(_decide(turn, wanted), tells_after_all=choice.let_be(turn))
    return _with_files(turn, wanted.kind, plan) if turn.files else plan


def _with_files(turn: Turn, kind: Kind, plan: Plan) -> Plan:
    """The answer with what there is to say of the files that came along."""
    told = files.told(turn.files, asked=kind in _ASKS)
    if not told:
        return plan
    if kind is Kind.STATEMENT and not _of_this_turn(turn):
        # "Here is my lease." is about the files: it need not be offered to be remembered.
        return Plan(" ".join(told))
    return replace(plan, text=" ".join(filter(None, [plan.text, *told])))


def _decide(turn: Turn, wanted: intent.Intent) -> Plan:
    if turn.temporary:
        return _in_temporary(turn, wanted)
    if refused := turn.said_details.get("refused"):
        return Plan(str(refused))
    if wants_back(turn):
        return undo(turn)
    chosen = choice.chosen(turn)
    if chosen is not None:
        return choice.carry_on(turn, chosen)
    if (which := choice.which(turn)) is not None:
        return which
    if (more := about_named.more(turn)) is not None:
        return more
    if (kept := accepted(turn)) is not None:
        return kept
    match wanted.kind:
        case Kind.REMEMBER:
            return _remembered(turn)
        case Kind.FORGET:
            return forget(turn, wanted)
        case Kind.FORGET_LAST:
            return forget_last(turn)
        case Kind.FORGET_TOLD_LAST:
            return forget_told_last(turn, wanted)
        case Kind.FORGET_ALL:
            return say_how_all_goes()
        case Kind.CORRECT:
            return correct(turn, wanted)
        case Kind.UNDO:
            return undo(turn)
        case Kind.OVERVIEW | Kind.ABOUT | Kind.QUESTION:
            return _asked(turn, wanted)
        case Kind.GREETING | Kind.THANKS | Kind.HELP | Kind.DEED:
            return Plan(gettext(_SMALL_TALK[wanted.kind]))
        case Kind.REMIND:
            return Plan(gettext(phrases.REMIND), searchable=False)
    return _heard(turn)


def _in_temporary(turn: Turn, wanted: intent.Intent) -> Plan:
    """Where nothing is kept, what may be looked up has an answer, and who greets or thanks."""
    if wanted.kind in _SMALL_TALK:
        return Plan(gettext(_SMALL_TALK[wanted.kind]))
    if turn.looks_up and wanted.kind in _ASKS:
        return _asked(turn, wanted)
    if turn.looks_up and wanted.kind is Kind.STATEMENT and seems_to_ask(turn.text):
        return questions.answer(turn, turn.text)
    tells = wanted.kind in (Kind.STATEMENT, Kind.REMEMBER) and not seems_to_ask(turn.text)
    return Plan(gettext(phrases.TEMPORARY_TOLD if tells else phrases.TEMPORARY_ASKED))


def _asked(turn: Turn, wanted: intent.Intent) -> Plan:
    match wanted.kind:
        case Kind.OVERVIEW:
            return questions.overview(turn)
        case Kind.ABOUT:
            return questions.about(turn, wanted.of(turn.text))
    return questions.answer(turn, wanted.of(turn.text))


def _remembered(turn: Turn) -> Plan:
    learned = _of_this_turn(turn)
    if not learned:
        return Plan(gettext(phrases.FORGOTTEN_SINCE))
    if knew := _of_this_turn(turn, "known"):
        return phrases.known_already(turn.user, knew)
    secret = bool(secrets_in(turn.text))
    return Plan(gettext(phrases.SECRET_NOTED), searchable=False) if secret else _noted()


def _heard(turn: Turn) -> Plan:
    """A statement: it was learned from, known, forgotten, or only kept."""
    if _of_this_turn(turn, "remembered", "updated"):
        return forget_if_known(turn, told=True) or _noted()
    if _of_this_turn(turn, "asked"):
        return Plan(gettext(phrases.DOES_IT_REPLACE))
    if turn.said_details.get("withheld") or turn.said_details.get("held"):
        resembles = turn.said_details.get("resembles")
        return Plan(gettext(phrases.RESEMBLES) if resembles else gettext(phrases.WITHHELD))
    if knew := _of_this_turn(turn, "known"):
        return phrases.known_already(turn.user, knew)
    if secrets_in(turn.text):
        return offer_to_seal(turn)
    if (asking := forget_if_known(turn)) is not None:
        return asking
    if choice.is_number(turn.text):
        return Plan(gettext(phrases.NOTHING_TO_CHOOSE), searchable=False)
    if not turn.said_details.get("proposed") and seems_to_ask(turn.text):
        # No mark says so: it would be found as what was told.
        return replace(questions.answer(turn, turn.text), tells_nothing=True)
    # What is proposed stands under the answer.
    return Plan(gettext(phrases.SAVED)) if turn.said_details.get("proposed") else offer(turn)


def _noted() -> Plan:
    return Plan(gettext(phrases.NOTED), searchable=False)


def _of_this_turn(turn: Turn, *what: str) -> list[CitableMemory]:
    did = turn.said_details.get("did", [])
    made = [UUID(d["memory"]) for d in did if d["what"] in what or not what]
    with acting_as(turn.user):
        return known_memories(turn.user, made)
