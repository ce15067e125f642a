"""A kind of source is declared in its room, and named nowhere below it, nor in the pages' frame."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.urls import reverse

from database.ids import uuid7
from memories import work
from memories.source_kinds import registered
from memories.work.kinds import registered as kinds_of_work
from tests.environment import PROJECT
from tests.yarnnn.test_look import ICONS
from web import navigation

BELOW = ("llm", "database", "accounts", "web", "account_pages", "memories")
FRAME = (
    "templates/shell",
    "templates/memories",
    "templates/components",
    "templates/yarnnn",
    "templates/chat",
)
FILES = ("yarnnn/palette.py", "portability/archive/readable.py", "portability/archive_import.py")
# Which tables are read before anybody is known is one short list, beside the policy itself.
BUT = {"database/row_security.py"}
NAMED = re.compile(r"gmail|\bdocuments[.:]\w|[\"'](?:documents?|mail)[\"']", re.IGNORECASE)


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in (PROJECT / folder).rglob("*"):
            if path.suffix in (".py", ".html") and path.relative_to(PROJECT).as_posix() not in BUT:
                yield path


@pytest.mark.parametrize("folder", [*BELOW, *FRAME, *FILES])
def test_nobody_below_names_a_kind_of_a_room_above(folder: str) -> None:
    files = [PROJECT / folder] if folder.endswith(".py") else list(sources(folder))
    assert files
    naming = {
        f"{file.relative_to(PROJECT)}: {line.strip()}"
        for file in files
        for line in file.read_text().splitlines()
        # A reranker calls what it is given documents.
        if NAMED.search(line) and '"documents":' not in line and 'body["documents"]' not in line
    }
    assert naming == set()


def test_every_kind_has_an_icon_and_pages_that_exist() -> None:
    names = [kind.name for kind in registered()]
    assert {"chat", "note", "import", "document", "gmail"} <= set(names)
    for kind in registered():
        assert kind.icon in ICONS
        assert reverse(kind.page, args=[uuid7()])
        if kind.thread_page:
            assert reverse(kind.thread_page, args=[uuid7()])
        if kind.invitation:
            assert reverse(kind.invitation.page)
        if kind.table:
            assert apps.get_model(kind.table)
    for tab in navigation.tabs():
        assert tab.icon in ICONS
        assert reverse(tab.page)


def test_every_kind_of_work_has_its_task() -> None:
    for kind in kinds_of_work():
        module, _, function = kind.task.rpartition(".")
        assert module.endswith(".tasks"), kind  # where Celery looks for them
        assert hasattr(import_module(module), function), kind


def test_a_kind_of_work_is_one_rooms() -> None:
    with pytest.raises(ValueError, match="Another room"):
        work.register(work.WorkKind(work.EMBED, "somewhere.tasks.embed"))


@pytest.mark.parametrize(
    ("page", "current"),
    [
        ("chat:conversation", "Chat"),
        ("accounts:project_delete", "Projects"),
        ("accounts:token", "Settings"),
        ("gmail:threads", "Gmail"),
        ("mfa_index", None),
    ],
)
def test_the_rail_marks_the_page_one_is_on(page: str, current: str | None) -> None:
    shown = [tab.label for tab in navigation.rail_at(page) if tab.current]
    assert shown == ([current] if current else [])
