"""Keeping words secret at rest: what was forgotten is sealed, what is indexed is hashed."""

import hashlib
import hmac
import json
from functools import lru_cache
from typing import Any
from uuid import UUID

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def seal(value: dict[str, Any]) -> bytes:
    """Encrypt a JSON object with the newest of the ENCRYPTION_KEYS."""
    return _fernet().encrypt(json.dumps(value).encode())


def unseal(sealed: bytes | memoryview) -> dict[str, Any]:
    """Read what `seal` wrote. Raises cryptography's InvalidToken when its key is gone."""
    opened: dict[str, Any] = json.loads(_fernet().decrypt(bytes(sealed)))
    return opened


@lru_cache(maxsize=10_000)
def index_key(user_id: UUID) -> bytes:
    """This person's 32-byte key for hashing stems.

    It comes from the oldest key, which stays last in ENCRYPTION_KEYS when a newer is put first:
    otherwise every index would have to be rebuilt, and erased things could return.
    """
    oldest = settings.ENCRYPTION_KEYS[-1].encode()
    return hmac.digest(oldest, b"index:" + user_id.bytes, hashlib.sha256)


def export_secrets(user_id: UUID) -> list[bytes]:
    """What the code of this account's exports is made of, 32 bytes for each key.

    The first is the one in use: of the oldest key, so that a newer one does not change the code.
    """
    keys = reversed([key.encode() for key in settings.ENCRYPTION_KEYS])
    return [hmac.digest(key, b"export:" + user_id.bytes, hashlib.sha256) for key in keys]


def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.ENCRYPTION_KEYS])
