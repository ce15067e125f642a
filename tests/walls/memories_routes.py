"""The addresses of memories."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from database.acting import acting_as
from memories.keeping import NewSource, Quote, keep, remember
from memories.keeping.editing import correct, supersede
from memories.keeping.people.same_people import merge
from memories.learning import run_night
from memories.models import Change, Memory
from memories.source_kinds import CHAT
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


def superseding(user: User) -> Call:
    old, new = things.memory(user), things.memory(user)
    return Call({"pk": new.pk}, body={"old": str(old.pk)})


def of_superseding(user: User) -> Call:
    old, new = things.memory(user), things.memory(user)
    with acting_as(user):
        supersede(user, old, new, by=Change.By.PERSON)
    return Call({"pk": new.pk})


def of_source(user: User) -> Call:
    return Call({"pk": things.source(user).pk})


def of_entity(user: User) -> Call:
    return Call({"pk": things.entity(user).pk})


def of_two(*, into: bool) -> Make:
    """A call for one entity that names another of the owner's."""

    def make(user: User) -> Call:
        one, other = things.entity(user), things.entity(user)
        return Call({"pk": one.pk}, body={"into" if into else "other": str(other.pk)})

    return make


def of_merged(user: User) -> Call:
    one, other = things.entity(user), things.entity(user)
    with acting_as(user):
        return Call({"pk": merge(user, one, other).pk})


def of_split(user: User) -> Call:
    it = things.entity(user)
    with acting_as(user):
        memory = it.mentions.get().memory_id
    return Call({"pk": it.pk}, body={"name": words("a name"), "places": [str(memory)]})


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


def of_somebody(user: User) -> Call:
    return Call(query={"person": str(things.entity(user).pk)})


def asked(user: User) -> Call:
    things.memory(user)
    return Call(query={"q": "what lives in the attic?"})


def listed(user: User) -> Call:
    things.memory(user)
    return Call()


def searched_for(user: User) -> Call:
    things.memory(user)
    return Call(body={"words": "the attic"})


def named(user: User) -> Call:
    things.entity(user)
    return Call()


def remembered(_: User) -> Call:
    return Call(body={"content": words("the cellar")})


def stored(user: User) -> Call:
    """A call for what stands at a place of the owner's."""
    place: dict[str, object] = {"namespace": ["garden", CANARY], "key": things.memory(user).pk.hex}
    with acting_as(user):
        remember(user, words("the barn"), by=Change.By.API, **place)  # type: ignore[arg-type]
    return Call(query=place)


def stored_elsewhere(user: User) -> Call:
    at = stored(user).query
    return Call(body={**at, "to_namespace": ["garden", "hut"], "to_key": at["key"]})


def stored_near(user: User) -> Call:
    stored(user)
    return Call(body={"namespace": ["garden"], "q": "what is in the barn?"})


def stored_under(user: User) -> Call:
    stored(user)
    return Call(query={"prefix": "garden"})


def put(_: User) -> Call:
    return Call(body={"namespace": ["garden", "shed"], "key": "k", "content": words("the shed")})


def put_many(user: User) -> Call:
    return Call(body={"items": [put(user).body]})


def said(_: User) -> Call:
    return Call(body={"text": words("the pantry"), "kind": "note"})


def said_in_project(user: User) -> Call:
    body = {"text": words("the pantry"), "kind": "note", "project": str(things.project(user).pk)}
    return Call(body=body)


def sent(user: User) -> Call:
    things.sent_to_a_model(user)
    return Call()


def of_connection(user: User) -> Call:
    return Call({"pk": things.connection().pk})


def connecting(_: User) -> Call:
    return Call(body={"address": "http://127.0.0.1:9/v1", "model": "small"})


def testing(_: User) -> Call:
    return Call(body={"model": str(things.connection().pk)})


def selected(user: User) -> Call:
    return Call(body={"ids": [str(things.memory(user).pk)]})


def picked(user: User) -> Call:
    return Call(body={"id": str(things.memory(user).pk)})


def fill(user: User) -> None:
    """A row in the tables of the room that the world has none in."""
    run_night(user)


