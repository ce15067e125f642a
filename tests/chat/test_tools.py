"""A scripted model drives every tool through the loop, well and badly."""

import json
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import ApiToken, Project, User
from chat import converse
from chat.answering import answer
from chat.answering.events import Step
from chat.answering.model import by_model
from chat.models import Message, Proposal
from chat.tools import TOOLS, AnyTool, Context, run
from database.acting import acting_as
from llm.fake import Call, FakeModel, Recorded, Reply, failing
from memories.keeping import NewSource, Refused, editing, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Entity, Memory
from memories.source_kinds import CHAT
from tests.chat.conftest import Talk, events_of
from tests.chat.test_api import key_of, post
from tests.chat.tool_calls import Json, asked, calling, contents, know, results


def test_it_looks_again_cites_what_it_found_and_the_step_is_kept(
    alice: User, talk: Talk, web: Client, fake_model: FakeModel
) -> None:
    know(alice, "My bicycle has the frame number WX-4471.")
    told = asked(
        talk,
        fake_model,
        "Hmm, what was that thing?",
        calling(Call("search_memory", {"query": "bicycle frame number"})),
        "It is WX-4471 [1].",
    )
    (result,) = results(fake_model)
    assert result["verdict"] == "sure"
    (found,) = [each for each in result["items"] if "WX-4471" in each["text"]]
    assert found["from"].startswith("memory, current since ")
    assert (told.text, told.quotes) == (
        "It is WX-4471 [1].",
        ("My bicycle has the frame number WX-4471.",),
    )
    (step,) = told.message.details["steps"]
    assert step["tool"] == "search_memory"
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert f"Looked in your memory: {step['found']} found" in page


def test_each_step_is_told_while_it_runs_and_when_it_has_ended(
    alice: User, web: Client, talk: Talk, fake_model: FakeModel
) -> None:
    know(alice, "The lease of the flat ends in June.")
    fake_model.say("Hello.")
    waiting = talk.say("Hello there, how is it going?")
    fake_model.say(calling(Call("search_mail", {"query": "lease"})), "Nothing in your mail.")
    again = web.post(f"/chat/answers/{waiting.message.pk}/retry", headers={"HX-Request": "true"})
    assert again.status_code == 200
    with acting_as(alice):
        latest = Message.objects.filter(state="waiting").get()
    events = events_of(web.get(f"/chat/answers/{latest.pk}/stream"))
    steps = [json.loads(data) for name, data in events if name == "step"]
    assert [step["text"] for step in steps] == [
        "Looking in your mail for “lease”…",
        "Looked in your mail: 0 found",
    ]
    assert [step["ended"] for step in steps] == [False, True]


@pytest.mark.parametrize(
    ("name", "arguments", "key"),
    [
        ("search_memory", {"query": "tea", "kind": "fact", "limit": 3}, "verdict"),
        ("search_memory", {"query": "tea", "tag": "drink", "source": "note"}, "verdict"),
        ("search_memory", {"query": "tea", "as_of": "2020-01-01"}, "verdict"),
        ("search_mail", {"query": "tea", "person": "Dana", "since": "2026-01-01"}, "verdict"),
        ("search_documents", {"query": "tea"}, "verdict"),
        ("open", {"id": "[1]"}, "history"),
        ("get_entity_info", {"name": "Lena"}, "aliases"),
        ("memory_stats", {}, "memories"),
        ("remember_fact", {"content": "My tea is green"}, "proposed"),
        ("correct_fact", {"id": "1", "content": "I drink coffee"}, "proposed"),
        ("confirm_fact", {"id": "1"}, "proposed"),
        ("forget", {"id": "1"}, "proposed"),
    ],
)
def test_every_tool_answers_through_the_loop(
    alice: User, talk: Talk, fake_model: FakeModel, name: str, arguments: Json, key: str
) -> None:
    know(alice, "I drink tea.")
    with acting_as(alice):
        Entity.objects.create(user=alice, name="Lena Berg", type="person", aliases=["Leni"])
    told = asked(
        talk, fake_model, "Which tea do I drink?", calling(Call(name, arguments)), "Green tea."
    )
    (result,) = results(fake_model)
    assert key in result, result
    assert told.message.state == Message.State.DONE
    assert told.text == "Green tea."
    assert contents(alice) == {("I drink tea.", "current")}


