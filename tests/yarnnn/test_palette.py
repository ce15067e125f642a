"""Finding from everywhere, and the frame around every page."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from accounts.models import Project, User
from accounts.projects import create_project
from chat.models import Conversation
from database.acting import acting_as
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import Change, Entity
from memories.source_kinds import CHAT
from yarnnn import urls

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls(__name__)]


def page(_request: HttpRequest, **_: object) -> HttpResponse:
    return HttpResponse()


# The addresses the entries lead to; what stands at them is tested in their rooms.
urlpatterns = [
    *urls.urlpatterns,
    path("", include(([path("chat/<uuid:pk>", page, name="conversation")], "chat"))),
    path("", include(([path("memory", page, name="list")], "memories"))),
]


@pytest.fixture
def gardener(alice: User) -> User:
    """With a project, a conversation, and somebody she knows."""
    with acting_as(alice):
        create_project(alice, "Dahlia garden")
        Conversation.objects.create(user=alice, title="When to lift the dahlias")
        Entity.objects.create(
            user=alice, name="Dana", aliases=["my sister"], type=Entity.Type.PERSON
        )
    return alice


def found(client: Client, user: User, q: str) -> str:
    client.force_login(user)
    answer = client.get("/palette", {"q": q}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_can_be_done_is_found_by_how_its_word_begins(client: Client, alice: User) -> None:
    assert "Dark colours" in found(client, alice, "darker")
    assert "Dark colours" not in found(client, alice, "daring")


def test_what_was_only_asked_is_no_memory(client: Client, alice: User) -> None:
    with acting_as(alice):
        keep(alice, NewSource(CHAT, "what is the gym pin"))
        remember(alice, "The gym opens at six", by=Change.By.PERSON)
    text = found(client, alice, "gym")
    assert "opens at six" in text
    assert "pin" not in text


def test_it_finds_projects_conversations_and_people(client: Client, gardener: User) -> None:
    text = found(client, gardener, "dahlia")
    assert "Dahlia garden" in text
    assert "When to lift the dahlias" in text
    assert "Dana" not in text
    assert "Dana" in found(client, gardener, "sister")


def test_somebody_is_found_and_told_by_what_they_are(client: Client, alice: User) -> None:
    with acting_as(alice):
        remember(alice, "My sister Elin lives in Gothenburg.", by=Change.By.PERSON)
    assert "your sister" in found(client, alice, "Elin")
    shown = found(client, alice, "meine Schwester")
    assert "Elin" in shown.partition("People and things")[2]


def test_memories_that_do_not_match_are_not_offered(client: Client, gardener: User) -> None:
    with acting_as(gardener):
        for content in ("My cello lesson is on Wednesdays", "I am allergic to hazelnuts"):
            remember(gardener, content, by=Change.By.PERSON)
    while embed_waiting(gardener.pk):
        pass
    for q, offered in {
        "Priya Raman": [],
        "hamster": [],
        "hazel": ["hazelnuts"],
        "nut allergy": ["hazelnuts"],
        "cello": ["cello"],
        "les": ["cello"],
    }.items():
        text = found(client, gardener, q)
        assert [word for word in ("cello", "hazelnuts") if f"{word}" in text.split("Nothing")[0]] \
            == offered, q  # fmt: skip
    assert "Nothing found for “Priya Raman”." in found(client, gardener, "Priya Raman")


def test_what_was_said_in_passing_is_not_offered_for_any_word(
    client: Client, gardener: User
) -> None:
    said = ("Write me a poem about storms", "DRIP tell me", "The vet has looked at our kitten.")
    with acting_as(gardener):
        for text in said:
            keep(gardener, NewSource(CHAT, text))
    while embed_waiting(gardener.pk):
        pass
    for q, offered in {
        "wibble": [],
        "zzquux": [],
        "poem": ["poem"],
        "kitten": ["kitten"],
        "veterinary surgeon": ["kitten"],
    }.items():
        text = found(client, gardener, q).split("Nothing")[0]
        assert [one for one in ("poem", "DRIP", "kitten") if one in text] == offered, q


def test_what_was_only_said_stands_apart_from_what_is_remembered(
    client: Client, alice: User
) -> None:
    with acting_as(alice):
        keep(alice, NewSource(CHAT, "The storm put Elin in a mood."))
        remember(alice, "Elin has a boat for any storm", by=Change.By.PERSON)
    memories, _, said = found(client, alice, "storm").partition("<h2>Chats</h2>")
    assert "boat for any storm" in memories.partition("Memories")[2]
    assert "in a mood" not in memories
    assert "in a mood" in said


def test_it_finds_pages(client: Client, gardener: User) -> None:
    assert 'href="/settings"' in found(client, gardener, "sett")


def test_a_stranger_finds_nothing_of_it(client: Client, gardener: User, charlie: User) -> None:
    assert "ahlia" in found(client, gardener, "dahlia")
    assert "ahlia garden" not in (text := found(client, charlie, "dahlia"))
    assert "lift" not in text
    assert "Dana" not in found(client, charlie, "sister")


def test_nobody_finds_without_signing_in(client: Client) -> None:
    assert client.get("/palette").status_code == 302


def test_it_is_a_page_of_its_own_without_a_script(client: Client, gardener: User) -> None:
    client.force_login(gardener)
    text = client.get("/palette").content.decode()
    assert "<!DOCTYPE html>" in text
    assert "When to lift the dahlias" in text


@pytest.mark.parametrize("q", ["\0", "x" * 5_000, "%", "'; --", "   "])
def test_odd_words_find_nothing_and_break_nothing(client: Client, gardener: User, q: str) -> None:
    found(client, gardener, q)


def test_the_frame_shows_the_project_looked_at_and_its_conversations(
    client: Client, gardener: User
) -> None:
    with acting_as(gardener):
        project = Project.objects.get(name="Dahlia garden")
        Conversation.objects.create(user=gardener, project=project, title="Rows and paths")
    client.force_login(gardener)
    shell = client.get("/palette", {"project": str(project.pk)}).context["shell"]
    assert shell.project == project
    assert [conversation.title for conversation in shell.conversations] == ["Rows and paths"]
    everywhere = client.get("/palette", {"project": "nonsense"}).context["shell"]
    assert everywhere.project is None
    assert len(everywhere.conversations) == 2


@pytest.mark.parametrize("q", ["4471", "locker 4471", "0176 5550123"])
def test_a_number_is_not_answered_with_what_is_like_it(client: Client, alice: User, q: str) -> None:
    with acting_as(alice):
        for words in ("My locker is in the east hall", "My phone number is 0176 5559988"):
            remember(alice, words, by=Change.By.PERSON)
    while embed_waiting(alice.pk):
        pass
    assert "My locker" not in found(client, alice, q)
    assert "My phone" not in found(client, alice, q)
    assert "My phone" in found(client, alice, "0176 555-9988")
