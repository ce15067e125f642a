"""Pages: a new chat, a conversation, and the answers that stream into it."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast
from uuid import UUID

from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Project, User
from chat import attachments, branches, converse, display, editing, sse, thread
from chat.answering import answer
from chat.answering.events import AnswerEnded, Event, Step, Token
from chat.answering.proposals import accept, decline
from chat.answering.relearn import remember_again
from chat.forms import MessageForm, ModelForm, TitleForm
from chat.models import Conversation, Message, Proposal
from database.acting import acting_as
from documents.models import Document
from documents.upload_handler import ReceivedFile, limit
from memories.keeping import Refused
from memories.models import Memory
from memories.source_kinds import registered
from model_access.connections import chosen
from web.guard import PersonRequest, own, signed_in

TIDYING = gettext_noop("I’m tidying up. What changes is shown in Memory, under “Last night”.")

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@signed_in
def home(request: PersonRequest) -> HttpResponse:
    """A new chat, or the search through conversations."""
    q = request.GET.get("q", "").strip()
    if request.htmx and "older" in request.GET:
        return _older(request)
    if request.htmx and "q" in request.GET:
        return _rail(request, q)
    if q:
        found = [
            {
                "id": f.conversation.pk,
                "title": f.conversation.title,
                "updated": f.conversation.updated,
                "twin": f.conversation.twin,
                "excerpt": f.excerpt,
                "found_in": f.conversation.found_in,
            }
            for f in converse.search(request.user, q)
        ]
        return render(request, "chat/home.html", {"q": q, "found": found})
    return _new_chat(request, MessageForm(), prefill=request.GET.get("say", ""))


@require_POST
@signed_in(block=False)
def send(request: PersonRequest) -> HttpResponseBase:
    """Say something. With a script the answer streams; without one it is there on the next page."""
    form = MessageForm(request.POST)
    files = cast("list[ReceivedFile]", request.FILES.getlist("files"))
    try:
        taken = _take_in(request.user, form, files) if files and form.is_valid() else []
        with acting_as(request.user):
            if not form.is_valid():
                form.add_error(None, gettext("Something went wrong on the way. Try again."))
                return _again(request, form)
            conversation = _conversation(form)
            turn = converse.say(
                request.user,
                conversation,
                form.words,
                project=_project(form),
                temporary=form.cleaned_data["temporary"],
                looks_up=form.cleaned_data["looks_up"],
                files=taken,
            )
            _temporary(request, turn.said.conversation)
            if request.htmx and conversation is not None:
                return render(request, "chat/conversation.html#turns", _new(request.user, turn))
    except Refused as refused:
        for line in refused.message.split("\n"):
            form.add_error("message", line)
        with acting_as(request.user):
            return _again(request, form, _conversation(form))
    if not form.cleaned_data["streams"]:
        # It is said and saved; the page that follows offers to try the answer again.
        with suppress(OperationalError):
            answer.answer_now(request.user.pk, turn.answer.pk)
    return redirect("chat:conversation", turn.said.conversation_id)


@require_safe
@signed_in(block=False)
def conversation(request: PersonRequest, pk: UUID) -> HttpResponse:
    """One conversation. Answers whose writer died are closed before they are shown."""
    with acting_as(request.user):
        found = own(converse.there().select_related("project"), pk=pk)
        _show_asked(request, found)
        converse.stay(found)
        _temporary(request, found)
        working = list(
            Message.objects.filter(conversation=found, state=Message.State.WORKING).values_list(
                "pk", flat=True
            )
        )
    for message in working:
        answer.settled(request.user.pk, message)
    with acting_as(request.user):
        context = _conversation_context(request, found)
        part = "#turns" if request.htmx and request.GET.get("before") else ""
        return render(request, f"chat/conversation.html{part}", context)


@get_or_post
@signed_in
def rename(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Give a conversation another title."""
    found = own(Conversation, pk=pk)
    form = TitleForm(request.POST or None, initial={"title": found.title})
    if request.method == "POST" and form.is_valid():
        converse.rename(found, form.cleaned_data["title"])
        return redirect("chat:conversation", pk)
    part = "#card" if request.htmx else ""
    status = 422 if request.method == "POST" else 200
    context = {"conversation": found, "form": form}
    return render(request, f"chat/rename.html{part}", context, status=status)


