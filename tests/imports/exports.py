"""Exports of chat programs as people get them, several versions of each. Nobody in them is real."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]
BEGAN = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)


def at(minutes: float) -> float:
    return (BEGAN + timedelta(minutes=minutes)).timestamp()


def gpt_message(
    key: str, role: str, content: str | Json, minutes: float | None = 0, **more: Any
) -> Json:
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    return {
        "id": key,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": None if minutes is None else at(minutes),
        "update_time": None,
        "content": content,
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
        "channel": None,
        **more,
    }


def gpt_chat(pk: str, title: str, *messages: Json | None, **more: Any) -> Json:
    """A conversation without branches: a root without a message, then one after the other."""
    mapping: Json = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    last = "root"
    for number, message in enumerate(messages):
        key = message["id"] if message else f"empty-{number}"
        mapping[key] = {"id": key, "message": message, "parent": last, "children": []}
        mapping[last]["children"].append(key)
        last = key
    return {
        "title": title,
        "create_time": at(0),
        "update_time": at(99),
        "mapping": mapping,
        "moderation_results": [],
        "current_node": last,
        "conversation_id": pk,
        "id": pk,
        **more,
    }


def boat_chat(**more: Any) -> Json:
    return gpt_chat(
        "c0ffee00-0000-4000-8000-000000000001",
        "Mooring a boat",
        gpt_message("s", "system", "", None),
        gpt_message("m1", "user", "I live in Narvik. Where do I moor a boat?", 1),
        gpt_message("m2", "assistant", "I live in a data centre. Try the marina at pier nine.", 2),
        gpt_message("m3", "user", "My sister is called Marit. She has the boat.", 3),
        **more,
    )


def claude_message(
    pk: str, sender: str, text: str, minutes: float = 0, blocks: bool = True, **more: Any
) -> Json:
    when = (BEGAN + timedelta(minutes=minutes)).isoformat().replace("+00:00", "Z")
    told = {
        "uuid": pk,
        "text": text,
        "sender": sender,
        "created_at": when,
        "updated_at": when,
        "attachments": [],
        "files": [],
        **more,
    }
    if blocks:
        told.setdefault("content", [{"type": "text", "text": text, "citations": []}])
    return told


def claude_chat(pk: str, name: str, *messages: Any, **more: Any) -> Json:
    return {
        "uuid": pk,
        "name": name,
        "created_at": BEGAN.isoformat().replace("+00:00", "Z"),
        "updated_at": BEGAN.isoformat().replace("+00:00", "Z"),
        "account": {"uuid": "aaaa"},
        "chat_messages": list(messages),
        **more,
    }


def kiln_chat(**more: Any) -> Json:
    return claude_chat(
        "deadbeef-0000-4000-8000-000000000001",
        "Firing a kiln",
        claude_message("k1", "human", "I live in Narvik. How hot is a kiln?", 1),
        claude_message("k2", "assistant", "A kiln reaches 1,200 degrees.", 2),
        **more,
    )


def plain(told: Any) -> bytes:
    return json.dumps(told).encode()


def zipped(files: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, told in files.items():
            archive.writestr(name, told if isinstance(told, bytes) else plain(told))
    return out.getvalue()


def gpt_zip(*chats: Json) -> bytes:
    return zipped(
        {
            "user.json": {"id": "user-1", "email": "x@example.org"},
            "message_feedback.json": [],
            "chat.html": b"<html></html>",
            "conversations.json": list(chats),
        }
    )


def claude_zip(*chats: Json, memory: str = "") -> bytes:
    files: Json = {
        "users.json": [{"uuid": "aaaa", "full_name": "X", "email_address": "x@example.org"}],
        "conversations.json": list(chats),
        "projects.json": [
            {
                "uuid": "p1",
                "name": "Pottery",
                "description": "All about clay",
                "prompt_template": "",
                "created_at": "2024-05-01T00:00:00Z",
                "docs": [
                    {
                        "uuid": "d1",
                        "filename": "glaze.md",
                        "content": "Celadon glaze wants a slow cooling.",
                        "created_at": "2024-05-01T00:00:00Z",
                    }
                ],
            }
        ],
    }
    if memory:
        files["memories.json"] = [
            {"conversations_memory": memory, "project_memories": {}, "account_uuid": "aaaa"}
        ]
    return zipped(files)


@dataclass(frozen=True)
class Exporter:
    """A chat program: how it packs chats, one of its chats, and what comes with each package."""

    zipped: Callable[..., bytes]
    chat: Callable[[], Json]
    # The same chat in a later export, and a chat that was not there before.
    grown: Callable[[], Json]
    new: Callable[[], Json]
    # How many conversations and messages `zipped(chat())` has.
    conversations: int
    messages: int


def _boat_grown() -> Json:
    chat = boat_chat(current_node="m4")
    more = gpt_message("m4", "assistant", "Fair winds to Marit.", 500)
    chat["mapping"]["m4"] = {"id": "m4", "message": more, "parent": "m3", "children": []}
    return chat


def _kiln_grown() -> Json:
    chat = kiln_chat()
    chat["chat_messages"].append(claude_message("k3", "assistant", "Fair winds to Marit.", 500))
    return chat


EXPORTERS = {
    "chatgpt": Exporter(
        gpt_zip,
        boat_chat,
        _boat_grown,
        lambda: gpt_chat("c3", "New", gpt_message("n1", "user", "Hm.", 7)),
        1,
        3,
    ),
    # Its zip has a project with two texts, too.
    "claude": Exporter(
        claude_zip,
        kiln_chat,
        _kiln_grown,
        lambda: claude_chat("c3", "New", claude_message("n1", "human", "Hm.", 7)),
        2,
        4,
    ),
}
