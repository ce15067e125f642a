"""What comes in and may be what was forgotten waits: nothing finds it until the person says."""

import pytest
from django.test import Client

from accounts.models import User
from database.acting import acting_as
from documents.source_kind import DOCUMENT
from gmail.source_kind import GMAIL
from memories.forgetting import forget, held_back
from memories.forgetting.forget import restore
from memories.keeping import NewSource, keep, remember
from memories.keeping.sources import CitableSpan, make_rest_findable
from memories.models import Change, Chunk, Memory, Source
from memories.recall import Query, recall
from memories.text import Span

pytestmark = pytest.mark.django_db

FACT = "My sister Joan is getting a divorce."
NEARLY = "Joan and her husband are splitting up for good."
OTHER = "Joan and her husband bought a boat in Whitby."
LETTER = f"Dear all, the boiler is loud. {NEARLY} {OTHER} Yours, Pip"


def web(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def today(user: User) -> str:
    return web(user).get("/today").content.decode()


def found(user: User, question: str) -> str:
    with acting_as(user):
        return " / ".join(
            f"{item.text} {item.quote}" for item in recall(user, Query(question)).items
        )


@pytest.fixture
def letter(alice: User) -> Source:
    """A mail that says in other words what was forgotten, among other things."""
    with acting_as(alice):
        memory = remember(alice, FACT, by=Change.By.PERSON).memory
        assert memory is not None
        forget(alice, [memory.pk], by=Change.By.PERSON)
        return keep(alice, NewSource(GMAIL, LETTER, author=Source.Author.OTHER, speaker="Pip"))


def waiting(user: User) -> Chunk:
    with acting_as(user):
        return held_back(user).get()


def test_it_waits_and_the_rest_is_found(alice: User, bob: User, letter: Source) -> None:
    assert "splitting" not in found(alice, "Are Joan and her husband splitting up?")
    assert "boat" in found(alice, "What did Joan and her husband buy?")
    assert "boiler" in found(alice, "What is loud?")
    shown = today(alice)
    assert "Is this what you forgot?" in shown
    assert NEARLY in shown
    assert "boat" not in shown
    assert "splitting" not in today(bob)


def test_of_a_page_only_the_sentence_waits(alice: User) -> None:
    page = CitableSpan(Span(0, len(LETTER)), 60)
    last = f"{LETTER} The shed needs paint."
    more = CitableSpan(Span(len(LETTER), len(last)), 8)
    with acting_as(alice):
        memory = remember(alice, FACT, by=Change.By.PERSON).memory
        assert memory is not None
        forget(alice, [memory.pk], by=Change.By.PERSON)
        read = NewSource(DOCUMENT, last, own_words=False, searchable=False, parts=[page, more])
        make_rest_findable(alice, keep(alice, read), 10)
        places = Chunk.objects.filter(source__text=last).order_by("position")
        assert "".join(last[each.start : each.stop] for each in places) == last
    assert last[waiting(alice).start : waiting(alice).stop].strip() == NEARLY
    assert "boat" in found(alice, "What did Joan and her husband buy?")
    assert "boiler" in found(alice, "What is loud?")
    assert "splitting" not in found(alice, "Are Joan and her husband splitting up?")


def test_it_is_something_else(alice: User, letter: Source) -> None:
    answer = web(alice).post(f"/today/held/{waiting(alice).pk}", {"as": "other"}, follow=True)
    assert "Is this what you forgot?" not in answer.content.decode()
    assert "splitting" in found(alice, "Are Joan and her husband splitting up?")
    with acting_as(alice):
        # Another thing of the same letter goes and comes back: this is not asked about again.
        boat = remember(alice, OTHER, by=Change.By.PERSON).memory
        assert boat is not None
        forget(alice, [boat.pk], by=Change.By.PERSON)
        restore(alice, boat.pk)
        assert not held_back(alice).exists()


def test_it_is_that(alice: User, letter: Source) -> None:
    web(alice).post(f"/today/held/{waiting(alice).pk}", {"as": "forgotten"})
    assert "Is this what you forgot?" not in today(alice)
    assert "splitting" not in found(alice, "Are Joan and her husband splitting up?")
    with acting_as(alice):
        letter.refresh_from_db()
        assert "splitting" not in letter.text
        assert "boiler" in letter.text
        forgotten = Memory.objects.filter(state=Memory.State.FORGOTTEN)
        last = forgotten.order_by("-updated").first()
        assert last is not None
        restore(alice, last.pk)
    assert "Is this what you forgot?" in today(alice)
    assert "splitting" not in found(alice, "Are Joan and her husband splitting up?")


def test_it_is_let_in_once_nothing_like_it_is_forgotten(alice: User, letter: Source) -> None:
    with acting_as(alice):
        restore(alice, Memory.objects.get(state=Memory.State.FORGOTTEN).pk)
    assert "Is this what you forgot?" not in today(alice)
    assert "splitting" in found(alice, "Are Joan and her husband splitting up?")


def test_and_once_it_is_remembered_again(alice: User, letter: Source) -> None:
    with acting_as(alice):
        assert remember(alice, FACT, by=Change.By.PERSON, again=True).memory
        assert not held_back(alice).exists()


def test_only_its_person_answers(alice: User, bob: User, letter: Source) -> None:
    pk = waiting(alice).pk
    assert web(bob).post(f"/today/held/{pk}", {"as": "other"}).status_code == 404
    assert web(alice).post(f"/today/held/{pk}", {"as": "whatever"}).status_code == 404
    assert waiting(alice).pk == pk
