"""The encrypted part of an archive: what was forgotten, opened by a code of the person's."""

import base64
import hashlib
from collections.abc import Iterable
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken

from accounts.models import User
from database.sealing import export_secrets

_GROUP = 4


def code_of(user: User) -> str:
    """The code that opens what a person forgot in their archives: the same for each of them.

    Eight groups of four letters and digits. It is made of the installation's key and not kept.
    """
    return _spelled(export_secrets(user.pk)[0])


def codes_known_here(account: UUID) -> Iterable[str]:
    """The codes by which this installation opens archives of this account, if it made them."""
    return map(_spelled, export_secrets(account))


def fernet_of(code: str) -> Fernet:
    """What seals and opens lines by a code, however it was typed."""
    plain = "".join(character for character in code.upper() if character.isalnum())
    key = hashlib.sha256(b"yarnnn export:" + plain.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def opens(code: str, line: bytes) -> bool:
    """Whether a code is the one that sealed this line."""
    try:
        fernet_of(code).decrypt(line)
    except InvalidToken:
        return False
    return True


def _spelled(secret: bytes) -> str:
    plain = base64.b32encode(secret[:20]).decode()
    return "-".join(plain[at : at + _GROUP] for at in range(0, len(plain), _GROUP))
