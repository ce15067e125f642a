"""What `up` starts and how far it stands back."""

import os
import sys
from pathlib import Path

from yarnnn.children import Child, stop_all


def test_who_steps_back_does_so_for_every_session(tmp_path: Path) -> None:
    sleeping = [sys.executable, "-c", "import time; time.sleep(60)"]
    worker, web = Child("A worker", sleeping, niceness=10), Child("The web", sleeping)
    for child in (worker, web):
        child.start(dict(os.environ), tmp_path)
    try:
        assert worker.process
        assert web.process
        assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) == 10
        assert os.getpriority(os.PRIO_PROCESS, web.process.pid) == 0
        # Linux with autogroups: processors are shared out by session, and each has its own.
        session = Path(f"/proc/{worker.process.pid}/autogroup")
        if session.exists():
            assert session.read_text().endswith("nice 10\n")
            assert Path(f"/proc/{web.process.pid}/autogroup").read_text().endswith("nice 0\n")
    finally:
        stop_all([worker, web], 5)
