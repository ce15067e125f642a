"""What `make test` leaves to `make test-all`, and which worker runs which tests."""

import os
from collections.abc import Iterable
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

# What `make test-all` selects first; those with a browser come after, by themselves.
ALL = "not browser"
_SLOW = {"browser", "kill", "long", "model", "plans", "servers"}
# Who asks for one of these fixtures, be it through another, is in that tier.
_BY_FIXTURE = {
    "browser_type": "browser",
    "running_app": "servers",
    "real_model_server": "model",
}

# Files whose tests use the same model server, the same application, or the same texts: these are
# started, or read, once, by the worker that runs them all.
_TOGETHER = (
    (
        "tests/chat/test_real_model.py",
        "tests/llm/test_real_model.py",
        "tests/memories/test_real_model.py",
    ),
    ("tests/client/", "tests/documents/test_many.py"),
    ("tests/browser/test_streaming.py",),
    ("tests/browser/",),
    ("tests/yarnnn/test_nothing_is_lost.py", "tests/yarnnn/test_up.py"),
    # The same facts and questions: what a model read of them is known (tests/models.py).
    ("tests/chat/test_forty_questions.py", "tests/chat/test_one_verdict.py"),
)

# A browser leaves an event loop in the worker that drives it: from then on it runs only these.
_OF_BROWSERS = ("tests/browser/", "tests/chat/test_browser.py")
# Files whose tests mostly wait for processes of their own, in the order in which they begin; the
# first of those that belong together.
_WAITING = (
    "tests/client/",
    "tests/yarnnn/test_nothing_is_lost.py",
    "tests/yarnnn/test_serving.py",
    "tests/yarnnn/test_embedded.py",
    "tests/yarnnn/test_unavailable.py",
    "tests/yarnnn/test_upgrade.py",
    "tests/yarnnn/test_backup.py",
    "tests/imports/test_killed.py",
    "tests/portability/test_two_installations.py",
    "tests/chat/test_real_model.py",
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
    drives = item.get_closest_marker("browser") is not None
    assert drives == item.nodeid.startswith(_OF_BROWSERS), f"{item.nodeid}: see tiers._OF_BROWSERS"


def begin(item: pytest.Item) -> None:
    """From now on this test is the one that runs."""
    _running[:] = [item]


def needs(tier: str) -> None:
    """Fail where a test does what belongs into a tier, and is in none."""
    for item in _running:
        marked = item.get_closest_marker("slow")
        assert marked, f"{item.nodeid}: mark it `{tier}`, or another of the slow tiers"


def workers(*, waiting: bool) -> int:
    """One for each processor, and as many again where tests that wait are among those that run.

    With more for what computes the tests took a tenth longer.
    """
    processors = os.cpu_count() or 2
    return 2 * processors if waiting else processors


def _computes(worker: str) -> bool:
    """Whether this is one of the workers that compute ("gw0")."""
    return int(worker.removeprefix("gw")) < workers(waiting=False)


def let_who_waits_go_first(config: pytest.Config) -> None:
    """Step back, as a worker that computes: what waits is often for something to be in time."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker and config.option.markexpr == ALL and _computes(worker):
        os.nice(5)


class ByFile(LoadFileScheduling):  # type: ignore[misc]
    """Gives a worker the tests of one file after the other, or of files that belong together.

    One worker for each processor computes. Those beyond get the files whose tests wait for other
    processes, so that no processor waits along, and in a run of all tests at once the first of them
    those with a browser.
    """

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        self._with_a_browser: set[str] = set()

    def _split_scope(self, nodeid: str) -> str:
        for files in _TOGETHER:
            if nodeid.startswith(files):
                return files[0]
        return nodeid.partition("::")[0]

    def _reschedule(self, node: WorkerController) -> None:
        if node.shutting_down or self._pending_of(self.assigned_work[node]) > 2:
            return
        if self._next(node):
            self._assign_work_unit(node)
        else:
            node.shutdown()

    def _assign_work_unit(self, node: WorkerController) -> None:
        scope = self._next(node)
        if not scope:
            node.shutdown()
            return
        if scope.startswith(_OF_BROWSERS):
            self._with_a_browser.add(node.gateway.id)
        self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _next(self, node: WorkerController) -> str | None:
        """The unit of work that suits a worker best, if any does."""
        left: list[str] = list(self.workqueue)
        browsers = [scope for scope in left if scope.startswith(_OF_BROWSERS)]
        waiting = [file for file in _WAITING if file in left]
        computing = [scope for scope in left if scope not in (*browsers, *waiting)]
        if node.gateway.id in self._with_a_browser:
            suits = browsers
        elif _computes(node.gateway.id):
            suits = [*computing, *waiting, *browsers]
        elif self._with_a_browser:
            suits = [*waiting, *browsers]
        else:
            suits = [*browsers, *waiting]
        return next(iter(suits), None)
