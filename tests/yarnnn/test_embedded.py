"""The embedded servers: started once for all, and up again after anything."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from tests.environment import PROJECT
from yarnnn.embedded import CannotStart, broker, postgres, servers
from yarnnn.embedded.files import places, remove_socket_folders
from yarnnn.keys import server_password

pytestmark = pytest.mark.kill

# Run by another process, it starts the servers of a folder and says which they are.
START = """
import os, sys
from pathlib import Path
from yarnnn.embedded import broker, postgres
home = Path(sys.argv[1])
postgres.start(home)
broker.start(home)
print(postgres.postmaster_pid(home), broker.broker_pid(home), flush=True)
os._exit(0)
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / "home"
    yield home
    broker.stop(home)
    postgres.stop(home)
    remove_socket_folders(places(home))


def ask(home: Path, query: str, role: str = postgres.APP_ROLE) -> list[tuple[object, ...]]:
    with psycopg.connect(postgres.address(home, role)) as connection:
        return connection.execute(query.encode()).fetchall()


def tell(home: Path, command: str) -> None:
    with psycopg.connect(postgres.address(home, postgres.OWNER_ROLE)) as connection:
        connection.execute(command.encode())


def say_to_broker(home: Path, command: str, password: str | None = None) -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(broker.socket_path(home)))
        word = server_password(home, "broker") if password is None else password
        connection.sendall(f"AUTH {word}\r\n".encode())
        connection.recv(1000)
        connection.sendall(f"{command}\r\n".encode())
        return connection.recv(1000).decode().strip()


