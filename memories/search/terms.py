"""Stems as the index and the tombstones hold them: keyed hashes, another key for each person."""

import hashlib
from collections.abc import Iterable
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from database.sealing import index_key


def terms(user_id: UUID, stems: Iterable[str]) -> NDArray[np.uint32]:
    """Stems as the index holds them: this person's keyed 32-bit hashes, one for each given.

    Two of a person's stems share a hash once in billions; another person's never meet them.
    """
    key = index_key(user_id)
    return np.array([_hash(key, stem) for stem in stems], np.uint32)


def hash_of(user_id: UUID, stem: str) -> str:
    """A stem as tombstones hold it: this person's keyed 64-bit hash, in hexadecimal."""
    return hashlib.blake2b(stem.encode(), digest_size=8, key=index_key(user_id)).hexdigest()


def _hash(key: bytes, stem: str) -> int:
    digest = hashlib.blake2b(stem.encode(), digest_size=4, key=key).digest()
    return int.from_bytes(digest, "big")
