"""Every test runs on real Postgres, as the application's role."""

import gc
import shutil
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connections
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as made_up
from playwright.sync_api import expect
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Project, User
from accounts.projects import create_project
from database.acting import acting_as
from memories.work import nudging
from model_access.connections import forget_known
from tests import tiers
from tests.environment import HOME
from tests.models import (  # noqa: F401 - fixtures for all
    fake_model,
    real_model_server,
    texts_are_read_anew,
    texts_are_read_once,
)
from tests.people import newcomer
from tests.running import PATIENCE, App
from yarnnn.embedded import postgres, servers
from yarnnn.static_files import collect_if_changed

# Examples are the same in each run, and may take as long as the machine needs.
made_up.register_profile(
    "patient", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
made_up.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    tiers.let_who_waits_go_first(config)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by its tier. The slow ones begin first: none is left for the end."""
    for item in items:
        tiers.mark(item)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """What is loaded stays: looking through all of it for garbage took every twelfth second."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    tiers.begin(item)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    return tiers.workers(waiting=config.option.markexpr == tiers.ALL)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> tiers.ByFile:
    return tiers.ByFile(config, log)


def _as_superuser(database: str = "postgres") -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(postgres.address(HOME, "postgres", database), autocommit=True)


@pytest.fixture(scope="session")
def embedded_postgres() -> Iterator[None]:
    """The test folder's own Postgres, shared with other test runs of this checkout."""
    collect_if_changed()
    with servers(HOME):
        with _as_superuser() as superuser:
            # What a test writes need not survive a power cut.
            superuser.execute("ALTER SYSTEM SET fsync = off")
            superuser.execute("ALTER SYSTEM SET full_page_writes = off")
            superuser.execute("ALTER SYSTEM SET synchronous_commit = off")
            superuser.execute("SELECT pg_reload_conf()")
        yield


class _NobodyToNudge:
    """No worker and no broker run beside the tests.

    A nudge to a broker that is not there would come back seconds later, in another test.
    """

    def send(self, _nudge: object) -> None:
        """Leave what is to be done to the test."""


@pytest.fixture(scope="session")
def django_db_setup(embedded_postgres: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Make the test database as the owner, then let the application's role into it."""
    with django_db_blocker.unblock():
        owner, application = connections["owner"], connections["default"]
        original = owner.settings_dict["NAME"]
        name = owner.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        owner.close()
        application.close()
        application.close_pool()  # type: ignore[attr-defined]
        application.settings_dict["NAME"] = name
    with pytest.MonkeyPatch.context() as patch, _as_superuser(name) as superuser:
        empty = partial(empty_all_tables, superuser)
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty())
        patch.setattr(nudging, "_nudger", _NobodyToNudge())
        yield
    with django_db_blocker.unblock():
        application.close()
        application.close_pool()  # type: ignore[attr-defined]
        _end_sessions(name)
        owner.creation.destroy_test_db(original, verbosity=0)


def _end_sessions(database: str) -> None:
    """A thread of a test may have left a connection behind, which would keep the database."""
    with _as_superuser() as superuser:
        superuser.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database]
        )


@pytest.fixture(scope="session")
def running_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The whole application, started once for all tests that only use it from outside.

    Anybody may sign up. It knows nobody at first, and has no model.
    """
    app = App(tmp_path_factory.mktemp("app") / "home", {"OPEN_SIGNUP": "1"})
    app.start()
    yield app
    app.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Drive the system's Chromium where there is one, else the one that Playwright fetched."""
    expect.set_options(timeout=PATIENCE)
    names = ("chromium", "chromium-browser", "google-chrome")
    found = [path for name in names if (path := shutil.which(name))]
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
    quiet += ["--disable-background-networking", "--disable-component-update"]
    return {"executable_path": found[0] if found else None, "args": ["--no-sandbox", *quiet]}


@pytest.fixture(autouse=True)
def no_model_connected() -> None:
    """What an earlier test has connected is gone with its rows."""
    forget_known()


@pytest.fixture(autouse=True)
def no_language_of_another() -> None:
    """What an earlier test was shown in German leaves its thread in German."""
    translation.deactivate()


@pytest.fixture
def alice(db: None) -> User:
    """She owns the installation."""
    return newcomer("alice@example.org")


@pytest.fixture
def bob(alice: User) -> User:
    """He has an account too."""
    return newcomer("bob@example.org")


@pytest.fixture
def charlie(alice: User) -> User:
    """A stranger to whatever is somebody else's."""
    return newcomer("charlie@example.org")


@pytest.fixture
def garden(alice: User) -> Project:
    """A project of Alice's."""
    with acting_as(alice):
        return create_project(alice, "Garden")


# The triggers rest meanwhile, those that hold the keys of other tables too: all of it goes.
_EMPTY = """
DO $$ DECLARE found regclass; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR found IN
        SELECT oid FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
            AND (relname = 'django_session' OR relname NOT LIKE 'django\\_%')
        ORDER BY pg_relation_size(oid) DESC
    LOOP
        IF pg_relation_size(found) > 4000000 THEN
            EXECUTE format('TRUNCATE %s CASCADE', found);
        ELSE
            EXECUTE format('DELETE FROM %s', found);
        END IF;
    END LOOP;
END $$
"""


def empty_all_tables(superuser: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Delete every row, past the policies, which bind the owner too.

    Truncating makes all files of all tables and indexes anew: thirty times as slow, for few rows.
    """
    connections["default"].close()
    for attempt in range(5):
        _wait_for_others(superuser)
        try:
            superuser.execute(_EMPTY)
        except psycopg.errors.DeadlockDetected:
            if attempt == 4:
                raise
        else:
            return


def _wait_for_others(superuser: psycopg.Connection[tuple[Any, ...]], seconds: float = 30.0) -> None:
    """A browser that is closed may leave a request behind that is still being answered.

    It would write into the tables just emptied, or wait for one while the emptying waits for it.
    Between two of its statements it looks idle: who was busy is looked at until it stays so.
    """
    end = time.monotonic() + seconds
    looks = 1
    while looks and time.monotonic() < end:
        busy = superuser.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'"
        ).fetchone()
        looks = 3 if busy else looks - 1
        if looks:
            time.sleep(0.02)
