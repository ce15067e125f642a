"""Sample data: a life to look around in that leaves no trace when it goes."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone, translation

from accounts.models import Project, User
from chat import converse
from chat.answering.answer import answer_now
from chat.models import Conversation, Message
from database.acting import acting_as
from documents.models import Document
from documents.process import read_waiting
from gmail.models import Message as Mail
from memories.forgetting.forget import forget
from memories.keeping.editing import edit
from memories.keeping.questions import open_questions
from memories.learning import run_night
from memories.models import Change, Evidence, Memory, Source
from portability.sample import GONE, add_sample, has_sample, remove_sample
from tests.portability.conftest import work_off
from today.cards import cards
from today.task_finder import find_tasks
from today.visits import visit

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("sample_files")]

CHIPS_IN_GERMAN = {
    "Was weißt du über Elin?": "Göteborg",
    "Wie hoch ist die Kaution?": "4.440 Euro",
    "Was soll ich nicht essen?": "Haselnüsse",
    "Vergiss, dass ich dienstags mit dem Zug fahre": "vergessen",
}

# A person's own place and address, made at sign-up.
OF_EVERYBODY = {"Workspace": 1, "EmailAddress": 1}


def remove(user: User) -> bool:
    with acting_as(user):
        return remove_sample(user)


def rows(user: User) -> dict[str, int]:
    """How many rows this person has, by table; tables without any are left out."""
    with acting_as(user):
        counted = {
            model.__name__: model._default_manager.filter(user=user).count()
            for model in apps.get_models()
            if any(field.name == "user" for field in model._meta.fields)
        }
    return {name: count for name, count in counted.items() if count}


def say(user: User, words: str, conversation: Conversation | None = None) -> Message:
    with acting_as(user):
        turn = converse.say(user, conversation, words)
    answer_now(user.pk, turn.answer.pk)
    with acting_as(user):
        return Message.objects.select_related("source", "conversation").get(pk=turn.answer.pk)


def known(user: User, words: str) -> Memory | None:
    return Memory.objects.filter(user=user, content__contains=words, state="current").first()


def test_it_is_said_and_answered_as_a_person_would_have_over_months(looking: User) -> None:
    as_a_person_would(looking, kept=("Got it.", "Corrected."))
    with acting_as(looking):
        assert Memory.objects.filter(project__name="Berlin move").exists()
        assert known(looking, "Wednesdays")
        assert not known(looking, "Thursdays")


def test_it_is_in_the_language_of_the_person(alice: User) -> None:
    alice.language = "de"
    alice.save()
    assert add_sample(alice)
    work_off(alice)
    as_a_person_would(alice, kept=("Alles klar.",))
    with acting_as(alice):
        assert Memory.objects.filter(project__name="Umzug nach Berlin").exists()
        assert known(alice, "mittwochs")
        assert not known(alice, "donnerstags")
        assert Memory.objects.filter(content__contains="montags", source_kind="gmail").exists()
        (asked,) = open_questions(alice)
        assert asked.new.content == "Mila ist nicht allergisch gegen Erdbeeren."
    with translation.override("de"):
        for question, words in CHIPS_IN_GERMAN.items():
            assert words in say(alice, question).text, question
    assert remove(alice)
    with acting_as(alice):
        assert not Memory.objects.exists()


def as_a_person_would(looking: User, kept: tuple[str, ...]) -> None:
    """Look at each answer: a statement is `kept` in these words, a question answered."""
    with acting_as(looking):
        memories = Memory.objects.filter(user=looking, state=Memory.State.CURRENT)
        assert memories.count() >= 15
        for evidence in Evidence.objects.select_related("chunk__source"):
            assert evidence.chunk
            text = evidence.chunk.source.text
            assert text[evidence.start : evidence.stop] == evidence.quote
        month_ago = timezone.now() - timedelta(days=30)
        assert Source.objects.filter(happened_at__lt=month_ago).count() >= 10
        assert memories.filter(created__lt=month_ago).exists()
        # Each statement was learned from, each question answered with a citation.
        for answer in Message.objects.filter(role="assistant").select_related("answers__source"):
            assert answer.answers
            if answer.answers.text.endswith("?"):
                assert answer.citations.exists(), answer.answers.text
            else:
                assert answer.text.startswith(kept), answer.answers.text


def test_it_has_a_document_that_answers_at_its_passage(looking: User) -> None:
    answer = say(looking, "How much is the deposit?")
    assert "4,440 euros" in answer.text
    with acting_as(looking):
        (cited,) = answer.citations.select_related("chunk__source")
        assert cited.chunk
        assert cited.chunk.source.kind == "document"


def test_it_has_mail_with_something_asked_and_something_learned(looking: User) -> None:
    with acting_as(looking):
        assert Mail.objects.filter(user=looking, from_person=True).count() == 2
        learned = known(looking, "from home on Mondays")
        assert learned
        assert learned.source_kind == "gmail"
        latest = visit(looking)
        find_tasks(looking, latest)
        shown = cards(looking, latest)
        assert ["Priya" in task.text for task in shown.tasks] == [True]
        assert ["Could you please send me a copy" in task.text for task in shown.asked] == [True]
        assert shown.coming.days


def test_one_thing_in_it_has_faded_and_the_first_night_fades_no_more(looking: User) -> None:
    faded = "My parcel shop is the kiosk by the canal."
    with acting_as(looking):
        (memory,) = Memory.objects.filter(user=looking, state=Memory.State.FADED)
        assert memory.content == faded
        change = Change.objects.get(memory=memory, what=Change.What.FADED)
        assert change.why.startswith("Not used for 13")
    assert run_night(looking).faded == 0


def test_what_the_person_has_not_used_for_long_does_not_fade_by_it(alice: User) -> None:
    said = say(alice, "My parcel shop is the bakery in the lane.")
    with acting_as(alice):
        long_ago = timezone.now() - timedelta(days=131)
        assert said.answers
        mine = Memory.objects.filter(evidence__chunk__source=said.answers.source)
        assert mine.update(created=long_ago, updated=long_ago) == 1
    add_sample(alice)
    with acting_as(alice):
        assert known(alice, "bakery")


def test_it_goes_without_a_trace(alice: User) -> None:
    assert add_sample(alice)
    assert rows(alice).keys() > OF_EVERYBODY.keys()
    assert remove(alice)
    assert rows(alice) == {**OF_EVERYBODY, "Corpus": 1}


def test_the_file_of_its_document_goes_too(
    alice: User, sample_files: Path, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    add_sample(alice)
    with acting_as(alice):
        lies = sample_files / str(Document.objects.get().file)
    assert lies.exists()
    # It was not read yet.
    with django_capture_on_commit_callbacks(execute=True):
        assert remove(alice)
    assert not lies.exists()
    assert not read_waiting(alice.pk)


def test_it_is_there_once(looking: User) -> None:
    before = rows(looking)
    assert not add_sample(looking)
    assert rows(looking) == before
    assert remove(looking)
    assert not remove(looking)


def test_what_the_person_said_meanwhile_stays(looking: User) -> None:
    say(looking, "My neighbour Otto repairs clocks.")
    # What the sample data says as well rests on the person's own words now.
    say(looking, "I'm allergic to hazelnuts.")
    with acting_as(looking):
        talk = Conversation.objects.filter(user=looking, title__startswith="I live in").get()
    say(looking, "My canoe is called Nessie.", talk)
    assert remove(looking)
    with acting_as(looking):
        left = Memory.objects.filter(user=looking).values_list("content", flat=True)
        assert sorted(left) == [
            "I'm allergic to hazelnuts.",
            "My canoe is called Nessie.",
            "My neighbour Otto repairs clocks.",
        ]
        said = Message.objects.filter(conversation=talk, role="user")
        assert [message.text for message in said] == ["My canoe is called Nessie."]


def test_a_project_that_was_there_or_is_in_use_stays(alice: User, bob: User) -> None:
    with acting_as(alice):
        mine = Project.objects.create(
            user=alice, workspace=alice.workspaces.get(), name="berlin MOVE", number=7
        )
    add_sample(alice)
    assert remove(alice)
    add_sample(bob)
    with acting_as(bob):
        used = Project.objects.get(user=bob)
        converse.say(bob, None, "Our new street is Florastraße.", project=used)
    assert remove(bob)
    assert rows(alice)["Project"] == rows(bob)["Project"] == 1
    with acting_as(alice):
        assert Project.objects.filter(pk=mine.pk).exists()


def test_what_was_tried_out_on_it_goes_along(looking: User) -> None:
    with acting_as(looking):
        train, tea = known(looking, "7:42 train"), known(looking, "prefer tea")
        assert train
        assert tea
        edit(looking, tea, by=Change.By.PERSON, content="I prefer green tea")
        forget(looking, [train.pk], by=Change.By.PERSON)
    asked = say(looking, "What do you remember about Elin?")
    assert "Gothenburg" in asked.text
    assert remove(looking)
    with acting_as(looking):
        assert not Memory.objects.exists()
        answer = Message.objects.get(pk=asked.pk)
        assert answer.text == GONE
        assert not Source.objects.filter(text__contains="Gothenburg").exists()
    # No tombstone keeps a person from saying it of themselves.
    say(looking, "I take the 7:42 train to Berlin on Tuesdays.")
    with acting_as(looking):
        assert known(looking, "7:42 train")


def test_it_comes_and_goes_with_one_click(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    assert b'action="/sample/add"' in client.get("/chat").content
    page = client.post("/sample/add", follow=True).content
    assert b"Remove the sample data" in page
    assert b"What do you remember about Elin?" in page
    assert b'action="/sample/add"' not in page
    with acting_as(bob):
        assert not has_sample(bob)
    page = client.post("/sample/remove", follow=True).content
    assert b"The sample data is gone." in page
    assert b"Remove the sample data" not in page
    assert b'action="/sample/add"' in page


def test_it_comes_and_goes_by_command(alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("sample", "Alice@example.org")
    with acting_as(alice):
        assert has_sample(alice)
    call_command("sample", "alice@example.org", "--remove")
    call_command("sample", "alice@example.org", "--remove")
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "The sample data is there.",
        "The sample data is gone.",
        "There is no sample data.",
    ]
    with pytest.raises(CommandError, match=r"nobody@example\.org has no account here"):
        call_command("sample", "nobody@example.org")


def test_today_asks_which_of_two_that_contradict_each_other_is_right(looking: User) -> None:
    with acting_as(looking):
        (asked,) = open_questions(looking)
        assert (asked.old.content, asked.new.content) == (
            "Mila is allergic to strawberries.",
            "Mila isn't allergic to strawberries.",
        )
