"""Where names stand that may tell what was forgotten: each room registers its own fields."""

from dataclasses import dataclass

from django.db.models import Q


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
