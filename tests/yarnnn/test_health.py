"""/healthz says what works."""

import json

from django.test import Client


def test_health_names_the_part_that_is_down(transactional_db: None) -> None:
    answer = Client().get("/healthz")
    # The tests run with a database and without a broker.
    assert answer.status_code == 503
    assert json.loads(answer.content) == {
        "web": "ok",
        "database": "ok",
        "queue": "down",
        "model": "built-in",
    }


def test_health_needs_no_account_and_is_never_cached(transactional_db: None) -> None:
    assert "no-store" in Client().get("/healthz").headers["Cache-Control"]
