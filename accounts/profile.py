"""What a person says about themselves, and may choose."""

import zoneinfo
from functools import cache

from accounts.models import User


def change_profile(user: User, *, name: str, time_zone: str, language: str) -> None:
    user.name = name
    user.time_zone = time_zone
    user.language = language
    user.save(update_fields=["name", "time_zone", "language"])


@cache
def time_zones() -> tuple[str, ...]:
    """The names of all time zones that this machine knows."""
    return tuple(sorted(zoneinfo.available_timezones()))
