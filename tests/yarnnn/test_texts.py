"""What docs, pages and messages tell people to do can be done."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from chat.answering.draft import PROPOSALS
from chat.answering.model import budgets, by_model
from tests.environment import PROJECT, ROOMS

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


def test_quotation_marks_are_those_of_the_language() -> None:
    """They come from the catalogue: no code puts English ones around what is shown."""
    told = re.compile(r"\bf\"[^\"]*[“”„]")
    # What a model or a program reads is English.
    english = ("chat/answering/model/", "chat/tools/", "doors/", "bench/")
    found = [name for name, text in texts() if name.endswith(".py") and told.search(text)]
    assert [name for name in found if not name.startswith(english)] == []


def test_every_command_that_is_named_exists() -> None:
    commands = get_commands()
    found = named(MANAGE.pattern)
    assert len(found) > 10
    assert [one for one in found if one[0] not in commands] == []


def test_every_make_target_that_is_named_exists() -> None:
    targets = re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    assert [one for one in named(r"`make ([a-z-]+)") if one[0] not in targets] == []


@pytest.mark.parametrize(
    "document", ["docs/architecture.md", "docs/glossary.md", "CONTRIBUTING.md"]
)
def test_every_path_that_is_named_exists(document: str) -> None:
    text = (PROJECT / document).read_text()
    paths = re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", text)
    paths += re.findall(r"\]\(([\w./-]+)\)", text)
    assert paths
    folders = (PROJECT, (PROJECT / document).parent)
    assert [path for path in paths if not any((at / path).exists() for at in folders)] == []


def test_every_module_that_is_to_be_run_exists() -> None:
    ours = (*ROOMS, "bench", "tests", "docs")
    found = [one for one in named(r"python -m ([a-z_.]+[a-z])") if one[0].split(".")[0] in ours]
    assert found
    assert [one for one in found if find_spec(one[0]) is None] == []


def test_whoever_is_sent_to_a_backup_finds_the_commands() -> None:
    told = {command for command, _ in named(r"manage\.py (backup|restore)\b")}
    assert told == {"backup", "restore"}
    assert told <= get_commands().keys()


@pytest.mark.parametrize(
    "text",
    [
        "never what others wrote",
        "Nothing it says is believed unchecked.",
        "own words",
    ],
)
def test_models_md_says_what_a_model_is_asked_for(text: str) -> None:
    assert text in " ".join((PROJECT / "docs" / "models.md").read_text().split())


def test_settings_md_says_who_learns_where_no_model_does() -> None:
    told = (PROJECT / "docs" / "settings.md").read_text()
    (line,) = [line for line in told.splitlines() if "| `YARNNN_LEARN_BY_MODEL`" in line]
    assert "to the built-in classifier and rules" in line
    assert "nothing is sent to it to learn from" in line


def test_models_md_says_where_all_tools_are_listed() -> None:
    assert "`GET /api/tools`" in its_tools()


def its_tools() -> str:
    told = (PROJECT / "docs" / "models.md").read_text()
    return told.partition("### Its tools")[2].partition("\n## ")[0]


def test_models_md_says_how_often_tools_are_asked() -> None:
    section = its_tools()
    assert by_model.STEPS == 6
    assert "asked six times at most" in section
    assert by_model.CALLS == 8
    assert "eight at once" in section
    assert f"{budgets.RESULTS:,} tokens" in " ".join(section.split())
    assert by_model.SECONDS == 120
    assert PROPOSALS == 5


def test_a_model_is_asked_to_answer_and_to_learn_and_for_nothing_else() -> None:
    """Whoever lets a model do anything else has docs/models.md to change."""
    asking = {
        str(path.relative_to(PROJECT)): path.read_text()
        for room in ROOMS
        if room != "llm"
        for path in (PROJECT / room).rglob("*.py")
        if re.search(
            r"from llm\.(?:chat|extraction) import|from llm import .*\bchat\b", path.read_text()
        )
    }
    answers = {name for name, text in asking.items() if "stream(" in text}
    learns = {name for name, text in asking.items() if re.search(r"\b(?:extract|complete)\(", text)}
    assert answers == {"chat/answering/model/by_model.py"}
    assert learns == {
        "chat/answering/model/naming.py",
        "chat/answering/model/summaries.py",
        "memories/learning/model/prompt.py",
        "memories/learning/model/trial.py",
        "memories/learning/night/reflecting.py",
    }
