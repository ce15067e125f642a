"""A conversation's thread back to its sources: each answer after what it rests on."""

from accounts.models import User
from chat import display
from chat.models import Conversation, Message
from memories.pages import strand


def rows(user: User, conversation: Conversation) -> list[strand.StrandRow]:
    """The latest turns: of each the sources of its answer, then what was asked. Inside `acting_as`.

    A turn that nothing was looked up for is left out.
    """
    shown, _ = display.turns(user, conversation)
    found: list[strand.StrandRow] = []
    asked = ""
    for turn in shown:
        if turn.role == Message.Role.USER:
            asked = turn.text
            continue
        if not turn.used or turn.older:
            continue
        found += [
            strand.StrandRow("source", "", used.text, used.label, used.icon, f"{used.url}#passage")
            for used in turn.used
        ]
        found.append(strand.StrandRow("knot", "", asked, here=True))
    return found
