"""Which addresses the owner may connect: this server will call them.

Servers of models run on this machine and in private networks, so those are allowed. What is refused
is what only a mistake or an attack would name: link-local addresses, where clouds keep the
machine's own credentials, and a key in the clear on its way elsewhere.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from django.utils.translation import gettext

from accounts.errors import Refused
from llm.endpoints import is_local

LONGEST = 500


def checked(address: str) -> str:
    """The address as it is kept. Raises Refused."""
    address = address.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        port = parts.port or 0
    except ValueError:
        raise _wrong() from None
    plain = parts.scheme in ("http", "https") and parts.hostname and port >= 0
    if not plain or len(address) > LONGEST or not address.isprintable() or " " in address:
        raise _wrong()
    if parts.username or parts.password or parts.query or parts.fragment:
        raise Refused(
            "address", gettext("Give the address without a name, a password or a question mark.")
        )
    if _is_link_local(parts.hostname or ""):
        raise Refused(
            "address", gettext("That address is this machine's own, and not a model server.")
        )
    if parts.scheme == "http" and not is_local(address):
        raise Refused(
            "address",
            gettext("Use https: http is only for this machine and its own network."),
        )
    return address


def _wrong() -> Refused:
    return Refused("address", gettext("Give an address such as http://localhost:11434/v1."))


def _is_link_local(host: str) -> bool:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return any(
        ipaddress.ip_address(str(entry[4][0]).partition("%")[0]).is_link_local for entry in found
    )
