"""The addresses of the diary, a room that only the tests have."""

from datetime import date

from accounts.models import User
from database.acting import acting_as
from tests.diary.keeping import write
from tests.diary.models import Entry
from tests.walls.routes import Call, Own, Personal, Route
from tests.walls.things import words


def entry(user: User) -> Entry:
    with acting_as(user):
        return write(user, date(2026, 7, 4), words("the boathouse"))


def listed(user: User) -> Call:
    entry(user)
    return Call()


def fill(user: User) -> None:
    entry(user)


ROUTES: dict[str, Route] = {
    "diary:list": Personal({"GET": listed}, shows=["GET"]),
    "diary:add": Personal({"POST": lambda _: Call(body={"text": words("the quay")})}),
    "diary:entry": Own({"GET": lambda user: Call({"pk": entry(user).source_id})}),
    "diary:delete": Own({"POST": lambda user: Call({"pk": entry(user).pk})}),
}
