"""How the built-in answerer puts things: in the second person, cited, no more than is known."""

import re
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from chat.builtin.known import Known
from chat.builtin.second_person import in_second_person
from chat.plan import Plan
from memories.folding import Item
from memories.models import Source
from memories.tombstones import MASK

GREETING = "Hello! Tell me something about yourself and I’ll remember it, or ask me what I know."
THANKS = "You’re welcome."
TEMPORARY = (
    "This chat is temporary: I look nothing up here and remember nothing, and without a language"
    " model I have nothing else to answer from. Ask me in an ordinary chat, or set a model up."
)
DOES_NOT_LEARN = (
    "I’ve kept that in this chat and can find it when you ask. If I should know it about you,"
    " start with “remember that …”."
)
UNKNOWN = (
    "I don’t know that yet. Tell me and I’ll remember it, or add a document or your mail if it"
    " stands there."
)
NOT_THE_REST = "The rest I don’t know yet."
NOTHING_YET = (
    "I don’t know anything about you yet. Tell me where you live, what you do or what you like,"
    " and I’ll remember it."
)


def unknown_about(topic: str) -> str:
    return (
        f"I don’t know anything about {topic} yet. Tell me and I’ll remember it, or add a document"
        " or your mail if it stands there."
    )


def statements(opening: str, known: Sequence[Known]) -> Plan:
    """An opening and what is known, each with its citation."""
    told = " ".join(f"{tell(k.content)} [{n}]." for n, k in enumerate(known, 1))
    return Plan(f"{opening} {told}".strip(), cites=[k.cite for k in known])


def listed(opening: str, lines: Sequence[str], ending: str = "") -> str:
    """An opening and a list of cited statements."""
    rows = "\n".join(f"- {line} [{n}]" for n, line in enumerate(lines, 1))
    return f"{opening}\n\n{rows}" + (f"\n\n{ending}" if ending else "")


def tell(statement: str) -> str:
    """A statement of the person's said to them, or quoted where that could go wrong."""
    statement = unmarked(statement)
    turned = in_second_person(statement)
    return turned if turned else f"You said: “{_quotable(statement)}”"


def tell_item(item: Item, sentence: str, zone: ZoneInfo) -> str:
    """A sentence of something recalled: theirs said to them, another's quoted with its origin."""
    sentence = unmarked(sentence)
    mine = item.memory_id is not None or (
        item.author == Source.Author.PERSON
        and item.source_kind in (Source.Kind.CHAT, Source.Kind.NOTE, Source.Kind.IMPORT)
    )
    if mine:
        turned = in_second_person(sentence)
        if turned:
            return turned
        return f"You said on {day(item.happened_at, zone)}: “{_quotable(sentence)}”"
    return f"{_whence(item, zone)}: “{_quotable(sentence)}”"


def unmarked(text: str) -> str:
    """What looks like a marker in a person's words is none."""
    return re.sub(r"\[(?=\s*\d)", "(", text)


def _whence(item: Item, zone: ZoneInfo) -> str:
    on = day(item.happened_at, zone)
    if item.source_kind == Source.Kind.DOCUMENT:
        return f"In “{item.title}”" if item.title else "In a document"
    if item.author == Source.Author.ASSISTANT:
        return f"I said on {on}"
    who = item.speaker or ("You" if item.author == Source.Author.PERSON else "Someone")
    return f"{who} wrote on {on}"


def day(moment: datetime, zone: ZoneInfo) -> str:
    local = moment.astimezone(zone)
    this_year = local.year == datetime.now(tz=zone).year
    return local.strftime("%-d %B" if this_year else "%-d %B %Y")


def _quotable(text: str, longest: int = 300) -> str:
    flat = " ".join(text.replace(MASK, "").split()).rstrip(" .")
    return flat if len(flat) <= longest else flat[:longest].rsplit(" ", 1)[0] + " …"