@get_or_post
@signed_in
def model(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Choose who answers in a conversation: a model, another, or none."""
    found = own(Conversation, pk=pk)
    form = ModelForm(request.POST or None, initial={"model": found.model})
    if request.method == "POST" and form.is_valid():
        found.model = form.cleaned_data["model"]
        found.save(update_fields=["model"])
        return redirect("chat:conversation", pk)
    part = "#card" if request.htmx else ""
    status = 422 if request.method == "POST" else 200
    context = {"conversation": found, "form": form}
    return render(request, f"chat/model.html{part}", context, status=status)


@require_safe
@signed_in
def sources(request: PersonRequest, pk: UUID) -> HttpResponse:
    """What the answers of a conversation rest on, as one thread."""
    found = own(Conversation, pk=pk)
    context = {"conversation": found, "rows": thread.rows(request.user, found)}
    return render(request, f"chat/sources.html{'#sources' if request.htmx else ''}", context)


@get_or_post
@signed_in
def delete(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Delete a conversation, and what was learned from it if the person says so."""
    found = own(Conversation, pk=pk)
    if request.method == "POST":
        converse.delete(request.user, found, forget_too=bool(request.POST.get("forget_too")))
        return redirect("chat:home")
    learned = converse.learned_from(request.user, found).filter(state=Memory.State.CURRENT)
    part = "#card" if request.htmx else ""
    context = {"conversation": found, "learned": learned.count()}
    return render(request, f"chat/delete.html{part}", context)


@require_POST
@signed_in
def leave(request: PersonRequest, pk: UUID) -> HttpResponse:
    """The page of a temporary chat was closed."""
    converse.leave(request.user, own(converse.there().filter(temporary=True), pk=pk).pk)
    return HttpResponse(status=204)


@require_POST
@signed_in
def remember(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Remember again what was forgotten and said again, in a message of the person's."""
    said = own(Message.objects.select_related("source__project").filter(role="user"), pk=pk)
    start = request.POST.get("start", "")
    memory = remember_again(request.user, said, int(start)) if start.isdecimal() else None
    if memory is None:
        raise Http404
    if request.htmx:
        change = display.ShownChange(memory.pk, "remembered", memory.content)
        return render(request, "memories/change.html", {"change": change})
    return redirect("chat:conversation", said.conversation_id)


@require_POST
@signed_in
def propose(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Carry out a change that a model proposed, or put it aside."""
    wanted = own(Proposal.objects.select_related("message__conversation"), pk=pk)
    conversation = wanted.message.conversation_id
    change: display.ShownChange | None = None
    try:
        if request.POST.get("decline"):
            decline(wanted)
        else:
            did = accept(request.user, wanted)
            change = display.done_now(request.user, wanted.message, did)
            if not did:
                change = display.ShownChange(None, "told", gettext(TIDYING))
    except Refused as refused:
        change = display.ShownChange(None, "told", refused.message)
    if not request.htmx:
        return redirect("chat:conversation", conversation)
    if change is None:
        return HttpResponse()
    return render(request, "memories/change.html", {"change": change})


@require_safe
@signed_in(block=False)
def stream(request: PersonRequest, pk: UUID) -> HttpResponseBase:
    """An answer as it is written, by server-sent events: `token`, then `done` or `error`."""
    with acting_as(request.user):
        own(Message.objects.filter(role=Message.Role.ASSISTANT), pk=pk)
    events = answer.answer(request.user.pk, pk)
    return sse.streaming(_as_sse(request.user, events, get_token(request)))


@require_POST
@signed_in(block=False)
def stop(request: PersonRequest, pk: UUID) -> HttpResponseBase:
    """Stop an answer; what was written stays."""
    with acting_as(request.user):
        message = own(Message.objects.filter(role=Message.Role.ASSISTANT), pk=pk)
    answer.stop(request.user.pk, pk)
    if request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate":
        return redirect("chat:conversation", message.conversation_id)
    return HttpResponse(status=204)


@require_POST
@signed_in(block=False)
def retry(request: PersonRequest, pk: UUID) -> HttpResponseBase:
    """Ask for another answer to the same turn; the first one stays above it."""
    by_rules = request.POST.get("by") == "rules"
    with acting_as(request.user):
        first = own(Message.objects.filter(role=Message.Role.ASSISTANT), pk=pk)
        again = answer.retry(request.user, first, by_rules=by_rules)
        if request.htmx:
            return _turns(request, [first, again] if first.pk != again.pk else [first])
    answer.answer_now(request.user.pk, again.pk)
    return redirect("chat:conversation", first.conversation_id)


def _show_asked(request: PersonRequest, found: Conversation) -> None:
    """A search leads to a message, `?said=ID`: the branch that it is in is the one shown."""
    asked = request.GET.get("said")
    if asked:
        said = own(editing.editable().filter(conversation=found), pk=asked)
        if not said.shown:
            branches.show(said)


def _as_sse(user: User, events: Iterator[Event], csrf_token: str) -> Iterator[str]:
    try:
        for happened in events:
            match happened:
                case Token(text):
                    yield sse.event("token", {"text": text})
                case Step(number, text, ended):
                    yield sse.event("step", {"number": number, "text": text, "ended": ended})
                case AnswerEnded(message_id):
                    yield _ending(user, message_id, csrf_token)
                case _:
                    yield sse.pulse()
    finally:
        close = getattr(events, "close", None)
        if close:
            close()


def _ending(user: User, message_id: UUID, csrf_token: str) -> str:
    with acting_as(user):
        state = Message.objects.values_list("state", flat=True).filter(pk=message_id).first()
        if state is None:
            # A temporary chat that was left while its answer was written.
            return sse.event("error", {})
        html = display.html_of(user, message_id, csrf_token=csrf_token)
    return sse.event("error" if state == Message.State.FAILED else "done", {"html": html})


def _new(user: User, turn: converse.Exchange) -> dict[str, Any]:
    said = display.said(user, turn.said, files=turn.files)
    return {"turns": [said, display.message(user, turn.answer, last=True)]}


def _take_in(user: User, form: MessageForm, files: list[ReceivedFile]) -> list[Document]:
    with acting_as(user):
        conversation, project = _conversation(form), _project(form)
    attachments.check_place(files, conversation, temporary=form.cleaned_data["temporary"])
    place = conversation.project_id if conversation else project.pk if project else None
    return attachments.take_in(user, files, place)


def _conversation(form: MessageForm) -> Conversation | None:
    pk = form.cleaned_data["conversation"]
    return own(converse.there().select_related("project"), pk=pk) if pk else None


def _temporary(request: PersonRequest, now_in: Conversation) -> None:
    """Note which temporary chat this browser is in; one that it was in before is over."""
    before = request.session.pop(converse.TEMPORARY, "")
    if before and before != str(now_in.pk):
        converse.end(request.user, UUID(before))
    if now_in.temporary:
        request.session[converse.TEMPORARY] = str(now_in.pk)


def _project(form: MessageForm) -> Project | None:
    """The project of a new conversation; a temporary one, which looks nothing up, has none."""
    pk = form.cleaned_data["project"]
    return own(Project, pk=pk) if pk and not form.cleaned_data["temporary"] else None


def _again(
    request: PersonRequest, form: MessageForm, conversation: Conversation | None = None
) -> HttpResponse:
    """The box with what is wrong with the message."""
    if request.htmx and conversation is not None:
        context: dict[str, Any] = {
            **_composer(conversation),
            "form": form,
            "conversation": conversation,
        }
        return render(request, "chat/composer.html", context, status=422)
    if conversation is not None:
        context = {**_conversation_context(request, conversation), "form": form}
        return render(request, "chat/conversation.html", context, status=422)
    return _new_chat(request, form, status=422)


def _new_chat(
    request: PersonRequest, form: MessageForm, *, prefill: str = "", status: int = 200
) -> HttpResponse:
    projects = Project.objects.filter(user=request.user, archived=None).order_by("name")
    wanted = request.GET.get("project") or request.POST.get("project")
    context = {
        **_composer(),
        "form": form,
        "projects": projects,
        "project": own(Project, pk=wanted) if wanted else None,
        "invitations": [kind for kind in registered() if kind.invitation],
        "first_run": not Memory.objects.filter(user=request.user).exists(),
        "name": request.user.name,
        "prefill": prefill[: converse.LONGEST],
    }
    return render(request, "chat/home.html", context, status=status)


def _conversation_context(request: PersonRequest, found: Conversation) -> dict[str, Any]:
    before = request.GET.get("before")
    edge = own(Message.objects.filter(conversation=found), pk=before).pk if before else None
    turns, earlier = display.turns(request.user, found, before=edge)
    return {
        **_composer(found),
        "conversation": found,
        "turns": turns,
        "earlier_url": f"?before={earlier}" if earlier else "",
    }


def _composer(found: Conversation | None = None) -> dict[str, Any]:
    """For the box to write in: how large a file may be, and whether a model answers here."""
    answers = chosen(found.model if found else "") is not None
    return {"most": limit(), "most_mb": limit() // 1_000_000, "model_answers": answers}


def _turns(request: PersonRequest, messages: list[Message]) -> HttpResponse:
    turns = [display.one(request.user, message.pk) for message in messages]
    return render(request, "chat/conversation.html#turns", {"turns": turns})


def _rail(request: PersonRequest, q: str) -> HttpResponse:
    conversations = (
        [found.conversation for found in converse.search(request.user, q)]
        if q
        else converse.recent(request.user)
    )
    return render(request, "chat/rail.html", {"conversations": conversations, "q": q})


def _older(request: PersonRequest) -> HttpResponse:
    """The rail with the older conversations, too: those of a project, where one is looked at."""
    pk = request.GET.get("project")
    project = own(Project, pk=pk) if pk else None
    older = converse.recent(request.user, converse.OLDER, project=project)
    return render(request, "chat/rail.html", {"conversations": older, "q": ""})
