"""Rows as lines of JSON, and back; and the digest of them, whatever their order."""

import hashlib
import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models

from accounts.models import User
from database.sealing import seal, unseal
from portability.archive.contents import SEALED, fields_of
from portability.archive.ids import PortableIds


class Digest:
    """A digest of many lines that does not depend on their order."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, table: str, line: str) -> None:
        hashed = hashlib.sha256(f"{table}\n{line}".encode()).digest()
        self._sum = (self._sum + int.from_bytes(hashed, "big")) % (1 << 256)

    @property
    def hex(self) -> str:
        return f"{self._sum:064x}"


def line_of(value: dict[str, Any]) -> str:
    """One line of canonical JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def row_out(row: models.Model, ids: PortableIds) -> dict[str, Any]:
    """A row as an archive has it."""
    told = {field.name: _out(field, row, ids) for field in fields_of(type(row))}
    if hasattr(row, "findable"):
        told["findable"] = row.findable
    return told


def row_in(model: type[models.Model], told: dict[str, Any], user: User, ids: PortableIds) -> Any:
    """The row of this person's that an archive tells of. Raises ValueError for what is none."""
    values: dict[str, Any] = {"user_id": user.pk}
    for field in fields_of(model):
        if field.name in told:
            values[field.attname] = _in(field, told[field.name], ids)
    return model(**values)


def refers_to(model: type[models.Model], told: dict[str, Any]) -> list[tuple[Any, UUID]]:
    """The tables and ids in an archive that a row refers to."""
    return [
        (field.related_model, UUID(told[field.name]))
        for field in fields_of(model)
        if field.is_relation and told.get(field.name) is not None
    ]


def _out(field: "models.Field[Any, Any]", row: models.Model, ids: PortableIds) -> Any:
    value = getattr(row, field.attname)
    match value:
        case UUID():
            return str(ids.of(value))
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case bytes() | memoryview() if isinstance(row, SEALED):
            return ids.put_out(unseal(value))
    if _is_of_ids(field):
        return [str(ids.of(each)) for each in value]
    # Words are words, whatever they look like.
    return value if isinstance(field, models.TextField) else ids.put_out(value)


def _in(field: "models.Field[Any, Any]", value: Any, ids: PortableIds) -> Any:
    if value is None:
        return None
    if field.is_relation or isinstance(field, models.UUIDField):
        return ids.of(UUID(value))
    if isinstance(field, models.BinaryField):
        return seal(ids.take_in(value))
    if isinstance(field, models.TextField):
        return str(value)
    if _is_of_ids(field):
        return [ids.of(UUID(each)) for each in value]
    value = ids.take_in(value)
    if isinstance(field, models.JSONField):
        return value
    if isinstance(field, ArrayField):
        return [str(each) for each in value]
    return field.to_python(value)


def _is_of_ids(field: "models.Field[Any, Any]") -> bool:
    return isinstance(field, ArrayField) and isinstance(field.base_field, models.UUIDField)
