"""Things of a person's, made by the product's own verbs, with the canary in them."""

from decimal import Decimal
from itertools import count
from uuid import UUID

from accounts.models import ApiToken, Project, User
from accounts.projects import create_project
from accounts.tokens import make_token
from database.acting import acting_as
from memories.forgetting.forget import forget
from memories.keeping.remember import remember
from memories.keeping.sources import NewSource, keep
from memories.models import Change, Entity, Memory, Mention, Source
from memories.source_kinds import NOTE
from model_access.connections import connect
from model_access.models import Connection, LedgerEntry
from tests.walls.routes import CANARY

_numbers = count(1)


def words(about: str) -> str:
    """Words that stand nowhere else, so that nothing is taken for the same."""
    number = next(_numbers)
    return f"My {CANARY} number {number} lives in {about} {number * 7919}"


def memory(user: User, **fields: object) -> Memory:
    with acting_as(user):
        remembered = remember(
            user,
            words("the attic"),
            by=Change.By.PERSON,
            tags=[CANARY],
            **fields,  # type: ignore[arg-type]
        )
    assert remembered.memory
    return remembered.memory


def forgotten(user: User) -> tuple[Memory, UUID]:
    """A forgotten memory, and the batch that takes it back."""
    it = memory(user)
    with acting_as(user):
        return it, forget(user, [it.pk], by=Change.By.PERSON).batch


def source(user: User) -> Source:
    with acting_as(user):
        return keep(user, NewSource(NOTE, words("a box"), title=CANARY))


def sent_to_a_model(user: User) -> LedgerEntry:
    with acting_as(user):
        return LedgerEntry.objects.create(
            user=user,
            host=f"{CANARY}.example.org",
            model="large",
            purpose=LedgerEntry.Purpose.CHAT,
            left=True,
            tokens_in=1200,
            tokens_out=34,
            cost=Decimal("0.0421"),
            answered=True,
        )


def connection() -> Connection:
    """A model on a server that is not there."""
    return connect("http://127.0.0.1:9/v1", f"model {next(_numbers)}", "")


def entity(user: User) -> Entity:
    it = memory(user)
    with acting_as(user):
        found = Entity.objects.create(
            user=user, name=f"{CANARY} {next(_numbers)}", type=Entity.Type.PERSON
        )
        Mention.objects.create(user=user, entity=found, memory=it)
    return found


def project(user: User) -> Project:
    with acting_as(user):
        return create_project(user, f"{CANARY} {next(_numbers)}")


def token(user: User) -> ApiToken:
    with acting_as(user):
        it, _ = make_token(user, CANARY, ApiToken.Scope.READ)
    return it
