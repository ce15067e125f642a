"""Mail is read for tasks once, whatever its id is and in whatever order it came."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from gmail.source_kind import GMAIL, KIND
from memories.keeping import CitableSpan, NewSource, keep
from memories.models import Source
from memories.source_kinds import CHAT
from memories.text import Span
from today import task_finder
from today.models import Task
from today.task_finder import find_tasks
from today.visits import visit

pytestmark = pytest.mark.django_db
ASKS = "Hi Alice, could you send me the %s?"


def letter(user: User, text: str, *, hours_ago: float, mine: bool = False, to: str = "") -> Source:
    """A mail with an id made of its name, as mail has."""
    name = f"{text}{hours_ago}"
    with acting_as(user):
        return keep(
            user,
            NewSource(
                GMAIL,
                text,
                id=KIND.made_id(user, name),
                external_id=name,
                title=to or "Hello",
                thread=to or name,
                author=Source.Author.PERSON if mine else Source.Author.OTHER,
                speaker="" if mine else "Dana",
                happened_at=timezone.now() - timedelta(hours=hours_ago),
                metadata={"to": "Dana"} if mine else {},
            ),
        )


def say(user: User, text: str) -> Source:
    with acting_as(user):
        return keep(user, NewSource(CHAT, text, thread="a chat"))


def read(user: User, times: int = 1, *, patience: float = 0) -> bool:
    more = True
    with acting_as(user):
        for _ in range(times):
            more = find_tasks(user, visit(user), patience=patience)
    return more


def tasks(user: User) -> list[str]:
    with acting_as(user):
        rows = Task.objects.filter(user=user, state=Task.State.OPEN).select_related("source")
        return sorted(task.source.text[task.start : task.stop] for task in rows)


def test_every_mail_is_read_and_none_for_ever(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_finder, "BATCH", 4)
    things = ["ladder", "plan", "lease", "lamp", "map", "rug", "stove", "kettle", "piano", "boat"]
    for hours, thing in enumerate(things, 1):
        letter(alice, ASKS % thing, hours_ago=hours)
    assert read(alice, 2)
    say(alice, "I need to call the plumber.")
    assert not read(alice)
    assert len(tasks(alice)) == len(things) + 1


def test_what_comes_after_mail_was_read_is_read_too(alice: User) -> None:
    letter(alice, ASKS % "ladder", hours_ago=3)
    read(alice)
    letter(alice, ASKS % "lamp", hours_ago=2)
    say(alice, "I need to call the plumber.")
    read(alice)
    assert len(tasks(alice)) == 3


def test_mail_that_comes_the_newest_first_is_settled_by_what_was_read_before(
    alice: User,
) -> None:
    letter(alice, "Hi Dana, here it is.", hours_ago=1, mine=True, to="The ladder")
    read(alice)
    letter(alice, ASKS % "ladder", hours_ago=5, to="The ladder")
    letter(alice, ASKS % "lamp", hours_ago=4)
    read(alice)
    assert tasks(alice) == [ASKS % "lamp"]


def test_what_was_opened_again_is_not_settled_by_the_same_words(alice: User) -> None:
    letter(alice, ASKS % "ladder", hours_ago=5, to="The ladder")
    letter(alice, "Hi Dana, I'll send it on Friday.", hours_ago=1, mine=True, to="The ladder")
    read(alice)
    with acting_as(alice):
        Task.objects.filter(user=alice).update(state=Task.State.OPEN, settled=timezone.now())
    before = tasks(alice)
    read(alice)
    assert tasks(alice) == before


def test_a_look_reads_on_while_there_is_time(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_finder, "BATCH", 2)
    for hours, thing in enumerate(["ladder", "plan", "lease", "lamp", "map"], 1):
        letter(alice, ASKS % thing, hours_ago=hours)
    client = Client()
    client.force_login(alice)
    client.get("/today")
    assert len(tasks(alice)) == 5


def test_what_is_forwarded_is_asked_of_others(alice: User) -> None:
    with acting_as(alice):
        mine, forwarded = "Thought this might amuse you.", "Could you all send us the rota?"
        attribution = "---------- Forwarded message ---------\nFrom: The fair"
        text = f"{mine}\n\n{attribution}\n{forwarded}"
        start = text.index(attribution)
        stop = start + len(attribution)
        ends = [(0, start - 2), (stop + 1, len(text))]
        keep(
            alice,
            NewSource(
                GMAIL,
                text,
                author=Source.Author.OTHER,
                speaker="Dana",
                own_words=False,
                metadata={"attributions": [[start, stop]]},
                parts=[CitableSpan(Span(*each), 10, own_words=False) for each in ends],
            ),
        )
    read(alice)
    assert tasks(alice) == []


def test_an_answer_to_two_things_does_not_bring_one_of_them(alice: User) -> None:
    asked = "Say which day suits you. Also bring the long ladder, I know you have it."
    letter(alice, asked, hours_ago=5, to="Sunday")
    letter(alice, "Hi Dana, the 10th of October.", hours_ago=4, mine=True, to="Sunday")
    read(alice)
    assert tasks(alice) == ["Also bring the long ladder, I know you have it."]


def test_one_thing_told_settles_what_it_fits_best(alice: User) -> None:
    say(alice, "I need to return the library books by Friday.")
    say(alice, "I promised Jo to bring the picture book.")
    say(alice, "returned the books")
    read(alice)
    assert tasks(alice) == ["I promised Jo to bring the picture book."]


def test_a_letter_to_several_asks_each_by_name(alice: User) -> None:
    with acting_as(alice):
        for text in ("Tom, could you bring the ladder?", "Alice, could you bring the rope?"):
            keep(
                alice,
                NewSource(
                    GMAIL,
                    text,
                    author=Source.Author.OTHER,
                    speaker="Dana",
                    metadata={"to": "Alice and Tom"},
                ),
            )
    read(alice)
    assert tasks(alice) == ["Alice, could you bring the rope?"]
