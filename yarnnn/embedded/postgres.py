"""The embedded Postgres of a data folder: make it, start it, stop it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from yarnnn.embedded import files
from yarnnn.embedded.account import SystemUser, account_for, own, program
from yarnnn.embedded.files import CannotStart, DataPaths, places
from yarnnn.keys import server_password

DATABASE = "yarnnn"
OWNER_ROLE = "yarnnn_owner"
APP_ROLE = "yarnnn_app"
_SUPERUSER = "postgres"
# In the data folder while `yarnnn.upgrade` is at work.
UPGRADE = "upgrade"
_START_SECONDS = 120  # recovery after a crash may take a while
_LOG = "postgres.log"


def socket_folder(home: Path) -> Path:
    """The folder of the server's socket, which libpq takes as `host`."""
    return places(home).postgres_sockets


def password_of(home: Path, role: str) -> str:
    """The password of a role of the folder's Postgres."""
    return server_password(home, f"postgres-{role}")


def address(home: Path, role: str, database: str = DATABASE) -> str:
    """Where to connect as this role, in the form that libpq reads."""
    host, password = str(socket_folder(home)), password_of(home, role)
    return make_conninfo(host=host, user=role, password=password, dbname=database)


def start(home: Path) -> None:
    """Make sure that the folder's Postgres answers, with its database and roles.

    Any number of processes may call it at once. Raises CannotStart.
    """
    here = places(home)
    account = account_for(here.postgres_data)
    with files.alone(here.run / "postgres.lock"):
        files.prepare_folders(here, account.uid)
        if _comes_up(here, account):
            return
        if not (here.postgres_data / "PG_VERSION").exists():
            _make_cluster(here, account)
        _refuse_other_version(here)
        _start_server(here, account)
        _provision(here)


def stop(home: Path, seconds: float = 15) -> None:
    """Stop the folder's Postgres: quickly, but with all that was committed on the disk."""
    here = places(home)
    if not here.run.exists():
        return
    with files.alone(here.run / "postgres.lock"):
        for kind in (signal.SIGINT, signal.SIGQUIT):
            server = _postmaster(here)
            if server is not None:
                server.send_signal(kind)
            if files.wait_until_free(_alive(here), seconds):
                break


def version_of_data(home: Path) -> str:
    """The major version that made the folder's data; "" where there are none."""
    made_by = places(home).postgres_data / "PG_VERSION"
    return made_by.read_text().strip() if made_by.exists() else ""


def version_of_programs(home: Path) -> str:
    """The major version of the programs that would open it."""
    postgres = program("postgres", account_for(places(home).postgres_data))
    said = subprocess.check_output([str(postgres), "--version"], text=True)
    return said.split()[2].split(".")[0]


def is_alive(home: Path) -> bool:
    """Tell in microseconds whether the folder's Postgres has a living process."""
    return files.is_held(_alive(places(home)))


def postmaster_pid(home: Path) -> int | None:
    """The process id of the running server."""
    server = _postmaster(places(home))
    return None if server is None else server.pid


def _alive(here: DataPaths) -> Path:
    """The lock that every process of the server inherits: free means that none is left."""
    return here.run / "postgres.alive"


def _postmaster(here: DataPaths) -> psutil.Process | None:
    """The server's process, unless its pid file is stale.

    The number in the file may be of a dead process, a zombie, or of another program that got it
    since: a real one works in the data folder.
    """
    try:
        pid = int((here.postgres_data / "postmaster.pid").read_text().splitlines()[0])
        process = psutil.Process(pid)
        if process.status() != psutil.STATUS_ZOMBIE and _works_in(process, here.postgres_data):
            return process
    except (OSError, ValueError, IndexError, psutil.Error):
        pass
    return None


def _works_in(process: psutil.Process, folder: Path) -> bool:
    if sys.platform == "linux":
        # Compares the folders themselves: a deleted one may have had the same name.
        return Path(f"/proc/{process.pid}/cwd").samefile(folder)
    return process.cwd() == str(folder)


def _run(
    name: str,
    account: SystemUser,
    here: DataPaths,
    *arguments: str,
    lock: int | None = None,
    told: str = "",
) -> str:
    """Run one of Postgres's programs in the data folder; CannotStart with its last words.

    What it is `told` it reads from its standard input: no argument, which others could see.
    """
    result = subprocess.run(
        [program(name, account), *arguments],
        cwd=here.postgres_data,
        # Nothing of our environment, which holds keys, goes to the server.
        env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
        input=told,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        pass_fds=() if lock is None else (lock,),
        start_new_session=True,
        **account.identity,
    )
    if result.returncode != 0:
        log = here.postgres_data / _LOG
        said = files.last_line(log) if log.exists() else result.stdout.strip().splitlines()[-1:]
        raise CannotStart(f"Postgres in {here.postgres_data} cannot start ({name}): {said}")
    return result.stdout


