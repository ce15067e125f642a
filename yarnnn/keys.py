"""The installation's own keys, made at the first start and kept in the data folder."""

import base64
import os
import secrets
from pathlib import Path

from yarnnn.environment import BadSetting


def secret_key(home: Path) -> str:
    """The key that signs sessions and links."""
    return _kept(home / "keys" / "secret", secrets.token_urlsafe(48))[0]


def encryption_keys(home: Path) -> list[str]:
    """Fernet keys, the newest first: it encrypts, all of them decrypt.

    To change the key, put a new line on top of the file.
    """
    fresh = base64.urlsafe_b64encode(os.urandom(32)).decode()
    return _kept(home / "keys" / "encryption", fresh)


def server_password(home: Path, name: str) -> str:
    """The password of a role of the embedded Postgres, or of the embedded broker."""
    return _kept(home / "keys" / name, secrets.token_urlsafe(32))[0]


def _kept(file: Path, fresh: str) -> list[str]:
    """Read the file's lines; where it is missing, exactly one process makes it, whole."""
    try:
        if not file.exists():
            file.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.parent.mkdir(mode=0o700, exist_ok=True)
            unfinished = file.with_name(f"{file.name}.{os.getpid()}")
            unfinished.touch(mode=0o600)
            unfinished.write_text(f"{fresh}\n")
            try:
                file.hardlink_to(unfinished)
            except FileExistsError:
                pass
            finally:
                unfinished.unlink()
        lines = file.read_text().split()
    except OSError as error:
        raise BadSetting(
            f"The data folder {file.parent.parent} cannot keep its keys: {error.strerror}. Make it "
            "yours, or set YARNNN_HOME to another folder."
        ) from error
    if not lines:
        raise BadSetting(
            f"The key file {file} is empty: put a copy of it back. Without one, delete it and a "
            "new key is made; what the old one encrypted or signed can then not be read any more."
        )
    return lines
