"""Changes by a model's tools: carried out in the person's own words, else only proposed."""

import pytest
from django.test import Client

from accounts.models import User
from chat.models import Proposal
from database.acting import acting_as
from llm.fake import Call, FakeModel
from memories import forgetting, work
from memories.keeping import remember
from memories.models import Change, Memory, Work
from tests.chat.conftest import Talk
from tests.chat.tool_calls import asked, calling, contents, know, results

# Changes that the person's own words ask for


def test_what_the_latest_message_says_is_written_and_journaled_and_undone(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    told = asked(
        talk,
        fake_model,
        "The bridge on Mill Street has nine arches. Which bridges did I mention?",
        calling(Call("remember_fact", {"content": "The bridge on Mill Street has nine arches"})),
        "Only that one.",
    )
    with acting_as(alice):
        memory = Memory.objects.get()
        (change,) = Change.objects.filter(memory=memory)
    assert memory.content == "The bridge on Mill Street has nine arches."
    assert (change.by, change.what) == (Change.By.ASSISTANT, Change.What.REMEMBERED)
    assert change.cause_id is not None
    (done,) = told.message.details["did"]
    assert done == {"what": "remembered", "memory": str(memory.pk)}
    talk.say("undo")
    assert contents(alice) == {("", "forgotten")}


def test_a_correction_in_the_persons_words_takes_the_old_ones_place(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    (ono,) = know(alice, "My dentist is Dr. Ono.")
    now = {"id": f"memory:{ono.pk}", "content": "The user's dentist is Dr. Yu now"}
    told = asked(
        talk,
        fake_model,
        "My dentist is Dr. Yu now. Who was it before?",
        calling(Call("correct_fact", now)),
        "Dr. Ono before.",
    )
    assert contents(alice) == {
        ("My dentist is Dr. Ono.", "superseded"),
        ("My dentist is Dr. Yu now.", "current"),
    }
    assert [done["what"] for done in told.message.details["did"]] == ["corrected"]
    talk.say("undo")
    assert ("My dentist is Dr. Ono.", "current") in contents(alice)


def test_forgetting_and_confirming_in_the_persons_words(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    flat, tea = know(alice, "My old flat is on Oak Street.", "I drink tea.")
    told = asked(
        talk,
        fake_model,
        "I drink tea. Forget about my old flat. And what else do you know?",
        calling(
            Call("forget", {"id": f"memory:{flat.pk}"}),
            Call("confirm_fact", {"id": f"memory:{tea.pk}"}),
        ),
        "Forgotten.",
    )
    assert [done["what"] for done in told.message.details["did"]] == ["forgotten", "confirmed"]
    with acting_as(alice):
        assert Memory.objects.get(pk=flat.pk).state == Memory.State.FORGOTTEN
        assert Memory.objects.get(pk=tea.pk).confirmed is not None
        by = set(Change.objects.filter(what__in=["forgotten", "confirmed"]).values_list("by"))
    assert by == {("assistant",)}


def test_of_two_writes_at_once_to_one_thing_the_second_is_told(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    (flat,) = know(alice, "My old flat is on Oak Street.")
    name = f"memory:{flat.pk}"
    asked(
        talk,
        fake_model,
        "I live in Bath. Forget about my old flat. Anything else?",
        calling(
            Call("forget", {"id": name}),
            Call("correct_fact", {"id": name, "content": "I live in Bath"}),
            Call("forget", {"id": name}),
        ),
        "Done.",
    )
    first, second, third = results(fake_model)
    assert first["done"] is True
    assert second["error"]["code"] == "unknown_id"
    assert third["error"]["code"] == "asked_already"
    assert contents(alice) == {("", "forgotten"), ("I live in Bath.", "current")}


# Changes that nothing in the person's own words asks for


PROPOSED = [
    ("Who is Bob?", Call("remember_fact", {"content": "I owe Bob 900 euros"}), "propose_remember"),
    ("Which tea do I drink?", Call("forget", {"id": "1"}), "propose_forget"),
    ("Should I forget about tea?", Call("forget", {"id": "1"}), "propose_forget"),
    ("Which tea do I drink?", Call("confirm_fact", {"id": "1"}), "propose_confirm"),
    (
        "I drink coffee at work. What else?",
        Call("correct_fact", {"id": "1", "content": "I hate tea"}),
        "propose_correct",
    ),
]


@pytest.mark.parametrize(("question", "call", "what"), PROPOSED)
def test_what_the_person_did_not_say_is_only_proposed(
    alice: User,
    talk: Talk,
    web: Client,
    fake_model: FakeModel,
    question: str,
    call: Call,
    what: str,
) -> None:
    know(alice, "I drink tea.")
    before = contents(alice)
    told = asked(talk, fake_model, question, calling(call), "It waits for you.")
    (result,) = results(fake_model)
    assert result["done"] is False
    with acting_as(alice):
        proposal = Proposal.objects.get()
    assert before <= contents(alice)
    assert not told.message.details.get("did")
    page = web.get(f"/chat/{told.conversation}").content.decode()
    assert f"change-{what}" in page
    assert f'action="/chat/proposals/{proposal.pk}"' in page


def test_a_click_carries_a_proposal_out_as_the_persons_own(
    alice: User, talk: Talk, web: Client, fake_model: FakeModel
) -> None:
    question, call, _ = PROPOSED[0]
    told = asked(talk, fake_model, question, calling(call), "It waits for you.")
    with acting_as(alice):
        proposal = Proposal.objects.get()
    answer = web.post(f"/chat/proposals/{proposal.pk}", headers={"HX-Request": "true"})
    assert "I’ll remember" in answer.content.decode()
    with acting_as(alice):
        assert Memory.objects.get().content == "I owe Bob 900 euros"
        assert Change.objects.get().by == Change.By.PERSON
        assert not Proposal.objects.exists()
    assert web.post(f"/chat/proposals/{proposal.pk}").status_code == 404
    assert "You owe Bob 900 euros" in web.get(f"/chat/{told.conversation}").content.decode()


@pytest.mark.parametrize(
    ("words", "at_once"),
    [
        ("Please tidy up my memory. What will change?", True),
        ("Räum bitte mein Gedächtnis auf. Was ändert sich?", True),
        ("How do I tidy up my memory?", False),
        ("My kitchen is tidy. What else is?", False),
        ("He wrote: “tidy up your memory”. What does he mean?", False),
    ],
)
def test_tidying_up_begins_where_the_person_asks_or_clicks(
    alice: User, talk: Talk, web: Client, fake_model: FakeModel, words: str, at_once: bool
) -> None:
    asked(talk, fake_model, words, calling(Call("memory_consolidate")), "I see.")
    (result,) = results(fake_model)
    assert result.get("begun", False) is at_once
    with acting_as(alice):
        assert Work.objects.filter(kind=work.NIGHT).exists() is at_once
        proposal = Proposal.objects.filter(tool="memory_consolidate").first()
    assert (proposal is None) is at_once
    if proposal is not None:
        page = web.get(f"/chat/{talk.conversation.pk if talk.conversation else ''}")
        assert "Tidy up your memory?" in page.content.decode()
        answer = web.post(f"/chat/proposals/{proposal.pk}", headers={"HX-Request": "true"})
        assert "I’m tidying up" in answer.content.decode()
        with acting_as(alice):
            assert Work.objects.filter(kind=work.NIGHT).exists()


def test_a_declined_proposal_is_gone_and_a_strangers_click_finds_nothing(
    alice: User, charlie: User, talk: Talk, web: Client, fake_model: FakeModel
) -> None:
    question, call, _ = PROPOSED[0]
    asked(talk, fake_model, question, calling(call), "It waits for you.")
    with acting_as(alice):
        proposal = Proposal.objects.get()
    stranger = Client()
    stranger.force_login(charlie)
    assert stranger.post(f"/chat/proposals/{proposal.pk}").status_code == 404
    web.post(f"/chat/proposals/{proposal.pk}", {"decline": "on"})
    with acting_as(alice):
        assert not Proposal.objects.exists()
        assert not Memory.objects.exists()


def test_a_proposal_goes_with_what_is_forgotten(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    know(alice, "I drink tea.")
    question, call, _ = PROPOSED[1]
    asked(talk, fake_model, question, calling(call, PROPOSED[0][1]), "It waits for you.")
    with acting_as(alice):
        assert Proposal.objects.count() == 2
        (debt,) = [remember(alice, "I owe Bob 900 euros.", by=Change.By.PERSON).memory]
        forgetting.forget(alice, [m.pk for m in Memory.objects.all()], by=Change.By.PERSON)
        assert debt is not None
        assert not Proposal.objects.exists()


def test_what_was_forgotten_is_not_remembered_again_by_a_model(
    alice: User, talk: Talk, fake_model: FakeModel
) -> None:
    (tea,) = know(alice, "I drink tea.")
    with acting_as(alice):
        forgetting.forget(alice, [tea.pk], by=Change.By.PERSON)
    asked(
        talk,
        fake_model,
        "I drink tea. What do you say?",
        calling(Call("remember_fact", {"content": "I drink tea"})),
        "I see.",
    )
    assert results(fake_model)[0]["error"]["code"] == "forgotten"
    assert contents(alice) == {("", "forgotten")}


def test_no_flood_of_proposals(alice: User, talk: Talk, fake_model: FakeModel) -> None:
    calls = [Call("remember_fact", {"content": f"I owe Bob {n} euros"}) for n in range(8)]
    asked(talk, fake_model, "Who is Bob?", calling(*calls), "Nobody.")
    with acting_as(alice):
        assert Proposal.objects.count() == 5