# What a tool is given for an argument of this name, and for another that it requires.
GIVEN = {"content": "I drink coffee", "id": "1", "name": "Lena", "query": "tea"}
OF_TYPE: Json = {"string": "tea", "integer": 1, "boolean": True, "array": []}


def arguments_for(tool: AnyTool) -> Json:
    """Arguments that fit a tool, by its schema alone."""
    schema = tool.parameters
    assert schema["type"] == "object"
    assert "title" not in json.dumps(schema)
    required = schema.get("required", ())
    return {
        name: GIVEN.get(name, OF_TYPE.get(of.get("type")))
        for name, of in schema["properties"].items()
        if name in GIVEN or name in required
    }


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_tool_that_is_offered_answers_what_fits_its_schema(
    alice: User, talk: Talk, fake_model: FakeModel, tool: AnyTool
) -> None:
    know(alice, "I drink tea.")
    with acting_as(alice):
        Entity.objects.create(user=alice, name="Lena Berg", type="person", aliases=["Leni"])
    call = calling(Call(tool.name, arguments_for(tool)))
    told = asked(talk, fake_model, "Which tea do I drink?", call, "Green tea.")
    (result,) = results(fake_model)
    assert "error" not in result
    assert ("proposed" in result) == tool.writes
    assert told.text == "Green tea."
    assert contents(alice) == {("I drink tea.", "current")}


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (Call("search_memory", {}), "arguments"),
        (Call("search_memory", {"query": "tea", "limit": 1000}), "arguments"),
        (Call("search_memory", {"query": "tea", "sql": "DROP"}), "arguments"),
        (Call("search_memory", {"query": ""}), "empty"),
        (Call("search_memory", '{"query": "te'), "arguments"),
        (Call("search_memory", '["tea"]'), "arguments"),
        (Call("remember_fact", {"content": "  "}), "empty"),
        (Call("correct_fact", {"id": "1", "content": "I drink tea"}), "same"),
        (Call("delete_everything", {}), "unknown_tool"),
        (Call("open", {"id": "99"}), "unknown_id"),
        (Call("open", {"id": "memory:nonsense"}), "unknown_id"),
        (Call("open", {"id": f"gmail:{uuid4()}"}), "unknown_id"),
        (Call("open", {"id": f"nothing:{uuid4()}"}), "unknown_id"),
        (Call("forget", {"id": f"memory:{uuid4()}"}), "unknown_id"),
        (Call("confirm_fact", {"id": f"document:{uuid4()}"}), "unknown_id"),
        (Call("get_entity_info", {"name": "Nobody"}), "unknown_entity"),
    ],
)
def test_what_cannot_be_is_told_to_the_model_and_the_answer_goes_on(
    alice: User, talk: Talk, fake_model: FakeModel, call: Call, code: str
) -> None:
    know(alice, "I drink tea.")
    told = asked(talk, fake_model, "Which tea do I drink?", calling(call), "Green tea.")
    (result,) = results(fake_model)
    assert result["error"]["code"] == code
    assert (told.message.state, told.text) == (Message.State.DONE, "Green tea.")
    assert contents(alice) == {("I drink tea.", "current")}


