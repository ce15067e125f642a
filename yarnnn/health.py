"""Whether this installation works, for whoever watches it. Says nothing about anybody's data."""

from __future__ import annotations

import psycopg
from django.db import connections
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from kombu.exceptions import OperationalError

from llm import reranking
from llm.endpoints import chat_endpoint
from yarnnn.celery import app


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 when requests and background work can be done, 503 otherwise."""
    parts = {"web": True, "database": database_answers(), "queue": queue_answers()}
    body: dict[str, str] = {name: "ok" if works else "down" for name, works in parts.items()}
    body["model"] = "configured" if chat_endpoint() else "built-in"
    if reranking.is_set():
        # Search goes on without it.
        body["reranker"] = "down" if reranking.is_failing() else "configured"
    return JsonResponse(body, status=200 if all(parts.values()) else 503)


def database_answers() -> bool:
    """Ask with a connection of its own: the pool would wait for a server that is starting."""
    parameters = connections["default"].get_connection_params()
    wanted = ("host", "port", "user", "password", "dbname", "sslmode")
    try:
        with psycopg.connect(
            **{name: parameters[name] for name in wanted if parameters.get(name)},
            connect_timeout=2,
        ) as connection:
            connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


def queue_answers() -> bool:
    """Tell whether the broker takes messages."""
    with app.connection_for_write() as connection:
        try:
            # Redis's transport connects with its first channel only.
            return connection.default_channel is not None
        except (OperationalError, OSError):
            return False
