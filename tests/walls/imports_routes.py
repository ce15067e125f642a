"""The addresses of imports."""

from io import BytesIO
from uuid import uuid4

from accounts.models import User
from database.acting import acting_as
from imports.models import Import, Imported
from memories.keeping.sources import NewSource, keep
from memories.source_kinds import IMPORT
from tests.walls import things
from tests.walls.routes import CANARY, Call, Own, Personal, Route
from tests.walls.things import words


def file() -> dict[str, object]:
    it = BytesIO(b"nothing that anybody could import")
    it.name = "file.txt"
    return {"file": it}


def fill(user: User) -> None:
    """A row in every table of the room."""
    with acting_as(user):
        source = keep(user, NewSource(IMPORT, "The pond froze over.", thread="a chat"))
        it = Import.objects.create(
            user=user, kind="chatgpt", state=Import.State.DONE, filename="chats.zip", size=1
        )
        Imported.objects.create(user=user, origin=it, source=source)


def of_import(user: User) -> Call:
    with acting_as(user):
        it = Import.objects.create(
            user=user, kind="chatgpt", state=Import.State.PREVIEW, filename=CANARY, size=1
        )
    return Call({"pk": it.pk})


def of_conversation(user: User) -> Call:
    thread = uuid4()
    with acting_as(user):
        keep(user, NewSource(IMPORT, words("a tent"), thread=str(thread)))
    return Call({"thread": thread})


def listed(user: User) -> Call:
    of_import(user)
    return Call()


def sent(_: User) -> Call:
    return Call(files=file)


def into_project(user: User) -> Call:
    return Call(body={"project": str(things.project(user).pk)}, files=file)


ROUTES: dict[str, Route] = {
    "imports:imports": Personal(
        {"GET": listed, "POST": sent}, shows=["GET"], reach=[("POST", into_project)]
    ),
    "imports:import": Own({"GET": of_import}),
    "imports:confirm": Own({"POST": of_import}),
    "imports:undo": Own({"POST": of_import}),
    "imports:remember": Own({"POST": of_import}),
    "imports:conversation": Own({"GET": of_conversation}),
    "api_imports": Personal(
        {"GET": listed, "POST": sent}, shows=["GET"], reach=[("POST", into_project)]
    ),
    "api_import": Own({"GET": of_import}),
    "api_import_confirm": Own({"POST": of_import}),
    "api_import_undo": Own({"POST": of_import}),
}
