"""Backups: the database, the files, and apart from them the keys; and bringing one back.

A folder of backups holds one folder for each, named by its time, `keys/` beside them, and the log
of erasures (database.erasures), which `restore` carries out: nothing that was erased comes back.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import file_digest
from pathlib import Path

import psycopg
from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import connections
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from database import erasures
from database.sealing import index_key
from yarnnn.database import bring_up_to_date
from yarnnn.embedded import CannotStart, postgres
from yarnnn.embedded.account import account_for, program
from yarnnn.embedded.files import places, private_folder
from yarnnn.reapply_erasures import reapply_erasures

_FORMAT = 1
_STAMP = "%Y-%m-%dT%H-%M-%SZ"
_MANIFEST, _DUMP, _FILES, _KEYS = "backup.json", "database.dump", "files", "keys"
# An erasure that was noted just before a backup may have been committed after it.
_MARGIN = timedelta(minutes=10)
# Of the data folder's keys: the servers' passwords are made anew.
_OWN_KEYS = ("encryption", "secret")


class CannotBackUp(Exception):
    """It cannot be done; the message is one line that says why and what to do."""


@dataclass(frozen=True)
class Backup:
    """One backup that is whole: where it lies, and when the database was as it tells."""

    folder: Path
    made: datetime


def back_up(folder: Path, *, keep: int = 0, with_keys: bool = True) -> Backup:
    """Write one backup into a folder; with `keep` only that many of the latest stay.

    Raises CannotBackUp.
    """
    made = datetime.now(UTC)
    whole = folder / made.strftime(_STAMP)
    unfinished = folder / f".{whole.name}.unfinished"
    try:
        private_folder(folder)
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        _dump(unfinished / _DUMP)
        files = _copy_files(unfinished / _FILES)
        (unfinished / _MANIFEST).write_text(
            json.dumps(
                {
                    "format": _FORMAT,
                    "made": made.isoformat(),
                    "sha256": _digest(unfinished / _DUMP),
                    "files": files,
                },
                indent=2,
            )
        )
        if with_keys:
            _copy_keys(folder / _KEYS)
        erasures.keep_with(folder)
        os.sync()
        unfinished.rename(whole)
    except OSError as problem:
        raise CannotBackUp(f"{folder} cannot be written: {problem.strerror}.") from None
    except CannotStart as problem:
        raise CannotBackUp(str(problem)) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    for old in sorted(found_in(folder), key=lambda one: one.made)[:-keep] if keep else ():
        shutil.rmtree(old.folder, ignore_errors=True)
    return Backup(whole, made)


def found_in(folder: Path) -> list[Backup]:
    """The backups in a folder that are whole, in no order."""
    return list(_found(folder))


def bring_back(folder: Path) -> Backup:
    """Bring the latest backup of a folder, or this very one, into an empty installation.

    Then everything is carried out that was erased since. Raises CannotBackUp.
    """
    backups, home = folder, Path(settings.YARNNN_HOME)
    if (folder / _MANIFEST).exists():
        backups = folder.parent
    of_it = [one for one in found_in(backups) if folder in (backups, one.folder)]
    if not of_it:
        raise CannotBackUp(f"There is no backup in {folder}.")
    backup = max(of_it, key=lambda one: one.made)
    _check(backup)
    if _has_people():
        raise CannotBackUp("This installation is not empty. Set YARNNN_HOME to another folder.")
    since = list(erasures.logged(backups, home))
    _bring_keys(backups / _KEYS)
    _bring_database(backup.folder / _DUMP)
    _bring_files(backup.folder / _FILES)
    bring_up_to_date()
    erasures.keep_with(backups)
    reapply_erasures(act for act in since if _is_after(act, backup))
    return backup


def _is_after(act: erasures.Erasure, backup: Backup) -> bool:
    return datetime.fromisoformat(act.at) >= backup.made - _MARGIN


def _found(folder: Path) -> Iterator[Backup]:
    for manifest in folder.glob(f"[!.]*/{_MANIFEST}"):
        try:
            told = json.loads(manifest.read_text())
            yield Backup(manifest.parent, datetime.fromisoformat(told["made"]))
        except (ValueError, KeyError, TypeError, OSError):
            continue


def _check(backup: Backup) -> None:
    told = json.loads((backup.folder / _MANIFEST).read_text())
    if told.get("format") != _FORMAT:
        raise CannotBackUp("A newer Yarnnn made this backup. Use that version or a later one.")
    dump = backup.folder / _DUMP
    if not dump.exists() or _digest(dump) != told["sha256"]:
        raise CannotBackUp(f"{backup.folder} is damaged. Name an earlier backup.")


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


def _dump(file: Path) -> None:
    """All of the database, as it is at one moment; by a role that row-level security lets read."""
    run_program("pg_dump", _reader(), "--format=custom", f"--file={file}", "--no-password")
    file.chmod(0o600)


def _reader() -> str:
    """Who may read everybody's rows: the embedded superuser, or a role made for backups."""
    if settings.EMBEDDED_POSTGRES:
        return postgres.address(Path(settings.YARNNN_HOME), "postgres")
    if not settings.DATABASE_BACKUP_URL:
        raise CannotBackUp(
            "Set DATABASE_BACKUP_URL to a role that may read everything: row-level security hides "
            "it from the others (docs/backup.md shows how to make one)."
        )
    return str(settings.DATABASE_BACKUP_URL)


