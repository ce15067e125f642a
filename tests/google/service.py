"""A service account's key, made on the spot."""

from functools import cache
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

KEY_ID = "key-1"


@cache
def _made() -> tuple[str, bytes]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private.decode(), public


TOKENS = "https://oauth2.googleapis.com/token"


def service_key(token_uri: str = TOKENS) -> dict[str, Any]:
    """The JSON file that Google Cloud gives."""
    return {
        "type": "service_account",
        "project_id": "yarnnn",
        "private_key_id": KEY_ID,
        "private_key": _made()[0],
        "client_email": "reader@yarnnn.iam.gserviceaccount.com",
        "token_uri": token_uri,
    }


def public_keys() -> dict[str, bytes]:
    """What Google checks its signatures with."""
    return {KEY_ID: _made()[1]}
