"""Two people upload at once while workers die: all is done, once, and each sees only theirs."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.many_documents import NAMES, person, send_all, small_files, state_of, wait
from tests.running import App, wait_for

pytestmark = pytest.mark.kill

EACH = 10


def test_what_two_people_upload_while_workers_are_killed_is_all_done(
    running_app: App, tmp_path: Path
) -> None:
    people = {name: person(running_app, name) for name in NAMES}
    with ThreadPoolExecutor(len(NAMES)) as several:
        sending = [
            several.submit(send_all, api, name, EACH, tmp_path) for name, api in people.items()
        ]
        for queue in ("--queues=embed", "celery"):
            wait_for(lambda queue=queue: running_app.children(queue))  # type: ignore[misc]
            running_app.children(queue)[-1].kill()
        for each in sending:
            each.result()
    for name, api in people.items():
        wait(api, 600)
        seen = state_of(api)
        assert set(seen) == {filename for filename, _ in small_files(name, EACH)}
        assert {it["state"] for it in seen.values()} == {"done"}, seen
        for number in range(EACH):
            (it,) = [found for known, found in seen.items() if f"-{number}." in known]
            (memory,) = it["memories"]
            assert memory.startswith(f"My {name} friend number {number} lives in")
