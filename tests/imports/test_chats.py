"""Chats of ChatGPT and Claude: previewed, kept with their dates, cited, kept once, taken back."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from chat import converse
from chat.answering.answer import answer_now
from chat.models import Citation
from database.acting import acting_as
from imports import chat_files, chat_sources, starting
from imports.models import Import, Imported
from imports.suggestions import accept, suggestions
from imports.work import import_waiting
from memories.forgetting import forget
from memories.models import Change, Chunk, Forgotten, Memory, Source
from memories.recall import Query, recall
from memories.source_kinds import IMPORT
from tests.imports import exports
from tests.imports.brought import UNREACHED, contents, turns
from tests.imports.conftest import Send, expire_leases, learn_and_embed, looked, work_off
from tests.imports.exports import BEGAN, gpt_chat, gpt_message
from tests.memories.calls import Program

pytestmark = pytest.mark.django_db


HIDDEN = {"is_visually_hidden_from_conversation": True}

VERSIONS = {
    "a zip": exports.gpt_zip(exports.boat_chat()),
    "the file in it": exports.plain([exports.boat_chat()]),
    "one conversation": exports.plain(exports.boat_chat()),
    "a list in several files": exports.zipped(
        {
            "conversations-000.json": [exports.boat_chat()],
            "conversations-001.json": [gpt_chat("c2", "Empty")],
        }
    ),
    "a folder in the zip": exports.zipped({"data/conversations.json": [exports.boat_chat()]}),
    "a file for each": exports.zipped({"conversations/c1.json": exports.boat_chat()}),
    "with a mark in front": b"\xef\xbb\xbf" + exports.plain([exports.boat_chat()]),
}


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_of_chatgpts_export(alice: User, bring: Send, version: str) -> None:
    it = bring(VERSIONS[version])
    assert (it.kind, it.state, it.reason) == ("chatgpt", "done", "")
    assert it.added == {"conversations": 1, "messages": 3}
    assert turns(alice) == [
        ("person", "I live in Narvik. Where do I moor a boat?"),
        ("assistant", "I live in a data centre. Try the marina at pier nine."),
        ("person", "My sister is called Marit. She has the boat."),
    ]
    with acting_as(alice):
        first = Source.objects.order_by("happened_at")[0]
    assert first.happened_at == BEGAN + timedelta(minutes=1)
    assert first.title == "Mooring a boat"


CLAUDES = {
    "blocks": exports.kiln_chat(),
    "text alone": exports.claude_chat(
        "deadbeef-0000-4000-8000-000000000001",
        "Firing a kiln",
        exports.claude_message("k1", "human", "I live in Narvik. How hot is a kiln?", 1, False),
        exports.claude_message("k2", "assistant", "A kiln reaches 1,200 degrees.", 2, False),
    ),
    "tools and thinking": exports.claude_chat(
        "deadbeef-0000-4000-8000-000000000001",
        "Firing a kiln",
        exports.claude_message("k1", "human", "I live in Narvik. How hot is a kiln?", 1),
        exports.claude_message(
            "k2",
            "assistant",
            "A kiln reaches 1,200 degrees.",
            2,
            content=[
                {"type": "thinking", "thinking": "Kilns…"},
                {"type": "tool_use", "name": "search", "input": {}},
                {"type": "tool_result", "content": []},
                {"type": "text", "text": "A kiln reaches 1,200 degrees."},
            ],
        ),
    ),
}


@pytest.mark.parametrize("version", CLAUDES)
def test_each_version_of_claudes_export(alice: User, bring: Send, version: str) -> None:
    it = bring(exports.claude_zip(CLAUDES[version]))
    assert (it.kind, it.state) == ("claude", "done")
    assert turns(alice)[-2:] == [
        ("person", "I live in Narvik. How hot is a kiln?"),
        ("assistant", "A kiln reaches 1,200 degrees."),
    ]
    assert ("other", "Celadon glaze wants a slow cooling.") in turns(alice)


def test_what_a_mac_puts_beside_the_files_is_not_said_to_be_broken(bring: Send) -> None:
    packed_again = {
        "export/conversations.json": [exports.kiln_chat()],
        "__MACOSX/export/._conversations.json": b"\x00\x05\x16\x07Mac OS X",
    }
    it = bring(exports.zipped(packed_again))
    assert (it.added, it.skipped) == ({"conversations": 1, "messages": 2}, [])


def test_a_preview_tells_what_is_in_it_and_keeps_nothing(alice: User, preview: Send) -> None:
    it = preview(
        exports.gpt_zip(
            exports.boat_chat(),
            gpt_chat(
                "c2",
                "Tools",
                gpt_message("t0", "user", "How warm is it?", 60),
                gpt_message("t1", "assistant", {"content_type": "code", "text": "weather()"}, 61),
                gpt_message("t2", "tool", "12 degrees", 62),
                gpt_message("t3", "assistant", {"content_type": "thoughts", "thoughts": []}, 63),
                gpt_message("t4", "assistant", "It is 12 degrees.\ue200cite\ue202turn0\ue201", 64),
                gpt_message(
                    "t5",
                    "user",
                    "psst",
                    65,
                    metadata={"is_visually_hidden_from_conversation": True},
                ),
            ),
            {"title": "nonsense", "mapping": 5},
        )
    )
    assert it.state == Import.State.PREVIEW
    assert it.counts == {"conversations": 2, "messages": 5, "yours": 3, "known": 0}
    assert (it.since, it.until) == (BEGAN + timedelta(minutes=1), BEGAN + timedelta(minutes=64))
    assert {row["why"]: row["count"] for row in it.skipped} == {
        "tool calls and their results": 2,
        "the assistant's thinking": 1,
        "messages that were hidden in the chat": 1,
        "conversations that cannot be read": 1,
    }
    assert turns(alice) == []


def test_only_the_persons_own_words_teach(alice: User, bring: Send) -> None:
    bring(exports.gpt_zip(exports.boat_chat()))
    learn_and_embed(alice)
    known = contents(alice)
    assert any("Narvik" in each for each in known)
    assert any("Marit" in each for each in known)
    assert not any("data centre" in each for each in known)
    with acting_as(alice):
        memory = Memory.objects.get(content__contains="Narvik")
        assert memory.event_time == BEGAN + timedelta(minutes=1)


def test_it_is_found_cited_and_opened_at_the_passage(
    alice: User, bring: Send, client: Client
) -> None:
    bring(exports.gpt_zip(exports.boat_chat()))
    learn_and_embed(alice)
    imported = frozenset({IMPORT})
    found = recall(alice, Query("which pier is the marina at?", sources=imported)).items
    (answer,) = [item for item in found if "pier nine" in item.quote]
    assert not answer.place.own_words
    with acting_as(alice):
        asked = converse.say(alice, None, "What is my sister called?")
    answer_now(alice.pk, asked.answer.pk)
    with acting_as(alice):
        cited = Citation.objects.select_related("chunk__source").get(message=asked.answer.pk)
    assert cited.chunk
    source = cited.chunk.source
    assert source.kind == IMPORT
    client.force_login(alice)
    page = client.get(f"/sources/{source.pk}?at={cited.answer_start}-{cited.answer_stop}")
    text = page.content.decode()
    assert '<mark id="passage">' in text
    assert f"/imported/{source.thread}" in text
    whole = client.get(f"/imported/{source.thread}").content.decode()
    assert whole.index("Where do I moor") < whole.index("pier nine") < whole.index("Marit")
    assert "ChatGPT" in whole


@pytest.mark.parametrize("program", exports.EXPORTERS)
def test_a_newer_export_adds_only_what_is_new(alice: User, bring: Send, program: str) -> None:
    of = exports.EXPORTERS[program]
    first = bring(of.zipped(of.chat()))
    assert (first.kind, first.state) == (program, "done")
    assert first.added == {"conversations": of.conversations, "messages": of.messages}
    again = bring(of.zipped(of.chat()))
    assert again.added == {}
    assert again.counts["known"] == of.messages
    newer = bring(of.zipped(of.grown(), of.new()))
    assert newer.added == {"conversations": 2, "messages": 2}
    assert len(turns(alice)) == of.messages + 2
    with acting_as(alice):
        title = of.chat().get("title") or of.chat()["name"]
        in_order = Source.objects.filter(title=title).order_by("turn")
        assert [one.text for one in in_order][-1] == "Fair winds to Marit."


@pytest.mark.parametrize("program", exports.EXPORTERS)
def test_undo_leaves_nothing(alice: User, bring: Send, files: Path, program: str) -> None:
    of = exports.EXPORTERS[program]
    (another,) = (each for name, each in exports.EXPORTERS.items() if name != program)
    with acting_as(alice):
        before = everything_of(alice)
    first = bring(of.zipped(of.chat()))
    learn_and_embed(alice)
    other = bring(another.zipped(another.chat()))
    learn_and_embed(alice)
    for it in (other, first):
        with acting_as(alice):
            starting.undo(alice, it)
        work_off(alice)
        assert looked(alice, it.pk).state == "undone"
        if it is other:
            # Said in the other import too.
            assert any("Narvik" in each for each in contents(alice))
    with acting_as(alice):
        assert everything_of(alice) == before
        assert not Imported.objects.exists()
    assert [path for path in files.rglob("*") if path.is_file()] == []
    assert bring(of.zipped(of.chat())).added["messages"] == of.messages


def everything_of(user: User) -> dict[str, int]:
    models: list[Any] = [Source, Chunk, Memory, Change, Forgotten]
    return {model.__name__: model.objects.filter(user=user).count() for model in models}


def test_what_was_forgotten_is_not_brought_back(alice: User, bring: Send) -> None:
    with acting_as(alice):
        converse.say(alice, None, "My sister is called Marit.")
        memory = Memory.objects.get(content__contains="Marit")
        forget(alice, [memory.pk], by=Change.By.PERSON)
    bring(exports.gpt_zip(exports.boat_chat()))
    learn_and_embed(alice)
    assert not any("Marit" in each for each in contents(alice))
    found = recall(alice, Query("what is my sister called?")).items
    assert not any("called Marit" in item.text for item in found)


def test_what_came_is_gone_from_disk_when_it_is_done(bring: Send, files: Path) -> None:
    it = bring(exports.gpt_zip(exports.boat_chat()))
    assert (it.file.name, it.prepared.name) == ("", "")
    assert [path for path in files.rglob("*") if path.is_file()] == []


def test_voice_and_pictures_keep_their_words(alice: User, bring: Send) -> None:
    spoken = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "audio_transcription", "text": "I sold my piano.", "direction": "in"},
            {"content_type": "audio_asset_pointer", "asset_pointer": "file-service://x"},
            {"content_type": "image_asset_pointer", "asset_pointer": "file-service://y"},
            "Look at this\x00.",
        ],
    }
    it = bring(exports.plain([gpt_chat("c6", "Voice", gpt_message("v", "user", spoken, 1))]))
    assert turns(alice) == [("person", "I sold my piano.\nLook at this.")]
    assert it.skipped[0]["count"] == 2


def test_the_branch_that_was_current_is_the_conversation(alice: User, bring: Send) -> None:
    chat = exports.boat_chat()
    other = gpt_message("m3b", "user", "Never mind the boat.", 4)
    chat["mapping"]["m3b"] = {"id": "m3b", "message": other, "parent": "m2", "children": []}
    it = bring(exports.plain([chat]))
    assert it.skipped == [{"why": UNREACHED, "count": 1}]
    assert ("person", "Never mind the boat.") not in turns(alice)
    chat["current_node"] = None
    chat["conversation_id"] = "another"
    bring(exports.plain([chat]))
    assert ("person", "Never mind the boat.") in turns(alice)


def test_what_the_program_knew_is_offered_and_never_simply_believed(
    alice: User, bring: Send, client: Client
) -> None:
    memory = "**Work context**\n\nX works as a potter in Bergen. X keeps two goats.\n\n**Personal**"
    it = bring(exports.claude_zip(exports.kiln_chat(), memory=memory))
    learn_and_embed(alice)
    assert not any("potter" in each or "goats" in each for each in contents(alice))
    with acting_as(alice):
        offered = suggestions(alice, it)
        assert [each.text for each in offered] == [
            "X works as a potter in Bergen.",
            "X keeps two goats.",
        ]
        first = offered[0]
    client.force_login(alice)
    assert "X keeps two goats." in client.get(f"/settings/import/{it.pk}").content.decode()
    wanted = f"{first.source.pk}:{first.start}-{first.stop}"
    client.post(f"/settings/import/{it.pk}/remember", {"suggestion": wanted})
    assert "X works as a potter in Bergen." in contents(alice)
    with acting_as(alice):
        note = Memory.objects.get(content__contains="potter")
        assert note.kind == Memory.Kind.NOTE
        assert [each.text for each in suggestions(alice, it)] == ["X keeps two goats."]
        forget(alice, [note.pk], by=Change.By.PERSON)
        assert [each.text for each in suggestions(alice, it)] == ["X keeps two goats."]
        assert accept(alice, it, []) == []


def test_a_profile_that_was_written_for_chatgpt_is_offered(alice: User, bring: Send) -> None:
    profile = gpt_message(
        "p",
        "user",
        {
            "content_type": "user_editable_context",
            "user_profile": "The user provided …\n```Preferred name: Bo\nI am a baker in Oslo.```",
            "user_instructions": "…```Answer me in short sentences.```",
        },
        None,
        metadata={"is_user_system_message": True, "is_visually_hidden_from_conversation": True},
    )
    turn = gpt_message("u", "user", "Hello there.", 5)
    it = bring(exports.plain([gpt_chat("c7", "A", profile, turn), gpt_chat("c8", "B", profile)]))
    with acting_as(alice):
        texts = [each.text for each in suggestions(alice, it)]
    assert texts == [
        "Preferred name: Bo",
        "I am a baker in Oslo.",
        "Answer me in short sentences.",
    ]


def test_killed_in_the_middle_ten_times_it_is_whole(
    alice: User, preview: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = [
        gpt_chat(f"c{n}", f"Talk {n}", gpt_message(f"m{n}", "user", f"Sentence {n} of mine.", n))
        for n in range(30)
    ]
    it = preview(exports.gpt_zip(*chats))
    with acting_as(alice):
        starting.confirm(alice, it)
    kept = chat_sources.keep_chat
    calls = 0

    class Killed(BaseException):
        pass

    def dying(*args: Any) -> int:
        nonlocal calls
        calls += 1
        done = kept(*args)
        if calls % 3 == 0 and calls <= 30:
            raise Killed
        return done

    monkeypatch.setattr(chat_files, "keep_chat", dying)
    deaths = 0
    for _ in range(40):
        try:
            while import_waiting(alice.pk):
                pass
            break
        except Killed:
            deaths += 1
            expire_leases()
    assert deaths == 10
    it = looked(alice, it.pk)
    assert (it.state, it.done, it.added) == ("done", 30, {"conversations": 30, "messages": 30})
    assert len(turns(alice)) == len(set(turns(alice))) == 30


def test_over_the_api(alice: User, files: Path) -> None:
    from io import BytesIO

    program = Program(alice)
    file = BytesIO(exports.gpt_zip(exports.boat_chat()))
    file.name = "chatgpt.zip"
    begun = program.send("imports", {"file": file})
    assert (begun.status, begun.data["state"]) == (202, "reading")
    path = f"imports/{begun.data['id']}"
    work_off(alice)
    seen = program.get(path).data
    assert (seen["kind"], seen["state"]) == ("chatgpt", "preview")
    assert seen["counts"]["messages"] == 3
    assert datetime.fromisoformat(seen["since"]) == BEGAN + timedelta(minutes=1)
    assert program.post(f"{path}/confirm").status == 202
    work_off(alice)
    assert program.get(path).data["state"] == "done"
    assert program.post(f"{path}/confirm").code == "not_waiting"
    assert program.get("imports").data["imports"][0]["added"]["messages"] == 3
    assert program.post(f"{path}/undo").data["state"] == "undoing"
    work_off(alice)
    assert program.get(path).data["state"] == "undone"
    assert program.post(f"{path}/undo").code == "undone"
    assert program.send("imports", {}).code == "missing"
    assert turns(alice) == []


def test_agreed_to_before_it_was_read_it_goes_on_by_itself(alice: User, files: Path) -> None:
    from io import BytesIO

    program = Program(alice)
    begun = program.send("imports", {"file": BytesIO(exports.gpt_zip(exports.boat_chat()))}).data
    assert program.post(f"imports/{begun['id']}/confirm").data["state"] == "reading"
    work_off(alice)
    assert program.get(f"imports/{begun['id']}").data["state"] == "done"


def test_the_pages(alice: User, client: Client, files: Path) -> None:
    from io import BytesIO

    client.force_login(alice)
    assert "See what’s in it" in client.get("/settings/import").content.decode()
    assert client.post("/settings/import", {}).status_code == 422
    file = BytesIO(exports.gpt_zip(exports.boat_chat()))
    file.name = "my chats.zip"
    page = client.post("/settings/import", {"file": file})["Location"]
    assert "Reading the file" in client.get(page).content.decode()
    work_off(alice)
    shown = client.get(page).content.decode()
    assert "3 messages" in shown
    watching = client.get(f"{page}?state", headers={"HX-Request": "true"})
    assert watching["HX-Refresh"] == "true"
    assert "2 written by you" in shown
    client.post(f"{page}/confirm")
    work_off(alice)
    assert "Added 1 conversation, 3 messages." in client.get(page).content.decode()
    assert "my chats.zip" in client.get("/settings/import").content.decode()
    client.post(f"{page}/undo")
    work_off(alice)
    assert "Nothing of it is left" in client.get(page).content.decode()


def test_a_preview_says_of_which_days_it_is_and_has_both_answers_in_one_form(
    alice: User, client: Client, preview: Send
) -> None:
    client.force_login(alice)
    day = exports.gpt_zip(exports.boat_chat())
    page = f"/settings/import/{preview(day).pk}"
    shown = client.get(page).content.decode()
    assert "<p>All from 6 May 2024.</p>" in shown
    form = shown.partition(f'action="{page}/confirm"')[2].partition("</form>")[0]
    assert "Import it" in form
    assert f'formaction="{page}/undo"' in form
    days = gpt_message("d", "user", "I keep bees.", 3 * 24 * 60)
    longer = preview(exports.gpt_zip(exports.boat_chat(), gpt_chat("c", "Bees", days)))
    shown = client.get(f"/settings/import/{longer.pk}").content.decode()
    assert "<p>From 6 May 2024 to 9 May 2024.</p>" in shown
