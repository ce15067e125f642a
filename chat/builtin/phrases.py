"""How the built-in answerer puts things: in the second person, cited, no more than is known."""

from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from chat.answering.plan import Plan
from chat.builtin.known import Known
from memories.pages import day, tell_statement
from memories.source_kinds import from_elsewhere

GREETING = "Hello! Tell me something about yourself and I’ll remember it, or ask me what I know."
HELP = (
    "I remember what you tell me, and answer from it with the passage it came from. Tell me things"
    " as they come; ask “what do you remember about …?” or anything you told me; say “forget …”"
    " and it is gone, “no, it’s …” and it is corrected, “undo” and it is as before."
)
THANKS = "You’re welcome."
TEMPORARY = (
    "This chat is temporary: I look nothing up here and remember nothing, and without a language"
    " model I have nothing else to answer from. Ask me in an ordinary chat, or set a model up."
)
# What is not learned by itself; a button under the answer has it remembered.
OFFER = "Saved in this chat. Want me to remember it?"
SAVED = "Saved in this chat. I can find it when you ask."
WITHHELD = (
    "You asked me to forget that, so I haven’t remembered it and won’t find it in this chat."
    " Want me to remember it again?"
)
# It may be what was forgotten, or something else: the person says which.
RESEMBLES = (
    "That sounds like something you asked me to forget. Shall I remember it all the same? Until you"
    " say so I won’t find it."
)
FORGOTTEN_SINCE = "I remembered that, and you had me forget it since."
UNKNOWN = "I don’t know that yet."
# The answer comes first, the doubt after it.
CLOSEST = "That’s the closest I have."
CLOSEST_OF_THE_REST = "For the rest, that’s the closest I have."
# What was noted stands under the answer, with Forget and Edit: it need not be said twice.
NOTED = "Noted."
CORRECTED = "Corrected."
# The earlier words and two buttons stand under it.
DOES_IT_REPLACE = "Noted. Does it replace what you told me before?"
# A value that was true earlier, beside what holds now.
BEFORE = "Before that: "
NOW = "Now: "
# Where it is not sure that the later one changed it.
EARLIER = "Earlier you told me: "
# What is there again, or gone, stands under the answer.
UNDONE = "Undone."
UNDONE_ALREADY = "I’ve undone that already."
NOTHING_TO_UNDO = "There’s nothing in this chat to undo."
NOT_THE_REST = "The rest I don’t know yet."
NOTHING_YET = (
    "I don’t know anything about you yet. Tell me where you live, what you do or what you like,"
    " and I’ll remember it."
)


def unknown() -> str:
    return f"{UNKNOWN} Tell me, or add the {from_elsewhere()} it’s in."


def nothing_about(name: str) -> str:
    """What is told where a question names somebody or something that stands nowhere."""
    return f"I know nothing about {name}. Tell me, or add the {from_elsewhere()} it’s in."


def decided(whether: bool | None, line: str) -> str:
    """Yes or no before the sentence that decides it."""
    return line if whether is None else f"{'Yes' if whether else 'No'}: {line}"


def unknown_about(topic: str) -> str:
    return (
        f"I don’t know anything about {topic} yet. Tell me, or add the {from_elsewhere()} it’s in."
    )


def statements(opening: str, known: Sequence[Known]) -> Plan:
    """An opening and what is known, each with its citation."""
    told = " ".join(f"{tell_statement(k.content)} [{n}]." for n, k in enumerate(known, 1))
    return Plan(f"{opening} {told}".strip(), cites=[k.cite for k in known])


def known_already(user: User, known: Sequence[Known]) -> Plan:
    """What was told again, each with its citation, and since when it is known."""
    days = {day(user, each.since) for each in known} - {day(user, timezone.now())}
    since = f", since {days.pop()}" if len(known) == 1 and days else ""
    return statements(f"I know that already{since}:", known)


NO_MORE = "That was all of it."


def known_about(called: str) -> str:
    return f"This is what I know about {called}:"


def more_about(called: str) -> str:
    return f"More about {called}:"


def page(first: int, last: int, total: int) -> str:
    """Which of how many were told, and how to get the rest."""
    told = f"{last} of {total:,}" if first == 1 else f"{first} to {last} of {total:,}"
    return f"That’s {told}. Say “more” for the next." if last < total else f"That’s {told}."


def which_of(name: str, known: Sequence[tuple[str, int]]) -> str:
    """Of several of one name: whom to ask about."""
    each = [f"{one} ({total:,} thing{'' if total == 1 else 's'})" for one, total in known]
    return f"I know more than one {name}: {', '.join(each[:-1])} and {each[-1]}. Which do you mean?"


def listed(opening: str, lines: Sequence[str], ending: str = "") -> str:
    """An opening and a list of cited statements."""
    rows = "\n".join(f"- {line} [{n}]" for n, line in enumerate(lines, 1))
    return f"{opening}\n\n{rows}" + (f"\n\n{ending}" if ending else "")
