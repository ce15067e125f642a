"""The addresses of Today."""

from datetime import date, timedelta

from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.keeping.editing import supersede
from memories.keeping.questions import ask_which
from memories.models import Change, Chunk, SearchItem
from memories.search import index
from tests.walls import things
from tests.walls.routes import Call, Make, Own, Personal, Route
from today.models import AnsweredDay, Task
from today.visits import visit


def fill(user: User) -> None:
    """A row in every table of the room."""
    task(user)
    day_of(user)
    with acting_as(user):
        visit(user)


def task(user: User) -> Task:
    source = things.source(user)
    with acting_as(user):
        return Task.objects.create(
            user=user,
            source=source,
            start=0,
            stop=len(source.text),
            said=timezone.now(),
            due=timezone.now() + timedelta(days=1),
        )


def of_task(how: str) -> Make:
    return lambda user: Call({"pk": task(user).pk}, body={"as": how})


def day_of(user: User) -> AnsweredDay:
    memory = things.memory(user)
    with acting_as(user):
        return AnsweredDay.objects.create(
            user=user, memory=memory, first=timezone.now().date(), state=AnsweredDay.State.DONE
        )


def of_day(user: User) -> Call:
    return Call({"pk": things.memory(user).pk, "first": date(2030, 3, 1)}, body={"as": "done"})


def of_question(user: User) -> Call:
    old, new = things.memory(user), things.memory(user)
    with acting_as(user):
        ask_which(user, new, old)
    return Call({"pk": new.pk}, body={"old": str(old.pk), "right": "new"})


def of_answered(user: User) -> Call:
    old, new = things.memory(user), things.memory(user)
    with acting_as(user):
        supersede(user, old, new, by=Change.By.PERSON)
    return Call({"pk": new.pk})


def of_held_back(user: User) -> Call:
    source = things.source(user)
    with acting_as(user):
        chunk = Chunk.objects.filter(source=source).first()
        assert chunk is not None
        index.remove(user.pk, SearchItem.objects.filter(chunk=chunk))
        Chunk.objects.filter(pk=chunk.pk).update(asked=timezone.now(), hidden=timezone.now())
    return Call({"pk": chunk.pk}, body={"as": "other"})


def listed(user: User) -> Call:
    task(user)
    return Call()


ROUTES: dict[str, Route] = {
    "today:home": Personal({"GET": listed}),
    "today:today": Personal({"GET": listed}, shows=["GET"]),
    "today:ahead": Personal({"GET": listed}),
    "today:seen": Personal({"POST": listed}),
    "today:settle": Own({"POST": of_task("done")}),
    "today:settle_day": Own({"POST": of_day}),
    "today:held": Own({"POST": of_held_back}),
    "today:answer": Own({"POST": of_question}),
    "today:reopen": Own({"POST": of_answered}),
}
