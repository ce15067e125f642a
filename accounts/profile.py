"""What a person says about themselves, and may choose."""

import zoneinfo
from functools import cache

from django.conf import settings
from django.utils.translation import gettext

from accounts.errors import Refused
from accounts.models import User


def change_profile(
    user: User,
    *,
    name: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
) -> None:
    """Change what is given. Raises Refused for a time zone or a language that there is not."""
    if time_zone is not None and time_zone not in time_zones():
        raise Refused(
            "zone",
            gettext("“%(time_zone)s” is not a time zone. Give one such as Europe/Berlin.")
            % {"time_zone": time_zone},
        )
    if language is not None and language not in dict(settings.LANGUAGES):
        known = ", ".join(code for code, _ in settings.LANGUAGES)
        raise Refused(
            "language",
            gettext("“%(language)s” is not a language here. Give one of %(known)s.")
            % {"language": language, "known": known},
        )
    user.name = user.name if name is None else " ".join(name.split())
    user.time_zone = time_zone or user.time_zone
    user.language = language or user.language
    user.save(update_fields=["name", "time_zone", "language"])


@cache
def time_zones() -> tuple[str, ...]:
    """The names of all time zones that this machine knows."""
    return tuple(sorted(zoneinfo.available_timezones()))