@pytest.mark.parametrize(
    ("call", "refused", "words"),
    [
        (Call("open", {"id": "99"}), "unknown_id", "Opened: nothing there"),
        (Call("forget", {"id": f"memory:{uuid4()}"}), "unknown_id", "Changed nothing"),
        (Call("open", {"id": 99}), "arguments", "Skipped a step: the model called it"),
        (Call("forget", {"id": None}), "arguments", "Skipped a step: the model called it"),
        (Call("forget", '{"id": "mem'), "arguments", "Skipped a step: the model called it"),
        (Call("delete_everything", {}), "unknown_tool", "Skipped a step: there is no such tool"),
    ],
)
def test_a_call_that_cannot_be_is_a_refused_step_on_the_page_and_in_the_api(
    alice: User, web: Client, fake_model: FakeModel, call: Call, refused: str, words: str
) -> None:
    know(alice, "I drink tea.")
    fake_model.say(calling(call), "Green tea.")
    told = post(key_of(alice), {"message": "Which tea do I drink?"}).json()
    (step,) = told["steps"]
    assert (step["refused"], step["items"]) == (refused, [])
    assert step["text"].startswith(words)
    assert words in web.get(f"/chat/{told['conversation']}").content.decode()
    with acting_as(alice):
        # What the model wrote is nobody's words: it is not kept with the step.
        assert "delete_everything" not in json.dumps(Message.objects.latest("created").details)


@pytest.mark.parametrize("tool", ["open", "forget", "confirm_fact", "correct_fact"])
def test_anothers_id_is_as_if_it_were_not_there(
    alice: User, charlie: User, talk: Talk, fake_model: FakeModel, tool: str
) -> None:
    (theirs,) = know(charlie, "I keep a parrot.")
    more = {"content": "I keep a cat"} if tool == "correct_fact" else {}
    told = asked(
        talk,
        fake_model,
        "I keep a parrot, don't I?",
        calling(Call(tool, {"id": f"memory:{theirs.pk}", **more})),
        "I don't know.",
    )
    (result,) = results(fake_model)
    assert result["error"]["code"] == "unknown_id"
    assert told.message.state == Message.State.DONE
    assert contents(charlie) == {("I keep a parrot.", "current")}
    with acting_as(alice):
        assert not Proposal.objects.exists()


def test_walls_between_projects_hold_for_tools(
    alice: User, garden: Project, talk: Talk, fake_model: FakeModel
) -> None:
    (pond,) = know(alice, "The pond is two metres deep.", project=garden)
    told = asked(
        talk,
        fake_model,
        "How deep is it?",
        calling(
            Call("open", {"id": f"memory:{pond.pk}"}), Call("search_memory", {"query": "pond deep"})
        ),
        "I don't know.",
    )
    opened, found = results(fake_model)
    assert opened["error"]["code"] == "unknown_id"
    assert found == {"verdict": "unknown"}
    assert "pond" not in json.dumps(told.message.details)


def test_what_stays_here_is_in_no_tool_of_a_model_elsewhere(alice: User) -> None:
    (secret,) = know(alice, "My diagnosis is gout.", local_only=True)
    far, near = (Context(alice, Change.By.ASSISTANT, local=local) for local in (False, True))
    assert run(near, "search_memory", {"query": "diagnosis"}).items
    assert not run(far, "search_memory", {"query": "diagnosis"}).items
    assert run(far, "memory_stats", {}).content["memories"] == {
        "by_state": {}, "current_by_kind": {}
    }  # fmt: skip
    with pytest.raises(Refused):
        run(far, "open", {"id": f"memory:{secret.pk}"})


