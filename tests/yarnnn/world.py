"""Somebody's whole world: at least one row in every table that belongs to a person."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from django.utils import timezone

from accounts.access_log import note
from accounts.invitations import invite
from accounts.models import ApiToken, KeyUse, User
from accounts.projects import create_project
from accounts.tokens import allow, make_token
from chat.models import Attachment, Citation, Conversation, Proposal, Redaction
from chat.models import Message as Turn
from database.acting import acting_as
from documents.models import Document
from documents.source_kind import DOCUMENT
from gmail.models import Account, Attempt, Correspondent, Message, ServiceKey, Thread
from memories.forgetting.forget import forget
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.keeping.vectors import embed_waiting
from memories.models import (
    AnsweredCall,
    Change,
    Chunk,
    Entity,
    Lesson,
    Memory,
    Mention,
    Source,
)
from memories.search.segments import pack
from memories.source_kinds import CHAT
from model_access.models import LedgerEntry
from tests import walls


@dataclass(frozen=True)
class World:
    """What routes ask for, by id."""

    project: UUID
    memory: UUID
    forgotten: UUID
    batch: UUID
    source: UUID
    entity: UUID
    conversation: UUID
    turn: UUID
    document: UUID
    token: UUID
    invitation: UUID


def make_world(user: User) -> World:
    """Give a person one of everything. They own the installation, so that they may invite."""
    token, _ = make_token(user, "laptop", ApiToken.Scope.FULL)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "x"})
    client = Client.objects.create(name="Robot")
    allow(user, client.pk, "Robot", ApiToken.Scope.READ)
    Token.objects.create(user=user, client=client, type=Token.Type.ACCESS_TOKEN, hash=client.pk)
    Attempt.objects.create(
        user=user,
        state_digest=str(user.pk),
        sealed_verifier=b"x",
        expires=timezone.now() + timedelta(minutes=10),
    )
    note(token, KeyUse.Does.READ, "GET /api/recall", 200)
    with acting_as(user):
        project = create_project(user, "Garden")
        memory = _remember(user, "The garden pond is deep.", ("garden", "pond"), "depth")
        gone = _remember(user, "The gate is green.")
        batch = forget(user, [gone.pk], by=Change.By.PERSON).batch
        entity = Entity.objects.create(user=user, name="Ann", type=Entity.Type.PERSON)
        Mention.objects.create(user=user, entity=entity, memory=memory)
        turn = _chat(user, memory)
        Redaction.objects.create(
            user=user, message=turn, memory=memory, start=0, stop=5, sealed=b"x"
        )
        Proposal.objects.create(
            user=user, message=turn, tool="remember_fact", arguments={"content": "x"}, memory=memory
        )
        document = _document(user)
        Attachment.objects.create(user=user, message=turn, document=document)
        _mail(user)
        _learning(user, document.source)
        AnsweredCall.objects.create(user=user, key="once", call="x")
        # Only large people have any.
    for room in walls.rooms():
        if hasattr(room, "fill"):
            room.fill(user)
    while embed_waiting(user.pk):
        pass
    pack(user.pk, least=1)
    return World(
        project=project.pk,
        memory=memory.pk,
        forgotten=gone.pk,
        batch=batch,
        source=document.source_id or UUID(int=0),
        entity=entity.pk,
        conversation=turn.conversation_id,
        turn=turn.pk,
        document=document.pk,
        token=token.pk,
        invitation=invite(user)[0].pk,
    )


def _remember(
    user: User, words: str, namespace: tuple[str, ...] | None = None, key: str | None = None
) -> Memory:
    memory = remember(user, words, by=Change.By.PERSON, namespace=namespace, key=key).memory
    assert memory
    return memory


def _chat(user: User, memory: Memory) -> Turn:
    conversation = Conversation.objects.create(user=user, title="The pond")
    source = keep(user, NewSource(CHAT, "It is deep.", thread=str(conversation.pk)))
    turn = Turn.objects.create(
        user=user, conversation=conversation, role=Turn.Role.ASSISTANT, source=source
    )
    chunk = Chunk.objects.filter(source=source).first()
    Citation.objects.create(
        user=user,
        message=turn,
        marker=1,
        memory=memory,
        chunk=chunk,
        start=0,
        stop=5,
        answer_start=0,
        answer_stop=5,
    )
    return turn


def _document(user: User) -> Document:
    source = keep(user, NewSource(DOCUMENT, "The plan of the pond.", own_words=False))
    return Document.objects.create(
        user=user,
        source=source,
        file="documents/plan.txt",
        filename="plan.txt",
        kind="txt",
        size=21,
        digest="x",
    )


def _learning(user: User, source: Source | None) -> None:
    assert source
    Lesson.objects.create(user=user, source=source, start=0, stop=5, state=Lesson.State.LEARNED)
    LedgerEntry.objects.create(
        user=user,
        host="model.example.org",
        model="m",
        purpose=LedgerEntry.Purpose.LEARNING,
        left=True,
        tokens_in=1,
        tokens_out=1,
        answered=True,
    )


def _mail(user: User) -> None:
    ServiceKey.objects.create(user=user, client_email="reader@example.org", sealed_key=b"x")
    account = Account.objects.create(user=user, subject="1", address=user.email)
    thread = Thread.objects.create(
        user=user, account=account, gmail_thread_id="1", history_id=1, subject="The pond"
    )
    Message.objects.create(
        user=user,
        account=account,
        thread=thread,
        gmail_message_id="1",
        history_id=1,
        internal_date=timezone.now(),
    )
    Correspondent.objects.create(
        user=user, address="ann@m.example", first_at=timezone.now(), last_at=timezone.now()
    )
