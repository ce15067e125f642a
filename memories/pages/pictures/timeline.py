"""The timeline above the list: what was learned when, by source. A bar leads to its time.

Lengths along the time are in percent, so that one drawing fits every width; heights are in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext

from accounts.models import User
from memories.pages.list_filters import MemoryListQuery, period, url
from memories.pages.pictures.over_time import (
    OverTime,
    TimeBucket,
    TimeUnit,
    first_of,
    last_of,
    over_time,
)
from memories.source_kinds import kind_of, registered

# Height of the highest bar, and of the least that shows, in pixels; where the bars stand.
HIGHEST, LEAST, GROUND = 64, 3, 72
# Share of its place that a bar takes, and the number of places that are named.
THICK, NAMED = 0.72, 4
# Number of hues there are for sources (static/css/pictures.css).
HUES = 6


@dataclass(frozen=True)
class BarSegment:
    """The part of a bar that came from one kind of source."""

    hue: int
    y: str
    height: str


@dataclass(frozen=True)
class TimelineBar:
    """A stretch of time: its bar, and what it says in words."""

    url: str
    first: str
    last: str
    label: str
    total: int
    sources: Sequence[tuple[str, int]]
    chosen: bool
    # Where its place begins and where its bar does, in percent of the width.
    place: str
    x: str
    parts: Sequence[BarSegment]


@dataclass(frozen=True)
class AxisLabel:
    """A name below the ground: where, and which of its ends stands there."""

    x: str
    anchor: str
    text: str


@dataclass(frozen=True)
class Timeline:
    """The drawing. `widths` are those of a place and of a bar, in percent."""

    bars: Sequence[TimelineBar]
    widths: tuple[str, str]
    names: Sequence[AxisLabel]
    hues: Sequence[tuple[int, str]]
    narrowed: bool
    # Where any time may be chosen: the address without one, to which days are added.
    url: str
    clear_url: str
    # The last day and the name of each month with something (of each year, where years are drawn),
    # the latest first.
    months: Sequence[tuple[date, str]]

    @property
    def told(self) -> Sequence[TimelineBar]:
        """The stretches that have something, the latest first, as they are told in words."""
        return [bar for bar in reversed(self.bars) if bar.total]


def timeline(user: User, at: MemoryListQuery) -> Timeline | None:
    """What the list has from when; None where that is all of one stretch."""
    found = over_time(user, at.filters)
    narrowed = bool(at.first or at.last)
    if found is None or not (narrowed or sum(1 for s in found.stretches if s.total) > 1):
        return None
    hues = _hues(found)
    most = max(stretch.total for stretch in found.stretches)
    share = 100 / len(found.stretches)
    clear_url = url(at, **{"from": "", "to": ""})
    return Timeline(
        bars=[
            _bar(at, stretch, hues, HIGHEST / most, share, number)
            for number, stretch in enumerate(found.stretches)
        ],
        widths=(_percent(share), _percent(share * THICK)),
        names=list(_names(found, share)),
        hues=[(hue, gettext(kind_of(kind).label)) for kind, hue in hues.items()],
        narrowed=narrowed,
        url=f"{clear_url}{'&' if '?' in clear_url else '?'}",
        clear_url=clear_url,
        months=_months(found),
    )


def _months(found: OverTime) -> list[tuple[date, str]]:
    unit = TimeUnit.YEAR if found.unit is TimeUnit.YEAR else TimeUnit.MONTH
    begins = [first_of(unit, each.first) for each in reversed(found.stretches) if each.total]
    spans = [(each, last_of(unit, each)) for each in dict.fromkeys(begins)]
    return [(last, period(first, last)) for first, last in spans]


def _hues(found: OverTime) -> dict[str, int]:
    """The hue of each kind of source that is in the picture: always the same one."""
    there = {kind for stretch in found.stretches for kind in stretch.sources}
    return {
        kind.name: place % HUES for place, kind in enumerate(registered()) if kind.name in there
    }


def _bar(
    at: MemoryListQuery,
    stretch: TimeBucket,
    hues: dict[str, int],
    scale: float,
    share: float,
    number: int,
) -> TimelineBar:
    first, last = stretch.first.isoformat(), stretch.last.isoformat()
    begins = at.first is None or at.first <= stretch.last
    ends = at.last is None or stretch.first <= at.last
    return TimelineBar(
        url=url(at, **{"from": first, "to": last}),
        first=first,
        last=last,
        label=period(stretch.first, stretch.last),
        total=stretch.total,
        sources=[
            (gettext(kind_of(kind).label), stretch.sources[kind])
            for kind in hues
            if kind in stretch.sources
        ],
        chosen=begins and ends,
        place=_percent(share * number),
        x=_percent(share * (number + (1 - THICK) / 2)),
        parts=list(_parts(stretch, hues, scale)),
    )


def _parts(stretch: TimeBucket, hues: dict[str, int], scale: float) -> list[BarSegment]:
    """The parts of a bar, from the ground up."""
    parts = []
    top = float(GROUND)
    for kind, hue in hues.items():
        number = stretch.sources.get(kind, 0)
        if number:
            height = max(LEAST, number * scale)
            top -= height
            parts.append(BarSegment(hue, f"{top:.1f}", f"{height:.1f}"))
    return parts


def _names(found: OverTime, share: float) -> list[AxisLabel]:
    """A few stretches are named below the ground: the first, the last, and some between them."""
    last = len(found.stretches) - 1
    form = {TimeUnit.DAY: gettext("j M"), TimeUnit.MONTH: gettext("M Y"), TimeUnit.YEAR: "Y"}[
        found.unit
    ]
    places = sorted({round(last * step / (NAMED - 1)) for step in range(NAMED)})
    return [
        AxisLabel(
            x=_percent(0 if place == 0 else 100 if place == last else share * (place + 0.5)),
            anchor="start" if place == 0 else "end" if place == last else "middle",
            text=format_date(found.stretches[place].first, form),
        )
        for place in places
    ]


def _percent(share: float) -> str:
    return f"{share:.3f}%"
