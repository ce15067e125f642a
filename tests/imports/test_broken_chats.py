"""Exports with something broken in them: what can be read is kept, the rest is named."""

import json
from datetime import timedelta

import pytest

from accounts.models import User
from database.acting import acting_as
from memories.models import Source
from tests.imports import exports
from tests.imports.brought import UNREACHED, turns
from tests.imports.conftest import Send
from tests.imports.exports import BEGAN, gpt_chat, gpt_message

pytestmark = pytest.mark.django_db


UNTITLED = exports.boat_chat() | {"title": None, "create_time": None}
BROKEN = {
    "cut off": exports.plain([exports.boat_chat(), exports.boat_chat()])[:-500],
    "a strange one first": exports.plain(
        [{"mapping": {"x": 7}, "current_node": []}, exports.boat_chat()]
    ),
    "nulls": exports.plain(
        [
            exports.boat_chat() | {"title": None, "create_time": None},
            None,
            5,
            "x",
            [],
            {"mapping": None},
        ]
    ),
    "one that is none first": b'[null,{"mapping":null},'
    + exports.plain(exports.boat_chat())
    + b"]",
    "no current node": exports.plain([exports.boat_chat(current_node=None)]),
    "a current node that is gone": exports.plain([exports.boat_chat(current_node="gone")]),
}


@pytest.mark.parametrize("how", BROKEN)
def test_one_bad_item_never_loses_the_file(alice: User, bring: Send, how: str) -> None:
    it = bring(BROKEN[how], "conversations.json")
    assert it.state == "done"
    assert len(turns(alice)) == 3


KILN = exports.plain(exports.kiln_chat())
# Each has the same two messages that can be read, and the reasons why others are left out.
CLAUDE_BROKEN: dict[str, tuple[bytes, set[str]]] = {
    "cut off": (
        b"[" + KILN + b',{"uuid":"b","name":"Cut","chat_messages":[{"uuid":"k9","sen',
        {"the rest of a file that is cut off or broken"},
    ),
    "a strange one first": (
        b'[{"chat_messages":[7,null,{"sender":[],"content":7,"files":5}],"uuid":{}},' + KILN + b"]",
        {"conversations without any words"},
    ),
    "nulls": (
        b'[{"chat_messages":null},null,5,"x",[],' + KILN + b"]",
        {"conversations that cannot be read"},
    ),
    "one that is mangled first": (
        b'[{"uuid":"\xff","chat_messages":[]},' + KILN + b"]",
        {"conversations that cannot be read"},
    ),
    "one that is never closed first": (
        b"[" + KILN[:-1] + b"," + KILN + b"]",
        {"conversations that cannot be read"},
    ),
    "without times": (
        b'[{"uuid":"b","chat_messages":[{"sender":"human","text":"When?"}]},' + KILN + b"]",
        {"conversations without any words"},
    ),
    "a message of nobody": (
        KILN.replace(b'"chat_messages": [', b'"chat_messages": [{"uuid":"k0","text":"Whose?"},'),
        {"empty messages"},
    ),
    "blocks that are none": (
        KILN.replace(b'"content": [', b'"content": [null,5,{"type":"text"},{"type":7},'),
        {"tool calls and their results"},
    ),
}


@pytest.mark.parametrize("how", CLAUDE_BROKEN)
def test_one_bad_item_never_loses_claudes_file(alice: User, bring: Send, how: str) -> None:
    data, why = CLAUDE_BROKEN[how]
    it = bring(data, "conversations.json")
    assert (it.kind, it.state) == ("claude", "done")
    assert {row["why"] for row in it.skipped} == why
    assert turns(alice) == [
        ("person", "I live in Narvik. How hot is a kiln?"),
        ("assistant", "A kiln reaches 1,200 degrees."),
    ]


def torn(*, gone: str = "", **changes: object) -> bytes:
    """The chat about the boat; of one node or message something is missing or changed."""
    chat = exports.boat_chat()
    chat["mapping"].pop(gone, None)
    for name, change in changes.items():
        key, _, part = name.partition("_")
        node = chat["mapping"][key]
        if part == "node":
            chat["mapping"][key] = change
        elif part == "parent":
            node["parent"] = change
        else:
            node["message"].pop(part)
    return exports.plain(chat)


# What is torn, how many of the three messages are kept, and how many are left out, by why.
TORN: dict[str, tuple[bytes, int, dict[str, int]]] = {
    "a parent in the middle that is gone": (torn(gone="m2"), 1, {UNREACHED: 1}),
    "a parent that is not told": (torn(m3_parent=None), 1, {UNREACHED: 2}),
    "a node in the middle that is none": (torn(m2_node=7), 1, {UNREACHED: 2}),
    "a message without metadata": (torn(m2_metadata=None), 3, {}),
    "a message without an author": (
        torn(m2_author=None),
        2,
        {"messages without a sender": 1},
    ),
}


@pytest.mark.parametrize("how", TORN)
def test_a_torn_tree_loses_nothing_without_a_word(alice: User, bring: Send, how: str) -> None:
    data, kept, skipped = TORN[how]
    it = bring(data)
    assert it.state == "done"
    assert {row["why"]: row["count"] for row in it.skipped} == skipped
    assert len(turns(alice)) == kept
    assert turns(alice)[-1] == ("person", "My sister is called Marit. She has the boat.")


