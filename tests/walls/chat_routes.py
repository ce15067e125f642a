"""The addresses of the chat."""

from accounts.models import User
from chat import converse
from chat.converse import Exchange
from chat.models import Proposal
from database.acting import acting_as
from memories.forgetting.forget import forget
from memories.keeping import remember
from memories.models import Change, Memory
from tests.walls import things
from tests.walls.routes import Call, Make, Own, Personal, Route


def said(user: User) -> Exchange:
    with acting_as(user):
        return converse.say(user, None, things.words("the garden"))


def of_conversation(**call: object) -> Make:
    return lambda user: Call({"pk": said(user).said.conversation_id}, **call)  # type: ignore[arg-type]


def of_answer(user: User) -> Call:
    return Call({"pk": said(user).answer.pk})


def of_withheld(user: User) -> Call:
    with acting_as(user):
        converse.say(user, None, "I live in the garden.")
        memory = Memory.objects.filter(user=user, content="I live in the garden.").latest("created")
        forget(user, [memory.pk], by=Change.By.PERSON)
        again = converse.say(user, None, "I live in the garden.")
    return Call({"pk": again.said.pk}, body={"start": "0"})


def in_rail(user: User) -> Call:
    said(user)
    return Call()


def listed(user: User) -> Call:
    said(user)
    return Call(query={"q": "lives in the garden"})


def words(_: User) -> Call:
    return Call(body={"message": things.words("the garden")})


def home_of_project(user: User) -> Call:
    return Call(query={"project": str(things.project(user).pk)})


def in_conversation(user: User) -> Call:
    return Call(body={"message": "Hello", "conversation": str(said(user).said.conversation_id)})


def in_project(user: User) -> Call:
    return Call(body={"message": "Hello", "project": str(things.project(user).pk)})


def of_said(**call: object) -> Make:
    return lambda user: Call({"pk": said(user).said.pk}, **call)  # type: ignore[arg-type]


def of_branch(user: User) -> Call:
    turn = said(user)
    return Call({"pk": turn.said.conversation_id}, body={"message": str(turn.said.pk)})


def edited(user: User) -> Call:
    return Call(body={"message": things.words("the hall"), "edit": str(said(user).said.pk)})


def of_temporary(user: User) -> Call:
    with acting_as(user):
        turn = converse.say(user, None, things.words("the garden"), temporary=True)
    return Call({"pk": turn.said.conversation_id})


def of_proposal(user: User) -> Call:
    turn = said(user)
    with acting_as(user):
        proposal = Proposal.objects.create(
            user=user,
            message=turn.answer,
            tool="remember_fact",
            arguments={"content": f"I keep a garden, number {turn.answer.pk}."},
        )
    return Call({"pk": proposal.pk})


def searched(user: User) -> Call:
    said(user)
    arguments = {"query": "who lives in the garden"}
    return Call({"name": "search_memory"}, body={"arguments": arguments})


def opened(user: User) -> Call:
    with acting_as(user):
        memory = remember(user, things.words("the shed"), by=Change.By.PERSON).memory
    assert memory is not None
    return Call({"name": "open"}, body={"arguments": {"id": f"memory:{memory.pk}"}})


ROUTES: dict[str, Route] = {
    "chat:home": Personal({"GET": in_rail}, shows=["GET"], reach=[("GET", home_of_project)]),
    "chat:send": Personal({"POST": words}, reach=[("POST", in_conversation), ("POST", in_project)]),
    "chat:conversation": Own({"GET": of_conversation()}),
    "chat:rename": Own(
        {"GET": of_conversation(), "POST": of_conversation(body={"title": "The garden"})}
    ),
    "chat:model": Own({"GET": of_conversation(), "POST": of_conversation(body={"model": "none"})}),
    "chat:sources": Own({"GET": of_conversation()}),
    "chat:leave": Own({"POST": of_temporary}),
    "chat:delete": Own({"GET": of_conversation(), "POST": of_conversation()}),
    "chat:stream": Own({"GET": of_answer}),
    "chat:edit": Own(
        {"GET": of_said(), "POST": of_said(body={"message": things.words("the hall")})}
    ),
    "chat:show": Own({"POST": of_said()}),
    "chat:files": Own({"GET": of_said()}),
    "chat:remember": Own({"POST": of_withheld}),
    "chat:propose": Own({"POST": of_proposal}),
    "chat:stop": Own({"POST": of_answer}),
    "chat:retry": Own({"POST": of_answer}),
    "api_chat": Personal(
        {"POST": words},
        shows=["POST"],
        reach=[("POST", in_conversation), ("POST", in_project), ("POST", edited)],
    ),
    "api_branch": Own({"POST": of_branch}),
    "api_proposal": Own({"POST": of_proposal}),
    "api_tools": Personal({"GET": lambda _: Call()}),
    "api_tool": Personal({"POST": searched}, shows=["POST"], reach=[("POST", opened)]),
    "api_conversations": Personal({"GET": listed}, shows=["GET"]),
    "api_conversation": Own({"GET": of_conversation()}),
}
