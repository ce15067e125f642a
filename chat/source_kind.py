"""Chats as a kind of source: what was said to Yarnnn, and what it answered."""

from django.utils.translation import gettext, gettext_noop

from memories.source_kinds import CHAT, ArchiveRules, Noun, SourceKind, SourceOrigin

# The work of this room.
SUMMARISE, TITLE = "summarise", "title"


def _origin(told: SourceOrigin) -> str:
    if told.assistant:
        return gettext("From my answer")
    if not told.mine and told.speaker:
        return f"From {told.speaker}, in a chat"
    return gettext("From your chat")


KIND = SourceKind(
    name=CHAT,
    number=1,
    label=gettext_noop("Chat"),
    icon="chat",
    noun=Noun(gettext_noop("chat"), gettext_noop("chats")),
    passages=Noun(gettext_noop("message"), gettext_noop("messages")),
    places=Noun(gettext_noop("conversation"), gettext_noop("conversations")),
    where=gettext_noop("in a chat"),
    origin=_origin,
    thread_page="chat:conversation",
    thread_label=gettext_noop("Open the conversation"),
    archive=ArchiveRules(
        columns_left_out={
            "chat.conversation": ("model", "summary", "summed_up"),
            "chat.message": ("lease", "stop_asked"),
        }
    ),
    uploads=("chat:send", "api_chat"),
    conversation=True,
    direct=True,
)
