"""How the built-in answerer puts things: in the second person, cited, no more than is known."""

from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from chat.answering.plan import Plan
from chat.builtin.known import Known
from memories.pages import day, tell_statement

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
FORGOTTEN_SINCE = "I remembered that, and you had me forget it since."
UNKNOWN = (
    "I don’t know that yet. Tell me and I’ll remember it, or add a document or your mail if it"
    " stands there."
)
# Where nothing answers for sure; what follows is cited.
CLOSEST = "I don’t know that for sure. This comes closest:"
CLOSEST_OF_THE_REST = "The rest I don’t know for sure. This comes closest:"
# What was noted stands under the answer, with Forget and Edit: it need not be said twice.
NOTED = "Noted."
CORRECTED = "Corrected."
# What is there again, or gone, stands under the answer.
UNDONE = "Undone."
UNDONE_ALREADY = "I’ve undone that already."
NOTHING_TO_UNDO = "There’s nothing in this chat to undo."
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
    told = " ".join(f"{tell_statement(k.content)} [{n}]." for n, k in enumerate(known, 1))
    return Plan(f"{opening} {told}".strip(), cites=[k.cite for k in known])


def known_already(user: User, known: Sequence[Known]) -> Plan:
    """What was told again, each with its citation, and since when it is known."""
    days = {day(user, each.since) for each in known} - {day(user, timezone.now())}
    since = f", since {days.pop()}" if len(known) == 1 and days else ""
    return statements(f"I know that already{since}:", known)


def listed(opening: str, lines: Sequence[str], ending: str = "") -> str:
    """An opening and a list of cited statements."""
    rows = "\n".join(f"- {line} [{n}]" for n, line in enumerate(lines, 1))
    return f"{opening}\n\n{rows}" + (f"\n\n{ending}" if ending else "")
