"""The answer to "Which one shall I forget?": a number, the words of one, all, or none."""

import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from chat.answering.plan import Plan
from chat.answering.turns import Turn
from chat.builtin import phrases
from chat.builtin.citable_memories import known_memories
from chat.builtin.forgetting import forgotten, forgotten_passages
from chat.builtin.requests.second_thoughts import has_second_thoughts
from database.acting import acting_as
from memories.forgetting import Passage
from memories.models import Source
from memories.text import MASK, Span, number_words, stems

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_CARDINALS = tuple(number_words(1, 6, "en"))
_NUMBER = re.compile(
    r"^(?:(?:please|forget|number|no\.?|the|option)\s+)*(?P<n>[1-6]|"
    + "|".join(_ORDINALS + _CARDINALS)
    + r"|last)(?:st|nd|rd|th)?(?:\s+one)?(?:\s*,?\s*please)?[.!]*$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"^(?:(?:please|forget|numbers?)\s+)*[1-6](?:(?:\s*[,&+]\s*|\s*,?\s*(?:and|und|y)\s+|\s+)[1-6])+"
    r"(?:\s*,?\s*please)?[.!]*$",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^(?:yes|yeah|yep|sure|exactly|please|do(?:\s+it)?|that\s+one|ja|genau|sí|si|claro)"
    r"(?:[\s,]+(?:please|that|forget\s+(?:it|that)|bitte|das|por\s+favor))*[.!]*$",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"^(?:(?:please|forget)\s+)*(?:alle|beide|beides|alles|todo|todos|todas|all|both|everything|all\s+of\s+(?:them|it)|both\s+of\s+them|"
    rf"all\s+(?:{'|'.join(_CARDINALS[1:])}))(?:\s*,?\s*please)?[.!]*$",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"^(?:none|neither|nothing|(?:no|nope|nah|nein|nee|nö|non|não|nie)(?:\s*,?\s*(?:thanks?|thank\s+you|danke|gracias|merci|grazie|obrigad[oa]"
    r"|bedankt|dziękuję))?|keine[rsn]?(?:\s+davon)?|nichts|ningun[oa]|nada|aucune?|rien|nessun[oa]|nenhuma?|geen|żaden|żadne"
    r"|cancel|abbrechen|cancela|annule[rz]?|never\s*mind|stop|leave\s+(?:it|them)|"
    r"keep\s+(?:it|them|both|all)|none\s+of\s+(?:them|these))[.!]*$",
    re.IGNORECASE,
)
LONGEST = 80


@dataclass(frozen=True)
class Choice:
    """Which of the options were chosen: perhaps none of them.

    An option is a memory's id, or a passage as "source:start:stop".
    """

    options: tuple[str, ...]
    # Words that name one, to be looked up among the options.
    words: frozenset[str] = frozenset()


def is_reply(text: str) -> bool:
    """Whether a message is nothing but a choice: it tells nothing to learn."""
    plain = text.strip()
    return len(plain) <= LONGEST and any(
        pattern.match(plain) for pattern in (_NONE, _YES, _ALL, _SEVERAL, _NUMBER)
    )


def is_number(text: str) -> bool:
    """Whether a message is nothing but the digits of what was offered."""
    return bool(re.fullmatch(r"[1-6](?:\s*[,&+]?\s*[1-6])*[.!]*", text.strip()))


def chosen(turn: Turn) -> Choice | None:
    """What this message chooses of the options offered right before it; None if it does not."""
    asks = _asks(turn)
    options = tuple(asks.get("options", ()))
    text = turn.text.strip()
    if not asks or len(text) > LONGEST or "?" in text:
        return None
    if _NONE.match(text) or has_second_thoughts(text):
        return Choice(())
    if not options:
        return None
    one = (len(options) == 1 and not asks.get("beside")) or asks.get("yes_is_all")
    if _ALL.match(text) or (one and _YES.match(text)):
        return Choice(options)
    if several := _SEVERAL.match(text):
        places = [int(n) - 1 for n in re.findall(r"[1-6]", several.group())]
        return Choice(tuple(options[at] for at in dict.fromkeys(places) if at < len(options)))
    if number := _NUMBER.match(text):
        at = _position(number["n"].lower(), len(options))
        return Choice((options[at],)) if at < len(options) else None
    named = re.match(r"^(?:the\s+one\s+)?(?:(?:about|with|of|in|on|at|that)\s+)(.+)$", text, re.I)
    return Choice(options, frozenset(stems(named[1]))) if named else None


def which(turn: Turn) -> Plan | None:
    """To a mere "yes" where one of several was to be chosen: which? None for anything else."""
    asks = _asks(turn)
    if not asks.get("options") or not _YES.match(turn.text.strip()):
        return None
    return Plan(gettext(phrases.WHICH), details={"asks": asks}, searchable=False)


def let_be(turn: Turn) -> UUID | None:
    """The source of the statement that was asked about before, if nothing is to go for it."""
    statement = _asks(turn).get("statement")
    if not statement or which(turn) is not None:
        return None
    choice = chosen(turn)
    return None if choice and choice.options else UUID(statement)


def carry_on(turn: Turn, choice: Choice) -> Plan:
    """Forget what was chosen."""
    if not choice.options:
        return Plan(gettext("All right, I won’t forget anything."))
    if any(":" in option for option in choice.options):
        return _carry_on_with_passages(turn, choice)
    with acting_as(turn.user):
        known = known_memories(turn.user, [UUID(option) for option in choice.options])
    if choice.words:
        known = [k for k in known if choice.words & set(stems(k.content))]
    if not known:
        return Plan(gettext("Those are all gone already, so there is nothing to forget."))
    return forgotten(known)


def _carry_on_with_passages(turn: Turn, choice: Choice) -> Plan:
    passages: list[Passage] = []
    with acting_as(turn.user):
        for source_id, start, stop in (option.split(":") for option in choice.options):
            source = Source.objects.filter(user=turn.user, pk=source_id).first()
            if source is None:
                continue
            passage = Passage.at(source, Span(int(start), int(stop)))
            told = not choice.words or bool(choice.words & set(stems(passage.words)))
            if passage.words and MASK not in passage.words and told:
                passages.append(passage)
    if not passages:
        return Plan(gettext("Those are all gone already, so there is nothing to forget."))
    return forgotten_passages(passages)


def _asks(turn: Turn) -> dict[str, Any]:
    """What was asked right before this message; {} where nothing was."""
    if not turn.earlier or turn.earlier[-1].by_person:
        return {}
    return turn.earlier[-1].details.get("asks") or {}


def _position(word: str, count: int) -> int:
    if word == "last":
        return count - 1
    if word.isdigit():
        return int(word) - 1
    names = _ORDINALS if word in _ORDINALS else _CARDINALS
    return names.index(word)
