"""Every test runs on real Postgres, as the application's role."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connections
from django.test import TransactionTestCase
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from tests.environment import HOME
from tests.models import fake_model, real_model_server  # noqa: F401 - fixtures for all
from tests.people import newcomer
from tests.running import App
from yarnnn.embedded import postgres, servers
from yarnnn.static_files import collect_if_changed

# Most of these wait for other processes. They take about as long as all the rest.
_WAITING = ("browser", "documents", "llm", "portability", "yarnnn")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--half", choices=("waiting", "other"), help="run one half of the tests only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other half, for .ci/side-by-side."""
    half = config.getoption("half")
    if not half:
        return
    folders = [Path(__file__).parent / name for name in _WAITING]
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        waits = any(item.path.is_relative_to(folder) for folder in folders)
        waits = waits or item.get_closest_marker("browser") is not None
        (chosen if waits == (half == "waiting") else left_out).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=left_out)


def _as_superuser() -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(postgres.address(HOME, "postgres", "postgres"), autocommit=True)


@pytest.fixture(scope="session")
def embedded_postgres() -> Iterator[None]:
    """The test folder's own Postgres, shared with other test runs of this checkout."""
    collect_if_changed()
    with servers(HOME):
        with psycopg.connect(
            postgres.address(HOME, "postgres", "postgres"), autocommit=True
        ) as superuser:
            # What a test writes need not survive a power cut.
            superuser.execute("ALTER SYSTEM SET fsync = off")
            superuser.execute("ALTER SYSTEM SET full_page_writes = off")
            superuser.execute("ALTER SYSTEM SET synchronous_commit = off")
            superuser.execute("SELECT pg_reload_conf()")
        yield


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_all_tables())
        yield
    with django_db_blocker.unblock():
        application.close()
        application.close_pool()  # type: ignore[attr-defined]
        _end_sessions(owner.settings_dict["NAME"])
        owner.creation.destroy_test_db(original, verbosity=0)


def _end_sessions(database: str) -> None:
    """A thread of a test may have left a connection behind, which would keep the database."""
    with psycopg.connect(
        postgres.address(HOME, "postgres", "postgres"), autocommit=True
    ) as superuser:
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
    names = ("chromium", "chromium-browser", "google-chrome")
    found = [path for name in names if (path := shutil.which(name))]
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
    quiet += ["--disable-background-networking", "--disable-component-update"]
    return {"executable_path": found[0] if found else None, "args": ["--no-sandbox", *quiet]}


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


def empty_all_tables() -> None:
    """Truncate as the owner: the application's role may not, and deleting obeys the policies."""
    connections["default"].close()
    parameters = connections["owner"].get_connection_params()
    known = {"host", "port", "user", "password", "dbname"}
    with psycopg.connect(**{k: v for k, v in parameters.items() if k in known}) as owner:
        tables = owner.execute(
            "SELECT string_agg(format('%I', tablename), ', ') FROM pg_tables"
            " WHERE schemaname = 'public' AND tablename NOT LIKE 'django_%'"
        ).fetchone()
        assert tables
        owner.execute(f"TRUNCATE {tables[0]}, django_session RESTART IDENTITY CASCADE")