def _writer() -> str:
    """Who makes the tables again."""
    if settings.EMBEDDED_POSTGRES:
        return postgres.address(Path(settings.YARNNN_HOME), "postgres")
    told = settings.DATABASES["owner"]
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    values = {name: told[key] for name, key in names.items() if told.get(key)}
    return make_conninfo(dbname=told["NAME"], **values)


def run_program(name: str, where: str, *arguments: str) -> None:
    """Run one of Postgres's programs; the password goes by the environment, unseen by others."""
    told = {name: str(value) for name, value in conninfo_to_dict(where).items()}
    password = told.pop("password", "")
    account = account_for(places(Path(settings.YARNNN_HOME)).postgres_data)
    connection = make_conninfo(**told)
    done = subprocess.run(
        [program(name, account), f"--dbname={connection}", *arguments],
        env={"PATH": os.defpath, "LC_ALL": "C", "PGPASSWORD": password},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        said = (done.stdout.strip().splitlines() or ["it said nothing"])[-1]
        raise CannotBackUp(f"{name} failed: {said}")


def _copy_files(target: Path) -> int:
    """The uploaded files; -1 where they lie elsewhere and have backups of their own there."""
    if not isinstance(default_storage, FileSystemStorage):
        return -1
    source = Path(default_storage.location)
    target.mkdir(mode=0o700)
    number = 0
    for path in source.rglob("*"):
        if path.is_file():
            copy = target / path.relative_to(source)
            copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # One that was just deleted is in nobody's way.
            number += _copied(path, copy)
    return number


def _copied(path: Path, copy: Path) -> bool:
    try:
        shutil.copy2(path, copy)
    except FileNotFoundError:
        return False
    return True


def _copy_keys(target: Path) -> None:
    private_folder(target)
    for name in _OWN_KEYS:
        kept = Path(settings.YARNNN_HOME) / _KEYS / name
        if kept.exists():
            shutil.copy2(kept, target / name)
            (target / name).chmod(0o600)


def _has_people() -> bool:
    with psycopg.connect(_writer()) as connection:
        there = connection.execute("SELECT to_regclass('public.accounts_user')").fetchone()
        if there is None or there[0] is None:
            return False
        people = connection.execute("SELECT EXISTS (SELECT FROM accounts_user)").fetchone()
        return bool(people and people[0])


def _bring_keys(source: Path) -> None:
    """Put the keys in place that the database was written with."""
    home = Path(settings.YARNNN_HOME) / _KEYS
    if any(os.environ.get(name) for name in ("ENCRYPTION_KEYS", "SECRET_KEY")):
        return
    if not (source / "encryption").exists():
        raise CannotBackUp(
            f"The keys are missing: put the file `encryption` of the old data folder's keys into "
            f"{source}. Without it what was sealed cannot be opened, and nothing is found by words."
        )
    for name in _OWN_KEYS:
        if (source / name).exists():
            shutil.copy2(source / name, home / name)
            (home / name).chmod(0o600)
    settings.ENCRYPTION_KEYS = (home / "encryption").read_text().split()
    index_key.cache_clear()


def _bring_database(dump: Path) -> None:
    for alias in ("owner", "default"):
        connections[alias].close()
    if settings.EMBEDDED_POSTGRES:
        empty_database(Path(settings.YARNNN_HOME))
    # On a server of one's own the owner gives no rights but to its tables, and those at the start.
    plain = [] if settings.EMBEDDED_POSTGRES else ["--no-owner", "--no-privileges", "--no-comments"]
    run_program("pg_restore", _writer(), "--exit-on-error", "--no-password", *plain, str(dump))


def empty_database(home: Path) -> None:
    """Make the database of the folder's Postgres anew, with nothing in it."""
    name = sql.Identifier(postgres.DATABASE)
    with psycopg.connect(
        postgres.address(home, "postgres", "postgres"), autocommit=True
    ) as superuser:
        superuser.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))
        owner = sql.Identifier(postgres.OWNER_ROLE)
        superuser.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, owner))


def _bring_files(source: Path) -> None:
    if source.is_dir() and isinstance(default_storage, FileSystemStorage):
        shutil.copytree(source, default_storage.location, dirs_exist_ok=True)
