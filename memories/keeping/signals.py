"""The one way a lower room reaches up."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast
from uuid import UUID

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
