"""ChatGPT's export: trees of messages, of which the path to the current one is the conversation."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_noop

from imports import chats
from imports.chats import (
    Author,
    ImportedChat,
    ImportedMessage,
    MessageTimes,
    NotAChat,
    id_of,
    words_of,
)

PROGRAM = "chatgpt"

_SPOKEN = ("text", "multimodal_text")
_THOUGHTS = ("thoughts", "reasoning_recap")
_PROFILE = "user_editable_context"
_SHOWN_TO = ("all", "", None)
# Where the model's citations stood: signs for private use, and what stands between them.
_CITED = re.compile("\ue200[^\ue200\ue201]*\ue201|[\ue000-\uf8ff]|【[^】]{1,60}†[^】]{0,80}】")
_FENCED = re.compile(r"```(.*?)```", re.DOTALL)


def is_chat(told: Any) -> bool:
    return isinstance(told, Mapping) and isinstance(told.get("mapping"), Mapping)


def read(told: Mapping[str, Any]) -> ImportedChat:
    """Read one conversation. Raises NotAChat."""
    if not is_chat(told):
        raise NotAChat
    skipped: Counter[str] = Counter()
    said: list[tuple[str, str, str]] = []
    times, profile = MessageTimes(), MessageTimes()
    suggested: list[str] = []
    path = _path(told)
    skipped[chats.UNREACHED] += _unreached(told["mapping"], path)
    for key, message in _messages(told["mapping"], path):
        if _type(message) == _PROFILE:
            for words in _profile(message):
                suggested.append(words)
                profile.add(message.get("create_time"))
            continue
        words = _words(message, skipped)
        if words:
            said.append((id_of(message.get("id"), key), _author(message), words))
            times.add(message.get("create_time"))
    began = told.get("create_time") or told.get("update_time")
    at = times.filled(began)
    turns = [
        ImportedMessage(pk, author, words, when)
        for (pk, author, words), when in zip(said, at, strict=True)
    ]
    if not turns and not suggested:
        raise NotAChat
    first = at[0].timestamp() if at else began
    return ImportedChat(
        PROGRAM,
        id_of(told.get("conversation_id") or told.get("id"), *(turn.id for turn in turns[:1])),
        words_of(told.get("title"))[:300],
        turns,
        [
            ImportedMessage(
                id_of(None, words), Author.OTHER, words, when, gettext_noop("your ChatGPT settings")
            )
            for words, when in zip(suggested, profile.filled(first), strict=True)
        ],
        dict(skipped),
    )


def _path(told: Mapping[str, Any]) -> list[str]:
    """The nodes from the first to the current one. Links that lead nowhere end it there."""
    mapping = told["mapping"]
    at = told.get("current_node")
    if at not in mapping:
        at = _last(mapping)
    path: list[str] = []
    seen: set[str] = set()
    while isinstance(at, str) and at in mapping and at not in seen:
        seen.add(at)
        path.append(at)
        node = mapping[at]
        at = node.get("parent") if isinstance(node, Mapping) else None
    return path[::-1]


def _messages(
    mapping: Mapping[str, Any], keys: Iterable[str]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key in keys:
        node = mapping[key]
        message = node.get("message") if isinstance(node, Mapping) else None
        if isinstance(message, Mapping):
            yield key, message


def _unreached(mapping: Mapping[str, Any], path: Iterable[str]) -> int:
    """How many messages are not on the way to the current one: other attempts, and what stands
    before a link that leads nowhere."""
    reached = {*path}
    rest = [key for key in mapping if key not in reached]
    told = [message for _, message in _messages(mapping, rest)]
    return sum(map(_says_something, told)) + sum(
        not isinstance(node, Mapping) for node in mapping.values()
    )


def _says_something(message: Mapping[str, Any]) -> bool:
    """Whether a message would be kept, or counted as left out."""
    aside: Counter[str] = Counter()
    return bool(_words(message, aside) or aside.total())


def _last(mapping: Mapping[str, Any]) -> Any:
    """Of a tree that does not say which message is the current one: the latest without children."""
    leaves = [
        (_time(node), number, key)
        for number, (key, node) in enumerate(mapping.items())
        if isinstance(node, Mapping)
        and not any(child in mapping for child in node.get("children") or ())
    ]
    return max(leaves)[2] if leaves else None


def _time(node: Mapping[str, Any]) -> float:
    message = node.get("message")
    at = chats.moment_of(message.get("create_time")) if isinstance(message, Mapping) else None
    return at.timestamp() if at else 0.0


def _type(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    kind = content.get("content_type") if isinstance(content, Mapping) else None
    return kind if isinstance(kind, str) else ""


def _role(message: Mapping[str, Any]) -> str:
    author = message.get("author")
    role = author.get("role") if isinstance(author, Mapping) else None
    return role if isinstance(role, str) else ""


def _author(message: Mapping[str, Any]) -> str:
    roles = {"user": Author.PERSON.value, "assistant": Author.ASSISTANT.value}
    return roles.get(_role(message), "")


def _words(message: Mapping[str, Any], skipped: Counter[str]) -> str:
    """What a message says to the person, or they to it; "" for one that is left out."""
    metadata = message.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    kind = _type(message)
    if kind in _THOUGHTS:
        skipped[chats.THOUGHTS] += 1
    elif not _role(message):
        skipped[chats.NOBODYS] += 1
    elif not _author(message) or message.get("recipient") not in _SHOWN_TO:
        # What the program itself put first is nobody's words.
        skipped[chats.TOOLS] += _role(message) != "system"
    elif metadata.get("is_visually_hidden_from_conversation"):
        skipped[chats.HIDDEN] += 1
    elif kind not in _SPOKEN:
        skipped[chats.TOOLS] += 1
    else:
        words = _CITED.sub("", "\n".join(_parts(message, skipped))).strip()
        skipped[chats.EMPTY] += not words
        return words
    return ""


def _parts(message: Mapping[str, Any], skipped: Counter[str]) -> Iterator[str]:
    parts = message["content"].get("parts")
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Mapping):
            # Of what was spoken only its transcript has words.
            if words := words_of(part.get("text")):
                yield words
            else:
                skipped[chats.PICTURES] += 1
        elif words := words_of(part):
            yield words


def _profile(message: Mapping[str, Any]) -> Iterator[str]:
    """What the person wrote about themselves into the settings, and how they want answers."""
    metadata = message.get("metadata")
    kept = metadata.get("user_context_message_data") if isinstance(metadata, Mapping) else None
    kept = kept if isinstance(kept, Mapping) else {}
    content = message["content"]
    for clean, wrapped in (
        ("about_user_message", "user_profile"),
        ("about_model_message", "user_instructions"),
    ):
        words = words_of(kept.get(clean)) or _unwrapped(words_of(content.get(wrapped)))
        if words:
            yield words


def _unwrapped(text: str) -> str:
    """The person's words out of what the program wraps around them."""
    found = _FENCED.search(text)
    return found[1].strip() if found else text