def test_several_tools_at_once_are_answered_each_by_its_call(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    know(alice, "I drink tea.", "My sister Lena keeps bees.")
    told = asked(
        talk,
        fake_model,
        "What do you make of all this?",
        calling(
            Call("search_memory", {"query": "tea"}), Call("search_memory", {"query": "bees Lena"})
        ),
        "Tea [1] and bees [2].",
    )
    sent = fake_model.chats[-1].body["messages"]
    assert [m["tool_call_id"] for m in sent if m["role"] == "tool"] == ["call-0", "call-1"]
    assert [call["id"] for call in sent[-3]["tool_calls"]] == ["call-0", "call-1"]
    numbers = [item["n"] for result in results(fake_model) for item in result["items"]]
    assert len(set(numbers)) == len(told.quotes) == 2


def test_too_many_at_once_are_turned_away(alice: User, talk: Talk, fake_model: FakeModel) -> None:
    calls = [Call("search_memory", {"query": f"thing {n}"}) for n in range(by_model.CALLS + 2)]
    told = asked(talk, fake_model, "What do you make of this?", calling(*calls), "Nothing.")
    codes = [result.get("error", {}).get("code") for result in results(fake_model)]
    assert codes == [None] * by_model.CALLS + ["too_many"] * 2
    # The first of them is a step of the answer; a thousand would be as one.
    refused = [step.get("refused") for step in told.message.details["steps"]]
    assert refused == [None] * by_model.CALLS + ["too_many"]


def test_a_call_written_as_text_is_run_and_what_the_model_thinks_is_not_kept(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    know(alice, "My bicycle has the frame number WX-4471.")
    call = {"name": "search_memory", "arguments": {"query": "bicycle frame number"}}
    written = f"<tool_call>{json.dumps(call)}</tool_call>"
    answer = "They mean the bicycle.</think>It is WX-4471 [1]."
    told = asked(talk, fake_model, "Hmm, what was that thing?", written, answer)
    assert told.text == "It is WX-4471 [1]."
    assert [step["tool"] for step in told.message.details["steps"]] == ["search_memory"]
    told = asked(talk, fake_model, "Hmm, what was that?", "Only thoughts.</think>")
    assert (told.message.state, told.text) == (Message.State.FAILED, "")


# Models without tools


def test_a_model_without_tools_gets_what_was_recalled_and_is_promised_none(
    alice: User, talk: Talk, fake_model: FakeModel, settings: Settings
) -> None:
    know(alice, "I drink tea.")

    def without_tools(request: Recorded) -> Reply | str:
        if "tools" in request.body:
            return failing(400, "registry.ollama.ai/library/gemma does not support tools")
        return "Tea [1]."

    with FakeModel(without_tools) as fake:
        settings.OPENAI_BASE_URL = fake.url
        told = talk.say("Which tea do I drink?")
        again = talk.say("What do I drink?")
    assert (told.text, again.text) == ("Tea [1].", "Tea [1].")
    assert len(fake.chats) == 3
    rules = fake.chats[-1].body["messages"][0]["content"]
    assert "You cannot change the memory yourself" in rules
    assert "tools" not in rules


def test_a_setting_keeps_tools_from_a_model(
    alice: User, talk: Talk, fake_model: FakeModel, settings: Settings
) -> None:
    settings.YARNNN_CHAT_TOOLS = False
    asked(talk, fake_model, "Which tea do I drink?", "Tea.")
    assert "tools" not in fake_model.chats[-1].body


def test_a_temporary_chat_has_no_tools(talk: Talk, fake_model: FakeModel) -> None:
    fake_model.say("Hello.")
    talk.say("Which tea do I drink?", temporary=True)
    assert "tools" not in fake_model.chats[-1].body


# What was so, and how sure


def test_the_past_is_asked_for_by_its_day(alice: User) -> None:
    (old,) = know(alice, "My dentist is Dr. Ono.")
    ago = timezone.now() - timedelta(days=30)
    with acting_as(alice):
        Memory.objects.filter(pk=old.pk).update(created=ago, updated=ago)
        old.refresh_from_db()
        editing.correct(alice, old, "My dentist is Dr. Yu.", by=Change.By.PERSON)
    while embed_waiting(alice.pk):
        pass
    context = Context(alice, Change.By.ASSISTANT)
    now = run(context, "search_memory", {"query": "my dentist"})
    then = run(
        context,
        "search_memory",
        {"query": "my dentist", "as_of": str((ago + timedelta(days=2)).date())},
    )
    before = run(context, "search_memory", {"query": "my dentist", "as_of": "2001-01-01"})
    assert [item.text for item in now.items] == ["My dentist is Dr. Yu."]
    assert [item.text for item in then.items] == ["My dentist is Dr. Ono."]
    assert before.items == ()
    with pytest.raises(Refused, match="as_of: should be a day, such as 2026-03-01"):
        run(context, "search_memory", {"query": "my dentist", "as_of": "next Friday"})
    opened = run(context, "open", {"id": now.items[0].id})
    assert "My dentist is Dr. Ono." in json.dumps(opened.content["history"])


def test_the_notes_say_what_is_current_what_was_and_how_sure(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    (old,) = know(alice, "My dentist is Dr. Ono.")
    with acting_as(alice):
        editing.correct(alice, old, "My dentist is Dr. Yu.", by=Change.By.PERSON)
    while embed_waiting(alice.pk):
        pass
    asked(talk, fake_model, "Who is my dentist?", "Dr. Yu [1].")
    notes = fake_model.chats[-1].body["messages"][-1]["content"]
    assert "That these answer is likely." in notes
    first = next(line for line in notes.splitlines() if line.startswith("[1]"))
    assert "current since" in first
    assert "no longer true: “My dentist is Dr. Ono.”" in first
    assert first.endswith("My dentist is Dr. Yu.")


def test_questions_asked_before_are_no_notes_with_or_without_their_mark(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    with acting_as(alice):
        for number, mark in enumerate(["?", "", " again"]):
            asked_once = f"When does the bridge on Mill Street open{mark}"
            keep(alice, NewSource(CHAT, asked_once, thread=str(number), learned_from=True))
    fake_model.say("I don't know.")
    talk.say("When will the bridge on Mill Street open?")
    assert "(nothing)" in fake_model.chats[-1].body["messages"][-1]["content"]


def test_whoever_comes_later_sees_the_steps_that_were_taken(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    fake_model.say(calling(Call("memory_stats", {})), Reply("one two three four", pause=0.5))
    with acting_as(alice):
        turn = converse.say(alice, None, "How much do you know?")
    first = answer.answer(alice.pk, turn.answer.pk)
    next(event for event in first if isinstance(event, Step) and event.ended)
    later = answer.answer(alice.pk, turn.answer.pk)
    seen = next(event for event in later if isinstance(event, Step))
    assert (seen.number, seen.text) == (1, "Counted what I know")
    for _ in first:
        pass


def test_the_api_runs_the_same_tools(alice: User, charlie: User) -> None:
    (tea,) = know(alice, "I drink tea.")
    key = key_of(alice)
    listed = Client().get("/api/tools", **key).json()["tools"]  # type: ignore[arg-type]
    assert [tool["name"] for tool in listed] == [tool.name for tool in TOOLS]
    found = post(key, {"arguments": {"query": "tea"}}, "/api/tools/search_memory").json()
    assert found["items"][0]["id"] == f"memory:{tea.pk}"
    assert post(key, {"arguments": {}}, "/api/tools/search_memory").status_code == 422
    assert post(key, {"arguments": {}}, "/api/tools/nonsense").status_code == 404
    theirs = {"arguments": {"id": f"memory:{tea.pk}"}}
    assert post(key_of(charlie), theirs, "/api/tools/open").status_code == 404
    reading = key_of(alice, ApiToken.Scope.READ)
    assert (
        post(reading, {"arguments": {"query": "tea"}}, "/api/tools/search_memory").status_code
        == 200
    )
    assert post(reading, theirs, "/api/tools/forget").status_code == 403
    assert post(key, theirs, "/api/tools/forget").status_code == 200
    assert contents(alice) == {("", "forgotten")}
    with acting_as(alice):
        assert Change.objects.latest("at").by == Change.By.API


def test_ids_are_uuids_of_ours(alice: User) -> None:
    (tea,) = know(alice, "I drink tea.")
    (item,) = run(Context(alice, Change.By.API), "search_memory", {"query": "tea"}).items
    assert UUID(item.id.removeprefix("memory:")) == tea.pk
