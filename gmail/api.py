"""The API's calls for mail."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from database.acting import acting_as
from gmail import api_shapes as shapes
from gmail.attachments import files_of
from gmail.labels import named
from gmail.models import Account, Message, Thread
from gmail.threads import FoundThread, ThreadFilters, page, search
from web.guard import own
from web.rest import ApiRequest, endpoint, query_of
from web.schema import ErrorAnswer, parameters_of


@extend_schema(
    operation_id="gmail_threads_list",
    description="Mail by thread, latest first; with `q` found by words, meaning, person and time.",
    parameters=parameters_of(shapes.Listing),
    responses={200: shapes.ThreadsAnswer, 404: ErrorAnswer, 422: ErrorAnswer},
)
@endpoint("GET", block=False)
def threads(request: ApiRequest) -> Response:
    """The threads."""
    asked = query_of(request, shapes.Listing)
    with acting_as(request.user):
        account = own(Account, pk=asked.account).pk if asked.account else None
    filters = ThreadFilters(asked.label, account)
    if asked.q.strip():
        found = search(request.user, asked.q.strip(), filters, limit=asked.limit)
    else:
        with acting_as(request.user):
            found = page(request.user, filters, after=asked.cursor, limit=asked.limit)
    answer = shapes.ThreadsAnswer(
        threads=[
            shapes.ThreadAnswer(**_thread(one, found.messages.get(one.thread.pk, [])))
            for one in found.threads
        ],
        next=found.following or None,
    )
    return Response(answer.model_dump())


@extend_schema(
    operation_id="gmail_thread_read",
    description="A thread with its mails as text.",
    responses={200: shapes.ThreadDetailAnswer, 404: ErrorAnswer},
)
@endpoint("GET")
def thread(_request: ApiRequest, pk: UUID) -> Response:
    """One thread."""
    it = own(Thread.objects.select_related("account"), pk=pk)
    messages = list(
        it.messages.select_related("source").order_by("internal_date", "gmail_message_id")
    )
    answer = shapes.ThreadDetailAnswer(
        **_thread(FoundThread(it), messages),
        mails=[_mail(message, it.account.label_names) for message in messages],
    )
    return Response(answer.model_dump())


def _thread(found: FoundThread, messages: Sequence[Message]) -> dict[str, Any]:
    it = found.thread
    people = {m.sender: _sender(m) for m in messages if m.sender or m.sender_name}
    passage = {"source": found.source, "start": found.start, "stop": found.stop}
    return {
        "id": it.pk,
        "account": it.account.address,
        "subject": it.subject,
        "people": list(people.values()),
        "snippet": it.snippet,
        "labels": named(it.labels, it.account.label_names),
        "category": it.category,
        "important": it.important,
        "messages": len(messages),
        "last_at": it.last_at,
        "quote": found.quote,
        **(passage if found.source else {}),
    }


def _mail(message: Message, names: Mapping[str, str]) -> shapes.MailAnswer:
    source = message.source
    return shapes.MailAnswer(
        id=message.pk,
        source=message.source_id,
        sent_at=message.internal_date,
        from_me=message.from_person,
        sender=_sender(message),
        to=[
            shapes.CorrespondentAnswer(address=one["address"], name=one["name"])
            for one in message.recipients
        ],
        labels=named(message.labels, names),
        text=source.text if source else "",
        left_out=source.metadata.get("left_out", []) if source else [],
        attachments=[
            shapes.FileAnswer(
                part=one.part, filename=one.filename, size=one.size, document=one.document
            )
            for one in files_of(message)
        ],
    )


def _sender(message: Message) -> shapes.CorrespondentAnswer:
    return shapes.CorrespondentAnswer(address=message.sender, name=message.sender_name)
