"""The API's calls for chat: say something and be answered, list and read conversations."""

from collections.abc import Iterator
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.models import Project, User
from chat import api_shapes as shapes
from chat import converse, display, sse
from chat.answering import answer
from chat.answering.events import Ended, Token
from chat.answering.quotes import quoted
from chat.converse import Turn
from chat.models import Citation, Conversation, Message
from database.acting import acting_as
from web.guard import own
from web.rest import ApiError, ApiRequest, body_of, endpoint, query_of
from web.schema import ErrorAnswer, parameters_of


@extend_schema(
    operation_id="chat",
    description=(
        "Say something and be answered. With `stream` the answer comes by server-sent events: "
        "`start` names the conversation and the message, `token` carries {text}, `done` the whole "
        "answer as without `stream`, `error` the same for one that failed."
    ),
    request=shapes.Asking,
    responses={200: shapes.ChatAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("POST", block=False)
def chat(request: ApiRequest) -> HttpResponseBase:
    """One turn."""
    asked = body_of(request, shapes.Asking)
    with acting_as(request.user):
        turn = _say(request.user, asked)
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
    messages = (
        Message.objects.filter(conversation=found)
        .select_related("source")
        .prefetch_related("citations__chunk__source")
        .order_by("created")
    )
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
            )
            for m in messages
        ],
    )
    return Response(whole.model_dump(mode="json"))


def _say(user: User, asked: shapes.Asking) -> Turn:
    if asked.conversation and (asked.project or asked.temporary):
        message = "A conversation keeps its project and kind. Leave `project` and `temporary` out."
        raise ApiError("conversation", message)
    there = own(converse.there().select_related("project"), pk=asked.conversation) \
        if asked.conversation else None  # fmt: skip
    project = own(Project, pk=asked.project) if asked.project else None
    return converse.say(user, there, asked.message, project=project, temporary=asked.temporary)


def _stream(user: User, turn: Turn) -> Iterator[str]:
    ids = {"conversation": str(turn.said.conversation_id), "message": str(turn.answer.pk)}
    yield sse.event("start", ids)
    for happened in answer.answer(user.pk, turn.answer.pk):
        match happened:
            case Token(text):
                yield sse.event("token", {"text": text})
            case Ended():
                done = _answer(user, turn)
                failed = done.state == Message.State.FAILED
                yield sse.event("error" if failed else "done", done.model_dump(mode="json"))
            case _:
                yield sse.pulse()


def _answer(user: User, turn: Turn) -> shapes.ChatAnswer:
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
            citations=[_citation(citation) for citation in message.citations.all()],
            changes=[
                shapes.ChangeDone(what=c.what, memory=c.memory_id, content=c.content)
                for c in display.changes(user, message)
            ],
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
    )


def _conversation(it: Conversation) -> shapes.ConversationAnswer:
    return shapes.ConversationAnswer(
        id=it.pk,
        title=it.title,
        project=it.project_id,
        temporary=it.temporary,
        created=it.created,
        updated=it.updated,
    )
