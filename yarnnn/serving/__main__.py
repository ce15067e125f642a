"""`python -m yarnnn.serving [--fd NUMBER]`: the web server of this installation.

The master loads the application once, parts into processes that serve it, and replaces those that
die. Where the master itself is killed they go on until the next one serves, or for a while.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from django.conf import settings

from yarnnn.serving.board import Board

logger = logging.getLogger("yarnnn.serving")

# How long a process may say nothing before it counts as stuck, and how long one may take to end.
_STUCK_SECONDS = 60.0
_END_SECONDS = 4.0
# How long a process goes on that has lost its master and sees no other.
_ORPHAN_SECONDS = 60.0
# Seconds after which a process does what it need not have done before it serves.
_FIRST_PAGES = 3.0
# A process that dies at once would be started without end.
_PAUSE = 0.25
_Application = Callable[..., Iterable[bytes]]


class Master:
    """Parts into web processes and looks after them."""

    def __init__(self, application: _Application, listener: socket.socket, mark: Path) -> None:
        self._application = application
        self._listener = listener
        # Names the master that serves.
        self._mark = mark
        self._rows: dict[int, int] = {}
        self._count: int = settings.WEB_WORKERS
        self._board = Board(self._count)
        self._stopping = False
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)

    def run(self) -> None:
        """Return after SIGTERM or SIGINT, when all processes have ended."""
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        for row in range(self._count):
            self._start(row)
        self._mark.write_text(str(os.getpid()))
        while not self._stopping:
            self._wait(1.0)
            for row in self._bury():
                logger.warning("A web process has died; another takes its place")
                time.sleep(_PAUSE)
                self._start(row)
            self._kill_stuck()
        self._end_all()

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _wait(self, seconds: float) -> None:
        """Wait for a signal."""
        if select.select([self._woken], [], [], seconds)[0]:
            os.read(self._woken, 1024)

    def _start(self, row: int) -> None:
        self._board.clear(row)
        pid = os.fork()
        if pid:
            self._rows[pid] = row
            return
        status = 1
        try:
            self._serve(row)
            status = 0
        except BaseException:
            logger.exception("A web process cannot go on")
        finally:
            logging.shutdown()
            # Threads that still compute are not waited for.
            os._exit(status)

    def _serve(self, row: int) -> None:
        from memories.text.patterns import compile_all
        from yarnnn.serving.server import Server  # stands on what was loaded

        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        alive = _Guarded(os.getppid(), self._mark)
        server = Server(self._application, self._listener, self._board, row, alive)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, server.stop)
        # Once the first pages are out.
        compiling = threading.Timer(_FIRST_PAGES, compile_all)
        compiling.daemon = True
        compiling.start()
        server.serve()

    def _bury(self) -> list[int]:
        """The rows of processes that have ended since."""
        free = []
        while self._rows:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            if pid in self._rows:
                free.append(self._rows.pop(pid))
        return free

    def _kill_stuck(self) -> None:
        for pid, row in self._rows.items():
            if self._board.silent_for(row) > _STUCK_SECONDS:
                logger.error("A web process is stuck and is killed")
                _send(pid, signal.SIGKILL)

    def _end_all(self) -> None:
        for pid in self._rows:
            _send(pid, signal.SIGTERM)
        deadline = time.monotonic() + _END_SECONDS
        while self._rows and time.monotonic() < deadline:
            self._wait(0.1)
            self._bury()
        for pid in self._rows:
            _send(pid, signal.SIGKILL)


class _Guarded:
    """Tells whether a web process should go on: its master lives, or nobody serves in its place."""

    def __init__(self, master: int, mark: Path) -> None:
        self._master = master
        self._mark = mark
        self._alone_since = 0.0

    def __call__(self) -> bool:
        if os.getppid() == self._master:
            return True
        self._alone_since = self._alone_since or time.monotonic()
        if time.monotonic() - self._alone_since > _ORPHAN_SECONDS:
            return False
        try:
            return self._mark.read_text() == str(self._master)
        except OSError:
            return True


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _load() -> _Application:
    """The application, loaded once: what it takes is never searched for garbage again."""
    gc.disable()
    from yarnnn.wsgi import application

    gc.freeze()
    gc.enable()
    return application


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m yarnnn.serving")
    parser.add_argument("--fd", type=int, help="the listening socket, where another holds it")
    asked: Any = parser.parse_args(arguments)
    application = _load()
    from yarnnn.running import listen  # stands on what was just loaded

    with ExitStack() as held:
        if asked.fd is None:
            listener = held.enter_context(listen(settings.HOST, settings.PORT))
        else:
            listener = held.enter_context(socket.socket(fileno=asked.fd))
        run = settings.YARNNN_HOME / "run"
        run.mkdir(mode=0o700, parents=True, exist_ok=True)
        Master(application, listener, run / "web").run()


if __name__ == "__main__":
    main(sys.argv[1:])
