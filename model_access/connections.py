"""The chat models there are: the one in the settings, and those connected by form.

What the settings name is asked where nothing else is chosen; without it, the standard connection.
"""

import time
from contextlib import suppress
from decimal import Decimal
from urllib.parse import urlsplit
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import DatabaseError, transaction
from django.db import connection as database
from django.utils.translation import gettext

from accounts.errors import Refused
from database.sealing import seal, unseal
from llm import endpoints
from llm.chat import ChatModel, chat_model
from llm.endpoints import Endpoint
from model_access.addresses import checked
from model_access.models import Connection

# Chosen for a conversation: no model at all.
NONE = "none"
# Seconds for which a process caches the standard connection.
_FRESH = 5.0


class _Known:
    """The standard connection, as this process read it last."""

    until = 0.0
    endpoint: Endpoint | None = None


def default_endpoint() -> Endpoint | None:
    """The standard connection's server and model. Holds no database connection afterwards.

    While the database does not answer, what was known stays.
    """
    if time.monotonic() > _Known.until:
        with suppress(DatabaseError):
            _Known.endpoint = _endpoint_of(_first(standard=True))
        _Known.until = time.monotonic() + _FRESH
    return _Known.endpoint


def forget_known() -> None:
    """A connection changed: this process asks anew, the others within seconds."""
    _Known.until = 0.0


def chosen(choice: str) -> ChatModel | None:
    """The model chosen for a conversation: "" is the default, else a connection's id or NONE.

    A connection that is gone gives the default.
    """
    if choice == NONE:
        return None
    endpoint = _endpoint_of(_first(pk=UUID(choice))) if choice else None
    return ChatModel(endpoint) if endpoint else chat_model()


def price_of(endpoint: Endpoint) -> tuple[Decimal, Decimal] | None:
    """What a million tokens cost, sent and answered; None where nothing is known."""
    if endpoint == endpoints.chat_endpoint_of_settings():
        prices = (settings.YARNNN_CHAT_PRICE_IN, settings.YARNNN_CHAT_PRICE_OUT)
        return prices if any(prices) else None
    known = _first(base_url=endpoint.base_url, model=endpoint.model)
    if known is None or (known.price_in is None and known.price_out is None):
        return None
    return known.price_in or Decimal(0), known.price_out or Decimal(0)


def key_of(known: Connection) -> str:
    """A connection's key; empty where it has none, or the key that sealed it is gone."""
    if known.sealed_key is None:
        return ""
    try:
        return str(unseal(known.sealed_key)["key"])
    except InvalidToken:
        return ""


def _first(**lookup: object) -> Connection | None:
    """Read outside of row-level security: whoever waits for a model holds no connection."""
    inside = database.in_atomic_block
    try:
        return Connection.objects.filter(**lookup).first()
    finally:
        if not inside:
            database.close()


def _endpoint_of(known: Connection | None) -> Endpoint | None:
    return Endpoint(known.base_url, known.model, key_of(known)) if known else None


def connect(
    base_url: str,
    model: str,
    key: str,
    *,
    price_in: Decimal | None = None,
    price_out: Decimal | None = None,
) -> Connection:
    """Connect a model, or change the one there is of this address and name; an empty key keeps its.

    The first becomes the standard. Raises Refused for an address that is none.
    """
    model = model.strip()
    if not model or len(model) > 200 or not model.isprintable():
        raise Refused("model", gettext("Give the model's name, as its server has it."))
    values: dict[str, object] = {"price_in": price_in, "price_out": price_out}
    if key:
        values["sealed_key"] = seal({"key": key})
    made, _ = Connection.objects.update_or_create(
        base_url=checked(base_url), model=model, defaults=values
    )
    if not Connection.objects.filter(standard=True).exists():
        make_standard(made)
    forget_known()
    return made


def make_standard(known: Connection) -> None:
    """Have this one asked where nothing else is chosen."""
    with transaction.atomic():
        Connection.objects.filter(standard=True).update(standard=False)
        Connection.objects.filter(pk=known.pk).update(standard=True)
    forget_known()


def disconnect(known: Connection) -> None:
    """Take a connection away with its key. Another becomes the standard, if there is one."""
    known.delete()
    other = Connection.objects.order_by("created").first()
    if other and not Connection.objects.filter(standard=True).exists():
        make_standard(other)
    forget_known()


def choices() -> list[tuple[str, str]]:
    """What may be chosen for a conversation: value and name, the default first."""
    standard = chat_model()
    first = (
        gettext("%(name)s at %(host)s") % {"name": standard.name, "host": standard.host}
        if standard
        else "none"
    )
    others = [
        (str(each.pk), f"{each.model} at {urlsplit(each.base_url).hostname}")
        for each in Connection.objects.order_by("created")
    ]
    return [
        ("", gettext("As in Settings (%(first)s)") % {"first": first}),
        *others,
        (NONE, gettext("No model")),
    ]
