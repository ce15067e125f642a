"""Making, renaming, putting away and deleting projects."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.utils import IntegrityError

from accounts.errors import Refused
from accounts.models import ApiToken, Project, User
from accounts.projects import archive_project, create_project, rename_project
from accounts.tokens import make_token
from chat.models import Conversation, Message
from database.acting import acting_as
from documents.models import Document
from documents.source_kind import DOCUMENT
from memories.keeping.remember import Quote, remember
from memories.keeping.sources import NewSource, keep
from memories.learning.learn import learn
from memories.models import (
    Change,
    Evidence,
    Memory,
    SearchItem,
    Source,
    Window,
    Work,
)
from memories.source_kinds import CHAT, NOTE
from portability.projects import delete_project, going, overview

pytestmark = pytest.mark.django_db


def chat_in(user: User, project: Project | None, text: str) -> Source:
    """A conversation with one message, learned from."""
    conversation = Conversation.objects.create(user=user, project=project, title=text)
    source = keep(user, NewSource(CHAT, text, thread=str(conversation.pk), project=project))
    Message.objects.create(user=user, conversation=conversation, role="user", source=source)
    learn(user, source)
    return source


def document_in(user: User, project: Project, text: str) -> Document:
    source = keep(user, NewSource(DOCUMENT, text, project=project, own_words=False))
    return Document.objects.create(
        user=user,
        project=project,
        source=source,
        file=default_storage.save("documents/plan.txt", ContentFile(text)),
        filename="plan.txt",
        kind="txt",
        size=len(text),
        digest="x",
    )


def test_numbers_count_up_per_person(alice: User, bob: User) -> None:
    with acting_as(alice):
        assert [create_project(alice, name).number for name in ("One", "Two")] == [1, 2]
    with acting_as(bob):
        assert create_project(bob, "One").number == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty"),
        (" \n ", "empty"),
        ("a\0b", "nul"),
        ("x" * 201, "too_long"),
        ("GARDEN", "name"),
    ],
)
def test_a_name_that_cannot_be(alice: User, garden: Project, name: str, code: str) -> None:
    with acting_as(alice):
        house = create_project(alice, "House")
        with pytest.raises(Refused) as new:
            create_project(alice, name)
        with pytest.raises(Refused) as renamed:
            rename_project(alice, house, name)
        assert new.value.code == renamed.value.code == code
        assert set(Project.objects.values_list("name", flat=True)) == {"Garden", "House"}


def test_a_project_keeps_its_own_name(alice: User, garden: Project) -> None:
    with acting_as(alice):
        assert rename_project(alice, garden, " garden ").name == "garden"


def test_putting_away_and_bringing_back(alice: User, garden: Project) -> None:
    with acting_as(alice):
        first = archive_project(garden).archived
        assert first
        assert archive_project(garden).archived == first
        assert archive_project(garden, back=True).archived is None


def test_what_is_in_a_project_is_counted(alice: User, garden: Project) -> None:
    with acting_as(alice):
        house = create_project(alice, "House")
        chat_in(alice, garden, "I prefer oak for the fence.")
        document_in(alice, garden, "The plan of the garden.")
        chat_in(alice, None, "I work at the harbour.")
        by_name = {row.name: row for row in overview(alice)}
        assert list(by_name) == ["Garden", "House"]
        assert by_name["House"].id == house.pk
        counts = [(row.memories, row.conversations) for row in by_name.values()]
        assert counts == [(1, 1), (0, 0)]
        make_token(alice, "laptop", ApiToken.Scope.FULL, garden)
        assert going(alice, garden).sources == ("1 document", "1 key")


def test_all_that_is_in_a_project_goes_with_it(
    alice: User, garden: Project, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with acting_as(alice):
        chat_in(alice, None, "I work at the harbour.")
        kept = everything()
        chat_in(alice, garden, "I prefer oak for the fence.")
        document = document_in(alice, garden, "The plan of the garden. It has a pond.")
        remember(alice, "The pond is deep.", by=Change.By.PERSON, project=garden)
        with django_capture_on_commit_callbacks(execute=True):
            delete_project(alice, garden)
        assert not Project.objects.exists()
        assert everything() == kept
        assert not default_storage.exists(str(document.file))


def everything() -> dict[str, Any]:
    """The number of rows of every kind, and the words that can be searched for."""
    tables: list[Any] = [
        Source, Memory, Evidence, SearchItem, Window, Work, Change,
        Conversation, Message, Document,
    ]  # fmt: skip
    counts: dict[str, Any] = {table.__name__: table.objects.count() for table in tables}
    return counts | {"words": sorted(bytes(item.terms) for item in SearchItem.objects.all())}


def test_what_is_known_everywhere_stays_with_its_quote(alice: User, garden: Project) -> None:
    with acting_as(alice):
        source = chat_in(alice, garden, "Hello there. My sister is Ann. It rains.")
        about = remember(
            alice,
            "My sister is Ann.",
            by=Change.By.PERSON,
            quote=Quote(source, 13, 30),
        ).memory
        assert about
        Memory.objects.filter(pk=about.pk).update(origin_project=garden)
        assert going(alice, garden).staying == 1
        delete_project(alice, garden)

        about.refresh_from_db()
        assert (about.content, about.project, about.origin_project) == (
            "My sister is Ann.",
            None,
            None,
        )
        evidence = Evidence.objects.select_related("chunk__source").get(memory=about)
        assert evidence.chunk
        rest = evidence.chunk.source
        assert rest.text == "My sister is Ann."
        assert rest.text[evidence.start : evidence.stop] == evidence.quote == "My sister is Ann."
        assert rest.project is None
        assert rest.happened_at == source.happened_at


def test_a_projects_number_can_be_used_again(alice: User, garden: Project) -> None:
    with acting_as(alice):
        chat_in(alice, garden, "I prefer oak for the fence.")
        delete_project(alice, garden)
        assert create_project(alice, "Garden").number == garden.number
        assert not SearchItem.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_projects_made_at_once_get_different_numbers(alice: User) -> None:
    start = threading.Barrier(4)
    refused: list[str] = []

    def make(name: str) -> None:
        start.wait()
        try:
            with acting_as(alice):
                create_project(alice, name)
        except Refused as error:
            refused.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=make, args=[name]) for name in ("A", "B", "C", "A")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with acting_as(alice):
        assert sorted(Project.objects.values_list("number", flat=True)) == [1, 2, 3]
    assert refused == ["name"]


@pytest.mark.django_db(transaction=True)
def test_whoever_writes_to_a_project_that_goes_finds_it_gone(alice: User) -> None:
    with acting_as(alice):
        garden = create_project(alice, "Garden")
        same = Project.objects.get(pk=garden.pk)
    deleted, writes = threading.Event(), threading.Event()
    became: list[str] = []

    def write() -> None:
        deleted.wait()
        try:
            with acting_as(alice):
                writes.set()
                keep(alice, NewSource(NOTE, "The pond is deep.", project=same))
            became.append("kept")
        except IntegrityError:
            became.append("refused")
        finally:
            connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    with acting_as(alice):
        delete_project(alice, garden)
        deleted.set()
        writes.wait()
    thread.join()
    assert became == ["refused"]
    with acting_as(alice), transaction.atomic():
        assert not Source.objects.exists()
