"""Which addresses are this machine itself. Settings ask before anything else is there."""

import ipaddress


def is_loopback(host: str) -> bool:
    """Tell whether a host name is this machine itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
