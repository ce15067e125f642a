"""The API's calls for chat: say something and be answered, list and read conversations."""

from collections.abc import Iterator
from typing import Any, cast
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.grants import Does
from accounts.models import Project, User
from chat import api_shapes as shapes
from chat import attachments, branches, converse, display, editing, sse, tools
from chat.answering import answer, proposals
from chat.answering.events import AnswerEnded, Step, Token
from chat.answering.quotes import quoted
from chat.converse import Exchange
from chat.models import Citation, Conversation, Message, Proposal
from database.acting import acting_as
from documents.models import Document
from documents.upload_handler import ReceivedFile
from memories.keeping import Refused
from memories.models import Change
from web.guard import own
from web.rest import ApiError, ApiRequest, body_of, check_grant, endpoint, form_of, query_of
from web.schema import ErrorAnswer, parameters_of

_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "message": {"type": "string"},
        "conversation": {"type": "string", "format": "uuid"},
        "project": {"type": "string", "format": "uuid"},
        "stream": {"type": "boolean", "default": False},
        "files": {"type": "array", "items": {"type": "string", "format": "binary"}},
    },
}


@extend_schema(
    operation_id="chat",
    description=(
        "Say something and be answered. With `stream` the answer comes by server-sent events: "
        "`start` names the conversation and the message, `token` carries {text}, `step` what a "
        "model looks for {number, text, ended}, `done` the whole answer as without `stream`, "
        "`error` the same for one that failed. As a multipart form it takes `files` too: they "
        "become documents, and the answer waits up to a minute until they are read."
    ),
    request={"application/json": shapes.Asking, "multipart/form-data": _FORM},
    responses={
        200: shapes.ChatAnswer,
        404: ErrorAnswer,
        413: ErrorAnswer,
        415: ErrorAnswer,
        422: ErrorAnswer,
        429: ErrorAnswer,
    },
)
@endpoint("POST", block=False, files=True)
def chat(request: ApiRequest) -> HttpResponseBase:
    """One turn."""
    asked, files = _asked(request)
    turn = _edit(request.user, asked) if asked.edit else _say(request.user, asked, files)
    if asked.stream:
        return sse.streaming(_stream(request.user, turn))
    answer.answer_now(request.user.pk, turn.answer.pk)
    return Response(_answer(request.user, turn).model_dump(mode="json"))


@extend_schema(
    operation_id="conversations_list",
    description="Conversations, latest first; with q those that have these words.",
    parameters=parameters_of(shapes.Searching),
    responses={200: shapes.ConversationsAnswer},
)
@endpoint("GET")
def conversations(request: ApiRequest) -> Response:
    """List or search conversations."""
    asked = query_of(request, shapes.Searching)
    found = (
        [f.conversation for f in converse.search(request.user, asked.q, asked.limit)]
        if asked.q.strip()
        else converse.recent(request.user, asked.limit)
    )
    listed = shapes.ConversationsAnswer(conversations=[_conversation(c) for c in found])
    return Response(listed.model_dump(mode="json"))


@extend_schema(
    operation_id="conversation_read",
    description="A conversation with its turns, oldest first.",
    responses={200: shapes.WholeConversation, 404: ErrorAnswer},
)
@endpoint("GET")
def conversation(request: ApiRequest, pk: UUID) -> Response:  # noqa: ARG001 - a view's form
    """One conversation."""
    found = own(converse.there(), pk=pk)
    messages = list(
        Message.objects.filter(conversation=found, shown=True)
        .select_related("source")
        .prefetch_related("citations__chunk__source", "attachments__document")
        .order_by("created")
    )
    places = branches.places(messages)
    whole = shapes.WholeConversation(
        **_conversation(found).model_dump(),
        messages=[
            shapes.MessageAnswer(
                id=m.pk,
                role=Message.Role(m.role),
                text=m.text,
                state=Message.State(m.state),
                created=m.created,
                citations=[_citation(c) for c in m.citations.all()],
                files=[_file(sent.document) for sent in m.attachments.all()],
                branches=_branches(places.get(m.pk)),
            )
            for m in messages
        ],
    )
    return Response(whole.model_dump(mode="json"))


