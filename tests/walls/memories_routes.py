"""The addresses of memories."""

from accounts.models import User
from database.acting import acting_as
from memories.keeping.editing import correct
from memories.models import Change
from tests.walls import things
from tests.walls.routes import CANARY, Call, Make, Own, Personal, Route
from tests.walls.things import words


def of_memory(**call: object) -> Make:
    return lambda user: Call({"pk": things.memory(user).pk}, **call)  # type: ignore[arg-type]


def of_forgotten(user: User) -> Call:
    memory, _ = things.forgotten(user)
    return Call({"pk": memory.pk})


def of_batch(user: User) -> Call:
    _, batch = things.forgotten(user)
    return Call({"batch": batch})


def of_corrected(user: User) -> Call:
    old = things.memory(user)
    with acting_as(user):
        return Call({"pk": correct(user, old, words("the shed"), by=Change.By.PERSON).pk})


def of_source(user: User) -> Call:
    return Call({"pk": things.source(user).pk})


def of_entity(user: User) -> Call:
    return Call({"pk": things.entity(user).pk})


def moved(user: User) -> Call:
    memory, project = things.memory(user), things.project(user)
    return Call({"pk": memory.pk}, body={"project": str(project.pk)})


def in_project(**body_or_query: object) -> Make:
    """A call that names a project of the owner's, in the query or (with content) the body."""

    def make(user: User) -> Call:
        named = {**body_or_query, "project": str(things.project(user).pk)}
        return Call(body=named) if "content" in named else Call(query=named)

    return make


def tagged(user: User) -> Call:
    things.memory(user)
    return Call(query={"tag": CANARY})


def asked(user: User) -> Call:
    things.memory(user)
    return Call(query={"q": "who lives in the attic?"})


def listed(user: User) -> Call:
    things.memory(user)
    return Call()


def named(user: User) -> Call:
    things.entity(user)
    return Call()


def remembered(_: User) -> Call:
    return Call(body={"content": words("the cellar")})


def selected(user: User) -> Call:
    return Call(body={"ids": [str(things.memory(user).pk)]})


def of_the_source(user: User) -> Call:
    return Call(body={"source": str(things.source(user).pk)})


def of_the_entity(user: User) -> Call:
    return Call(body={"entity": str(things.entity(user).pk)})


def of_all_time(user: User) -> Call:
    things.source(user)
    return Call(body={"since": "2020-01-01T00:00:00Z"})


FORGETTING = [("POST", selected), ("POST", of_the_source), ("POST", of_the_entity)]

ROUTES: dict[str, Route] = {
    "memories:list": Personal(
        {"GET": asked}, shows=["GET"], reach=[("GET", in_project()), ("GET", in_project(q="x"))]
    ),
    "memories:add": Personal(
        {"GET": listed, "POST": remembered},
        reach=[("POST", in_project(content=words("the loft")))],
    ),
    "memories:row": Own({"GET": of_memory()}),
    "memories:edit": Own({"GET": of_memory(), "POST": of_memory(body={"content": words("a jar")})}),
    "memories:confirm": Own({"POST": of_memory()}),
    "memories:move": Own({"GET": of_memory(), "POST": moved}),
    "memories:history": Own({"GET": of_memory()}),
    "memories:forget": Own({"POST": of_memory()}),
    "memories:restore": Own({"POST": of_forgotten}),
    "memories:erase": Own({"GET": of_forgotten, "POST": of_forgotten}),
    "memories:uncorrect": Own({"POST": of_corrected}),
    "memories:undo": Own({"POST": of_batch}),
    "memories:source": Own({"GET": of_source}),
    "api_memories": Personal(
        {"GET": tagged, "POST": remembered},
        shows=["GET"],
        reach=[
            ("GET", in_project()),
            ("GET", in_project(q="x")),
            ("POST", in_project(content=words("the loft"))),
        ],
    ),
    "api_memory": Own(
        {
            "GET": of_memory(),
            "PATCH": of_memory(body={"importance": 0.9}),
            "DELETE": of_memory(),
        }
    ),
    "api_memory_restore": Own({"POST": of_forgotten}),
    "api_memory_erase": Own({"POST": of_memory()}),
    "api_memory_confirm": Own({"POST": of_memory()}),
    "api_memory_correct": Own({"POST": of_memory(body={"content": words("a jar")})}),
    "api_forget": Personal({"POST": of_all_time}, reach=FORGETTING),
    "api_forget_preview": Personal({"POST": of_all_time}, reach=FORGETTING),
    "api_extract": Personal({"POST": listed}, reach=[("POST", of_the_source)]),
    "api_recall": Personal({"GET": asked}, shows=["GET"], reach=[("GET", in_project(q="x"))]),
    "api_source": Own({"GET": of_source}),
    "api_entities": Personal({"GET": named}, shows=["GET"]),
    "api_entity": Own({"GET": of_entity}),
}
