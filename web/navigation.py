"""The pages a person can go to: each room registers its own when the application starts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User


@dataclass(frozen=True)
class Tab:
    """A page in the rail, found by its name with Ctrl-K. `label` is marked by `gettext_noop`.

    `page` is the name of its address; it is the current one on every page whose name begins with
    `under`. `place` orders the tabs. `rail` says whether the rail has it, `bar` the bar at the
    bottom of a phone.
    """

    label: str
    icon: str
    page: str
    under: str
    place: int
    rail: bool = True
    bar: bool = False


@dataclass(frozen=True)
class SettingsLink:
    """A page of a room above the settings page, in one of its cards: "model", "data", "leaving".

    `page` is the name of its address; `label` and `detail` are marked by `gettext_noop`. `place`
    orders the links of a card.
    """

    card: str
    label: str
    page: str
    place: int
    detail: str = ""


@dataclass(frozen=True)
class ShownLink:
    """A link of the settings page as it is shown."""

    label: str
    detail: str
    url: str


@dataclass(frozen=True)
class ShownTab:
    """A tab as a page shows it."""

    label: str
    icon: str
    url: str
    current: bool
    bar: bool


@dataclass(frozen=True)
class PaletteEntry:
    """One thing that was found: where it leads, and what it says.

    `does` is what a script does instead: "theme:dark", "open:keys" (static/js/app.js).
    """

    url: str
    icon: str
    label: str
    detail: str = ""
    does: str = ""


@dataclass(frozen=True)
class PaletteSearch:
    """Finds things of a room by their names: the words, and how many at most."""

    title: str
    find: Callable[[User, str, int], Iterable[PaletteEntry]]


_tabs: dict[str, Tab] = {}
_finders: dict[str, PaletteSearch] = {}
_settings: dict[str, SettingsLink] = {}


def register(*tabs: Tab) -> None:
    """Add pages to the rail and to what Ctrl-K finds."""
    _tabs.update({tab.page: tab for tab in tabs})


def register_finder(finder: PaletteSearch) -> None:
    """Add a room's things to what Ctrl-K finds."""
    _finders[finder.title] = finder


def register_settings(*links: SettingsLink) -> None:
    """Add a room's pages to the settings page."""
    _settings.update({link.page: link for link in links})


def settings_links() -> dict[str, list[ShownLink]]:
    """The links of each card of the settings page, in their order."""
    cards: dict[str, list[ShownLink]] = {}
    for link in sorted(_settings.values(), key=lambda link: link.place):
        shown = ShownLink(gettext(link.label), _in_words(link.detail), reverse(link.page))
        cards.setdefault(link.card, []).append(shown)
    return cards


def _in_words(text: str) -> str:
    # The translation of nothing is the head of the catalogue.
    return gettext(text) if text else ""


def tabs() -> list[Tab]:
    """All pages, in their order."""
    return sorted(_tabs.values(), key=lambda tab: tab.place)


def finders() -> list[PaletteSearch]:
    """The registered searches of the command palette."""
    return list(_finders.values())


def rail_at(page: str) -> list[ShownTab]:
    """The rail's tabs, that of the page (the name of its address) marked as the current one."""
    shown = [tab for tab in tabs() if tab.rail]
    over = [tab for tab in shown if page.startswith(tab.under)]
    current = max(over, key=lambda tab: len(tab.under), default=None)
    return [
        ShownTab(gettext(tab.label), tab.icon, reverse(tab.page), tab is current, tab.bar)
        for tab in shown
    ]
