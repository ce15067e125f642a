"""Which names Yarnnn answers to.

At home it is called by an address of the local network, which Django's list of hosts cannot
express. A name that anybody can register on the internet must be announced by PUBLIC_URL: a
stranger's page could otherwise point its own name at this machine and read the answers.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port


def known_hosts_only(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that refuses requests by a name which is not ours."""

    def answer(request: HttpRequest) -> HttpResponse:
        try:
            name = split_domain_port(request.get_host())[0]
        except DisallowedHost:
            name = ""
        if not is_ours(name):
            return HttpResponse(
                "Yarnnn is not known by this name. Whoever runs it sets PUBLIC_URL to the address "
                "that people use.\n",
                status=400,
                content_type="text/plain",
            )
        return get_response(request)

    return answer


def is_ours(name: str) -> bool:
    """Tell whether a host name without its port means this installation."""
    name = name.lower().rstrip(".")
    if not name:
        return False
    if name == urlsplit(settings.PUBLIC_URL).hostname or name == _own_name():
        return True
    if "." not in name and ":" not in name:
        # localhost, a machine's short name, a service's name in a container network
        return True
    return name.endswith((".localhost", ".local")) or _is_address(name)


@cache
def _own_name() -> str:
    return socket.gethostname().lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
