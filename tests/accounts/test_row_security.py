"""Which tables stand outside row-level security, and that the list of them is true."""

import pytest
from django.apps import apps
from django.db import connection, models

from database.row_security import POLICY, before_login

pytestmark = pytest.mark.django_db

# Kinds of columns that can hold what somebody said. (Binary ones hold sealed secrets.)
CONTENT = (models.TextField, models.JSONField)


def tables_with_a_person() -> dict[str, tuple[bool, bool, str | None]]:
    """Each table with `user_id`: row security on, forced, and its policy."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity,
                   (SELECT string_agg(p.polname || p.polcmd::text, ',') FROM pg_policy p
                    WHERE p.polrelid = c.oid)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
              AND a.attname = 'user_id' AND NOT a.attisdropped
            """
        )
        return {name: (on, forced, policy) for name, on, forced, policy in cursor.fetchall()}


def test_the_list_of_tables_read_before_login_is_exact() -> None:
    found = tables_with_a_person()
    assert {name for name, (on, _, _) in found.items() if not on} == before_login()


def test_every_other_table_is_forced_under_the_one_policy() -> None:
    for name, (_, forced, policy) in tables_with_a_person().items():
        if name not in before_login():
            assert (forced, policy) == (True, "own_rows*"), name


def test_what_is_read_before_login_holds_no_content() -> None:
    # Of libraries: sealed, and what tests/accounts/test_oauth.py sees in every row.
    libraries = {"mfa_authenticator", "allauth_idp_oidc_token"}
    by_table = {model._meta.db_table: model for model in apps.get_models()}
    for name in before_login() - libraries:
        fields = by_table[name]._meta.get_fields()
        assert not [field.name for field in fields if isinstance(field, CONTENT)], name


def test_the_application_could_not_look_around_the_policies() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper OR rolbypassrls OR rolcreaterole FROM pg_roles WHERE rolname = user"
        )
        assert cursor.fetchone() == (False,)
        cursor.execute("SELECT count(*) FROM pg_tables WHERE tableowner = user")
        assert cursor.fetchone() == (0,)
    assert "app.user_id" in POLICY
