"""The tiers of the tests: what `make test` leaves to `make test-all`, and what belongs there."""

import pytest

_SLOW = {"browser", "kill", "model", "plans", "servers"}
# Who asks for one of these fixtures, be it through another, is in that tier.
_BY_FIXTURE = {
    "browser_type": "browser",
    "running_app": "servers",
    "real_model_server": "model",
}

_running: list[pytest.Item] = []


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
