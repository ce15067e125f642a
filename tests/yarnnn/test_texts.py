"""What docs, pages and messages tell people to do can be done."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.environment import PROJECT

ROOMS = (
    "account_pages",
    "accounts",
    "chat",
    "database",
    "documents",
    "gmail",
    "llm",
    "memories",
    "portability",
    "web",
    "yarnnn",
)
MANAGE = re.compile(r"manage\.py ([a-z_]+)")


def texts() -> Iterator[tuple[str, str]]:
    """All that people read: docs, templates, settings, and the code that holds messages."""
    named = ("README.md", "Makefile", "Dockerfile", "docker-compose.yml", ".env.example")
    files = [PROJECT / name for name in named]
    files += [*(PROJECT / "docs").rglob("*.md"), *(PROJECT / "templates").rglob("*.*")]
    for room in (*ROOMS, "bench", ".docker", ".ci"):
        files += [path for path in (PROJECT / room).rglob("*") if _is_text(path)]
    for path in files:
        yield str(path.relative_to(PROJECT)), path.read_text(errors="replace")


def _is_text(path: Path) -> bool:
    return path.is_file() and path.suffix in ("", ".py", ".sh", ".sql", ".md")


def named(pattern: str) -> list[tuple[str, str]]:
    found = re.compile(pattern)
    return sorted({(one, name) for name, text in texts() for one in found.findall(text)})


def test_every_command_that_is_named_exists() -> None:
    commands = get_commands()
    found = named(MANAGE.pattern)
    assert len(found) > 10
    assert [one for one in found if one[0] not in commands] == []


def test_every_make_target_that_is_named_exists() -> None:
    targets = re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    assert [one for one in named(r"`make ([a-z-]+)") if one[0] not in targets] == []


def test_every_module_that_is_to_be_run_exists() -> None:
    ours = (*ROOMS, "bench", "tests", "docs")
    found = [one for one in named(r"python -m ([a-z_.]+[a-z])") if one[0].split(".")[0] in ours]
    assert found
    assert [one for one in found if find_spec(one[0]) is None] == []


def test_nobody_is_sent_to_a_backup_that_no_command_makes() -> None:
    if "backup" not in get_commands():
        told = r"(?i)((?:make|restore|use|from) (?:a|the|your|it from a) backup)"
        assert named(told) == []


@pytest.mark.parametrize(
    "text", ["nothing: memories are learned by rules, and no model is asked", "no tools are given"]
)
def test_models_md_says_what_a_model_is_asked_for(text: str) -> None:
    assert text in " ".join((PROJECT / "docs" / "models.md").read_text().split())


def test_a_model_is_asked_for_answers_alone() -> None:
    """Whoever lets a model learn, or gives it tools, has docs/models.md to change."""
    asking = {
        str(path.relative_to(PROJECT))
        for room in ROOMS
        if room != "llm"
        for path in (PROJECT / room).rglob("*.py")
        if re.search(r"from llm\.chat import|from llm import .*\bchat\b", path.read_text())
    }
    assert asking == {"chat/answering/answer.py"}
    answer = (PROJECT / "chat" / "answering" / "answer.py").read_text()
    assert "tools=" not in answer
    assert not re.search(r"\b(?:extract|complete)\(", answer)
