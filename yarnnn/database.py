"""Brings the database to the code's version, and refuses one that could not keep people apart."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import OperationalError, ProgrammingError

from database.row_security import grant_to_application
from yarnnn.embedded import CannotStart
from yarnnn.embedded.files import alone

_OLDEST_POSTGRES = 16
_OLDEST_PGVECTOR = (0, 8)


def bring_up_to_date() -> None:
    """Migrate as the owner where needed, then check the application's role. Raises CannotStart."""
    settings.YARNNN_HOME.mkdir(mode=0o700, parents=True, exist_ok=True)
    with alone(settings.YARNNN_HOME / "run" / "migrate.lock"):
        try:
            _check_server("owner")
            _check_server("default")
            _make_extension()
            _migrate()
            _check_role()
            _let_role_in()
        finally:
            connections["owner"].close()
            connections["default"].close()
            connections["default"].close_pool()  # type: ignore[attr-defined]


def _rows(alias: str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with connections[alias].cursor() as cursor:
        cursor.execute(query, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _check_server(alias: str) -> None:
    setting = "DATABASE_OWNER_URL" if alias == "owner" else "DATABASE_URL"
    try:
        ((version,),) = _rows(alias, "SHOW server_version_num")
    except OperationalError as error:
        reason = str(error).strip().splitlines()[-1].strip()
        raise CannotStart(f"The database cannot be reached ({reason}). Check {setting}.") from error
    if int(version) < _OLDEST_POSTGRES * 10_000:
        raise CannotStart(
            f"The database is PostgreSQL {int(version) // 10_000}; "
            f"Yarnnn needs {_OLDEST_POSTGRES} or later."
        )
    ((encoding,),) = _rows(alias, "SHOW server_encoding")
    if encoding != "UTF8":
        raise CannotStart(f"The database's encoding is {encoding}: make one with UTF8.")


def _make_extension() -> None:
    """Make pgvector available in the database; that takes a superuser where it is missing."""
    installed = _rows("owner", "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    if not installed:
        try:
            _ = connections["owner"].cursor().execute("CREATE EXTENSION vector")
        except (ProgrammingError, OperationalError) as error:
            raise CannotStart(
                "The database lacks pgvector: install it on the server (0.8 or later), then run "
                "CREATE EXTENSION vector in this database as a superuser."
            ) from error
        installed = _rows("owner", "SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    version = str(installed[0][0])
    if tuple(int(part) for part in version.split(".")[:2]) < _OLDEST_PGVECTOR:
        raise CannotStart(
            f"The database's pgvector is {version}; Yarnnn needs 0.8 or later. After installing "
            "it, run ALTER EXTENSION vector UPDATE as a superuser."
        )


def _migrate() -> None:
    executor = MigrationExecutor(connections["owner"])
    loader = executor.loader
    ours = {config.label for config in apps.get_app_configs()}
    for app, name in loader.applied_migrations:
        if app in ours and (app, name) not in loader.disk_migrations:
            raise CannotStart(
                f"The database was made by another version of Yarnnn ({app} {name} is unknown "
                "here): use that version or a later one. To go back, use a copy of the data "
                "folder from before."
            )
    try:
        loader.check_consistent_history(connections["owner"])
    except InconsistentMigrationHistory as error:
        raise CannotStart(
            f"The database was made by a development version of Yarnnn ({error}): use another "
            "data folder."
        ) from error
    if executor.migration_plan(loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)


def _let_role_in() -> None:
    """Give the application's role its rights where it has none: it may be another than before."""
    role = settings.DATABASES["default"]["USER"]
    may = "SELECT has_table_privilege(%s, 'django_migrations', 'SELECT')"
    if _rows("owner", may, role) == [(False,)]:
        grant_to_application(using="owner")


def _check_role() -> None:
    """Refuse a role that row-level security does not bind."""
    ((bypasses, owns),) = _rows(
        "default",
        """
        SELECT EXISTS (
                   SELECT FROM pg_roles
                   WHERE (rolsuper OR rolbypassrls) AND pg_has_role(oid, 'MEMBER')
               ),
               EXISTS (
                   SELECT FROM pg_class
                   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                     AND pg_has_role(relowner, 'MEMBER')
               )
        """,
    )
    if bypasses or owns:
        how = "is a superuser or may bypass row-level security" if bypasses else "owns the tables"
        raise CannotStart(
            f"The role in DATABASE_URL {how}: it could read everybody's memories. Use a role of "
            "its own for the application (docs/settings.md shows how to make it)."
        )
