"""What is in an archive: every table with a person's rows, but for what is said here."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from chat.models import Redaction
from memories.models import Forgotten, SearchItem

FORMAT, VERSION = "yarnnn", 1

# Tables that stay behind, and why.
LEFT_OUT = {
    "account.emailaddress": "how somebody signs in here",
    "mfa.authenticator": "how somebody signs in here",
    "accounts.apitoken": "lets programs in here",
    "allauth_idp_oidc.token": "lets programs in here",
    "accounts.keyuse": "which programs asked here",
    "accounts.workspace": "an account has its own",
    "gmail.attempt": "lets Google in here",
    "gmail.servicekey": "a secret of Google's",
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
    "chat.conversation": {"model"},
    "chat.message": {"lease", "stop_asked"},
    "documents.document": {"file"},
    "gmail.account": {
        "sealed_credentials",
        "service_key",
        "delegated",
        "state",
        "resume_state",
        "paused_until",
        "reason",
        "setbacks",
        "history_id",
        "page_token",
        "listed",
        "pending",
        "batch_size",
        "relisting",
        "rounds",
        "fencing_token",
        "units_left",
        "units_at",
        "last_synced",
        "labels_due",
    },
    "imports.import": {"file", "prepared", "sealed_code"},
    # Made of the words wherever they are kept.
    "memories.forgotten": {"fingerprint"},
    "memories.work": {"tries", "lease", "not_before", "reason", "state", "updated"},
}

# How things stand at the moment, which no digest tells.
PASSING = {"memories.work"}


def exported() -> list[type[models.Model]]:
    """The tables of an archive, each after those that it refers to."""
    found = [
        model
        for model in apps.get_models()
        if model._meta.label_lower not in LEFT_OUT and _is_a_persons(model)
    ]
    return list(_in_order(found))


def fields_of(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """The columns of a table that an archive has."""
    left_out = _COLUMNS.get(model._meta.label_lower, set()) | {"user"}
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
