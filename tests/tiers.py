"""What `make test` leaves to `make test-all`, and which worker runs which tests."""

from collections.abc import Iterable
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

_SLOW = {"browser", "kill", "long", "model", "plans", "servers"}
# Who asks for one of these fixtures, be it through another, is in that tier.
_BY_FIXTURE = {
    "browser_type": "browser",
    "running_app": "servers",
    "real_model_server": "model",
}

# Files whose tests use the same model server, or the same application: it is started once, by the
# worker that runs them all.
_TOGETHER = (
    (
        "tests/browser/test_streaming.py",
        "tests/chat/test_real_model.py",
        "tests/llm/test_real_model.py",
        "tests/memories/test_learning_by_model.py",
    ),
    ("tests/browser/", "tests/client/", "tests/documents/test_many.py"),
    ("tests/yarnnn/test_nothing_is_lost.py", "tests/yarnnn/test_up.py"),
)

_running: list[pytest.Item] = []


def every(nth: int, cases: Iterable[Any]) -> list[Any]:
    """Cases of one test, of which `make test` tries every so-many-th and `make test-all` all."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=[pytest.mark.long] if number % nth else [],
        )
        for number, case in enumerate(cases)
    ]


def mark(item: pytest.Item) -> None:
    """Mark a test by its fixtures, and as slow if it is in one of the slow tiers."""
    for name in getattr(item, "fixturenames", ()):
        if name in _BY_FIXTURE:
            item.add_marker(_BY_FIXTURE[name])
    if not _SLOW.isdisjoint(marker.name for marker in item.iter_markers()):
        item.add_marker("slow")


def begin(item: pytest.Item) -> None:
    """From now on this test is the one that runs."""
    _running[:] = [item]


def needs(tier: str) -> None:
    """Fail where a test does what belongs into a tier, and is in none."""
    for item in _running:
        marked = item.get_closest_marker("slow")
        assert marked, f"{item.nodeid}: mark it `{tier}`, or another of the slow tiers"


class ByFile(LoadFileScheduling):  # type: ignore[misc]
    """Gives a worker the tests of one file after the other, or of files that belong together."""

    def _split_scope(self, nodeid: str) -> str:
        for files in _TOGETHER:
            if nodeid.startswith(files):
                return files[0]
        return nodeid.partition("::")[0]
