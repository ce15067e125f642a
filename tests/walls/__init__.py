"""What keeps people apart: every address, every row, whatever reaches the browser."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def rooms() -> Iterator[ModuleType]:
    """What each room says of its addresses, in tests/walls/<room>_routes.py.

    ROUTES names them all. `fill(user)` gives somebody a row in every table of the room, where
    tests/yarnnn/world.py does not.
    """
    for found in iter_modules(__path__):
        if found.name.endswith("_routes") and not found.name.startswith("test_"):
            yield import_module(f"{__name__}.{found.name}")
