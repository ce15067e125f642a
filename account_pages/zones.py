"""Time zones to choose from: by part of the world and city, the most common first."""

import zoneinfo
from collections import defaultdict
from functools import cache
from pathlib import Path

from django.utils.translation import gettext, gettext_noop

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
    gettext_noop("Africa"),
    gettext_noop("America"),
    gettext_noop("Antarctica"),
    gettext_noop("Arctic"),
    gettext_noop("Asia"),
    gettext_noop("Atlantic"),
    gettext_noop("Australia"),
    gettext_noop("Europe"),
    gettext_noop("Indian"),
    gettext_noop("Pacific"),
)
# Cities and countries that other languages have names of their own for.
_TRANSLATED = frozenset(
    (
        gettext_noop("Algiers"),
        gettext_noop("Athens"),
        gettext_noop("Baghdad"),
        gettext_noop("Belgrade"),
        gettext_noop("Brussels"),
        gettext_noop("Bucharest"),
        gettext_noop("Cairo"),
        gettext_noop("Copenhagen"),
        gettext_noop("Damascus"),
        gettext_noop("Hong Kong"),
        gettext_noop("Isle of Man"),
        gettext_noop("Jerusalem"),
        gettext_noop("Kolkata"),
        gettext_noop("Kuwait"),
        gettext_noop("Kyiv"),
        gettext_noop("Lisbon"),
        gettext_noop("Ljubljana"),
        gettext_noop("Luxembourg"),
        gettext_noop("Maldives"),
        gettext_noop("Mexico City"),
        gettext_noop("Moscow"),
        gettext_noop("Prague"),
        gettext_noop("Riyadh"),
        gettext_noop("Rome"),
        gettext_noop("Singapore"),
        gettext_noop("Tashkent"),
        gettext_noop("Tehran"),
        gettext_noop("Tokyo"),
        gettext_noop("Vatican"),
        gettext_noop("Vienna"),
        gettext_noop("Vilnius"),
        gettext_noop("Warsaw"),
        gettext_noop("Yerevan"),
        gettext_noop("Zurich"),
        gettext_noop("Azores"),
        gettext_noop("Canary"),
        gettext_noop("Faroe"),
        gettext_noop("Cape Verde"),
    )
)
Choices = list[tuple[str, list[tuple[str, str]]]]


def current_name(zone: str) -> str:
    """The name that a zone has now: "Asia/Calcutta" is "Asia/Kolkata"."""
    known, renamed = _in_use(), _renamed()
    now = zone
    while now in renamed and now not in known:
        now = renamed[now]
    return now if now in known else zone


@cache
def _in_use() -> frozenset[str]:
    """The zones' names of today, one for each place; all names where the machine has no list."""
    rows = (line.split("\t") for line in _lines("zone.tab") if not line.startswith("#"))
    return frozenset(row[2] for row in rows if len(row) > 2) or frozenset(time_zones())


@cache
def _renamed() -> dict[str, str]:
    """Other names of a zone, with the one that the machine's list gives it."""
    rows = (line.split() for line in _lines("tzdata.zi") if line.startswith("L "))
    return {other: name for _, name, other in rows}


def _lines(file: str) -> list[str]:
    """A list that comes with the time zones of the machine."""
    there = (path for folder in zoneinfo.TZPATH if (path := Path(folder, file)).is_file())
    found = next(there, None)
    return found.read_text().splitlines() if found else []


def zone_choices(chosen: str) -> Choices:
    """Groups of (name, city) for a list to choose from. What is chosen is always among them.

    Each place is there once, by its name of today. The city comes first in each line: typing its
    first letters finds it.
    """
    first = [chosen] if chosen not in COMMON else []
    known = time_zones()
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in _in_use() & frozenset(known):
        region = name.partition("/")[0]
        if "/" in name and region in REGIONS and name not in (*COMMON, *first):
            groups[region].append((name, _city(name)))
    common = [(name, _city(name)) for name in (*first, *COMMON) if name in known]
    by_city = [
        (gettext(region), sorted(groups[region], key=lambda zone: zone[1])) for region in REGIONS
    ]
    return [(gettext("Common"), common), *by_city]


def _city(name: str) -> str:
    """ "America/Argentina/Ushuaia" as "Ushuaia, Argentina"."""
    _, *rest = name.replace("_", " ").split("/")
    parts = [gettext(part) if part in _TRANSLATED else part for part in reversed(rest)]
    return ", ".join(parts) or name
