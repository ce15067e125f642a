"""The statements that are asked all the time, each in a file of its own.

tests/walls/test_plans.py has the database explain every one of them by its name, and says which
indexes it must go by.
"""

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
_PART = re.compile(r"\{([\w/]+)\}")


def names() -> frozenset[str]:
    """The names of all statements and parts of statements: "recall/candidates"."""
    found = (path.relative_to(FOLDER).with_suffix("") for path in FOLDER.glob("*/*.sql"))
    return frozenset(name.as_posix() for name in found)


@cache
def sql(name: str, **parts: str) -> str:
    """The statement in NAME.sql, with other files in the place of what it has in braces.

    That is a file's name, or a part's, for which `parts` tells the file. Nothing else gets into a
    statement: values travel apart from it.
    """
    text = "\n".join(_lines(name))
    return _PART.sub(lambda part: sql(parts.get(part[1], part[1]), **parts), text)


def files_of(name: str, **parts: str) -> frozenset[str]:
    """The names of the files that a statement is made of."""
    inner = _PART.findall("\n".join(_lines(name)))
    return frozenset({name}).union(*(files_of(parts.get(part, part), **parts) for part in inner))


def _lines(name: str) -> list[str]:
    """What is sent of a file: its comments are for who reads it here."""
    lines = (FOLDER / f"{name}.sql").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("--")]
