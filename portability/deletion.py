"""Delete a person with everything that is theirs: here, and the permissions they gave at Google."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.apps import apps
from django.db import connection, transaction

from accounts.models import User
from accounts.signup import heir_of, pass_on
from chat.models import Conversation
from database.acting import acting_as
from documents.models import Document
from documents.storing import drop
from gmail.disconnect import give_back_all
from gmail.models import Account, Message
from memories.models import Memory
from memories.search import index


@dataclass(frozen=True)
class Everything:
    """How much goes with a person, and whose the installation will be ("" where that stays)."""

    memories: int
    conversations: int
    documents: int
    mails: int
    mailboxes: tuple[str, ...]
    heir: str


def everything(user: User) -> Everything:
    """Say what would go. Nothing is changed; call it inside `acting_as`."""
    heir = heir_of(user)
    active = [Memory.State.CURRENT, Memory.State.FADED]
    return Everything(
        memories=Memory.objects.filter(user=user, state__in=active).count(),
        conversations=Conversation.objects.filter(user=user).count(),
        documents=Document.objects.filter(user=user).count(),
        mails=Message.objects.filter(user=user).count(),
        mailboxes=tuple(Account.objects.filter(user=user).values_list("address", flat=True)),
        heir=heir.email if heir else "",
    )


def delete_person(user: User) -> None:
    """Delete an account for good. Waits for Google: call it outside of any block.

    A Google that cannot be reached holds nothing up. Who owned the installation passes it on to
    whoever has been here longest.
    """
    give_back_all(user)
    with acting_as(user):
        # Before any row is locked: other writers wait here.
        index.hold(user.pk)
        files = [name for name in _files(user) if name]
        heir = heir_of(user)
        with connection.cursor() as cursor:
            for table in _tables():
                cursor.execute(f"DELETE FROM {table} WHERE user_id = %s", [user.pk])  # noqa: S608
        # What stands in other columns: invitations.
        User.objects.get(pk=user.pk).delete()
        if heir is not None:
            pass_on(heir)
        transaction.on_commit(partial(drop, files))


def _tables() -> list[str]:
    """Every table with rows of a person's own; what refers to a row is not looked at yet."""
    quote = connection.ops.quote_name
    return [
        quote(model._meta.db_table)
        for model in apps.get_models()
        if any(field.column == "user_id" for field in model._meta.local_concrete_fields)
    ]


def _files(user: User) -> Iterable[str]:
    return Document.objects.filter(user=user).values_list("file", flat=True)
