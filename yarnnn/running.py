"""Runs everything that makes up Yarnnn on one machine and heals what dies."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import psutil
from django.conf import settings
from django.db import DatabaseError, connection

from memories import work
from yarnnn.database import bring_up_to_date
from yarnnn.embedded import CannotStart, broker, postgres, servers
from yarnnn.embedded.files import open_lock, places
from yarnnn.processes import Child, end_orphans, stop_all
from yarnnn.static_files import collect_if_changed

_STOP_SECONDS = 5
_READY_SECONDS = 60
_LOOK_EVERY = 0.25


class Running:
    """One `up`: everything is started in order, watched, and stopped in reverse order."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._stopping = threading.Event()
        self._children: list[Child] = []
        self._environment = dict(os.environ)
        self._home: Path = settings.YARNNN_HOME

    def run(self) -> None:
        """Return after Ctrl-C or SIGTERM. Raises CannotStart."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask_to_stop)
        # Under nohup it is ignored, and stays so.
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._ask_to_stop)
        with self._only_one(), listen(settings.HOST, settings.PORT) as listener:
            with self._servers():
                bring_up_to_date()
                collect_if_changed()
                try:
                    self._start_children(listener)
                    while not self._stopping.wait(_LOOK_EVERY):
                        self._look_after_servers()
                        self._look_after_children()
                finally:
                    stop_all(self._children, _STOP_SECONDS)
            self._say("Yarnnn has stopped; your data is in " + str(self._home))

    def _ask_to_stop(self, *_: object) -> None:
        self._stopping.set()

    @contextmanager
    def _only_one(self) -> Iterator[None]:
        """Hold the data folder: a second `up` of it would do everything twice."""
        with open_lock(places(self._home).run / "up.lock") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise CannotStart(
                    f"Yarnnn already runs with the data folder {self._home}. Stop it first, or "
                    "set YARNNN_HOME and PORT to start another."
                ) from error
            end_orphans(self._home)
            yield

    @contextmanager
    def _servers(self) -> Iterator[None]:
        if settings.EMBEDDED_POSTGRES:
            with servers(self._home, with_broker=settings.EMBEDDED_BROKER):
                yield
        else:
            with nullcontext():
                yield

    def _start_children(self, listener: socket.socket) -> None:
        """Start the web first: somebody waits for it."""
        web = web_server(listener)
        self._start(web)
        if self._wait_until_it_answers(web, listener):
            for child in workers(self._home):
                self._start(child)
            self._take_back_work("default", "embed")
            self._say(f"Yarnnn is at {addresses(listener)} (Ctrl-C stops it)")

    def _start(self, child: Child) -> None:
        child.start(self._environment, self._home)
        self._children.append(child)

    def _wait_until_it_answers(self, web: Child, listener: socket.socket) -> bool:
        host, port = listener.getsockname()[:2]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        where = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        deadline = time.monotonic() + _READY_SECONDS
        while not self._stopping.wait(0.05):
            if (status := web.has_ended()) is not None:
                raise CannotStart(f"The web server ended at once (status {status}); see above.")
            if time.monotonic() > deadline:
                raise CannotStart(f"The web server does not answer at {where}.")
            try:
                with urllib.request.urlopen(f"{where}/healthz", timeout=5):  # noqa: S310
                    return True
            except urllib.error.HTTPError:
                return True
            except OSError:
                continue
        return False

    def _look_after_servers(self) -> None:
        try:
            if settings.EMBEDDED_POSTGRES and not postgres.is_alive(self._home):
                self._say("Postgres has died; starting it again.")
                postgres.start(self._home)
                # Tasks that were in the middle have failed; one that still computes runs twice.
                self._take_back_work("default", "embed")
            if settings.EMBEDDED_BROKER and not broker.is_alive(self._home):
                self._say("The message broker has died; starting it again.")
                broker.start(self._home)
        except CannotStart as error:
            self._say(str(error))
            self._stopping.wait(2)

    def _look_after_children(self) -> None:
        now = time.monotonic()
        for child in self._children:
            if child.process is None:
                if now >= child.due:
                    child.start(self._environment, self._home)
            elif (status := child.has_ended()) is not None:
                pause = child.pause_before_restart()
                self._say(f"{child.name} has died (status {status}); starting it again.")
                child.process, child.due = None, now + pause
                if child.queue:
                    self._take_back_work(child.queue)

    def _take_back_work(self, *queues: str) -> None:
        """Let the work of dead workers be done now; the sweeper would wait for their leases.

        Only where all workers are ours. With a database of one's own there may be others.
        """
        if not settings.EMBEDDED_POSTGRES:
            return
        try:
            for queue in queues:
                work.take_back(queue)
            work.sweep()
        except DatabaseError:
            return
        finally:
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]


@contextmanager
def listen(host: str, port: int) -> Iterator[socket.socket]:
    """Hold the web server's port, so that nobody is refused while it starts again."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server(
            (host, port),
            family=family,
            backlog=1024,
            dualstack_ipv6=family == socket.AF_INET6 and host == "::",
        )
    except OSError as error:
        reasons = {
            errno.EADDRINUSE: f"Port {port} is in use: stop the program that uses it, or set PORT.",
            errno.EACCES: f"Port {port} needs special rights: set PORT to one above 1023.",
        }
        wrong_host = f"Cannot listen on HOST {host}: {error.strerror}."
        raise CannotStart(reasons.get(error.errno or 0, wrong_host)) from error
    with listener:
        yield listener


def addresses(listener: socket.socket) -> str:
    """What to print: every address of this machine it listens on, and the public one."""
    host, port = listener.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:  # noqa: S104
        names = [
            address.address
            for card in psutil.net_if_addrs().values()
            for address in card
            if address.family == socket.AF_INET
        ]
    else:
        names = [f"[{host}]" if ":" in host else host]
    local = " and ".join(f"http://{name}:{port}" for name in names)
    return f"{settings.PUBLIC_URL} by way of {local}" if settings.PUBLIC_URL else local


def web_server(listener: socket.socket) -> Child:
    """yarnnn.serving, on the socket that is held for it."""
    number = listener.fileno()
    command = [sys.executable, "-m", "yarnnn.serving", f"--fd={number}"]
    return Child("The web server", command, (number,), survived=True)


def workers(home: Path) -> list[Child]:
    """The Celery workers and the clock that gives them their regular work."""
    # Django's checks load every page: each of the three would take half as long again to start.
    celery = [sys.executable, "-m", "celery", "--app", "yarnnn", "--quiet", "--skip-checks"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    level = f"--loglevel={settings.LOG_LEVEL}"
    default = [
        "--queues=default",
        "--hostname=default@%h",
        "--pool=threads",
        f"--concurrency={settings.TASK_WORKERS}",
    ]
    # One process: each would hold the embedding model's 200 MB.
    embed = ["--queues=embed", "--hostname=embed@%h", "--pool=solo"]
    (home / "beat").mkdir(mode=0o700, exist_ok=True)
    schedule = [f"--schedule={home / 'beat' / 'schedule'}", "--pidfile="]
    return [
        Child("The worker", [*celery, "worker", *default, *quiet, level], queue="default"),
        Child("The embedding worker", [*celery, "worker", *embed, *quiet, level], queue="embed"),
        Child("The clock", [*celery, "beat", *schedule, level]),
    ]
