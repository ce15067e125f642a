"""Time zones to choose from: by part of the world and city, the most common first."""

from collections import defaultdict

from django.utils.translation import gettext

from accounts.profile import time_zones

# Where most people live, or what most servers are set to.
COMMON = (
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "Africa/Cairo",
    "Africa/Lagos",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
)
# Those of other names ("US/Pacific", "Etc/GMT+5") are older names of the same.
REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
Choices = list[tuple[str, list[tuple[str, str]]]]


def zone_choices(chosen: str) -> Choices:
    """Groups of (name, city) for a list to choose from. What is chosen is always among them.

    The city comes first in each line: typing its first letters finds it.
    """
    first = [chosen] if chosen not in COMMON else []
    known = time_zones()
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in known:
        region = name.partition("/")[0]
        if "/" in name and region in REGIONS and name not in (*COMMON, *first):
            groups[region].append((name, _city(name)))
    common = [(name, _city(name)) for name in (*first, *COMMON) if name in known]
    by_city = [(region, sorted(groups[region], key=lambda zone: zone[1])) for region in REGIONS]
    return [(gettext("Common"), common), *by_city]


def _city(name: str) -> str:
    """ "America/Argentina/Ushuaia" as "Ushuaia, Argentina"."""
    _, *rest = name.replace("_", " ").split("/")
    return ", ".join(reversed(rest)) or name
