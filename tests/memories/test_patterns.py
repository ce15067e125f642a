"""Patterns that are compiled late: they match as any other, and nobody has to wait for them."""

import re

from memories.text import patterns


def test_a_late_pattern_matches_as_any_other() -> None:
    late = patterns.lazily(r"\b(tea|coffee)\b", re.IGNORECASE)
    found = late.search("Black COFFEE")
    assert found
    assert found.group(1) == "COFFEE"
    assert late.sub("water", "tea and coffee") == "water and water"
    assert late.pattern == r"\b(tea|coffee)\b"


def test_what_nobody_needed_yet_is_compiled_together() -> None:
    late = patterns.lazily(r"no[bw]ody waits")
    assert "compiled" not in vars(late)
    patterns.compile_all()
    assert "compiled" in vars(late)
