"""Row-level security: the policy of every table with content, and the application's grants."""

from typing import Any

from django.conf import settings
from django.db import connections, migrations

# Unset or empty shows no row, and the comparison stays a leakproof index condition.
POLICY = "user_id = nullif(current_setting('app.user_id', true), '')::uuid"

_before_login: set[str] = set()


def read_before_login(*tables: str) -> None:
    """Say that these tables are read before anyone is known, so outside row-level security.

    None of them may hold content. A room says so when the application starts.
    """
    _before_login.update(tables)


def before_login() -> frozenset[str]:
    """The tables with a `user_id` that are outside row-level security: each a room registered."""
    return frozenset(_before_login)


def secure(*tables: str) -> list[migrations.RunSQL]:
    """Migration operations that put these tables (each with `user_id`) under the policy."""
    return [
        migrations.RunSQL(
            sql=[
                f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY',
                f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY',
                f'CREATE POLICY own_rows ON "{table}" USING ({POLICY}) WITH CHECK ({POLICY})',
            ],
            reverse_sql=[
                f'DROP POLICY own_rows ON "{table}"',
                f'ALTER TABLE "{table}" NO FORCE ROW LEVEL SECURITY',
                f'ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY',
            ],
        )
        for table in tables
    ]


def without_statistics(table: str, *columns: str) -> list[migrations.RunSQL]:
    """Migration operations that keep the planner's statistics from holding values of these columns.

    What was erased would stay among them, in a table of the database's own.
    """
    return [
        migrations.RunSQL(
            sql=[f'ALTER TABLE "{table}" ALTER COLUMN "{column}" SET STATISTICS 0'],
            reverse_sql=[f'ALTER TABLE "{table}" ALTER COLUMN "{column}" SET STATISTICS -1'],
        )
        for column in columns
    ]


def grant_to_application(*, using: str, **_: Any) -> None:
    """Let the application's role work with rows: not with tables, and never TRUNCATE."""
    role = settings.DATABASES["default"]["USER"]
    connection = connections[using]
    if connection.settings_dict["USER"] == role:
        return
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(role)
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {name}")
        cursor.execute(
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {name}"
        )
        if cursor.connection.info.server_version >= 170_000:
            # VACUUM, so that nothing of what was erased stays in the files of the tables.
            cursor.execute(f"GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO {name}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {name}")
