"""Which worker runs which tests: every one is run, and none after a browser in the same worker."""

import os
import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from tests import tiers

FILES = (
    "tests/browser/test_pages.py",
    "tests/browser/test_streaming.py",
    "tests/chat/test_api.py",
    "tests/chat/test_browser.py",
    "tests/chat/test_real_model.py",
    "tests/client/test_client.py",
    "tests/documents/test_many.py",
    "tests/gmail/test_store.py",
    "tests/imports/test_killed.py",
    "tests/llm/test_real_model.py",
    "tests/memories/test_recall.py",
    "tests/yarnnn/test_up.py",
)
TESTS = [f"{file}::test_{number}" for file in FILES for number in range(7)]


@dataclass(eq=False)
class Worker:
    """Runs a test once it knows the next one, or that there is none, as xdist's workers do."""

    number: int
    left: list[int] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    shutting_down: bool = False

    @property
    def gateway(self) -> Any:
        return SimpleNamespace(id=f"gw{self.number}")

    def send_runtest_some(self, tests: list[int]) -> None:
        self.left += tests

    def shutdown(self) -> None:
        self.shutting_down = True

    def can_run(self) -> bool:
        return len(self.left) > 1 or bool(self.left and self.shutting_down)


def all_run(count: int, chance: random.Random) -> list[Worker]:
    options = SimpleNamespace(loadscopereorder=False, tx=["popen"] * count, px=[])
    config: Any = SimpleNamespace(option=options, getvalue=lambda name: getattr(options, name))
    scheduler = tiers.ByFile(config, None)
    workers = [Worker(number) for number in range(count)]
    for worker in workers:
        scheduler.add_node(worker)
    for worker in workers:
        scheduler.add_node_collection(worker, TESTS)
    scheduler.schedule()
    while able := [worker for worker in workers if worker.can_run()]:
        worker = chance.choice(able)
        test = worker.left.pop(0)
        worker.ran.append(TESTS[test])
        scheduler.mark_test_complete(worker, test)
    assert scheduler.tests_finished
    return workers


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9])
def test_every_test_is_run_and_none_after_a_browser(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    for seed in range(20):
        workers = all_run(count, random.Random(seed))
        assert sorted(test for worker in workers for test in worker.ran) == sorted(TESTS)
        for worker in workers:
            of_browsers = ["browser" in test for test in worker.ran]
            assert of_browsers == sorted(of_browsers)


def test_what_computes_is_left_to_one_worker_for_each_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    _, _, browser, waiting = all_run(4, random.Random(1))
    assert {"browser" in test for test in browser.ran} == {True}
    assert not any(test.startswith(("tests/gmail", "tests/chat/test_api")) for test in waiting.ran)
