"""Processes that `up` starts, watches, starts again when they die, and stops."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

# In the environment of every child: by it the next `up` finds what an earlier one left behind.
_MARK = "STARTED_BY_YARNNN_UP_IN"
_STEADY_SECONDS = 60
_LONGEST_PAUSE = 30.0


@dataclass
class Child:
    """One program that should always run; its first argument is what is executed."""

    name: str
    arguments: Sequence[str]
    keep_open: tuple[int, ...] = ()
    queue: str = ""
    # What it started goes on after its death, until its successor is there.
    survived: bool = False
    left: list[int] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None
    failures: int = 0
    started: float = 0.0
    due: float = field(default=0.0)

    def start(self, environment: Mapping[str, str], home: Path) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.arguments,
            env={**environment, _MARK: str(home)},
            stdin=subprocess.DEVNULL,
            # What there is to say is logged, and logs go to the error stream.
            stdout=subprocess.DEVNULL,
            pass_fds=self.keep_open,
            # A session of its own: Ctrl-C reaches `up` alone, which stops the others in order.
            start_new_session=True,
        )

    def has_ended(self) -> int | None:
        """The exit status once the process has ended; what it started is ended too, or left."""
        status = None if self.process is None else self.process.poll()
        if self.process is not None and status is not None:
            if self.survived:
                self.left.append(self.process.pid)
            else:
                _signal_group(self.process.pid, signal.SIGKILL)
        return status

    def pause_before_restart(self) -> float:
        """Seconds to wait: short after a long life, longer with every failure in a row."""
        if time.monotonic() - self.started > _STEADY_SECONDS:
            self.failures = 0
        self.failures += 1
        return min(_LONGEST_PAUSE, 0.125 * float(1 << min(self.failures, 10)))


def stop_all(children: Sequence[Child], seconds: float) -> None:
    """Ask all of them to finish; those still running after `seconds` are killed."""
    running = [child.process for child in children if child.process is not None]
    left = [group for child in children for group in child.left]
    for group in left:
        _signal_group(group, signal.SIGTERM)
    for process in running:
        with suppress(ProcessLookupError):
            process.terminate()
    deadline = time.monotonic() + seconds
    for process in running:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
        # The group outlives its leader where that was killed.
        _signal_group(process.pid, signal.SIGKILL)
        process.wait()
    for group in left:
        _signal_group(group, signal.SIGKILL)


def _signal_group(group: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def end_orphans(home: Path, seconds: float = 5) -> int:
    """End what an earlier `up` of this folder left running when it was killed; tells how many."""
    orphans = [process for process in psutil.process_iter() if _is_orphan(process, home)]
    for process in orphans:
        with suppress(psutil.Error):
            process.terminate()
    _, stubborn = psutil.wait_procs(orphans, timeout=seconds)
    for process in stubborn:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(stubborn, timeout=seconds)
    return len(orphans)


def _is_orphan(process: psutil.Process, home: Path) -> bool:
    try:
        return process.environ().get(_MARK) == str(home)
    except (psutil.Error, OSError):
        return False
