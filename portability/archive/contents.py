"""What is in an archive: every table with a person's rows, but for what is said here."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from chat.models import Redaction
from memories.models import Forgotten, SearchItem
from memories.source_kinds import UploadedFiles, registered

FORMAT, VERSION = "yarnnn", 1

# Tables that stay behind, and why. Those of the kinds of sources they name themselves.
_LEFT_OUT = {
    "account.emailaddress": "how somebody signs in here",
    "mfa.authenticator": "how somebody signs in here",
    "accounts.apitoken": "lets programs in here",
    "allauth_idp_oidc.token": "lets programs in here",
    "accounts.keyuse": "which programs asked here",
    "accounts.workspace": "an account has its own",
    "memories.night": "when nights ran here",
    "memories.answeredcall": "what programs sent here twice",
    "memories.corpus": "the index is built anew",
    "memories.searchitem": "the index is built anew",
    "memories.segment": "the index is built anew",
    "memories.posting": "the index is built anew",
    "memories.window": "the index is built anew",
    "memories.tally": "follows the memories by itself",
    "memories.tagging": "follows the memories by itself",
    "memories.placing": "follows the memories by itself",
    "memories.turn": "whose turn it is here",
    "today.visit": "when somebody looked, here",
}

# Their rows stand in the encrypted part, with the words that are sealed here.
SEALED: tuple[type[models.Model], ...] = (Forgotten, Redaction)

# Columns that stay behind: what is true of this installation and this moment alone.
_COLUMNS = {
    "accounts.project": {"workspace"},
    # Made of the words wherever they are kept.
    "memories.forgotten": {"fingerprint"},
    "memories.work": {"tries", "lease", "not_before", "reason", "state", "updated"},
}

# How things stand at the moment, which no digest tells.
PASSING = {"memories.work"}


def tables_left_out() -> dict[str, str]:
    """The tables that stay behind, by label, and why."""
    left_out = dict(_LEFT_OUT)
    for kind in registered():
        left_out |= kind.archive.tables_left_out
    return left_out


def columns_left_out(label: str) -> set[str]:
    """The columns of a table that stay behind, but for whose row it is."""
    rules = [kind.archive.columns_left_out.get(label, ()) for kind in registered()]
    return _COLUMNS.get(label, set()).union(*rules)


def uploaded_files() -> list[UploadedFiles]:
    """Which tables have uploaded files."""
    return [kind.archive.files for kind in registered() if kind.archive.files]


def exported() -> list[type[models.Model]]:
    """The tables of an archive, each after those that it refers to."""
    left_out = tables_left_out()
    found = [
        model
        for model in apps.get_models()
        if model._meta.label_lower not in left_out and _is_a_persons(model)
    ]
    return list(_in_order(found))


def fields_of(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """The columns of a table that an archive has."""
    left_out = columns_left_out(model._meta.label_lower) | {"user"}
    return [field for field in model._meta.concrete_fields if field.name not in left_out]


def rows_of(model: type[models.Model], user: User) -> QuerySet[Any]:
    """A person's rows of a table. Inside `acting_as`."""
    rows: QuerySet[Any] = model._default_manager.filter(user=user)
    match model._meta.label_lower:
        case "chat.conversation":
            return rows.filter(temporary=False)
        case "chat.message":
            return rows.filter(conversation__temporary=False)
        case "imports.import":
            # Those that are over; and this account's own beginning is no part of it.
            return rows.filter(state__in=["done", "undone"]).exclude(kind=FORMAT)
        case "imports.imported":
            return rows.filter(origin__state__in=["done", "undone"])
        case "memories.forgotten":
            # Of what was erased there are only hashes, by a key of this installation.
            return rows.filter(sealed__isnull=False)
        case "memories.work":
            to_do = Q(kind__in=["learn", "read"], state__in=["waiting", "working"])
            return rows.filter(to_do)
        case "memories.chunk":
            item = SearchItem.objects.filter(user=user, chunk=OuterRef("pk"))
            rows = rows.annotate(findable=Exists(item))
        case "memories.memory":
            item = SearchItem.objects.filter(user=user, memory=OuterRef("pk"))
            rows = rows.annotate(findable=Exists(item))
    return rows


def of_label(label: str) -> type[models.Model] | None:
    """The exported table of this name; None where there is none."""
    return next((model for model in exported() if model._meta.label_lower == label), None)


def _is_a_persons(model: type[models.Model]) -> bool:
    fields = {field.name: field for field in model._meta.concrete_fields}
    return "user" in fields and fields["user"].related_model is User


def _in_order(waiting: list[type[models.Model]]) -> Iterator[type[models.Model]]:
    done: set[type[models.Model]] = set()
    while waiting:
        ready = [model for model in waiting if _needs(model) & set(waiting) <= {model}]
        if not ready:  # pragma: no cover - tables that refer to each other
            ready = waiting[:1]
        yield from ready
        done |= set(ready)
        waiting = [model for model in waiting if model not in done]


def _needs(model: type[models.Model]) -> set[Any]:
    return {field.related_model for field in fields_of(model) if field.is_relation}