def _data_argument(here: DataPaths, account: SystemUser) -> str:
    """Name the data folder so that the account gets there though it cannot enter the parents.

    Every process of the server works in the data folder, and the system follows this name there
    without looking at the folders above.
    """
    if account.uid is not None and sys.platform == "linux":
        return "/proc/self/cwd"
    return str(here.postgres_data)


def _make_cluster(here: DataPaths, account: SystemUser) -> None:
    """Make an empty data folder, under another name until it is whole."""
    data = here.postgres_data
    if (here.home / UPGRADE).exists():
        raise CannotStart("An upgrade was interrupted: run `manage.py upgrade` again.")
    if data.exists() and any(data.iterdir()):
        raise CannotStart(f"{data} is not empty and not made by Postgres: move it away.")
    unfinished = DataPaths(**{**vars(here), "postgres_data": data.with_name("postgres.new")})
    shutil.rmtree(unfinished.postgres_data, ignore_errors=True)
    files.private_folder(unfinished.postgres_data, account.uid)
    _run(
        "initdb",
        account,
        unfinished,
        *("--no-sync", "--auth=reject", f"--username={_SUPERUSER}", "--encoding=UTF8"),
        # The same order of text on every system, whatever locales it has.
        *("--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
        *("--pgdata", _data_argument(unfinished, account)),
    )
    os.sync()
    unfinished.postgres_data.rename(data)


def _refuse_other_version(here: DataPaths) -> None:
    made_by, ours = version_of_data(here.home), version_of_programs(here.home)
    if made_by != ours:
        raise CannotStart(
            f"The data in {here.postgres_data} is of PostgreSQL {made_by}, this Yarnnn brings "
            f"PostgreSQL {ours}, which cannot open it: run `manage.py upgrade`, or set YARNNN_HOME "
            "to another folder to begin with an empty one."
        )


def _comes_up(here: DataPaths, account: SystemUser) -> bool:
    """Tell whether the server runs; one that is starting or stopping is waited for."""
    deadline = time.monotonic() + _START_SECONDS
    while files.is_held(_alive(here)):
        if _postmaster(here) is not None and _answers(here, account):
            return True
        if time.monotonic() > deadline:
            raise CannotStart(
                f"Postgres in {here.postgres_data} runs and does not answer. If another machine or "
                "container uses this folder, stop it there."
            )
        time.sleep(0.05)
    return False


def _answers(here: DataPaths, account: SystemUser) -> bool:
    socket = str(here.postgres_sockets)
    asked = subprocess.run(
        [program("pg_isready", account), "--quiet", "--host", socket, "--username", _SUPERUSER],
        check=False,
    )
    return asked.returncode == 0


def _start_server(here: DataPaths, account: SystemUser) -> None:
    own(here.postgres_data, account)
    files.trim_log(here.postgres_data / _LOG)
    if _postmaster(here) is None:
        (here.postgres_data / "postmaster.pid").unlink(missing_ok=True)
    _free_socket(here)
    _write_configuration(here, account)
    _ask_for_passwords(here, account)
    with files.open_lock(_alive(here)) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _run(
            "pg_ctl",
            account,
            here,
            *("start", "--wait", f"--timeout={_START_SECONDS}", f"--log={_LOG}"),
            *("--pgdata", _data_argument(here, account)),
            lock=lock.fileno(),
        )
    if not _comes_up(here, account):
        reason = files.last_line(here.postgres_data / _LOG)
        raise CannotStart(f"Postgres in {here.postgres_data} stopped at once: {reason}")


def _free_socket(here: DataPaths) -> None:
    """Free the socket: of a dead server, or of one whose data folder was deleted under it.

    Postgres itself takes a zombie, or a stranger with the same number, for a living server.
    """
    lock = here.postgres_sockets / ".s.PGSQL.5432.lock"
    try:
        process = psutil.Process(int(lock.read_text().splitlines()[0]))
        if process.name() == "postgres" and process.status() != psutil.STATUS_ZOMBIE:
            process.send_signal(signal.SIGQUIT)
            process.wait(10)
    except (OSError, ValueError, IndexError, psutil.Error):
        pass
    for file in (lock, lock.with_suffix("")):
        file.unlink(missing_ok=True)


def _write_configuration(here: DataPaths, account: SystemUser) -> None:
    """Set the server up for a small machine and for private content, anew at every start."""
    megabytes = psutil.virtual_memory().total // 2**20
    lines = {
        "listen_addresses": "",
        "unix_socket_directories": str(here.postgres_sockets),
        "max_connections": "100",
        "shared_buffers": f"{max(64, min(512, megabytes // 8))}MB",
        "effective_cache_size": f"{megabytes // 2}MB",
        "work_mem": "16MB",
        "maintenance_work_mem": "128MB",
        "max_wal_size": "512MB",
        # Parts of the log that are over are deleted, not kept to be written over one day.
        "wal_recycle": "off",
        "random_page_cost": "1.1",
        "jit": "off",
        "max_parallel_workers_per_gather": "0",
        "max_parallel_maintenance_workers": "0",
        "synchronous_commit": "on",
        # Shared memory in the data folder: a desktop removes a user's own when he logs out.
        "dynamic_shared_memory_type": "mmap",
        # Index-only scans need the visibility map soon after many inserts.
        "autovacuum_vacuum_insert_scale_factor": "0.05",
        "autovacuum_naptime": "20s",
        # No content in the log: neither the statement nor the values of the row that failed.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
        "log_checkpoints": "off",
        "timezone": "UTC",
        "log_timezone": "UTC",
    }
    ours = here.postgres_data / "yarnnn.conf"
    ours.write_text(
        "# Written by Yarnnn at every start: for settings of your own use ALTER SYSTEM.\n"
        + "".join(
            "{} = '{}'\n".format(name, value.replace("'", "''")) for name, value in lines.items()
        )
    )
    if account.uid is not None and account.gid is not None:
        os.chown(ours, account.uid, account.gid)
    main = here.postgres_data / "postgresql.conf"
    include = "\ninclude_if_exists = 'yarnnn.conf'\n"
    if include not in (text := main.read_text()):
        main.write_text(text + include)


def _ask_for_passwords(here: DataPaths, account: SystemUser) -> None:
    """Let nobody in without a password, the superuser neither: whoever reaches the socket asks.

    His is set while the server is down, where it is new, or another than when the rules were
    written; so data that comes without its keys, or from before, is closed as well.
    """
    password = password_of(here.home, _SUPERUSER)
    known_by = hashlib.sha256(password.encode()).hexdigest()[:16]
    rules = here.postgres_data / "pg_hba.conf"
    wanted = f"# Written by Yarnnn, for the password {known_by}.\nlocal all all scram-sha-256\n"
    if rules.exists() and rules.read_text() == wanted:
        return
    _run(
        "postgres",
        account,
        here,
        *("--single", "-D", _data_argument(here, account), "template1"),
        told=f"ALTER ROLE {_SUPERUSER} PASSWORD '{password}'\n",
    )
    rules.write_text(wanted)
    if account.uid is not None and account.gid is not None:
        os.chown(rules, account.uid, account.gid)


def _provision(here: DataPaths) -> None:
    """Make the roles, the database and its extension where they are missing.

    The owner's role makes the tables; the application's owns nothing and can bypass nothing.
    `vector` needs a superuser, so it goes into the template that test databases are made from too.
    """
    with _connect(here, "postgres") as connection:
        have = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
        for role, rights in ((OWNER_ROLE, "CREATEDB"), (APP_ROLE, "NOCREATEDB")):
            if role not in have:
                connection.execute(
                    sql.SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE {}").format(
                        sql.Identifier(role), sql.SQL(rights)
                    )
                )
            connection.execute(
                sql.SQL("ALTER ROLE {} PASSWORD {}").format(
                    sql.Identifier(role), sql.Literal(password_of(here.home, role))
                )
            )
        have = {name for (name,) in connection.execute("SELECT datname FROM pg_database")}
        # After erasing, the application has the log's parts deleted that still hold the words.
        connection.execute(sql.SQL("GRANT pg_checkpoint TO {}").format(sql.Identifier(APP_ROLE)))
    with _connect(here, "template1") as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        _let_log_go_on(connection)
    if DATABASE not in have:
        with _connect(here, "postgres") as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(
                    sql.Identifier(DATABASE), sql.Identifier(OWNER_ROLE)
                )
            )
    with _connect(here, DATABASE) as connection:
        connection.execute("SET client_min_messages = error")
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        connection.execute("ALTER EXTENSION vector UPDATE")
        _let_log_go_on(connection)


def _let_log_go_on(connection: psycopg.Connection[tuple[str, ...]]) -> None:
    """Let the application begin the next part of the write-ahead log."""
    connection.execute(
        sql.SQL("GRANT EXECUTE ON FUNCTION pg_switch_wal() TO {}").format(sql.Identifier(APP_ROLE))
    )


def _connect(here: DataPaths, database: str) -> psycopg.Connection[tuple[str, ...]]:
    return psycopg.connect(address(here.home, _SUPERUSER, database), autocommit=True)
