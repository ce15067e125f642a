"""Statements in files: put together of files alone, and each of them explained."""

import pytest

from memories.sql import files_of, names, sql
from tests.walls.hot import HOT


def test_each_file_is_explained_by_the_plans() -> None:
    """tests/walls/test_plans.py asks the database how it carries out what stands in HOT."""
    explained = frozenset().union(*(files_of(hot.name, **hot.parts) for hot in HOT))
    assert explained == names()


def test_a_statement_is_put_together_of_files() -> None:
    whole = sql(
        "recall/candidates",
        picked="recall/found_both_ways",
        near="search/nearest_exactly",
        best="recall/best_windows",
    )
    assert sql("search/nearest_exactly") in whole
    assert "--" not in whole
    assert "{picked}" not in whole


@pytest.mark.parametrize("part", ["SELECT 1", "../migrations/0001_initial", "recall/none"])
def test_nothing_else_gets_into_a_statement(part: str) -> None:
    with pytest.raises(FileNotFoundError):
        sql("keeping/everybody", whom=part)
    with pytest.raises(FileNotFoundError):
        sql("keeping/everybody")
