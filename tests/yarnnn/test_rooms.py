"""Rooms reach down only, also by strings: the name of an address counts as an import."""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from tests.environment import PROJECT, ROOMS

_LAYERS: list[str] = next(
    contract["layers"]
    for contract in tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    if contract["name"] == "Rooms import downward only"
)
# Lower rooms first; the wiring and the pages' frame stand above all.
ORDER = {room: place for place, room in enumerate(reversed(_LAYERS))}
# The rooms of memories: of their layers those that are folders of Python.
DOORS = (
    "answers",
    "api",
    "forgetting",
    "keeping",
    "learning",
    "models",
    "pages",
    "recall",
    "search",
    "sql",
    "store",
    "tagging",
    "text",
    "work",
)
# Whose templates lie elsewhere, where no module names them.
FOLDERS = {
    "account": "account_pages",
    "accounts": "portability",
    "components": "yarnnn",
    "idp": "account_pages",
    "mfa": "account_pages",
    "shell": "yarnnn",
}
NAME = re.compile(r"""(?:(?:reverse|redirect|resolve_url)\(\s*|url )["']([a-z]+:\w+)""")
# The root alone belongs to no room.
PATH = re.compile(r"""(?:href|action|action_url)="(/(?:[\w/-]+|(?=\?)))""")
TEMPLATE = re.compile(r"""["'](\w+/\w+\.html)""")
PAST_A_DOOR = re.compile(
    rf"^\s*(?:from|import) memories\.(?:{'|'.join(DOORS)})\.\w.*", re.MULTILINE
)
MOST_FILES = 15
STRING = re.compile(r"import_string\(|get_model\(\s*[\"']")


def modules() -> list[tuple[str, Path]]:
    return [(room, path) for room in ROOMS for path in (PROJECT / room).rglob("*.py")]


@cache
def files() -> list[tuple[str, Path]]:
    """All modules and templates with the room of each: of a template the lowest that shows it."""
    shown: dict[str, str] = {}
    for room, path in modules():
        for name in TEMPLATE.findall(path.read_text()):
            shown[name] = min(room, shown.get(name, room), key=ORDER.__getitem__)
    own = modules()
    for path in (PROJECT / "templates").rglob("*.html"):
        name = path.relative_to(PROJECT / "templates")
        room = shown.get(name.as_posix(), FOLDERS.get(name.parts[0], name.parts[0]))
        if room in ORDER:
            own.append((room, path))
    return own


@cache
def addresses() -> dict[str, str]:
    """The room of each address of a name: that of its view."""
    return dict(_named(get_resolver().url_patterns))


def _named(
    patterns: list[URLPattern | URLResolver], space: str | None = None
) -> Iterator[tuple[str, str]]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _named(each.url_patterns, each.namespace or space)
        elif (room := room_of(each.callback)) in ORDER:
            yield f"{space}:{each.name}", room


def room_of(view: Callable[..., object]) -> str:
    return view.__module__.partition(".")[0]


def rooms_named(path: Path) -> set[str]:
    """The rooms whose addresses a file names, or writes out."""
    text = path.read_text()
    named = {addresses()[name] for name in NAME.findall(text) if name in addresses()}
    return named | {room for each in PATH.findall(text) if (room := room_at(each)) in ORDER}


def room_at(address: str) -> str:
    try:
        return room_of(resolve(address).func)
    except Resolver404:
        return ""


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_names_no_address_of_one_above(room: str) -> None:
    reaching = {
        f"{path.relative_to(PROJECT)}: {named}"
        for own, path in files()
        if own == room
        for named in rooms_named(path)
        if ORDER[named] > ORDER[room]
    }
    assert reaching == set()


def test_what_a_page_of_a_lower_room_names_is_seen() -> None:
    own = {path.relative_to(PROJECT).as_posix(): room for room, path in files()}
    assert own["templates/accounts/settings.html"] == "account_pages"
    assert own["templates/accounts/export.html"] == "portability"
    assert addresses()["accounts:model"] == "memories"
    assert addresses()["accounts:delete_account"] == "portability"
    assert room_at("/") == "today"


@pytest.mark.parametrize("room", sorted(set(ROOMS) - {"memories", "yarnnn"}))
def test_a_room_comes_into_those_of_memories_by_their_front_doors(room: str) -> None:
    """The wiring alone knows what is behind them: their addresses."""
    assert {"recall", "text", "pages"} <= set(DOORS)
    past = {
        f"{path.relative_to(PROJECT)}: {line}"
        for own, path in modules()
        if own == room
        for line in PAST_A_DOOR.findall(path.read_text())
    }
    assert past == set()


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_nothing_by_a_string(room: str) -> None:
    found = [path for own, path in files() if own == room and STRING.search(path.read_text())]
    assert found == []


def test_every_room_has_its_place() -> None:
    assert set(ORDER) == set(ROOMS)


def test_no_folder_has_more_files_than_one_takes_in() -> None:
    folders = [
        folder
        for room in ("memories", "chat/answering", "chat/builtin", "chat/tools")
        for folder in [PROJECT / room, *(PROJECT / room).rglob("*/")]
    ]
    files_in = {
        folder: [each for each in folder.iterdir() if each.is_file()]
        for folder in folders
        if folder.name != "__pycache__"
    }
    full = {folder for folder, own in files_in.items() if len(own) > MOST_FILES}
    assert full == set()
