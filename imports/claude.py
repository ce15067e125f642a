"""Claude's export: conversations, projects with their files, and what it remembered."""

from collections import Counter
from collections.abc import Iterator, Mapping
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

PROGRAM = "claude"

_SENDERS = {"human": Author.PERSON, "user": Author.PERSON, "assistant": Author.ASSISTANT}
_REMEMBERED = gettext_noop("what Claude remembered")


def is_chat(told: Any) -> bool:
    return isinstance(told, Mapping) and isinstance(told.get("chat_messages"), list)


def is_project(told: Any) -> bool:
    return isinstance(told, Mapping) and "prompt_template" in told and "uuid" in told


def is_memory(told: Any) -> bool:
    return isinstance(told, Mapping) and (
        "conversations_memory" in told or "project_memories" in told
    )


def read(told: Mapping[str, Any]) -> ImportedChat:
    """Read one conversation. Raises NotAChat."""
    if not is_chat(told):
        raise NotAChat
    skipped: Counter[str] = Counter()
    said: list[tuple[str, str, str, str]] = []
    times = MessageTimes()
    for number, message in enumerate(told["chat_messages"]):
        if not isinstance(message, Mapping):
            skipped[chats.EMPTY] += 1
            continue
        author = _SENDERS.get(str(message.get("sender")))
        pk = id_of(message.get("uuid"), told.get("uuid"), number)
        words = _words(message, skipped) if author else ""
        parts = [(pk, author.value, words, "")] if author and words else []
        parts += [
            (f"{pk}/{at}", Author.OTHER.value, text, name)
            for at, (name, text) in enumerate(_attached(message, skipped))
        ]
        skipped[chats.EMPTY] += not parts
        for part in parts:
            said.append(part)
            times.add(message.get("created_at"))
    at = times.filled(told.get("created_at"))
    if not said:
        raise NotAChat
    return ImportedChat(
        PROGRAM,
        id_of(told.get("uuid"), said[0][0]),
        words_of(told.get("name"))[:300],
        [
            ImportedMessage(pk, author, words, when, speaker)
            for (pk, author, words, speaker), when in zip(said, at, strict=True)
        ],
        skipped=dict(skipped),
    )


def read_project(told: Mapping[str, Any]) -> ImportedChat:
    """A project's instructions, which the person wrote, and the files in it. Raises NotAChat."""
    began = chats.moment_of(told.get("created_at"))
    if not is_project(told) or began is None:
        raise NotAChat
    pk = id_of(told.get("uuid"))
    turns = [
        ImportedMessage(
            f"{pk}/{name}", Author.OTHER, words, began, gettext_noop("your Claude project")
        )
        for name in ("description", "prompt_template")
        if (words := words_of(told.get(name)))
    ]
    docs = told.get("docs")
    for number, doc in enumerate(docs if isinstance(docs, list) else ()):
        if isinstance(doc, Mapping) and (words := words_of(doc.get("content"))):
            at = chats.moment_of(doc.get("created_at")) or began
            name = words_of(doc.get("filename"))[:200] or "a file"
            turns.append(
                ImportedMessage(id_of(doc.get("uuid"), pk, number), Author.OTHER, words, at, name)
            )
    if not turns:
        raise NotAChat
    return ImportedChat(PROGRAM, f"project:{pk}", words_of(told.get("name"))[:300], turns)


def read_memory(told: Mapping[str, Any], at: Any) -> ImportedChat:
    """What Claude remembered of the person, as suggestions. `at` is when. Raises NotAChat."""
    when = chats.moment_of(at)
    if not is_memory(told) or when is None:
        raise NotAChat
    found = [words_of(told.get("conversations_memory"))]
    of_projects = told.get("project_memories")
    if isinstance(of_projects, Mapping):
        found += [words_of(words) for words in of_projects.values()]
    suggestions = [
        ImportedMessage(id_of(None, words), Author.OTHER, words, when, _REMEMBERED)
        for words in found
        if words
    ]
    if not suggestions:
        raise NotAChat
    return ImportedChat(PROGRAM, "memory", "What Claude remembered", (), suggestions)


def _words(message: Mapping[str, Any], skipped: Counter[str]) -> str:
    """A message's words: its blocks of text, or in older exports its text alone."""
    blocks = message.get("content")
    if not isinstance(blocks, list) or not blocks:
        return words_of(message.get("text"))
    words = []
    for block in blocks:
        kind = block.get("type") if isinstance(block, Mapping) else None
        if kind == "text" and (text := words_of(block.get("text"))):
            words.append(text)
        elif kind in ("thinking", "redacted_thinking"):
            skipped[chats.THOUGHTS] += 1
        elif kind not in ("text", None):
            skipped[chats.TOOLS] += 1
    if words:
        return "\n\n".join(words)
    only_tools = any(isinstance(block, Mapping) and block.get("type") != "text" for block in blocks)
    return "" if only_tools else words_of(message.get("text"))


def _attached(message: Mapping[str, Any], skipped: Counter[str]) -> Iterator[tuple[str, str]]:
    """What was attached, with its words where the export has them: not the person's own."""
    for name in ("attachments", "files"):
        rows = message.get(name)
        for row in rows if isinstance(rows, list) else ():
            if not isinstance(row, Mapping):
                continue
            if words := words_of(row.get("extracted_content")):
                yield words_of(row.get("file_name"))[:200] or "a file", words
            else:
                skipped[chats.PICTURES] += 1
