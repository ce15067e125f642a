"""A reader that a hostile file has taken over reaches no database, no secret and no network.

Each attempt is made by the system's own calls, which nothing in Python sees. Made again under the
limits alone, it succeeds: so it is the guard that stops it.
"""

import json
import os
import socket
import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from documents import sandbox
from documents.reading import confine
from tests.environment import HOME, PROJECT
from yarnnn.embedded import postgres

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(bool(confine.missing()), reason="this kernel cannot shut readers in"),
]


def tried(**attempts: Any) -> dict[str, str]:
    with tempfile.TemporaryFile() as file:
        said = sandbox.lines(file, "tests.documents.hostile", json.dumps(attempts, default=str))
        return dict(json.loads(line) for line in said)


def test_it_does_not_reach_the_database() -> None:
    database = postgres.socket_folder(HOME) / ".s.PGSQL.5432"
    assert database.is_socket()
    assert tried(connect=database) == {"connect": "EPERM"}


def test_it_reaches_no_other_server(tmp_path: Path) -> None:
    # As root, Postgres's folder is another user's, which the limits alone close already.
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "server"))
        server.listen()
        assert tried(connect=tmp_path / "server", unguarded=True) == {"connect": "done"}
        assert tried(connect=tmp_path / "server") == {"connect": "EPERM"}


@pytest.mark.parametrize("name", ["keys/secret", "keys/encryption", "keys/postgres-yarnnn_app"])
def test_it_does_not_read_the_keys(name: str) -> None:
    secret = settings.YARNNN_HOME / name
    assert secret.stat().st_mode & 0o777 == 0o600
    assert tried(open=secret, unguarded=True) == {"open": "done"}
    assert tried(open=secret) == {"open": "EACCES"}


def test_it_reads_nothing_else_of_ours(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    for path in (
        PROJECT / "pyproject.toml",
        tmp_path / "letter.txt",
        "/etc/passwd",
        "/proc/1/environ",
    ):
        assert tried(open=path) == {"open": "EACCES"}, path


def test_it_does_not_call_out() -> None:
    assert tried(internet="", unguarded=True) == {"internet": "done"}
    assert tried(internet="") == {"internet": "EPERM"}


def test_it_touches_no_other_process() -> None:
    assert tried(kill=os.getpid(), unguarded=True) == {"kill": "done"}
    assert tried(kill=os.getpid()) == {"kill": "EPERM"}


def test_it_starts_no_program() -> None:
    assert tried(start="/bin/true", unguarded=True) == {"start": "done"}
    assert tried(start="/bin/true") != {"start": "done"}