def faded(user: User) -> Call:
    of_change(user)
    return Call()


def of_change(user: User) -> Call:
    """A change of the night: something that was said long ago, and never used."""
    with acting_as(user):
        source = keep(user, NewSource(CHAT, words("the attic")))
        quote = Quote(source, 0, len(source.text))
        memory = remember(user, source.text, by=Change.By.LEARNING, quote=quote).memory
        assert memory
        long_ago = timezone.now() - timedelta(days=200)
        Memory.objects.filter(pk=memory.pk).update(updated=long_ago)
    run_night(user)
    with acting_as(user):
        return Call({"pk": Change.objects.get(memory=memory, by=Change.By.NIGHT).pk})


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
        {"GET": asked},
        shows=["GET"],
        reach=[("GET", in_project()), ("GET", in_project(q="x")), ("GET", of_somebody)],
    ),
    "memories:night": Personal({"GET": faded}, shows=["GET"]),
    "memories:night_run": Personal({"POST": listed}),
    "memories:night_back": Own({"POST": of_change}),
    "memories:night_back_all": Personal({"POST": faded}),
    "api_consolidate": Personal({"POST": listed}),
    "memories:report_words": Personal({"GET": listed, "POST": searched_for}),
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
    "memories:forget_preview": Personal({"POST": picked}, reach=[("POST", picked)]),
    "memories:forget_many": Personal({"POST": picked}, reach=[("POST", picked)]),
    "memories:restore": Own({"POST": of_forgotten}),
    "memories:report": Own({"GET": of_forgotten}),
    "memories:erase": Own({"GET": of_forgotten, "POST": of_forgotten}),
    "memories:uncorrect": Own({"POST": of_corrected}),
    "memories:supersede": Own({"POST": superseding}),
    "memories:both": Own({"POST": of_superseding}),
    "memories:undo": Own({"POST": of_batch}),
    "memories:source": Own({"GET": of_source}),
    "memories:people": Personal({"GET": named}, shows=["GET"]),
    "memories:people_same": Personal({"GET": named}),
    "memories:people_one": Own({"GET": of_entity}),
    "memories:people_forget": Own({"GET": of_entity, "POST": of_entity}),
    "memories:people_merge": Own({"POST": of_two(into=False)}),
    "memories:people_unmerge": Own({"POST": of_merged}),
    "memories:people_separate": Own({"POST": of_merged}),
    "memories:people_different": Own({"POST": of_two(into=False)}),
    "accounts:model": Personal({"GET": sent}, shows=["GET"]),
    "accounts:model_requests": Personal({"GET": sent}, shows=["GET"]),
    "accounts:model_learn": Personal({"POST": listed}),
    "accounts:model_connect": Own({"POST": connecting}),
    "accounts:model_standard": Own({"POST": of_connection}),
    "accounts:model_disconnect": Own({"POST": of_connection}),
    "accounts:model_test": Personal({"POST": testing}),
    "api_learning": Personal({"GET": listed, "POST": listed}),
    "api_usage": Personal({"GET": sent}, shows=["GET"]),
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
    "api_sources": Personal({"POST": said}, reach=[("POST", said_in_project)]),
    "api_store": Personal({"PUT": put}),
    "api_store_batch": Personal({"POST": put_many}),
    "api_store_item": Own({"GET": stored, "DELETE": stored}),
    "api_store_move": Own({"POST": stored_elsewhere}),
    "api_store_search": Personal({"POST": stored_near}, shows=["POST"]),
    "api_store_namespaces": Personal({"GET": stored_under}, shows=["GET"]),
    "api_source": Own({"GET": of_source}),
    "api_entities": Personal({"GET": named}, shows=["GET"]),
    "api_entity": Own({"GET": of_entity}),
    "api_entities_suggestions": Personal({"GET": named}),
    "api_entity_merge": Own({"POST": of_two(into=True)}),
    "api_entity_separate": Own({"POST": of_merged}),
    "api_entity_different": Own({"POST": of_two(into=False)}),
    "api_entity_split": Own({"POST": of_split}),
}