def nested(levels: int) -> bytes:
    """A conversation with lists in lists, between what is right about it."""
    told = exports.plain(exports.boat_chat(conversation_id="deep", deep=None))
    return told.replace(b'"deep": null', b'"deep": ' + b"[" * levels + b"]" * levels)


MANGLED = {
    "nested over a hundred levels": nested(150),
    "nested thousands of levels": nested(50_000),
    "bytes that are no UTF-8": exports.plain(exports.boat_chat(conversation_id="x")).replace(
        b"Mooring", b"M\xf6\xff\xfering"
    ),
    "half a character": exports.plain(exports.boat_chat(conversation_id="x")).replace(
        b"Mooring", b"M\xe9\x9b"
    ),
    "a name that is no UTF-8": exports.plain(exports.boat_chat(conversation_id="x")).replace(
        b'"moderation_results"', b'"\xed\xa0\x80"'
    ),
    "never closed": exports.plain(exports.boat_chat(conversation_id="x"))[:-1],
    "cut off in its middle": exports.plain(exports.boat_chat(conversation_id="x"))[:-500],
    "a line break in its title": exports.plain(exports.boat_chat(conversation_id="x")).replace(
        b"Mooring a", b"Mooring\na"
    ),
    "a number that is none": exports.plain(
        exports.boat_chat(conversation_id="x", number=0)
    ).replace(b'"number": 0', b'"number": NaN'),
    "a number beyond all bounds": exports.plain(
        exports.boat_chat(conversation_id="x", number=10**30)
    ),
    "large, and broken at its end": exports.plain(
        gpt_chat("x", "Large", gpt_message("l1", "user", "Word by word. " * 9_000, 1), x="Moor")
    ).replace(b'"Moor"', b'"\xff"'),
}


@pytest.mark.parametrize("how", MANGLED)
def test_what_comes_behind_an_item_that_is_mangled_is_read(
    alice: User, bring: Send, how: str
) -> None:
    whole = exports.plain(exports.boat_chat())
    last = gpt_chat("c9", "Last", gpt_message("z", "user", "Åsa said “哈” to me.", 9))
    told = (MANGLED[how], whole, MANGLED[how], json.dumps(last, ensure_ascii=False).encode())
    it = bring(b"[" + b",".join(told) + b"]", "my chats.json")
    assert it.state == "done"
    assert it.skipped == [{"why": "conversations that cannot be read", "count": 2}]
    assert it.added == {"conversations": 2, "messages": 4}
    assert ("person", "Åsa said “哈” to me.") in turns(alice)


def test_a_damaged_file_in_a_zip_loses_no_other(alice: User, bring: Send) -> None:
    names = ["conversations-000.json", "conversations-001.json"]
    data = bytearray(exports.zipped({name: [exports.boat_chat()] for name in names}))
    # What is packed there begins as nothing that was ever packed does.
    data[data.index(names[1].encode()) + len(names[1])] = 0xFF
    it = bring(bytes(data))
    assert it.added == {"conversations": 1, "messages": 3}
    assert it.skipped == [{"why": "the rest of a file that is cut off or broken", "count": 1}]


def test_messages_without_ids_or_times_and_rings_of_parents(alice: User, bring: Send) -> None:
    chat = exports.boat_chat()
    for node in chat["mapping"].values():
        if node["message"]:
            node["message"] |= {"id": None, "create_time": None}
    chat["mapping"]["root"]["parent"] = "m3"
    del chat["conversation_id"], chat["id"]
    assert bring(exports.plain([chat])).added["messages"] == 3
    assert bring(exports.plain([chat])).added == {}
    with acting_as(alice):
        times = set(Source.objects.values_list("happened_at", flat=True))
    assert times == {BEGAN}


def test_times_from_the_future_or_before_computers_are_no_times(alice: User, bring: Send) -> None:
    chat = gpt_chat(
        "c5",
        "Odd clocks",
        gpt_message("a", "user", "My first message.", 1),
        gpt_message("b", "assistant", "From tomorrow.", None, create_time=4_000_000_000_000),
        gpt_message("c", "user", "From 1970.", None, create_time=5),
    )
    bring(exports.plain([chat]))
    with acting_as(alice):
        times = set(Source.objects.values_list("happened_at", flat=True))
    assert times == {BEGAN + timedelta(minutes=1)}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"Dear diary,", "I don't know this kind of file"),
        (b"[]", "I don't know this kind of file"),
        (b"PK\x03\x04broken", "This zip is broken"),
        (exports.zipped({"notes.txt": b"x"}), "I don't know this kind of file"),
        (exports.plain([gpt_chat("c", "Empty")]), "no conversation in this file"),
        (b"[" * 100_000, "I don't know this kind of file"),
    ],
)
def test_what_cannot_be_imported_says_why(preview: Send, data: bytes, words: str) -> None:
    it = preview(data)
    assert it.state == "failed"
    assert words in it.reason