@extend_schema(
    operation_id="branch_show",
    description="Show the branch that a message of the person's is in: see `branches`.",
    request=shapes.Showing,
    responses={204: None, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def branch(request: ApiRequest, pk: UUID) -> Response:
    """Show another branch."""
    asked = body_of(request, shapes.Showing)
    own(converse.there(), pk=pk)
    branches.show(own(editing.editable().filter(conversation=pk), pk=asked.message))
    return Response(status=204)


@extend_schema(
    operation_id="proposal_decide",
    description="Carry out a change that a model proposed, or decline it.",
    request=shapes.Deciding,
    responses={200: shapes.Decided, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST")
def proposal(request: ApiRequest, pk: UUID) -> Response:
    """Decide on a proposed change."""
    asked = body_of(request, shapes.Deciding)
    wanted = own(Proposal.objects.select_related("message__conversation"), pk=pk)
    if not asked.accept:
        proposals.decline(wanted)
        return Response(shapes.Decided(changes=[]).model_dump(mode="json"))
    done = display.done_now(request.user, wanted.message, proposals.accept(request.user, wanted))
    changes = [_change(done)] if done else []
    return Response(shapes.Decided(changes=changes).model_dump(mode="json"))


@extend_schema(
    operation_id="tools_list",
    description="The tools a chat's model has, with the JSON schema of their arguments.",
    responses={200: shapes.ToolsAnswer},
)
@endpoint("GET")
def tools_listed(request: ApiRequest) -> Response:  # noqa: ARG001 - a view's form
    """All tools."""
    listed = [
        shapes.ToolAnswer(
            name=tool.name,
            description=tool.description,
            parameters=tool.parameters,
            writes=tool.writes,
        )
        for tool in tools.TOOLS
    ]
    return Response(shapes.ToolsAnswer(tools=listed).model_dump(mode="json"))


@extend_schema(
    operation_id="tool_run",
    description="Run one of these tools. It gives what the model gets, with ids.",
    request=shapes.ToolArguments,
    responses={200: shapes.ToolResult, 403: ErrorAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST", block=False, writes=False)
def tool_run(request: ApiRequest, name: str) -> Response:
    """Run a tool."""
    if name not in {tool.name for tool in tools.TOOLS}:
        raise Http404
    if tools.named(name).writes:
        check_grant(request, Does.WRITE)
    arguments = body_of(request, shapes.ToolArguments).arguments
    context = tools.Context(request.user, Change.By.API, all_projects=True)
    try:
        result = tools.run(context, name, arguments)
    except Refused as refused:
        if refused.code in ("unknown_id", "unknown_entity"):
            raise ApiError(refused.code, refused.message, 404) from None
        raise
    return Response(tools.told(context, result))


def _asked(request: ApiRequest) -> tuple[shapes.Asking, list[ReceivedFile]]:
    """What is said, as JSON or as a form with files."""
    if not request.content_type.startswith("multipart/form-data"):
        return body_of(request, shapes.Asking), []
    return form_of(request, shapes.Asking), cast(
        "list[ReceivedFile]", request.FILES.getlist("files")
    )


def _edit(user: User, asked: shapes.Asking) -> Exchange:
    if asked.conversation or asked.project or asked.temporary:
        raise ApiError("edit", "A message stays in its conversation: give `edit` and `message`.")
    with acting_as(user):
        said = own(editing.editable(), pk=asked.edit)
        turn = editing.edit(user, said, asked.message)
    if turn is None:
        raise ApiError("unchanged", "These are the words that it has already.")
    return turn


def _say(user: User, asked: shapes.Asking, files: list[ReceivedFile]) -> Exchange:
    if asked.conversation and (asked.project or asked.temporary):
        message = "A conversation keeps its project and kind. Leave `project` and `temporary` out."
        raise ApiError("conversation", message)
    with acting_as(user):
        conversations = converse.there().select_related("project")
        there = own(conversations, pk=asked.conversation) if asked.conversation else None
        project = own(Project, pk=asked.project) if asked.project else None
    attachments.check_place(files, there, temporary=asked.temporary)
    place = there.project_id if there else asked.project
    taken = attachments.take_in(user, files, place) if files else []
    with acting_as(user):
        return converse.say(
            user,
            there,
            asked.message,
            project=project,
            temporary=asked.temporary,
            looks_up=asked.looks_up,
            files=taken,
        )


def _stream(user: User, turn: Exchange) -> Iterator[str]:
    ids = {"conversation": str(turn.said.conversation_id), "message": str(turn.answer.pk)}
    yield sse.event("start", ids)
    for happened in answer.answer(user.pk, turn.answer.pk):
        match happened:
            case Token(text):
                yield sse.event("token", {"text": text})
            case Step(number, text, ended):
                yield sse.event("step", {"number": number, "text": text, "ended": ended})
            case AnswerEnded():
                done = _answer(user, turn)
                failed = done.state == Message.State.FAILED
                yield sse.event("error" if failed else "done", done.model_dump(mode="json"))
            case _:
                yield sse.pulse()


def _answer(user: User, turn: Exchange) -> shapes.ChatAnswer:
    with acting_as(user):
        message = (
            Message.objects.select_related("source", "answers__source")
            .prefetch_related("citations__chunk__source")
            .get(pk=turn.answer.pk)
        )
        return shapes.ChatAnswer(
            conversation=message.conversation_id,
            message=message.pk,
            state=Message.State(message.state),
            reason=message.reason,
            answer=message.text,
            verdict=message.details.get("verdict"),
            citations=[_citation(citation) for citation in message.citations.all()],
            changes=[_change(c) for c in display.changes(user, message)],
            steps=[
                shapes.StepDone(text=step.text, items=list(step.ids), refused=step.refused or None)
                for step in display.steps(user, message)
            ],
        )


def _change(it: display.ShownChange) -> shapes.ChangeDone:
    return shapes.ChangeDone(
        what=it.what, memory=it.memory_id, content=it.content, proposal=it.proposal
    )


def _citation(citation: Citation) -> shapes.CitedPassage:
    chunk = citation.chunk
    quote = quoted(citation)
    kind, pk = ("memory", citation.memory_id) if citation.memory_id else (
        chunk.source.kind if chunk else "gone", citation.chunk_id)  # fmt: skip
    return shapes.CitedPassage(
        marker=citation.marker,
        id=f"{kind}:{pk}",
        quote=quote.whole,
        own_words=chunk is not None and chunk.own_words,
        source=chunk.source_id if chunk else None,
        start=quote.start,
        stop=quote.start + len(quote.whole) if quote.whole else citation.stop,
        answer_start=citation.answer_start,
        answer_stop=citation.answer_stop,
        holds=citation.holds,
    )


def _file(it: Document | None) -> shapes.SentFile:
    if it is None:
        return shapes.SentFile(document=None, name="", state="deleted")
    return shapes.SentFile(document=it.pk, name=it.filename, state=it.state)


def _branches(place: branches.BranchPosition | None) -> shapes.BranchesAnswer | None:
    if place is None:
        return None
    return shapes.BranchesAnswer(shown=place.number, messages=list(place.beside))


def _conversation(it: Conversation) -> shapes.ConversationAnswer:
    return shapes.ConversationAnswer(
        id=it.pk,
        title=it.title,
        project=it.project_id,
        temporary=it.temporary,
        created=it.created,
        updated=it.updated,
    )
