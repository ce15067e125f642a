"""Forgetting on request: find what is meant, name it, or ask which."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext

from accounts.models import User
from chat.answering.plan import Cite, Plan
from chat.answering.retrieval import look
from chat.answering.turns import Turn
from chat.builtin import phrases
from chat.builtin.citable_memories import CitableMemory, known_memories
from chat.builtin.requests.forget import (
    ForgetRequest,
    read_removal,
    read_request,
)
from chat.builtin.requests.intent import Intent
from chat.builtin.requests.patterns import surely_asks
from database.acting import acting_as
from memories.forgetting import (
    ForgetMatches,
    Passage,
    find_meant,
    find_told_last,
    questions_of,
)
from memories.learning import secrets_in, seems_to_ask
from memories.models import Chunk, Memory
from memories.pages import tell_statement
from memories.text import in_second_person

LOOKED_AT = 30
ASKED_AT_MOST = 6
# Maximum number of memories forgotten at once without asking first.
UNASKED = 10


def forget(turn: Turn, wanted: Intent) -> Plan:
    """Forget what a message names; ask when several fit, say so when nothing does."""
    topic = wanted.of(turn.text)
    meant = _meant(turn, topic, _request(turn, wanted))
    if not meant.passages:
        said = in_second_person(topic) or topic
        told = gettext("I don’t know anything like that, so there is nothing to forget: %(what)s.")
        return Plan(told % {"what": _lower(said)})
    if not meant.sure:
        return ask_which_passage(turn.user, meant)
    if len(meant.passages) > UNASKED:
        return ask_before(turn.user, meant.passages)
    plan = forgotten_passages(meant.passages, asked=(wanted.start, wanted.stop))
    if meant.wider:
        said = gettext("The rest of that sentence went too: it said nothing by itself.")
        plan = replace(plan, text=f"{plan.text} {said}")
    return _offering_more(turn.user, plan, meant.more) if meant.more else plan


def forget_if_known(turn: Turn, *, told: bool = False) -> Plan | None:
    """Ask whether a statement wants something forgotten that is known: "scrap the fine".

    Where it `told` something that is kept, only if it is nearly sure to ask.
    """
    request = read_removal(turn.text)
    if request is None or (told and not request.nearly_sure):
        return None
    if not (request.likely or surely_asks(turn.text)) and seems_to_ask(turn.text):
        # "Out of the Prague lot who can't have gluten" asks something else.
        return None
    meant = _meant(turn, turn.text[request.start : request.stop], request)
    clear = meant.sure or request.likely
    if not (clear and meant.passages):
        return None
    plan = ask_which_passage(turn.user, meant)
    text = f"{gettext(phrases.PERHAPS_FORGET)} {plan.text}"
    plan = replace(plan, text=text, tells_nothing=True)
    if told or surely_asks(turn.text) or not turn.source_id:
        return plan
    # Where it is answered that nothing goes, or not at all, it tells something (choice.let_be).
    details = {"asks": {**plan.details["asks"], "statement": str(turn.source_id)}}
    return replace(plan, details=details)


def _meant(turn: Turn, topic: str, request: ForgetRequest) -> ForgetMatches:
    hints = _hints(turn, (topic, *questions_of(topic, whole=request.everything or request.about)))
    with acting_as(turn.user):
        return find_meant(
            turn.user,
            topic,
            everything=request.everything,
            states=request.states,
            about=request.about,
            keep=request.keep,
            every_form=request.every_form,
            hints=hints,
            but=turn.source_id,
        )


def _hints(turn: Turn, looked_up: Iterable[str]) -> set[UUID]:
    """The chunks that recall finds for any of these."""
    found = [item for words in looked_up for item in look(turn, words, limit=LOOKED_AT)]
    return {item.chunk_id for item in found if item.chunk_id}


def _request(turn: Turn, wanted: Intent) -> ForgetRequest:
    start = len(turn.text) - len(turn.text.lstrip())
    read = read_request(turn.text[start:])
    return read or ForgetRequest(wanted.start, wanted.stop)


def offer_to_seal(turn: Turn) -> Plan:
    """Say that a secret is not learned, and offer to forget the sentences that tell it."""
    told = [
        Passage(turn.source_id, span.start, span.stop, span.of(turn.text))
        for span in secrets_in(turn.text)
        if turn.source_id
    ]
    details = _asks(told, yes_is_all=True) if told else {}
    return Plan(gettext(phrases.SECRET), details=details, searchable=False)


def forget_last(turn: Turn) -> Plan:
    """Forget what was cited or learned last; ask when that was more than one thing."""
    last: tuple[UUID, ...] = next((t.memories for t in reversed(turn.earlier) if t.memories), ())
    with acting_as(turn.user):
        known = known_memories(turn.user, last)
        # Asked what was before, the answer may name nothing but what is history.
        known = known or known_memories(turn.user, last, Memory.State.SUPERSEDED)
    if not known:
        return Plan(gettext("Tell me what to forget: “forget that …” or “forget about …”."))
    return ask_which(known) if len(known) > 1 else forgotten(known)


def say_how_all_goes() -> Plan:
    """Say where everything at once is deleted: no guess at what somebody may mean by all."""
    return Plan(
        gettext(phrases.ALL_AT_ONCE), details={"asks": {"what": "forget"}}, searchable=False
    )


def forget_told_last(turn: Turn, wanted: Intent) -> Plan:
    """Forget what the person told last, of what they name where they name something."""
    topic = wanted.of(turn.text).strip()
    hints = _hints(turn, (topic,)) if topic else set()
    with acting_as(turn.user):
        last = find_told_last(
            turn.user,
            topic,
            thread=str(turn.conversation_id),
            hints=hints,
            but=turn.source_id,
        )
    if not last:
        return Plan(gettext(phrases.NOTHING_TOLD))
    asked = (wanted.start, wanted.stop) if topic else None
    return forgotten_passages(last, asked=asked)


def ask_which(known: list[CitableMemory]) -> Plan:
    """Ask which of several is meant; the answer may be a number, its words, or “all”."""
    shown = known[:ASKED_AT_MOST]
    lines = "\n".join(f"{n}. {tell_statement(k.content)} [{n}]" for n, k in enumerate(shown, 1))
    asking = gettext("Which one shall I forget?")
    saying = gettext("Say its number, or “all of them”.")
    return Plan(
        f"{asking}\n\n{lines}\n\n{saying}",
        cites=[k.cite for k in shown],
        details={"asks": {"what": "forget", "options": [str(k.id) for k in shown]}},
    )


def ask_which_passage(user: User, meant: ForgetMatches) -> Plan:
    """Ask which of these passages is meant: nothing is forgotten before that is answered."""
    shown = meant.passages[:ASKED_AT_MOST]
    one = len(shown) == 1
    asking = gettext("Do you mean this?") if one else gettext("Which one shall I forget?")
    lines, cites = _numbered(user, shown)
    text = f"{asking}\n\n{_choice(lines, len(shown))}"
    return Plan(text, cites=cites, details=_asks(shown))


def ask_before(user: User, passages: Sequence[Passage]) -> Plan:
    """Show what would go, where that is a lot: nothing is forgotten before that is answered."""
    shown = passages[:ASKED_AT_MOST]
    lines, cites = _numbered(user, shown)
    many = gettext("That would be %(many)s things. Among them:") % {"many": len(passages)}
    saying = gettext("Say “yes” to forget all of them, a number for one, or “none”.")
    return Plan(
        f"{many}\n\n{lines}\n\n{saying}",
        cites=cites,
        details=_asks(passages, yes_is_all=True),
    )


def _offering_more(user: User, plan: Plan, more: Sequence[Passage]) -> Plan:
    """After forgetting: what is left and may belong to it."""
    shown = more[:ASKED_AT_MOST]
    left = gettext("This may be part of it and is still here:")
    lines, cites = _numbered(user, shown)
    # A "yes" said of anything else takes nothing more along.
    saying = gettext("Say its number, or “all of them”, to forget it too.")
    text = f"{plan.text} {left}\n\n{lines}\n\n{saying}"
    return replace(plan, text=text, cites=cites, details=_asks(shown, beside=True))


def _numbered(user: User, shown: Sequence[Passage]) -> tuple[str, list[Cite]]:
    """The passages by number, and where they stand: what goes later is blacked out there, too.

    What is not searchable stands in no passage, and has no marker.
    """
    with acting_as(user):
        chunks = [Chunk.standing_at(each.source, each.start) for each in shown]
    lines, cites = [], []
    for n, (each, chunk) in enumerate(zip(shown, chunks, strict=True), 1):
        line = f"{n}. {tell_statement(each.told)}"
        if chunk:
            cites.append(Cite(chunk.pk, None, each.start, each.stop))
            line += f" [{len(cites)}]"
        lines.append(line)
    return "\n".join(lines), cites


def _choice(lines: str, many: int) -> str:
    if many == 1:
        saying = gettext("Say “yes” to forget it, or “none”.")
    else:
        saying = gettext(
            "Say its number, several numbers, or “all of them” to forget it, or “none”."
        )
    return f"{lines}\n\n{saying}"


def _asks(
    passages: Sequence[Passage], *, yes_is_all: bool = False, beside: bool = False
) -> dict[str, object]:
    options = [f"{p.source}:{p.start}:{p.stop}" for p in passages]
    asks = {"what": "forget", "options": options, "yes_is_all": yes_is_all, "beside": beside}
    return {"asks": asks}


def forgotten(known: list[CitableMemory], *, asked: tuple[int, int] | None = None) -> Plan:
    """Forget these. They are named beside Undo, and not in the answer, which is kept."""
    text = _said(len(known))
    return Plan(text, forget=[k.id for k in known], asked=asked, searchable=False)


def forgotten_passages(
    passages: Sequence[Passage], *, asked: tuple[int, int] | None = None
) -> Plan:
    """Forget these passages, and what rests on them."""
    return Plan(_said(len(passages)), passages=passages, asked=asked, searchable=False)


def _said(many: int) -> str:
    # How many memories went stands beside Undo, one on a line.
    return gettext("Forgot that.") if many == 1 else gettext("Forgot these things.")


def _lower(sentence: str) -> str:
    """A sentence continued after a colon; names keep their capital."""
    first = sentence.split(" ", 1)[0]
    if first in ("You", "Your", "You’re", "You’ve", "My", "The"):
        return sentence[0].lower() + sentence[1:]
    return sentence
