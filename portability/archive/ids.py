"""Ids that are the same in every archive of the same memory, whoever's account it lies in.

An id in an archive is the row's own with its random half changed by a mask of the person's; in
another account the mask of that one changes it back to an id that nobody else has. The order of
ids in time stays, and an archive of an imported archive has the same ids again.
"""

import hashlib
import re
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from accounts.models import User

_RANDOM = (1 << 62) - 1
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# How an id of one's own is marked among other words.
_MARK = "id:"


class PortableIds:
    """Turns a person's ids into those of an archive, or back: it is the same change.

    `owned` are the ids that count as such where they stand as text. `special` are ids that are made
    of something else than the others.
    """

    def __init__(
        self, user: User, owned: Collection[UUID] = (), special: Mapping[UUID, UUID] | None = None
    ) -> None:
        digest = hashlib.sha256(b"portable ids:" + user.pk.bytes).digest()
        self._mask = int.from_bytes(digest, "big") & _RANDOM
        self._owned = owned
        self._special = special or {}

    def of(self, id_: UUID) -> UUID:
        return self._special.get(id_) or UUID(int=id_.int ^ self._mask)

    def put_out(self, value: Any) -> Any:
        """A JSON value with the ids in it, keys too, marked and turned into those of an archive."""
        return _mapped(value, self._marked)

    def take_in(self, value: Any) -> Any:
        """What `put_out` wrote, with this person's ids."""
        return _mapped(value, self._unmarked)

    def _marked(self, text: str) -> str:
        if len(text) != 36 or not _ID.fullmatch(text) or UUID(text) not in self._owned:
            return text
        return f"{_MARK}{self.of(UUID(text))}"

    def _unmarked(self, text: str) -> str:
        if not text.startswith(_MARK) or not _ID.fullmatch(text[len(_MARK) :]):
            return text
        return str(self.of(UUID(text[len(_MARK) :])))


def _mapped(value: Any, change: Any) -> Any:
    match value:
        case str():
            return change(value)
        case list() | tuple():
            return [_mapped(each, change) for each in value]
        case dict():
            return {change(key): _mapped(each, change) for key, each in value.items()}
    return value
