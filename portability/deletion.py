"""Delete a person with everything that is theirs: here, and permissions they gave elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.apps import apps
from django.db import connection, transaction

from accounts.models import User
from accounts.signup import heir_of, pass_on
from chat.models import Conversation
from database import erasures
from database.acting import acting_as
from memories.forgetting import rewrite_soon
from memories.models import Memory
from memories.search import index
from memories.source_kinds import registered


@dataclass(frozen=True)
class AccountDeletionPreview:
    """How much goes with a person, and whose the installation will be ("" where that stays).

    `sources` and `permissions` are lines in plain words: "3 documents".
    """

    memories: int
    conversations: int
    sources: tuple[str, ...]
    permissions: tuple[str, ...]
    heir: str


def everything(user: User) -> AccountDeletionPreview:
    """Say what would go. Nothing is changed; call it inside `acting_as`."""
    heir = heir_of(user)
    return AccountDeletionPreview(
        memories=Memory.objects.filter(user=user, state__in=Memory.ACTIVE).count(),
        conversations=Conversation.objects.filter(user=user).count(),
        sources=tuple(_counted(user)),
        permissions=tuple(
            line for kind in registered() if kind.also_goes for line in kind.also_goes(user)
        ),
        heir=heir.email if heir else "",
    )


def delete_person(user: User) -> None:
    """Delete an account for good. Waits for servers where it gives permissions back.

    Call it outside of any block. A server that cannot be reached holds nothing up. Who owned the
    installation passes it on to whoever has been here longest.
    """
    for kind in registered():
        if kind.leave:
            kind.leave(user)
    with acting_as(user):
        # Before any row is locked: other writers wait here.
        index.hold(user.pk)
        for kind in registered():
            if kind.remove:
                kind.remove(user, None)
        heir = heir_of(user)
        with connection.cursor() as cursor:
            for table in _tables():
                cursor.execute(f"DELETE FROM {table} WHERE user_id = %s", [user.pk])  # noqa: S608
        erasures.note(user.pk, account=True)
        # What stands in other columns: invitations.
        User.objects.get(pk=user.pk).delete()
        if heir is not None:
            pass_on(heir)
    # Not within a block: tables are rewritten outside of any.
    transaction.on_commit(rewrite_soon)


def _tables() -> list[str]:
    """Every table with rows of a person's own; what refers to a row is not looked at yet."""
    quote = connection.ops.quote_name
    return [
        quote(model._meta.db_table)
        for model in apps.get_models()
        if any(field.column == "user_id" for field in model._meta.local_concrete_fields)
    ]


def _counted(user: User) -> Iterable[str]:
    for kind in registered():
        if kind.count and (number := sum(kind.count(user).values())):
            yield kind.noun.counted(number)
