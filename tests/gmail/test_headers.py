"""Headers as others write them, and as nobody would."""

import time

from gmail.reading.headers import LONGEST, address_of
from gmail.reading.parsed_mail import Address


def test_an_address_is_looked_for_no_longer_than_one_can_be() -> None:
    started = time.process_time()
    found = address_of("a" * (LONGEST - 3) + " @ ")
    assert found is not None
    assert found.address == ""
    assert time.process_time() - started < 1
    assert address_of("Ann Lee <Ann@Example.org>") == Address("ann@example.org", "Ann Lee")
