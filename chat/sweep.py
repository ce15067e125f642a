"""What is over: temporary chats that have ended, answers whose writer died."""

from django.utils import timezone

from accounts.models import User
from chat.answering import answer
from chat.models import Conversation, Message
from database.acting import acting_as


def sweep() -> int:
    """Delete temporary chats that are over and close answers that nobody writes any more.

    Each person's in a block of their own. Gives how many chats went.
    """
    gone = 0
    for user_id in User.objects.values_list("pk", flat=True).iterator():
        with acting_as(user_id):
            over = Conversation.objects.filter(temporary=True, ends__lt=timezone.now())
            gone += over.delete()[1].get("chat.Conversation", 0)
            dead = list(
                Message.objects.filter(
                    state=Message.State.WORKING, lease__lt=timezone.now()
                ).values_list("pk", flat=True)
            )
        for message in dead:
            answer.settled(user_id, message)
    return gone
