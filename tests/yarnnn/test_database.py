"""What a database must be before Yarnnn works with it."""

import pytest
from django.db import connections

from accounts.models import ApiToken
from yarnnn import database
from yarnnn.embedded import CannotStart

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_the_test_database_is_good_enough() -> None:
    database.bring_up_to_date()


def test_a_server_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_OLDEST_POSTGRES", 99)
    with pytest.raises(CannotStart, match=r"is PostgreSQL 18; Yarnnn needs 99 or later"):
        database.bring_up_to_date()


def test_a_pgvector_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_OLDEST_PGVECTOR", (9, 0))
    with pytest.raises(CannotStart, match=r"pgvector is 0\.8\.\d"):
        database.bring_up_to_date()


def test_data_of_a_newer_version() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('chat', '9999_later', now())"
        )
    try:
        with pytest.raises(CannotStart, match="chat 9999_later is unknown here"):
            database.bring_up_to_date()
    finally:
        with connections["owner"].cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")


def test_data_of_a_version_that_never_was() -> None:
    """Its migrations have our names but were applied in another order than ours allow."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations"
            " WHERE app = 'memories' AND name = '0001_initial' RETURNING applied"
        )
        (applied,) = cursor.fetchone()
    try:
        with pytest.raises(CannotStart, match="made by a development version"):
            database.bring_up_to_date()
    finally:
        with connections["owner"].cursor() as cursor:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied)"
                " VALUES ('memories', '0001_initial', %s)",
                [applied],
            )


def test_a_role_without_rights_gets_them() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM yarnnn_app")
    database.bring_up_to_date()
    assert not ApiToken.objects.exists()
