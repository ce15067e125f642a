"""How a lower room reaches up: by signals, and by the fields that rooms above register.

Rooms register when the application starts (`AppConfig.ready`), in every process: nothing that
takes long to load is imported here.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast
from uuid import UUID

from django.db.models import Q
from django.dispatch import Signal

# Sent by memories.forgetting in the transaction that forgets or restores, so that rooms above can
# redact or show again what quoted the passages. Arguments: user_id (UUID), memories (list of
# memory ids), sources (list of source ids that were masked or unmasked), back (True on undo).
forgotten = Signal()

# Sent by memories.forgetting.erase in its transaction, before anything is gone. Arguments: user_id
# (UUID), sources (source ids whose passages are erased), names (list of MaskedName), files (Files
# or None). Receivers raise Refused where the person has to choose what becomes of a file.
erasing = Signal()
# Asked for the card of erase: the same arguments without files. Receivers give lists of HeldFile.
asked_what_holds = Signal()


class Files(StrEnum):
    """What becomes of an uploaded file that holds what is erased and cannot be rewritten."""

    REMOVE = "remove"
    KEEP = "keep"


@dataclass(frozen=True)
class HeldFile:
    """An uploaded file that holds what is to be erased, and whether it can be rewritten."""

    name: str
    rewritable: bool


def files_holding(
    user_id: UUID, sources: Collection[UUID], names: Collection[Any]
) -> list[HeldFile]:
    """The uploaded files in which this stands."""
    answers = asked_what_holds.send(HeldFile, user_id=user_id, sources=sources, names=names)
    holding = cast("list[list[HeldFile]]", [files for _, files in answers])
    return [file for files in holding for file in files]


@dataclass(frozen=True)
class NameField:
    """A field that holds a title or a file name, of the rows that `where` says."""

    model: str  # "room.Model"
    field: str
    where: Q


_fields: list[NameField] = []


def register_names(*fields: NameField) -> None:
    """Have these blacked out where they tell what was forgotten."""
    _fields.extend(field for field in fields if field not in _fields)


def registered_names() -> tuple[NameField, ...]:
    """All fields in which names stand, of the rooms above."""
    return tuple(_fields)
