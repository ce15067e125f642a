"""The whole application as its own processes, for tests that drive it from outside."""

from __future__ import annotations

import fcntl
import hashlib
import http.cookiejar
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import psutil

from tests import tiers
from tests.environment import HOME, PROJECT

# How many milliseconds a page may take to show something: a machine that does everything at once is
# slow.
PATIENCE = 60_000


@dataclass
class App:
    """A running `manage.py up` with a data folder and a port of its own."""

    home: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    # What to put before the command, to run it as somebody else.
    become: Sequence[str] = ()
    # Whether its first start must be the first: its database is made then, which takes a while.
    new: bool = False
    address: str = ""
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Return when it answers; a start that fails raises with what it said."""
        tiers.needs("servers")
        if not (self.new or self.become or "DATABASE_URL" in self.settings or self.home.exists()):
            copy_of_a_new_home(self.home)
        log = (self.home.parent / f"{self.home.name}.log").open("a")
        with log:
            self.process = subprocess.Popen(
                [*self.become, sys.executable, "manage.py", "up"],
                cwd=PROJECT,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+:\d+", said)
        if not found:
            self.stop()
            raise RuntimeError(f"up said {said!r}: {Path(log.name).read_text()}")
        self.address = found[0]

    @property
    def environment(self) -> dict[str, str]:
        defaults = {"YARNNN_HOME": str(self.home), "PORT": "0", "WEB_WORKERS": "1"}
        # Python keeps what it has compiled, as it does for people: the second start is the faster.
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        return {**kept, **defaults, **self.settings}

    def stop(self, how: signal.Signals = signal.SIGINT) -> float:
        """Ask `up` to end, as Ctrl-C does; returns the seconds it took."""
        assert self.process
        begun = time.monotonic()
        self.process.send_signal(how)
        self.process.communicate(timeout=120)
        return time.monotonic() - begun

    def children(self, word: str) -> list[psutil.Process]:
        """Processes that `up` started, by a word of their command line."""
        assert self.process
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            # One that has just died has no command line any more.
            with suppress(psutil.Error):
                if any(word in part for part in child.cmdline()):
                    found.append(child)
        return found

    def manage(self, *arguments: str) -> str:
        """Run another management command on the same data folder."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=PROJECT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout


_MAKE_KEYS = """
import json, sys
from django.core.management import call_command
for line in sys.stdin:
    call_command("token", *json.loads(line))
    sys.stdout.flush()
"""


class Keys:
    """Makes keys by the command of an application, in one process that stays.

    Each start of it would take two seconds of a processor.
    """

    def __init__(self, app: App) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", _MAKE_KEYS],
            cwd=PROJECT,
            env=app.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def make(self, email: str, *arguments: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([email, *arguments]) + "\n")
        self._process.stdin.flush()
        key = self._process.stdout.readline().strip()
        assert key, "no key was made"
        return key

    def end(self) -> None:
        self._process.communicate()


def copy_of_a_new_home(home: Path) -> None:
    """Make a data folder as it is after a first start, by copying one that was made once."""
    ready = _READY / _digest_of_migrations()
    _READY.mkdir(parents=True, exist_ok=True)
    with (_READY / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            made = App(_READY / "made", new=True)
            shutil.rmtree(made.home, ignore_errors=True)
            made.start()
            made.stop()
            made.home.rename(ready)
    home.parent.mkdir(parents=True, exist_ok=True)
    # It keeps whose the files are: a database server does not run as root.
    subprocess.run(["cp", "-a", str(ready), str(home)], check=True)


# Beside the workers' own folders: they share it.
_READY = (HOME.parent if "PYTEST_XDIST_WORKER" in os.environ else HOME) / "ready"


def _digest_of_migrations() -> str:
    files = sorted(PROJECT.glob("*/migrations/*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def wait_for(condition: Callable[[], object], seconds: float = 180) -> None:
    """Wait until something holds; fails when it does not within the time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


class _Stay(urllib.request.HTTPErrorProcessor):
    """Gives every answer back as it is, redirects too."""

    def http_response(self, _request: Any, response: Any) -> Any:
        return response


class Visitor:
    """A browser without JavaScript: keeps cookies, sends forms with their token and Origin."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies)
        )

    def get(self, path: str) -> tuple[int, str]:
        return self._send(urllib.request.Request(f"{self.address}{path}"))

    def stay(self, path: str) -> str:
        """Where the answer leads, without going there."""
        opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies), _Stay
        )
        with opener.open(f"{self.address}{path}", timeout=120) as answer:
            return str(answer.headers["Location"])

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """Fetch the page's form, fill it in, send it."""
        _, page = self.get(path)
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found, page[:500]
        return self.send(path, {"csrfmiddlewaretoken": found[1], **fields})

    def send(self, path: str, fields: Mapping[str, str]) -> tuple[int, str]:
        """Send a form that was fetched before."""
        headers = {"Origin": self.address, "Referer": f"{self.address}{path}"}
        body = urllib.parse.urlencode(fields).encode()
        return self._send(urllib.request.Request(f"{self.address}{path}", body, headers))

    def _send(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=120) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


def is_up(app: App) -> bool:
    """Tell whether every part of it works."""
    try:
        return Visitor(app.address).get("/healthz")[0] == HTTPStatus.OK
    except OSError:
        return False
