"""What a turn of the built-in answerer did, as tests look at it."""

from django.utils.translation import gettext

from accounts.models import User
from chat.answering.language import spoken_as
from chat.builtin.phrases import CLOSEST
from chat.display import ShownChange, changes
from chat.models import Message
from database.acting import acting_as
from memories.models import Memory
from tests.chat.conftest import Told

UNKNOWN = "I don’t know that yet."


def said_in(message: str, english: str) -> str:
    """What an answer says in English, in the language that this message is answered in."""
    with spoken_as([message]):
        return gettext(english)


def unsure(text: str) -> bool:
    """Whether an answer says that it is none, or only comes close."""
    return text.startswith((UNKNOWN, "I know nothing")) or text.endswith(CLOSEST)


def current(user: User) -> list[str]:
    with acting_as(user):
        return sorted(
            Memory.objects.filter(state=Memory.State.CURRENT).values_list("content", flat=True)
        )


def changes_of(user: User, told: Told) -> list[ShownChange]:
    """What a turn did, as it stands under the answer."""
    with acting_as(user):
        answer = Message.objects.select_related("answers").get(pk=told.message.pk)
        return changes(user, answer)


def made(user: User, told: Told) -> list[tuple[str, str]]:
    return [(change.what, change.content) for change in changes_of(user, told)]


def states(user: User) -> dict[str, str]:
    with acting_as(user):
        return dict(Memory.objects.filter(user=user).values_list("content", "state"))
