"""Chats as a kind of source: what was said to Yarnnn, and what it answered."""

from memories.source_kinds import CHAT, Noun, SourceKind, Told


def _origin(told: Told) -> str:
    if told.assistant:
        return "From my answer"
    if not told.mine and told.speaker:
        return f"From {told.speaker}, in a chat"
    return "From your chat"


KIND = SourceKind(
    name=CHAT,
    number=1,
    label="Chat",
    icon="chat",
    noun=Noun("chat", "chats"),
    passages=Noun("message", "messages"),
    places=Noun("conversation", "conversations"),
    origin=_origin,
    thread_page="chat:conversation",
    thread_label="Open the conversation",
    conversation=True,
    direct=True,
)