def in_another_process(home: Path, python: list[str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*(python or [sys.executable]), "-c", START, str(home)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> list[int]:
    said, _ = process.communicate(timeout=180)
    assert process.returncode == 0
    return [int(pid) for pid in said.split()]


def test_the_roles_can_do_what_they_should_and_no_more(home: Path) -> None:
    postgres.start(home)
    rights = "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname"
    assert ask(home, f"{rights} = 'yarnnn_app'") == [(False, False, False, False)]
    assert ask(home, f"{rights} = 'yarnnn_owner'") == [(False, False, False, True)]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        ask(home, "CREATE TABLE mine (id int)")
    ((version,),) = ask(home, "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    assert str(version) >= "0.8"
    assert ask(home, "SHOW listen_addresses") == [("",)]
    assert ask(home, "SHOW jit") == [("off",)]


@pytest.mark.parametrize("role", ["postgres", postgres.OWNER_ROLE, postgres.APP_ROLE])
def test_nobody_comes_in_without_a_password(home: Path, role: str) -> None:
    postgres.start(home)
    host = str(postgres.socket_folder(home))
    for given in ("", "password=guessed"):
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(given, host=host, user=role, dbname=postgres.DATABASE)
    assert ask(home, "SELECT current_user", role) == [(role,)]
    assert (home / "keys" / f"postgres-{role}").stat().st_mode & 0o777 == 0o600


def test_data_that_trusted_everybody_asks_from_the_next_start_on(home: Path) -> None:
    postgres.start(home)
    tell(home, "CREATE TABLE kept AS SELECT 'said' AS words")
    postgres.stop(home)
    (home / "postgres" / "pg_hba.conf").write_text("local all all trust\n")
    shutil.rmtree(home / "keys")
    postgres.start(home)
    assert ask(home, "SELECT words FROM kept", postgres.OWNER_ROLE) == [("said",)]
    host = str(postgres.socket_folder(home))
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(host=host, user="postgres", dbname=postgres.DATABASE)


def test_the_broker_takes_nothing_without_its_password(home: Path) -> None:
    broker.start(home)
    assert say_to_broker(home, "PING", password="guessed").startswith("-NOAUTH")
    assert say_to_broker(home, "PING") == "+PONG"
    (pid,) = filter(None, [broker.broker_pid(home)])
    assert server_password(home, "broker") not in " ".join(psutil.Process(pid).cmdline())


def test_many_processes_starting_at_once_share_one_server(home: Path) -> None:
    starters = [in_another_process(home) for _ in range(4)]
    found = [finish(starter) for starter in starters]
    assert found == [found[0]] * 4


def test_the_servers_outlive_the_process_that_started_them(home: Path) -> None:
    pids = finish(in_another_process(home))
    assert [postgres.postmaster_pid(home), broker.broker_pid(home)] == pids
    assert ask(home, "SELECT 1") == [(1,)]


def test_whoever_leaves_last_stops_them(home: Path) -> None:
    with servers(home, with_broker=True):
        with servers(home):
            pass
        assert postgres.is_alive(home)
        assert broker.is_alive(home)
    assert not postgres.is_alive(home)
    assert not broker.is_alive(home)


def test_committed_rows_survive_kill_9(home: Path) -> None:
    postgres.start(home)
    tell(home, "CREATE TABLE kept AS SELECT 'said' AS words")
    pid = postgres.postmaster_pid(home)
    assert pid
    os.kill(pid, signal.SIGKILL)
    postgres.start(home)
    assert postgres.postmaster_pid(home) != pid
    assert ask(home, "SELECT words FROM kept", postgres.OWNER_ROLE) == [("said",)]


def test_a_stale_pid_file_that_names_another_program_is_no_obstacle(home: Path) -> None:
    postgres.start(home)
    file = home / "postgres" / "postmaster.pid"
    lines = file.read_text().splitlines()
    postgres.stop(home)
    file.write_text("\n".join([str(os.getpid()), *lines[1:]]))
    postgres.start(home)
    assert ask(home, "SELECT 1") == [(1,)]
    assert psutil.pid_exists(os.getpid())


def test_a_very_long_path_and_one_with_spaces_and_quotes(tmp_path: Path) -> None:
    for name in ("long" * 60, "it's a  folder, ü"):
        home = tmp_path / name
        with servers(home, with_broker=True):
            assert ask(home, "SELECT 1") == [(1,)]
            assert say_to_broker(home, "PING") == "+PONG"


def test_data_of_another_version_is_refused_with_one_line(home: Path) -> None:
    postgres.start(home)
    postgres.stop(home)
    (home / "postgres" / "PG_VERSION").write_text("17\n")
    with pytest.raises(CannotStart, match=r"is of PostgreSQL 17, this Yarnnn brings PostgreSQL 18"):
        postgres.start(home)


def test_an_interrupted_first_start_leaves_nothing_half_made(home: Path) -> None:
    unfinished = home / "postgres.new"
    unfinished.mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text("18\n")
    postgres.start(home)
    assert ask(home, "SELECT 1") == [(1,)]


def test_a_folder_with_something_else_in_it_is_left_alone(home: Path) -> None:
    (home / "postgres").mkdir(parents=True)
    (home / "postgres" / "letters.txt").write_text("dear")
    with pytest.raises(CannotStart, match="is not empty and not made by Postgres"):
        postgres.start(home)
    assert (home / "postgres" / "letters.txt").read_text() == "dear"


def test_a_folder_deleted_while_its_servers_run_can_be_made_again(home: Path) -> None:
    for _ in range(2):
        postgres.start(home)
        broker.start(home)
        shutil.rmtree(home)
    with servers(home, with_broker=True):
        assert ask(home, "SELECT 1") == [(1,)]
        assert say_to_broker(home, "PING") == "+PONG"


def test_the_queue_survives_kill_9_of_the_broker(home: Path) -> None:
    broker.start(home)
    assert say_to_broker(home, "RPUSH queue nudge") == ":1"
    pid = broker.broker_pid(home)
    assert pid
    os.kill(pid, signal.SIGKILL)
    broker.start(home)
    assert say_to_broker(home, "LLEN queue") == ":1"


def test_a_queue_that_cannot_be_read_is_set_aside(home: Path) -> None:
    broker.start(home)
    say_to_broker(home, "RPUSH queue nudge")
    broker.stop(home)
    for file in (home / "broker" / "appendonlydir").glob("*.aof"):
        file.write_bytes(b"not a queue" * 100)
    broker.start(home)
    assert say_to_broker(home, "LLEN queue") == ":0"
    assert list((home / "broker").glob("appendonlydir.unreadable-*"))


def test_nobody_else_can_enter_the_folders(home: Path) -> None:
    postgres.start(home)
    broker.start(home)
    closed = [home, home / "postgres", home / "broker", home / "run"]
    closed += [postgres.socket_folder(home), broker.socket_path(home).parent]
    assert [folder.stat().st_mode & 0o777 for folder in closed] == [0o700] * 6


def test_an_ordinary_user_needs_no_root(tmp_path_factory: pytest.TempPathFactory) -> None:
    """As root the test becomes that user, able to read this checkout wherever it lies."""
    home = tmp_path_factory.mktemp("o") / "theirs"
    python = [sys.executable]
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        home.mkdir()
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        become = [f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        reading = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"]
        python = ["setpriv", *become, *reading, sys.executable]
    server, queue = finish(in_another_process(home, python))
    try:
        owner = home.stat().st_uid
        assert [psutil.Process(pid).uids().real for pid in (server, queue)] == [owner, owner]
        assert not list(Path("/tmp").glob(f"yarnnn-{owner}-*")) or len(str(home)) > 80  # noqa: S108
    finally:
        for pid in (server, queue):
            os.kill(pid, signal.SIGINT)
        deadline = time.monotonic() + 60
        while any(map(psutil.pid_exists, (server, queue))) and time.monotonic() < deadline:
            time.sleep(0.05)
