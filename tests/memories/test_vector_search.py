"""By bits or one by one: what moved is found where it went, and what was forgotten nowhere."""

from accounts.models import Project, User
from database.acting import acting_as
from llm.embedding import embed_query
from memories.forgetting.forget import forget
from memories.keeping.editing import move
from memories.models import Change, SearchItem
from memories.search.spaces import embedder_of, live_space
from memories.search.vector_search import MANY, QueryVector, nearest_query
from tests.memories.conftest import Say

PARTS = range(64)


def found(user: User, question: str, *, windows: int) -> list[int]:
    space = live_space()
    aim = QueryVector(space.pk, embed_query(question), embedder_of(space).model)
    with acting_as(user):
        return nearest_query(user.pk, aim, PARTS, 50, windows=windows).found()


def both_ways(user: User, question: str) -> list[int]:
    exactly = found(user, question, windows=1)
    assert found(user, question, windows=MANY + 1) == exactly
    return exactly


def test_what_moves_is_found_where_it_went(alice: User, garden: Project, say: Say) -> None:
    _, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    say(alice, "I like strong tea in the morning.")
    assert learned[0].memory
    with acting_as(alice):
        moved = SearchItem.objects.get(memory=learned[0].memory).pk
    assert moved in both_ways(alice, "Who keeps bees?")
    with acting_as(alice):
        move(alice, learned[0].memory, garden, by=Change.By.PERSON)
    assert moved not in both_ways(alice, "Who keeps bees?")


def test_what_is_forgotten_is_gone_at_once(alice: User, say: Say) -> None:
    _, learned = say(alice, "My sister Tove keeps bees in Bergen.")
    say(alice, "I like strong tea in the morning.")
    memory = learned[0].memory
    assert memory
    with acting_as(alice):
        item = SearchItem.objects.get(memory=memory).pk
    assert item in both_ways(alice, "Who keeps bees?")
    with acting_as(alice):
        forget(alice, [memory.pk], by=Change.By.PERSON)
    assert item not in both_ways(alice, "Who keeps bees?")
