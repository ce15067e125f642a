"""Rooms reach down only, also by strings: the name of an address counts as an import."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.environment import PROJECT, ROOMS

_LAYERS: list[str] = next(
    contract["layers"]
    for contract in tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    if contract["name"] == "Rooms import downward only"
)
# Lower rooms first; the wiring and the pages' frame stand above all.
ORDER = {room: place for place, room in enumerate([*reversed(_LAYERS), "yarnnn"])}
# Whose addresses are called otherwise than the room, and whose templates lie elsewhere.
SPACES = {"accounts": "account_pages"}
FOLDERS = {"accounts": "portability", "shell": "yarnnn", "components": "yarnnn"}
NAME = re.compile(
    r"""(?:reverse|redirect|resolve_url)\(\s*["']([a-z]+):(\w+)|url ["']([a-z]+):(\w+)"""
)
MOST_FILES = 15
STRING = re.compile(r"import_string\(|get_model\(\s*[\"']")


def files() -> list[tuple[str, Path]]:
    own = [(room, path) for room in ROOMS for path in (PROJECT / room).rglob("*.py")]
    for path in (PROJECT / "templates").rglob("*.html"):
        folder = path.relative_to(PROJECT / "templates").parts[0]
        room = FOLDERS.get(folder, folder)
        if room in ORDER:
            own.append((room, path))
    return own


def room_of(space: str, name: str) -> str:
    if space == "accounts" and re.match(r"project|sample|delete_account", name):
        return "portability"
    return SPACES.get(space, space)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_names_no_address_of_one_above(room: str) -> None:
    reaching = set()
    for _, path in [(own, path) for own, path in files() if own == room]:
        for first, second, third, fourth in NAME.findall(path.read_text()):
            named = room_of(first or third, second or fourth)
            if ORDER[named] > ORDER[room]:
                reaching.add(f"{path.relative_to(PROJECT)}: {named}")
    assert reaching == set()


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
    full = {folder for folder in folders if len(list(folder.glob("*.py"))) > MOST_FILES}
    assert full == set()
