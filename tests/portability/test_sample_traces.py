"""Whatever was done with the sample data, every table is afterwards as it was before."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from chat import converse
from chat.models import Conversation
from database.acting import acting_as
from database.sealing import unseal
from memories.forgetting.bulk_forget import Selection, forget_selection
from memories.forgetting.forget import erase, forget
from memories.keeping.editing import correct, edit
from memories.keeping.remember import remember
from memories.learning.night.fading import fade
from memories.learning.night.merging import merge
from memories.models import Change, Entity, Evidence, Forgotten, Memory, Source
from memories.source_kinds import NOTE
from portability.sample import add_sample, remove_sample
from tests.people import newcomer
from tests.portability.conftest import once, work_off
from tests.portability.test_sample import say
from today.models import Task
from today.task_finder import find_tasks
from today.visits import visit

pytestmark = pytest.mark.long

# How much was ever written, which model embeds, and when Today was looked at: of nobody's words.
COUNTERS = {"memories_corpus", "memories_embeddingspace", "today_visit"}
Rows = dict[str, set[str]]


def everything(user: User) -> Rows:
    """Every row of every table that this person may see, as text."""
    with acting_as(user), connection.cursor() as cursor:
        found: Rows = {}
        for table in set(connection.introspection.table_names(cursor)) - COUNTERS:
            cursor.execute(f'SELECT to_jsonb(t)::text FROM "{table}" t')  # noqa: S608
            # That tables are to be written anew names nothing that was in them.
            found[table] = {row for (row,) in cursor.fetchall() if '"vacuum"' not in row}
    return found


def new(before: Rows, after: Rows) -> Rows:
    return {table: rows - before[table] for table, rows in after.items() if rows - before[table]}


def known(user: User, words: str) -> Memory:
    return Memory.objects.get(user=user, content__contains=words, state="current")


def remove(user: User) -> None:
    with acting_as(user):
        assert remove_sample(user)


def forgets(words: str) -> Callable[[User], None]:
    return lambda user: _forget(user, words)


def _forget(user: User, words: str) -> None:
    forget(user, [known(user, words).pk], by=Change.By.PERSON)


def edits(user: User) -> None:
    edit(user, known(user, "prefer tea"), by=Change.By.PERSON, content="I prefer green tea")


def edits_and_forgets(user: User) -> None:
    edits(user)
    _forget(user, "green tea")


def replaces(user: User) -> None:
    correct(user, known(user, "prefer tea"), "I prefer water", by=Change.By.API)


def replaces_and_forgets(user: User) -> None:
    replaces(user)
    _forget(user, "prefer water")


def erases(user: User) -> None:
    erase(user, known(user, "Gothenburg").pk)


def confirms_and_pins(user: User) -> None:
    edit(user, known(user, "Gothenburg"), by=Change.By.PERSON, pinned=True)


def deletes_a_chat(user: User) -> None:
    converse.delete(user, Conversation.objects.get(user=user, title__startswith="I live in"))


def forgets_and_deletes_the_chat(user: User) -> None:
    _forget(user, "Gothenburg")
    deletes_a_chat(user)


def deletes_the_chat_and_forgets(user: User) -> None:
    deletes_a_chat(user)
    _forget(user, "Gothenburg")


def forgets_a_whole_chat(user: User) -> None:
    talk = Conversation.objects.get(user=user, title__startswith="I live in")
    forget_selection(user, Selection(conversation=talk.pk), by=Change.By.PERSON)


def forgets_in_the_document(user: User) -> None:
    lease = Source.objects.get(user=user, kind="document")
    forget_selection(user, Selection(source=lease.pk), by=Change.By.PERSON)


def lets_the_night_pass(user: User) -> None:
    fade(user)
    merge(user)


def edits_what_mail_taught(user: User) -> None:
    learned = known(user, "from home on Mondays")
    edit(user, learned, by=Change.By.PERSON, content="I work from home on Fridays.")


def protects_whom_it_names(user: User) -> None:
    named = Entity.objects.filter(user=user, name__in=["Elin", "Karl Vogt"])
    assert named.update(protected=True) == 2


def looks_at_today(user: User) -> None:
    latest = visit(user)
    find_tasks(user, latest)
    Task.objects.filter(user=user).update(state=Task.State.DONE)


@pytest.fixture(scope="module")
def _tried(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, sample_files: Path
) -> Iterator[tuple[User, Rows]]:
    with once(django_db_blocker):
        user = newcomer("tilda@example.org")
        say(user, "My canoe is called Nessie.")
        work_off(user)
        before = everything(user)
        add_sample(user)
        work_off(user)
        yield user, before


@pytest.fixture
def tried(_tried: tuple[User, Rows], db: None) -> tuple[User, Rows]:
    """Somebody with the sample data, and every row there was before."""
    user, before = _tried
    return User.objects.get(pk=user.pk), before


@pytest.mark.parametrize(
    "did",
    [
        [forgets("7:42 train"), forgets("Wednesdays"), forgets("on 1 March"), edits],
        [edits_and_forgets, confirms_and_pins, erases],
        [replaces, forgets_and_deletes_the_chat],
        [replaces_and_forgets, deletes_the_chat_and_forgets],
        [forgets_a_whole_chat],
        [forgets("from home on Mondays"), forgets_in_the_document, lets_the_night_pass],
        [edits_what_mail_taught, protects_whom_it_names, looks_at_today],
    ],
)
def test_nothing_is_left_after_what_was_tried(
    tried: tuple[User, Rows], did: list[Callable[[User], None]]
) -> None:
    user, before = tried
    with acting_as(user):
        for act in did:
            act(user)
    remove(user)
    after = everything(user)
    assert new(before, after) == {}
    assert new(after, before) == {}


@pytest.mark.parametrize("erased", [False, True])
def test_forgetting_it_in_chat_leaves_only_the_chat(looking: User, *, erased: bool) -> None:
    say(looking, "Forget that I take the train on Tuesdays")
    answer = say(looking, "Where does Elin live?")
    say(looking, "Forget that", answer.conversation)
    with acting_as(looking):
        gone = Memory.objects.filter(user=looking, state="forgotten")
        assert len(gone) == 2
        for memory in gone if erased else ():
            erase(looking, memory.pk)
    remove(looking)
    with acting_as(looking):
        assert not Memory.objects.exists()
        assert not Forgotten.objects.exists()
        assert not Change.objects.exists()
        assert not Evidence.objects.exists()
        assert Conversation.objects.count() == 2
        for words in ("7:42", "Gothenburg", "bees"):
            assert not Source.objects.filter(text__contains=words).exists()


def test_what_was_added_by_hand_as_well_stays(looking: User) -> None:
    with acting_as(looking):
        words = "My sister Elin lives in Gothenburg and keeps bees."
        remember(looking, words, by=Change.By.PERSON)
    remove(looking)
    with acting_as(looking):
        mine = Memory.objects.get()
        assert mine.content == words
        assert mine.source_kind == NOTE
        change = Change.objects.get()
        assert change.what == Change.What.REMEMBERED
        assert change.at >= mine.created
        evidence = Evidence.objects.select_related("chunk__source").get()
        assert evidence.chunk
        assert evidence.chunk.source.metadata == {}


def test_what_the_person_said_too_and_forgot_names_no_sample(looking: User) -> None:
    say(looking, "I'm allergic to hazelnuts.")
    with acting_as(looking):
        _forget(looking, "hazelnuts")
        mine = Source.objects.filter(metadata={}, kind="chat", author="person").latest("created")
    remove(looking)
    with acting_as(looking):
        stone = Forgotten.objects.get()
        assert {source for source, *_ in stone.blocked} == {str(mine.pk)}
        assert stone.sealed
        assert {row[0] for row in unseal(stone.sealed)["passages"]} == {str(mine.pk)}


def test_a_chat_that_the_person_went_on_with_is_called_by_their_words(looking: User) -> None:
    with acting_as(looking):
        talk = Conversation.objects.get(title__startswith="I live in")
    say(looking, "My canoe is called Nessie.", talk)
    remove(looking)
    with acting_as(looking):
        assert Conversation.objects.get().title == "My canoe is called Nessie."
