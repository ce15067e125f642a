"""Memory that the web processes share: each address's connections, and who is alive."""

import ipaddress
import mmap
import time

_BUCKETS = 4096
_DOUBLE = 8
_SHORT = 2
# One household or machine usually has a whole network of IPv6 addresses.
_IPV6_PREFIX = 64


class Board:
    """One row for each web process, written by that process alone. Made before they part."""

    def __init__(self, rows: int) -> None:
        self._rows = rows
        self._memory = memoryview(mmap.mmap(-1, rows * (_DOUBLE + _BUCKETS * _SHORT)))
        self._beats = self._memory[: rows * _DOUBLE].cast("d")
        self._held = self._memory[rows * _DOUBLE :].cast("H")

    def beat(self, row: int) -> None:
        self._beats[row] = time.monotonic()

    def silent_for(self, row: int) -> float:
        """Seconds since this row's process last said that it is alive."""
        return time.monotonic() - self._beats[row]

    def add(self, row: int, address: str, change: int) -> None:
        """Count a connection of this address, or (-1) count it no more."""
        self._held[row * _BUCKETS + _bucket(address)] += change

    def held_by(self, address: str) -> int:
        """How many connections this address has, to all processes together."""
        bucket = _bucket(address)
        return sum(self._held[row * _BUCKETS + bucket] for row in range(self._rows))

    def clear(self, row: int) -> None:
        """Forget the connections of a process that has died; another takes its place."""
        for place in range(row * _BUCKETS, (row + 1) * _BUCKETS):
            self._held[place] = 0
        self.beat(row)


def whose(address: str) -> str:
    """The address that connections are counted by: IPv6 by its network, IPv4 as itself."""
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, _IPV6_PREFIX), strict=False).network_address)


def _bucket(address: str) -> int:
    # Salted, and by the same salt in all processes, as they are forks of one. Two addresses in a
    # bucket share their allowance.
    return hash(address) % _BUCKETS
